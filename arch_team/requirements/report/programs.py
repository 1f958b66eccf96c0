"""The review for other programs: all of it as JSON, and a line for each finding, as compilers and linters print it."""

from arch_team.documents.plain import visible
from arch_team.requirements.model import Evaluation, Finding, Review
from arch_team.requirements.read.specification import LeftOut
from arch_team.requirements.report.report import Report, Summary, ToDo, counted, place_of, texts
from arch_team.requirements.showing import shown as number
from arch_team.wire import Wire


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
    output = Output(
        version=report.version, files=read, summary=report.summary, to_do=report.to_do, review=report.review
    )
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
        lines.append(f"{_where(report, evaluation, None)}: {id_}: {words['score']} {score}")
        lines.extend(
            f"{_where(report, evaluation, finding)}: {words[f'line_{finding.level}']} {finding.rule}: {finding.message}"
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


def _where(report: Report, evaluation: Evaluation, finding: Finding | None) -> str:
    entry = report.entries.get(evaluation.requirement.id)
    if entry is None:
        return evaluation.requirement.id
    region = entry.region(finding.spans[0] if finding and finding.spans else None)
    if region is None:
        return f"{entry.file}: {entry.cell or place_of(entry, report.language)}"
    return f"{entry.file}:{region.start_line}:{region.start_column}"
