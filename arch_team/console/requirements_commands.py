"""`arch-team requirements`: review files of requirements, and see by which rules."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from arch_team.console import exits
from arch_team.console.plain import plainly

if TYPE_CHECKING:
    from arch_team.models.json_model import OpinionModel
    from arch_team.requirements.learned import Learned, Verdict
    from arch_team.requirements.report import Report
    from arch_team.requirements.review import Options

app = typer.Typer(help="Review requirements: scores, fixes, rewrites, duplicates, questions.", no_args_is_help=True)

Form = Literal["console", "lines", "json", "csv", "xlsx", "html", "brief"]
Language = Literal["de", "en"]
InputFormat = Literal["text", "markdown", "csv", "excel", "reqif", "word", "odt", "slides", "html", "pdf"]

FilesArg = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...", help="Text, Markdown, CSV, Excel, Word, ODT, slides, HTML, PDF, ReqIF; - is standard input."
    ),
]
CriteriaOpt = Annotated[
    list[str] | None, typer.Option("--criteria", "-c", help="Only these, with commas or repeated; default: all.")
]
FailUnderOpt = Annotated[
    float | None,
    typer.Option("--fail-under", min=0.0, max=1.0, help="Exit with 5 if a requirement scores below this."),
]
FormOpt = Annotated[
    Form | None,
    typer.Option("--format", "-f", help="What to print or write; default: console, or by the ending of --output."),
]
OutputOpt = Annotated[
    list[Path] | None, typer.Option("--output", "-o", help="Write into this file; may be repeated, by ending.")
]
RulesOpt = Annotated[Path | None, typer.Option("--rules", help="Your own rules: added, changed, silenced.")]
LanguageOpt = Annotated[
    Language | None, typer.Option("--language", help="Of the report; default: that of most requirements.")
]
ReadAsOpt = Annotated[
    Language | None, typer.Option("--read-as", help="Take every requirement as this language; default: each its own.")
]
NoDuplicatesOpt = Annotated[bool, typer.Option("--no-duplicates", help="Do not look for duplicates.")]
KeepOpt = Annotated[
    bool, typer.Option("--keep", help="Hold the requirements: `knowledge search -c requirements` ranks them.")
]
ColumnOpt = Annotated[
    str | None, typer.Option("--column", help="Column or attribute with the text, by name or number.")
]
IdColumnOpt = Annotated[str | None, typer.Option("--id-column", help="Column or attribute with the ids.")]
SheetOpt = Annotated[str | None, typer.Option("--sheet", help="Sheet of a workbook, by name or number.")]
InputOpt = Annotated[InputFormat | None, typer.Option("--input-format", help="Read the files as this.")]
ModelOpt = Annotated[str | None, typer.Option("--model", help="Ask this model too; its verdict stands beside.")]
BaseUrlOpt = Annotated[str | None, typer.Option("--base-url", help="OpenAI-compatible endpoint of the model.")]
NoModelOpt = Annotated[bool, typer.Option("--no-model", help="Ask no model, even where one is configured.")]
TopOpt = Annotated[int, typer.Option("--top", min=0, help="How many of the weakest the console shows.")]

_ENDINGS: dict[str, Form] = {
    ".json": "json", ".csv": "csv", ".xlsx": "xlsx", ".html": "html", ".htm": "html", ".txt": "console",
    ".md": "brief",
}  # fmt: skip


@app.command()
@plainly()
def review(
    files: FilesArg,
    criteria: CriteriaOpt = None,
    fail_under: FailUnderOpt = None,
    form: FormOpt = None,
    output: OutputOpt = None,
    rules: RulesOpt = None,
    language: LanguageOpt = None,
    read_as: ReadAsOpt = None,
    no_duplicates: NoDuplicatesOpt = False,
    keep: KeepOpt = False,
    column: ColumnOpt = None,
    id_column: IdColumnOpt = None,
    sheet: SheetOpt = None,
    input_format: InputOpt = None,
    model: ModelOpt = None,
    base_url: BaseUrlOpt = None,
    no_model: NoModelOpt = False,
    top: TopOpt = 10,
) -> None:
    """Review files of requirements as one set.

    Exit codes: 0 reviewed, and nothing below --fail-under; 5 something below it, or not reviewable; 2 usage; 1 error.
    """
    from arch_team.requirements.read import Wanted
    from arch_team.requirements.review import Options

    targets = _targets(form, output or [], files)
    options = Options(
        criteria=tuple(name for given in criteria for name in given.split(",") if name.strip()) if criteria else None,
        rules=rules,
        language=language,
        read_as=read_as,
        duplicates=not no_duplicates,
        fail_under=fail_under,
        wanted=Wanted(input_format, column, id_column, sheet),
        learned=_learned(),
    )
    report = _reviewed(files, options, None if no_model else _model(model, base_url))
    if keep:
        _hold(report)
    for target, path in targets:
        _put(report, target, path, top)
    if not report.summary.ok:
        raise typer.Exit(exits.BELOW)


@app.command("rules")
@plainly()
def list_rules(
    rules: RulesOpt = None,
    language: Annotated[Language | None, typer.Option("--language", help="Only rules for this language.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the rules: what each looks for, what it costs, where it comes from."""
    from arch_team.console.requirements_rules import print_rules
    from arch_team.requirements.check.rules import load_rules

    print_rules(load_rules(rules), language, as_json=as_json)


