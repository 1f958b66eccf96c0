"""The rows of the workbook's sheets, each with its heading first."""

from collections.abc import Iterator

from arch_team.requirements.report.csv_report import Cell
from arch_team.requirements.report.report import Report, says
from arch_team.requirements.report.texts import place_of, texts

Rows = Iterator[list[Cell]]


def summary(report: Report) -> Rows:
    words, figures = texts(report.language), report.summary
    yield [words["summary"], words["count"], words["score"], ""]
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


def findings(report: Report) -> Rows:
    words = texts(report.language)
    names = ("place", "level", "criterion", "rule", "words", "message", "reference", "costs", "suppressed")
    yield ["ID", *(words[name] for name in names)]
    for evaluation in report.review.evaluations:
        id_ = evaluation.requirement.id
        place = place_of(report.entries.get(id_), report.language)
        for finding in evaluation.findings:
            yield [
                id_,
                place,
                words[finding.level],
                words[finding.criterion],
                finding.rule,
                ", ".join(span.text for span in finding.spans),
                finding.message,
                finding.reference,
                finding.weight,
                finding.suppressed,
            ]


def rewrites(report: Report) -> Rows:
    words = texts(report.language)
    names = ("text", "old_score", "rewrite", "acceptance_criteria", "new_score", "verdict", "questions")
    yield ["ID", *(words[name] for name in names)]
    for id_, rewrite in report.review.rewrites.items():
        yield [
            id_,
            rewrite.requirement.text,
            rewrite.before,
            rewrite.text,
            "\n".join(rewrite.acceptance_criteria),
            rewrite.after,
            words[rewrite.verdict],
            "\n".join(gap.question for gap in rewrite.gaps),
        ]


def duplicates(report: Report) -> Rows:
    words = texts(report.language)
    yield ["ID 1", f"{words['text']} 1", "ID 2", f"{words['text']} 2", words["similarity"], words["reason"]]
    for pair in report.review.pairs:
        one, other = report.text_of(pair.one), report.text_of(pair.other)
        yield [pair.one, one, pair.other, other, pair.similarity, pair.reason]


def questions(report: Report) -> Rows:
    words = texts(report.language)
    yield [words["number"], words["question"], words["answers"]]
    for number, gap in enumerate(report.review.questions, 1):
        yield [number, gap.question, "\n".join(gap.suggested_answers)]
