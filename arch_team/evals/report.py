"""The report of a benchmark: Markdown for people, JSON for programs, three charts. Made from the journal alone."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from arch_team.errors import DataError, UsageError
from arch_team.evals.charts import accuracy_chart, tokens_chart, verdict_chart
from arch_team.evals.gold_loader import GoldSet, load_gold, shipped
from arch_team.evals.guard_check import FILE_NAME as GUARD_FILE
from arch_team.evals.guard_check import GuardFigures, GuardLine
from arch_team.evals.journal import FILE_NAME as JOURNAL_FILE
from arch_team.evals.journal import read_journal
from arch_team.evals.scoring import VERDICTS
from arch_team.evals.statistics import Rate
from arch_team.evals.summary import ModeFigures, Summary, judge, summarise

GOLD_FILE = "gold.yaml"
_ALIKE = "Time fields: the only lines that differ between two runs of the same thing without a model."


def write_report(folder: Path) -> Path:
    """report.md, report.json and the charts beside the journal. Gives the Markdown's path."""
    summary, guard = read_summary(folder)
    for name, chart in charts(summary).items():
        (folder / name).write_text(chart, encoding="utf-8")
    twin = {**summary.to_wire(), "guard": guard.to_wire() if guard else None}
    text = json.dumps(twin, ensure_ascii=False, indent=2, sort_keys=True)
    (folder / "report.json").write_text(text + "\n", encoding="utf-8")
    path = folder / "report.md"
    path.write_text(markdown(summary, guard), encoding="utf-8")
    return path


def write_docs(folder: Path, docs: Path) -> Path:
    """The same as a page of the documentation, its pictures in their own folder."""
    summary, guard = read_summary(folder)
    pictures = docs / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for name, chart in charts(summary).items():
        (pictures / f"benchmark-{name}").write_text(chart, encoding="utf-8")
    path = docs / "benchmark.md"
    path.write_text(markdown(summary, guard, pictures="pictures/benchmark-"), encoding="utf-8")
    return path


def read_summary(folder: Path) -> tuple[Summary, GuardFigures | None]:
    header, runs = read_journal(folder / JOURNAL_FILE)
    gold = _gold_of(folder, header.feature, header.gold_sha256)
    judged = judge(header, runs, gold)
    if not judged:
        raise UsageError(f"the journal in {folder} holds no finished question yet", "Run the benchmark first.")
    guard = folder / GUARD_FILE
    figures = GuardFigures.model_validate_json(guard.read_text(encoding="utf-8")) if guard.is_file() else None
    return summarise(header, judged, gold), figures


def _gold_of(folder: Path, feature: str, sha256: str) -> GoldSet:
    """The gold file the journal was made with: kept beside it, or the shipped one if it still is the same."""
    kept = folder / GOLD_FILE
    gold = load_gold(kept) if kept.is_file() else shipped(feature)
    if gold is None or gold.sha256 != sha256:
        raise DataError(
            f"the gold file of the journal in {folder} is not at hand", "Run the benchmark again with --fresh."
        )
    return gold.usable()


def charts(summary: Summary) -> dict[str, str]:
    found = {"accuracy.svg": accuracy_chart(summary.modes), "verdicts.svg": verdict_chart(summary.modes)}
    if any(mode.prompt_tokens for mode in summary.modes):
        found["tokens.svg"] = tokens_chart(summary.modes)
    return found


def markdown(summary: Summary, guard: GuardFigures | None, pictures: str = "") -> str:
    lines = [
        *_head(summary),
        *_comparison(summary, pictures),
        *_paired(summary),
        *_goals(summary),
        *_repairs(summary.modes),
        *_doing(summary),
        *_shares(summary),
        *_questions(summary),
        *(_guard(guard) if guard else ()),
        *_times(summary),
    ]
    return "\n".join(lines) + "\n"


def _head(summary: Summary) -> Iterator[str]:
    header = summary.header
    yield f"# Benchmark: {header.feature}"
    yield ""
    yield (
        f"Model **{header.model}**, commit `{header.commit}` (code `{header.code}`), {header.questions} gold questions "
        f"of `{header.gold}` (`{header.gold_sha256[:12]}`), {header.source}."
    )
    yield ""
    yield f"    {header.command}"
    yield ""
    yield (
        "Figures are read from the text of the answer, in every mode alike. *Right* ended as it should and shows every "
        "gold figure and no other amount; *wrong* shows an amount that is not gold, or answers what must not be "
        "answered; a refusal or a question back shows nothing and is counted apart. Intervals are 95 %, with the "
        "question as the unit."
    )
    for mode, missing in summary.unfinished.items():
        yield ""
        yield f"**Part of the questions only:** {missing} of {header.questions} were not asked in mode {mode}."
    yield ""


