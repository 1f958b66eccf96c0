"""A line for each finding, as compilers and linters print it, so that editors and people jump to the place."""

from arch_team.requirements.model import Evaluation, Finding
from arch_team.requirements.read.characters import visible
from arch_team.requirements.report.report import Report
from arch_team.requirements.report.texts import counted, number, place_of, texts


def to_lines(report: Report) -> str:
    """Requirements that pass and lie above the threshold say nothing."""
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
    for out in report.left_out:
        lines.append(f"{out.file}:{out.line or out.place}: {out.note.told(report.language)}")
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
