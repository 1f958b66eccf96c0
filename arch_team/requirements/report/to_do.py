"""What to do with a set, grouped by the work it takes: what most and the weakest requirements need comes first.

And the same on one page for a product owner, as Markdown: the figures, what to do, what contradicts, what to decide.
"""

from collections import defaultdict

from arch_team.requirements.model import SuggestionType
from arch_team.requirements.report.report import Report
from arch_team.requirements.report.texts import number, texts
from arch_team.wire import Wire

MOST_IDS = 8
MOST_ON_PAGE = 5
LONGEST = 160


class ToDo(Wire):
    """One kind of work, and the requirements that need it, the weakest first."""

    type: SuggestionType
    task: str
    """In the language of the report."""
    ids: tuple[str, ...]
    example: str
    """What the weakest of them needs, in its own words."""


def to_do(report: Report) -> tuple[ToDo, ...]:
    found: defaultdict[SuggestionType, list[tuple[str, str]]] = defaultdict(list)
    for evaluation in report.worst_first:
        kinds: set[SuggestionType] = set()
        for suggestion in report.review.suggestions.get(evaluation.requirement.id, ()):
            if suggestion.priority != "low" and suggestion.type not in kinds:
                kinds.add(suggestion.type)
                found[suggestion.type].append((evaluation.requirement.id, suggestion.suggestion))
    weight = {one.requirement.id: 1 - one.score for one in report.review.evaluations}
    words = texts(report.language)
    groups = [
        ToDo(type=kind, task=words[f"do_{kind}"], ids=tuple(id_ for id_, _ in needed), example=needed[0][1])
        for kind, needed in found.items()
    ]
    return tuple(sorted(groups, key=lambda group: -sum(weight[id_] for id_ in group.ids)))


def to_brief(report: Report) -> str:
    """One page of Markdown."""
    words, summary, review = texts(report.language), report.summary, report.review
    lines = [
        f"# {words['title']}: {', '.join(one.name for one in report.specifications)}",
        "",
        f"{summary.count} {words['requirements']}: {summary.passed} {words['passed']},"
        f" {summary.failed} {words['failed']}; {words['mean']} {number(summary.mean, report.language)}.",
    ]
    groups = to_do(report)[:MOST_ON_PAGE]
    lines += _listed(
        words["to_do"], [f"**{one.task}** ({len(one.ids)}): {_ids(one.ids)}. {_short(one.example)}" for one in groups]
    )
    worst = [one for one in report.worst_first if one.verdict == "fail"][:MOST_ON_PAGE]
    lines += _listed(
        words["worst"],
        [
            f"{one.requirement.id} ({number(one.score, report.language)}): {_short(one.requirement.text)}"
            for one in worst
        ],
    )
    opposed = [f"{pair.one} – {pair.other}: {pair.reason}" for pair in review.conflicts[:MOST_ON_PAGE]]
    lines += _listed(words["conflicts"], opposed)
    lines += _listed(words["duplicates"], [_ids(group) for group in review.groups[:MOST_ON_PAGE]])
    related = [f"{pair.one} – {pair.other}: {pair.reason}" for pair in review.related[:MOST_ON_PAGE]]
    lines += _listed(words["belong_together"], related)
    lines += _listed(words["questions"], [gap.question for gap in review.questions[:MOST_ON_PAGE]])
    return "\n".join(lines) + "\n"


def _listed(head: str, items: list[str]) -> list[str]:
    return ["", f"## {head}", "", *(f"- {item}" for item in items)] if items else []


def _ids(ids: tuple[str, ...]) -> str:
    return ", ".join(ids[:MOST_IDS]) + (f" … (+ {len(ids) - MOST_IDS})" if len(ids) > MOST_IDS else "")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
