"""What a review has to ask the person: one question for each gap of each rewrite, with answers to choose from."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from arch_team.requirements.model import Gap
from arch_team.requirements.request import gap_answers, leaves_all_open, leaves_open, said_texts
from arch_team.requirements.rewrite.texts import texts
from arch_team.wire import Language

LONGEST_QUOTE = 60
_LAST = ("add_actor", "add_benefit")
"""What is asked after the facts themselves: for whom, then to which end."""


@dataclass(frozen=True, slots=True)
class Missing:
    """One thing that only the person knows."""

    requirement: str
    """The requirement's text, by which its rewrite is known."""
    mark: str
    """How the rewrite marks it, `[Metrik?]`: answers are given for it."""
    question: str
    suggested_answers: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.mark} {self.question}"


def missing_in(gaps: Mapping[str, Sequence[Gap]], language: Language, *, several: bool) -> tuple[Missing, ...]:
    """The questions to a review's open gaps (by requirement), in the order in which they are asked.

    Where `several` requirements are reviewed, each question says which one it is about.
    """
    said = said_texts(language)
    count = sum(map(len, gaps.values()))
    found: list[Missing] = []
    for number, (requirement, open_gaps) in enumerate(gaps.items(), 1):
        quote = requirement if len(requirement) <= LONGEST_QUOTE else requirement[: LONGEST_QUOTE - 1].rstrip() + "…"
        for gap in sorted(open_gaps, key=_rank):
            form = said["of_requirement"] if several else "{question}"
            question = form.format(number=number, text=" ".join(quote.split()), question=gap.question)
            ways_out = (said["leave_open"], said["leave_all"]) if count > 1 else (said["leave_open"],)
            found.append(Missing(requirement, gap.placeholder, question, (*gap.suggested_answers, *ways_out)))
    return tuple(found)


def next_missing(missing: Iterable[Missing], asked: Collection[str], said: Iterable[str]) -> Missing | None:
    """The first that was not asked yet. None where the person leaves the rest open."""
    if any(leaves_all_open(answer) for answer in said):
        return None
    return next((one for one in missing if one.question not in asked), None)


def filled(missing: Missing, answer: str) -> dict[str, str]:
    """What an answer says, by mark. Nothing where it leaves the gap open; several where it names several."""
    if leaves_open(answer):
        return {}
    named = {mark: value for kind, value in gap_answers(answer).items() for mark in _marks_of(kind)}
    return named or {missing.mark: answer.strip()}


def _marks_of(kind: str) -> tuple[str, ...]:
    return tuple(texts(language).gaps[kind].mark for language in ("de", "en") if kind in texts(language).gaps)


def _rank(gap: Gap) -> int:
    return _LAST.index(gap.what) + 1 if gap.what in _LAST else 0