RuleArg = Annotated[str, typer.Argument(help="The rule of a finding; `rewrite` for a rewrite, `pair` for a pair.")]
WordsOpt = Annotated[str, typer.Option("--words", help="Only for these words.")]
TextOpt = Annotated[str, typer.Option("--text", help="Only in the requirement of this text.")]
OtherOpt = Annotated[str, typer.Option("--other", help="The accepted rewrite, or the other text of a pair.")]


@app.command()
@plainly()
def reject(
    rule: RuleArg,
    reason: Annotated[str, typer.Option("--reason", help="Why it does not hold.")],
    words: WordsOpt = "",
    text: TextOpt = "",
    other: OtherOpt = "",
) -> None:
    """Say that a finding, a rewrite or a pair was wrong: the next review heeds it.

    The same words rejected in two requirements are silent everywhere.
    """
    _decide("rejected", rule, reason, words, text, other)


@app.command()
@plainly()
def accept(
    rule: RuleArg,
    reason: Annotated[str, typer.Option("--reason", help="Why it holds.")] = "",
    words: WordsOpt = "",
    text: TextOpt = "",
    other: OtherOpt = "",
) -> None:
    """Say that a finding, a rewrite or a pair was right: the next review heeds it.

    An accepted finding counts a step graver for its words; an accepted rewrite is offered again as it is, and its
    values are offered for the same words elsewhere; an accepted pair is always shown.
    """
    _decide("accepted", rule, reason, words, text, other)


def _decide(verdict: "Verdict", rule: str, reason: str, words: str, text: str, other: str) -> None:
    from arch_team.errors import UsageError
    from arch_team.requirements.check.rules import load_rules
    from arch_team.requirements.learned import Decision

    if rule == "rewrite" or rule == "pair":
        if not text or (rule == "pair" and not other):
            raise UsageError(f"which {rule}?", 'Give the requirement: --text "The app must be fast", and --other.')
        _learned().decide(Decision(rule, text, reason, verdict=verdict, other=other))
    elif rule in set(load_rules().ids()):
        _learned().decide(Decision("finding", text, reason, rule, words, verdict))
    else:
        raise UsageError(f"no rule is called {rule!r}", "`arch-team requirements rules` lists them.")
    typer.echo("kept: the next review heeds it")


@app.command("learned")
@plainly()
def list_learned(
    export: Annotated[Path | None, typer.Option("--export", help="Write what holds everywhere as a rule file.")] = None,
    forget: Annotated[str, typer.Option("--forget", help="Take back what was decided on this rule.")] = "",
) -> None:
    """Show what was accepted and rejected before, and is heeded; export it as a rule file, or take it back."""
    learned = _learned()
    for one in learned.decisions() if forget else ():
        if forget in {one.rule, one.kind}:
            learned.take_back(one)
    if export is not None:
        _save(export, learned.as_rule_file().encode())
    for one in learned.decisions():
        told = (one.verdict, one.rule or one.kind, one.words, one.text, one.other, one.reason)
        typer.echo(" · ".join(part for part in told if part))