def _comparison(summary: Summary, pictures: str) -> Iterator[str]:
    modes = summary.modes
    yield "## Modes"
    yield ""
    yield "| | " + " | ".join(mode.mode for mode in modes) + " |"
    yield "|---|" + "--:|" * len(modes)
    rows: list[tuple[str, list[str]]] = [
        ("**accuracy**", [f"**{_percent(m.accuracy.value)}**" for m in modes]),
        ("95 % interval", [_interval(m.accuracy) for m in modes]),
        ("wrong figures shown", [_percent(m.wrong.value) for m in modes]),
        ("false refusals", [_rate(m.false_refusals) for m in modes]),
        ("needless questions back", [_rate(m.false_questions) for m in modes]),
        ("numeric correctness", [_rate(m.numeric_correctness) for m in modes]),
        ("pattern compliance", [_rate(m.pattern_compliance) for m in modes]),
        ("right in every repeat", [_percent(m.consistent) for m in modes]),
        *((verdict, [str(m.verdicts[verdict]) for m in modes]) for verdict in VERDICTS),
        ("runs", [str(m.runs) for m in modes]),
        ("runs with a forbidden tool", [str(m.forbidden_tool_runs) for m in modes]),
        ("rounds with tool calls", [str(m.rounds) for m in modes]),
        ("model calls", [str(m.llm_calls) for m in modes]),
        ("prompt tokens", [_thousands(m.prompt_tokens) for m in modes]),
        ("completion tokens", [_thousands(m.completion_tokens) for m in modes]),
        ("cost", [f"{m.cost:.4f}" for m in modes]),
    ]
    for name, cells in rows:
        yield f"| {name} | " + " | ".join(cells) + " |"
    yield ""
    for name in charts(summary):
        yield f"![{name.removesuffix('.svg')}]({pictures}{name})"
        yield ""


def _paired(summary: Summary) -> Iterator[str]:
    if not summary.comparisons:
        return
    yield "## One mode against another"
    yield ""
    yield "Paired by question; p from the exact sign-flip test, interval from 10,000 draws of questions."
    yield ""
    yield "| | difference | 95 % interval | p | questions won | lost |"
    yield "|---|--:|--:|--:|--:|--:|"
    for c in summary.comparisons:
        interval = f"{c.low * 100:+.1f} to {c.high * 100:+.1f}"
        yield (
            f"| {c.better} against {c.worse} | {c.difference * 100:+.1f} points | {interval} | {c.p_value:.4f} "
            f"| {c.gained} | {c.lost} |"
        )
    yield ""


def _goals(summary: Summary) -> Iterator[str]:
    if not summary.goals:
        return
    yield "## Goals"
    yield ""
    yield "| goal | measured | reached |"
    yield "|---|---|---|"
    for goal in summary.goals:
        told = "not measured" if goal.reached is None else "yes" if goal.reached else "**no**"
        yield f"| {goal.goal} | {goal.measured} | {told} |"
    yield ""


def _repairs(modes: Sequence[ModeFigures]) -> Iterator[str]:
    if not any(mode.repairs.rejects for mode in modes):
        return
    yield "## Repairs"
    yield ""
    yield (
        "A rejected call is repaired when the next round holds another call that is valid. Conversion counts runs: "
        "every series of rejections in the run ended that way. Attempts and successes are per tool, as in the trace."
    )
    yield ""
    columns = ("runs with a reject", "repaired", "conversion", "rejects", "per run", "repaired next round")
    yield "| | " + " | ".join((*columns, "attempts", "successes")) + " |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    for mode in modes:
        r = mode.repairs
        conversion = "–" if r.conversion is None else f"{r.conversion:.2f}"
        yield (
            f"| {mode.mode} | {r.triggered_runs} | {r.succeeded_runs} | {conversion} | {r.rejects} "
            f"| {r.rejects_per_run:.2f} | {r.answered_next_round} | {r.attempts} | {r.successes} |"
        )
    yield ""
    for mode in modes:
        if mode.repairs.codes:
            told = ", ".join(f"{code} {count}" for code, count in mode.repairs.codes.items())
            yield f"- {mode.mode}: {told}"
    yield ""


