"""A review as tables people can sort, filter and pass on: a workbook, or its requirements alone as CSV."""

from collections.abc import Iterator, Sequence
from typing import cast

from arch_team.documents.spreadsheets import Column, Table, csv_of, workbook
from arch_team.requirements.model import Criterion, Finding
from arch_team.requirements.report.report import Report, place_of, says, texts
from arch_team.text.packaged import packaged

Cell = str | float | int | None
Rows = Iterator[Sequence[Cell]]
_SCORES = frozenset({"score", "old_score", "new_score", "criteria"})


def to_csv(report: Report) -> str:
    """One row for each requirement."""
    return csv_of(_table(report, "requirements", _requirements(report)))


def to_excel(report: Report) -> bytes:
    sheets = {
        "summary": _summary(report),
        "requirements": _requirements(report),
        "findings": _findings(report),
        "rewrites": _rewrites(report),
        "duplicates": _duplicates(report),
        "questions": (
            [number, gap.question, "\n".join(gap.suggested_answers)]
            for number, gap in enumerate(report.review.questions, 1)
        ),
    }
    return workbook([_table(report, name, rows) for name, rows in sheets.items()], freeze="B2")


def _table(report: Report, name: str, rows: Rows) -> Table:
    words = texts(report.language)
    columns: list[Column] = []
    for column, width in cast("dict[str, int]", packaged("sheets.yaml", "arch_team.requirements.report")[name]).items():
        for one in _asked(report) if column == "criteria" else (column,):
            head = " ".join(words.get(part, part) for part in one.split())
            columns.append(Column(head, width, column in _SCORES))
    return Table(words[name][0].upper() + words[name][1:], columns, rows)


def _asked(report: Report) -> list[Criterion]:
    """The criteria that were asked for."""
    return [score.criterion for first in report.review.evaluations[:1] for score in first.criteria]


def _requirements(report: Report) -> Rows:
    words, used = texts(report.language), _asked(report)
    for evaluation in report.review.evaluations:
        requirement, entry = evaluation.requirement, report.entries.get(evaluation.requirement.id)
        scores = {score.criterion: score.score for score in evaluation.criteria}
        rewrite = report.review.rewrites.get(requirement.id)
        yield [
            requirement.id,
            entry.file if entry else "",
            place_of(entry, report.language),
            evaluation.language,
            requirement.text,
            evaluation.score,
            words[evaluation.verdict],
            *(scores.get(criterion) for criterion in used),
            "\n".join(_told(finding, words) for finding in evaluation.findings),
            "\n".join(s.suggestion for s in report.review.suggestions.get(requirement.id, ())),
            rewrite.shown if rewrite else None,
            "\n".join(rewrite.acceptance_criteria) if rewrite else None,
            rewrite.after if rewrite else None,
            "\n".join(gap.question for gap in rewrite.gaps) if rewrite else None,
            ", ".join(report.duplicates.get(requirement.id, ())),
        ]


def _told(finding: Finding, words: dict[str, str]) -> str:
    silenced = f" ({words['suppressed_because'].format(reason=finding.suppressed)})" if finding.suppressed else ""
    return f"{words[finding.level]} {finding.rule}: {finding.message}{silenced}"


def _summary(report: Report) -> Rows:
    words, figures = texts(report.language), report.summary
    yield [words["requirements"], figures.count, None, ", ".join(one.name for one in report.specifications)]
    yield [words["passed"], figures.passed, None, None]
    yield [words["failed"], figures.failed, None, None]
    yield [words["mean"], None, figures.mean, None]
    if figures.fail_under is not None:
        yield [words["below"], len(figures.below), figures.fail_under, ", ".join(figures.below)]
    for one in figures.criteria:
        yield [words[one.criterion], None, one.mean, words["fail_count"].format(count=one.failed)]
    for count in figures.most_frequent:
        yield [count.rule, count.count, None, says(report.rule(count.rule))]
    for specification in report.specifications:
        for note in specification.notes:
            yield [words["notes"], None, None, f"{specification.name}: {note.told(report.language)}"]
        for out in specification.left_out:
            yield [words["not_reviewed"], None, None, out.told(report.language)]


def _findings(report: Report) -> Rows:
    words = texts(report.language)
    for evaluation in report.review.evaluations:
        id_ = evaluation.requirement.id
        place = place_of(report.entries.get(id_), report.language)
        for one in evaluation.findings:
            quoted = ", ".join(span.text for span in one.spans)
            about = [words[one.level], words[one.criterion], one.rule, quoted, one.message, one.reference]
            yield [id_, place, *about, one.weight, one.suppressed]


def _rewrites(report: Report) -> Rows:
    words = texts(report.language)
    for id_, one in report.review.rewrites.items():
        asked = "\n".join(gap.question for gap in one.gaps)
        criteria = "\n".join(one.acceptance_criteria)
        yield [id_, one.requirement.text, one.before, one.shown, criteria, one.after, words[one.verdict], asked]


def _duplicates(report: Report) -> Rows:
    for pair in report.review.pairs:
        one, other = report.text_of(pair.one), report.text_of(pair.other)
        yield [pair.one, one, pair.other, other, pair.similarity, pair.reason]