def _learned() -> "Learned":
    from arch_team.console.setup import configured
    from arch_team.requirements.learned import Learned
    from arch_team.search.knowledge import tenant_of

    settings = configured()
    return Learned.of(settings, tenant=tenant_of(settings))


def _targets(form: Form | None, output: list[Path], files: list[str]) -> list[tuple[Form, Path | None]]:
    """What to write where. Refused before anything is reviewed, so that no work is lost at its end."""
    import sys

    from arch_team.errors import UsageError

    if not output:
        if form == "xlsx" and sys.stdout.isatty():
            raise UsageError("a workbook cannot be shown on a terminal", "Give a file: --output review.xlsx.")
        return [(form or "console", None)]
    if form and len(output) > 1:
        raise UsageError("--format is for one output", "Leave it out: the endings of --output say what each becomes.")
    targets: list[tuple[Form, Path | None]] = []
    for path in output:
        found = form or _ENDINGS.get(path.suffix.casefold())
        if found is None:
            raise UsageError(f"what to write into {path}?", f"Give --format, or an ending of {', '.join(_ENDINGS)}.")
        if any(name != "-" and Path(name).resolve() == path.resolve() for name in files):
            raise UsageError(f"{path} is a file to review, and would be overwritten", "Name another --output.")
        if not path.resolve().parent.is_dir():
            raise UsageError(f"there is no folder {path.parent}", "Make it first, or write elsewhere.")
        targets.append((found, path))
    return targets


def _model(model: str | None, base_url: str | None) -> "OpinionModel | None":
    """The model by option, environment or settings file; None where none is named."""
    from arch_team.console.setup import configured
    from arch_team.models.json_model import JsonModel, OpinionModel

    found = JsonModel.from_settings(configured(model=model, base_url=base_url))
    return OpinionModel(found) if found else None


def _reviewed(files: list[str], options: "Options", model: "OpinionModel | None") -> "Report":
    from dataclasses import replace

    from arch_team.console.requirements_progress import shown_progress
    from arch_team.requirements.review import review_files

    if files.count("-") > 1:
        files = [name for place, name in enumerate(files) if name != "-" or files.index(name) == place]
    if model is not None:
        options = replace(options, model=model.inner.model)
    with shown_progress() as progress:
        return review_files(files, options, progress=progress, complete=model)


def _hold(report: "Report") -> None:
    """In the store that the knowledge search reads."""
    from arch_team.console.setup import configured
    from arch_team.search.held_requirements import HeldRequirement, hold
    from arch_team.search.knowledge import open_knowledge, tenant_of

    settings = configured()
    knowledge = open_knowledge(settings)
    library = knowledge.library(tenant_of(settings))
    try:
        held = [
            HeldRequirement(entry.requirement.id, entry.requirement.text, one.name)
            for one in report.specifications
            for entry in one.entries
        ]
        hold(library, held)
    finally:
        library.close()
        knowledge.close()


def _put(report: "Report", target: Form, path: Path | None, top: int) -> None:
    import sys

    from arch_team.requirements.report.report import counted, texts

    if target == "console":
        _show(report, path, top)
    else:
        from arch_team.requirements.report import written

        data = written(report, target)
        if path is None:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            _save(path, b"\xef\xbb\xbf" + data if target == "csv" else data)
    if path is not None:
        counts = counted(texts("en"), report.summary.count, "requirement")
        typer.echo(f"{path}: {counts}, {report.summary.passed} passed", err=True)


def _show(report: "Report", path: Path | None, top: int) -> None:
    """On the terminal as it can; into a file or a pipe without colours and without blanks at the ends of lines."""
    import io
    import sys

    from arch_team.console.requirements_view import ReviewView, screen

    if path is None and sys.stdout.isatty():
        ReviewView(report, screen(), top=top).print()
        return
    out = io.StringIO()
    ReviewView(report, screen(out), top=top).print()
    text = "\n".join(line.rstrip() for line in out.getvalue().split("\n")).encode("utf-8", "replace")
    if path is not None:
        _save(path, text)
    else:
        sys.stdout.buffer.write(text)
        sys.stdout.buffer.flush()


def _save(path: Path, data: bytes) -> None:
    """Whole or not at all: what was there stays until the new is written."""
    import os
    import tempfile

    handle, name = tempfile.mkstemp(dir=path.resolve().parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