def _doing(summary: Summary) -> Iterator[str]:
    """Whose doing the ontology mode is."""
    ours = next((mode for mode in summary.modes if mode.mode == "ontology"), None)
    if ours is None:
        return
    yield "## What the embedded operator did"
    yield ""
    if not ours.llm_calls:
        yield "All of it: no model was asked in mode ontology."
        yield ""
        return
    yield f"The model was on its own: it was asked in each of the {ours.runs} runs, and nothing was worked out for it."
    yield ""


def _shares(summary: Summary) -> Iterator[str]:
    modes = [mode.mode for mode in summary.modes]
    for title, shares in (("difficulty", summary.by_difficulty), ("class of error", summary.by_hallucination)):
        if not shares:
            continue
        yield f"## Accuracy by {title}"
        yield ""
        yield "| | questions | " + " | ".join(modes) + " |"
        yield "|---|--:|" + "--:|" * len(modes)
        for share in shares:
            cells = [_percent(share.accuracy[mode]) if mode in share.accuracy else "–" for mode in modes]
            yield f"| {share.name.replace('_', ' ')} | {share.questions} | " + " | ".join(cells) + " |"
        yield ""


def _questions(summary: Summary) -> Iterator[str]:
    modes = [mode.mode for mode in summary.modes]
    yield "## Questions"
    yield ""
    yield "| | question | expected | " + " | ".join(modes) + " |"
    yield "|---|---|---|" + "---|" * len(modes)
    for line in summary.questions:
        cells = [_verdicts(line.verdicts.get(mode, ())) for mode in modes]
        yield f"| {line.id} | {_cell(line.question)} | {' or '.join(line.expect)} | " + " | ".join(cells) + " |"
    yield ""
    remarks = [(line.id, mode, text) for line in summary.questions for mode, text in line.remarks.items() if text]
    if remarks:
        yield "What was not right:"
        yield ""
        for name, mode, text in remarks:
            yield f"- {name}, {mode}: {_cell(text)}"
        yield ""


def _guard(guard: GuardFigures) -> Iterator[str]:
    yield "## The guard on changed answers"
    yield ""
    yield (
        "From every right answer of mode ontology: true drafts, which must pass, and drafts made false on purpose, "
        f"which must not. False blocks {_rate(guard.false_block_rate)}, false accepts {_rate(guard.false_accept_rate)} "
        "(means over questions). The guard is tried as a model meets it."
    )
    yield ""
    yield "| draft | number | judged wrongly |"
    yield "|---|--:|--:|"
    for title, lines in (("true", guard.false_blocks), ("false", guard.false_accepts)):
        for line in lines:
            yield f"| {title}: {line.kind.replace('_', ' ')} | {line.drafts} | {line.mistakes} |"
    yield ""
    for line in guard.blocked_by_design:
        yield (
            f"Of {line.drafts} drafts that type a true figure without declaring how it follows from the cells, "
            f"{line.mistakes} were blocked, as they should be: such a figure has to be declared."
        )
        yield ""
    yield from _examples((*guard.false_blocks, *guard.false_accepts))


def _examples(lines: Sequence[GuardLine]) -> Iterator[str]:
    found = [(line.kind.replace("_", " "), example) for line in lines for example in line.examples]
    for kind, example in found:
        yield f"- {kind}: {_cell(example)}"
    if found:
        yield ""


def _times(summary: Summary) -> Iterator[str]:
    times = summary.times
    yield "## Times"
    yield ""
    yield _ALIKE
    yield ""
    yield f"- started {times.started}"
    for mode in summary.modes:
        name = mode.mode
        yield f"- {name}: {times.seconds[name]:.0f} s in all, p50 {times.p50[name]:.1f} s, p95 {times.p95[name]:.1f} s"


def _verdicts(found: Sequence[str]) -> str:
    counts = {verdict: found.count(verdict) for verdict in VERDICTS if verdict in found}
    if not counts:
        return "–"
    if len(found) == 1:
        return found[0] if found[0] == "right" else f"**{found[0]}**"
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.items())


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _percent(value: float) -> str:
    return f"{value * 100:.1f} %"


def _rate(found: Rate | None) -> str:
    return "–" if found is None else _percent(found.value)


def _interval(found: Rate) -> str:
    return f"{found.low * 100:.1f} to {found.high * 100:.1f} %"


def _thousands(value: int) -> str:
    return f"{value:,}".replace(",", "'")
