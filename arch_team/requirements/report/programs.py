"""The review for other programs: all of it as JSON, a row for each requirement, a line for each finding."""

from collections.abc import Sequence

from arch_team.documents.plain import visible
from arch_team.documents.spreadsheets import Column, Table, csv_of, workbook
from arch_team.requirements.model import Criterion, Evaluation, Finding, Review
from arch_team.requirements.read.specification import LeftOut
from arch_team.requirements.report.report import Report, Summary, ToDo, counted, place_of, texts
from arch_team.text.showing import shown as number
from arch_team.version import __version__
from arch_team.wire import Wire

_COLUMNS = {
    "ID": 14, "file": 22, "place": 22, "language": 9, "text": 60, "score": 9, "verdict": 16, "criteria": 15,
    "findings": 60, "suggestions": 60, "rewrite": 60, "acceptance_criteria": 50, "new_score": 12, "questions": 50,
    "duplicates": 24,
}  # fmt: skip
"""Of a table, with their widths; `criteria` stands for a column for each."""


class FileNote(Wire):
    code: str
    text: str
    place: str | None = None


class FileRead(Wire):
    name: str
    format: str
    count: int
    notes: tuple[FileNote, ...] = ()
    not_reviewed: tuple[FileNote, ...] = ()
    passed_over: tuple[FileNote, ...] = ()
    """Read as something else than a requirement, with the reason."""


class Output(Wire):
    """What `--format json` prints."""

    version: str
    files: tuple[FileRead, ...]
    summary: Summary
    to_do: tuple[ToDo, ...]
    review: Review


def to_json(report: Report) -> str:
    language = report.language

    def told(found: tuple[LeftOut, ...]) -> tuple[FileNote, ...]:
        return tuple(FileNote(code=o.note.code, text=o.note.told(language), place=o.place or None) for o in found)

    read = tuple(
        FileRead(
            name=one.name,
            format=one.format,
            count=len(one.entries),
            notes=tuple(FileNote(code=note.code, text=note.told(language)) for note in one.notes),
            not_reviewed=told(one.left_out),
            passed_over=told(one.passed_over),
        )
        for one in report.specifications
    )
    output = Output(version=__version__, files=read, summary=report.summary, to_do=report.to_do, review=report.review)
    return output.to_json(indent=2) + "\n"


def to_lines(report: Report) -> str:
    """So that editors and people jump to the place. Requirements that pass and lie above the threshold say nothing."""
    words = texts(report.language)
    below = set(report.summary.below)
    lines: list[str] = []
    for evaluation in report.review.evaluations:
        id_ = evaluation.requirement.id
        if evaluation.verdict == "pass" and id_ not in below:
            continue
        score = number(evaluation.score, report.language)
        lines.append(f"{_where(report, evaluation)}: {id_}: {words['score']} {score}")
        lines.extend(
            f"{_where(report, evaluation)}: {words[f'line_{finding.level}']} {finding.rule}: {finding.message}"
            for finding in evaluation.findings
            if finding.suppressed is None
        )
    lines += [f"{out.file}:{out.line or out.place}: {out.note.told(report.language)}" for out in report.left_out]
    lines.append(_counted(report))
    return "\n".join(visible(" ".join(line.split("\n"))) for line in lines) + "\n"


def _counted(report: Report) -> str:
    words, summary = texts(report.language), report.summary
    parts = [counted(words, summary.count, "requirement")]
    parts += [f"{summary.passed} {words['passed']}", f"{summary.failed} {words['failed']}"]
    if summary.fail_under is not None:
        parts.append(f"{len(summary.below)} {words['below']} {number(summary.fail_under, report.language)}")
    return ", ".join(parts)


def _where(report: Report, evaluation: Evaluation) -> str:
    entry = report.entries.get(evaluation.requirement.id)
    if entry is None:
        return evaluation.requirement.id
    line = entry.requirement.line
    return f"{entry.file}:{line}" if line else f"{entry.file}: {entry.cell or place_of(entry, report.language)}"


def to_csv(report: Report) -> str:
    return csv_of(_table(report))


def to_excel(report: Report) -> bytes:
    return workbook([_table(report)], freeze="B2")


def _table(report: Report) -> Table:
    """One row for each requirement, with a column for each criterion asked for. No cell can become a formula."""
    words = texts(report.language)
    used: list[Criterion] = [one.criterion for first in report.review.evaluations[:1] for one in first.criteria]
    columns = [
        Column(words.get(name, name), width, "score" in one or one == "criteria")
        for one, width in _COLUMNS.items()
        for name in (used if one == "criteria" else (one,))
    ]
    return Table(words["requirements"], columns, (_row(report, one, used) for one in report.review.evaluations))


def _row(report: Report, evaluation: Evaluation, used: Sequence[Criterion]) -> list[str | float | None]:
    requirement, words = evaluation.requirement, texts(report.language)
    entry, rewrite = report.entries.get(requirement.id), report.review.rewrites.get(requirement.id)
    scores = {score.criterion: score.score for score in evaluation.criteria}
    return [
        requirement.id,
        entry.file if entry else "",
        place_of(entry, report.language),
        evaluation.language,
        requirement.text,
        evaluation.score,
        words[evaluation.verdict],
        *(scores.get(criterion) for criterion in used),
        "\n".join(_told(finding, words) for finding in evaluation.findings),
        "\n".join(one.suggestion for one in report.review.suggestions.get(requirement.id, ())),
        rewrite.shown if rewrite else None,
        "\n".join(rewrite.acceptance_criteria) if rewrite else None,
        rewrite.after if rewrite else None,
        "\n".join(gap.question for gap in rewrite.gaps) if rewrite else None,
        ", ".join(report.duplicates.get(requirement.id, ())),
    ]


def _told(finding: Finding, words: dict[str, str]) -> str:
    silenced = f" ({words['suppressed_because'].format(reason=finding.suppressed)})" if finding.suppressed else ""
    return f"{words[finding.level]} {finding.rule}: {finding.message}{silenced}"
