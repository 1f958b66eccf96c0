"""A review as tables people can sort, filter and pass on: a workbook, or its requirements alone as CSV."""

from collections.abc import Iterator

from arch_team.documents.spreadsheets import Column, Table, csv_of, workbook
from arch_team.requirements.model import CRITERIA, Evaluation, Finding
from arch_team.requirements.report.report import Report, says
from arch_team.requirements.report.texts import place_of, texts

Cell = str | float | int | None
Rows = Iterator[list[Cell]]


def to_csv(report: Report) -> str:
    """One row for each requirement."""
    return csv_of(_requirements(report))


def to_excel(report: Report) -> bytes:
    words = texts(report.language)

    def table(title: str, rows: Rows, *columns: tuple[str, int]) -> Table:
        scores = ("score", "old_score", "new_score")
        heads = [Column(words.get(name, name), width, name in scores) for name, width in columns]
        return Table(words[title], heads, rows)

    text = words["text"]
    return workbook(
        (
            table("summary", _summary(report), ("summary", 28), ("count", 16), ("score", 16), ("", 60)),
            _requirements(report),
            table(
                "findings",
                _findings(report),
                *(("ID", 14), ("place", 22), ("level", 12), ("criterion", 16), ("rule", 24), ("words", 28)),
                *(("message", 60), ("reference", 40), ("costs", 10), ("suppressed", 40)),
            ),
            table(
                "rewrites",
                _rewrites(report),
                *(("ID", 14), ("text", 55), ("old_score", 12), ("rewrite", 55), ("acceptance_criteria", 55)),
                *(("new_score", 12), ("verdict", 16), ("questions", 50)),
            ),
            table(
                "duplicates",
                _duplicates(report),
                *(("ID 1", 14), (f"{text} 1", 55), ("ID 2", 14), (f"{text} 2", 55), ("similarity", 12), ("reason", 60)),
            ),
            table("questions", _questions(report), ("number", 14), ("question", 70), ("answers", 60)),
        ),
        freeze="B2",
    )


def _requirements(report: Report) -> Table:
    words = texts(report.language)
    first = report.review.evaluations[:1]
    asked = {score.criterion for evaluation in first for score in evaluation.criteria}
    used = [criterion for criterion in CRITERIA if criterion in asked]
    columns = [
        Column("ID", 14), Column(words["file"], 22), Column(words["place"], 22), Column(words["language"], 9),
        Column(words["text"], 60), Column(words["score"], 9, is_score=True), Column(words["verdict"], 16),
        *(Column(words[criterion], 15, is_score=True) for criterion in used),
        Column(words["findings"], 60), Column(words["suggestions"], 60), Column(words["rewrite"], 60),
        Column(words["acceptance_criteria"], 50), Column(words["new_score"], 12, is_score=True),
        Column(words["questions"], 50), Column(words["duplicates"], 24),
    ]  # fmt: skip

    def row(evaluation: Evaluation) -> list[Cell]:
        requirement, entry = evaluation.requirement, report.entries.get(evaluation.requirement.id)
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
            "\n".join(_told(finding, words) for finding in evaluation.findings),
            "\n".join(s.suggestion for s in report.review.suggestions.get(requirement.id, ())),
            rewrite.shown if rewrite else None,
            "\n".join(rewrite.acceptance_criteria) if rewrite else None,
            rewrite.after if rewrite else None,
            "\n".join(gap.question for gap in rewrite.gaps) if rewrite else None,
            ", ".join(report.duplicates.get(requirement.id, ())),
        ]

    return Table(words["requirements"].capitalize(), columns, map(row, report.review.evaluations))


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


def _questions(report: Report) -> Rows:
    for number, gap in enumerate(report.review.questions, 1):
        yield [number, gap.question, "\n".join(gap.suggested_answers)]
