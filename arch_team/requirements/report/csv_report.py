"""One row for each requirement, for a spreadsheet. No cell can become a formula there."""

import csv
import io
from collections.abc import Iterator, Sequence
from unicodedata import category, normalize

from arch_team.requirements.model import CRITERIA, Criterion, Evaluation, Finding
from arch_team.requirements.read.characters import visible
from arch_team.requirements.report.report import Report
from arch_team.requirements.report.texts import place_of, texts

Cell = str | float | int | None
_UNSEEN = ("Cf", "Cc", "Cs", "Co", "Cn", "Mn", "Zs", "Zl", "Zp")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")


def to_csv(report: Report) -> str:
    """Text cells that a spreadsheet would compute begin with an apostrophe, as people write them by hand."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for row in rows(report):
        writer.writerow([harmless(cell) for cell in row])
    return out.getvalue()


def harmless(cell: Cell) -> Cell:
    if not isinstance(cell, str):
        return cell
    cell = visible(cell)
    return f"'{cell}" if is_formula(cell) else cell


def is_formula(text: str) -> bool:
    """Whether a spreadsheet may compute it: some pass over spaces and signs nobody sees, and take wide signs for plain
    ones."""
    first = next((c for c in text if c in FORMULA or not (c.isspace() or category(c) in _UNSEEN)), "")
    return normalize("NFKC", first).startswith(FORMULA)


def rows(report: Report) -> Iterator[Sequence[Cell]]:
    """The heading, then the requirements in the order of their file."""
    words = texts(report.language)
    used = used_criteria(report)
    head = ("id", "file", "place", "language", "text", "score", "verdict")
    tail = ("findings", "suggestions", "rewrite", "acceptance_criteria", "new_score", "questions", "duplicates")
    yield ["ID" if name == "id" else words[name] for name in head] + [words[c] for c in used] + [words[n] for n in tail]
    for evaluation in report.review.evaluations:
        yield _row(report, evaluation, used)


def used_criteria(report: Report) -> list[Criterion]:
    found = {score.criterion for evaluation in report.review.evaluations[:1] for score in evaluation.criteria}
    return [criterion for criterion in CRITERIA if criterion in found]


def _row(report: Report, evaluation: Evaluation, used: list[Criterion]) -> list[Cell]:
    requirement = evaluation.requirement
    entry = report.entries.get(requirement.id)
    words = texts(report.language)
    scores = {score.criterion: score.score for score in evaluation.criteria}
    rewrite = report.review.rewrites.get(requirement.id)
    return [
        requirement.id,
        entry.file if entry else "",
        place_of(entry, report.language),
        evaluation.language,
        requirement.text,
        evaluation.score,
        words[evaluation.verdict],
        *(scores.get(criterion) for criterion in used),
        "\n".join(_finding(finding, words) for finding in evaluation.findings),
        "\n".join(s.suggestion for s in report.review.suggestions.get(requirement.id, ())),
        rewrite.text if rewrite else None,
        "\n".join(rewrite.acceptance_criteria) if rewrite else None,
        rewrite.after if rewrite else None,
        "\n".join(gap.question for gap in rewrite.gaps) if rewrite else None,
        ", ".join(report.duplicates.get(requirement.id, ())),
    ]


def _finding(finding: Finding, words: dict[str, str]) -> str:
    silenced = f" ({words['suppressed_because'].format(reason=finding.suppressed)})" if finding.suppressed else ""
    return f"{words[finding.level]} {finding.rule}: {finding.message}{silenced}"
