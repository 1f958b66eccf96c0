"""A question in pieces, each with its words: pieces are replaced, dropped and added, and it is a question again."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

from arch_team.measuring.follow_times import NamedTimes, Span, leads_to_time
from arch_team.measuring.scan import Amount, Code, Item, Scan
from arch_team.measuring.vocabulary import (
    MemberSense,
    MetricSense,
    PartySense,
    ReportSense,
    SetSense,
    SideSense,
    Value,
    VerbSense,
    Word,
)
from arch_team.text.packaged import packaged
from arch_team.text.pieces import empty_brackets, without_empty_brackets
from arch_team.text.tokens import TokenKind

THINGS = (SetSense, MemberSense, Code, MetricSense, ReportSense)
ASKS = ("count", "list", "who", "when", "amount")
RANKS = ("highest", "lowest", "top", "latest", "first", "rank")
STEPS = ("by_grain", "in_which", "course", "cumulated")
_SUMS = ("total", "add")
RANKED_BY = ("highest", "lowest", "top")
DROPS: dict[str, tuple[str, ...]] = {
    "count": (*ASKS, *RANKS, *_SUMS, "average"),
    "list": (*ASKS, *_SUMS),
    "who": ("count", "list", "who", "when", *_SUMS),
    "when": ("count", "list", "who", "when"),
    "amount": ("count", "list", "who", "when", "amount"),
    "by_grain": (*STEPS, *RANKS, *_SUMS, "average", "each"),
    "in_which": (*STEPS, *RANKS, *_SUMS, "average", "each", *ASKS),
    "average": (*RANKS, *_SUMS, "course"),
    "total": (*STEPS, *RANKS, "average", "each", "count", "level_kind", "composed"),
    "each": (*STEPS, *_SUMS, "average"),
    **dict.fromkeys(("highest", "lowest", "top", "latest", "first", "rank"), (*RANKS, *_SUMS, "average", "count")),
    **dict.fromkeys(("above", "below"), ("above", "below")),
}
"""What goes from the question before when a word of a class is said: it says the same of it anew."""
_IDLE = ("light", "carrying", "asks", "whole", "one_of_them", "for_end", "divided")
_PASSED = ("follow", "of_it", "and", "pointing", "both", "self")
_WITH_TIME = ("only", "edge", "same_year", "start_edge", "amid", "still")


def is_thing(item: Item) -> bool:
    return any(isinstance(sense, THINGS) for sense in item.senses)


def things_in(scan: Scan) -> list[Item]:
    """What is asked about. A verb of spending is, where nothing else is named."""
    found = [item for item in scan.items if is_thing(item)]
    return [item for item in found if not item.is_word("spend")] or found


def parties_in(scan: Scan) -> list[Item]:
    return [item for item in scan.items if item.of(PartySense) and not is_thing(item)]


def characters(scan: Scan, span: Span) -> Span:
    return scan.tokens[span[0]].start, scan.tokens[span[1] - 1].end


def is_idle(item: Item) -> bool:
    return all(isinstance(s, Word) and s.klass in _IDLE for s in item.senses)


@dataclass
class Pieces:
    """One question before, to be edited. Places are those of its tokens."""

    last: Scan
    edits: dict[Span, str]
    behind: list[str]

    @classmethod
    def of(cls, last: Scan) -> "Pieces":
        return cls(last, {}, [])

    def put(self, own: Sequence[Span], text: str) -> None:
        """In place of some pieces; behind all, where there is none."""
        for at, span in enumerate(own):
            self.edits[span] = text if at == 0 else ""
        if not own:
            self.behind.append(text)

    def put_times(self, times: NamedTimes, joint: str) -> None:
        if not times.periods:
            return
        places = list(self.last.period_places)
        if times.is_own:
            places = [self._with_lead(place) for place in places]
        if times.is_each and len(places) == len(times.texts):
            self.edits.update(zip(places, times.texts, strict=True))
            return
        self.put(places, joint.join(times.texts))
        for (_, end), (start, _) in pairwise(places):
            for item in self.last.items:
                if end <= item.span[0] and item.span[1] <= start and item.is_word("and"):
                    self.edits.setdefault(item.span, "")

    def _with_lead(self, place: Span) -> Span:
        start = place[0]
        while start > 0 and leads_to_time(self.last, start - 1):
            start -= 1
        return start, place[1]

    def put_items(self, own: Sequence[Item], new: str) -> None:
        spans = [item.span for item in own if item.span not in self.edits]
        self.put(spans, new)
        for (_, end), (start, _) in pairwise(sorted(spans)):
            for item in self.last.items:
                if end <= item.span[0] and item.span[1] <= start and item.is_word("and", "or"):
                    self.edits.setdefault(item.span, "")  # what joined them

    def drop(self, *classes: str) -> None:
        """Without the words of some classes, and the number that goes with a rank or a bound."""
        gone = [item for item in self.last.items if item.is_word(*classes) and not is_thing(item)]
        gone = [item for item in gone if not any(isinstance(s, SideSense | VerbSense) for s in item.senses)]
        for item in gone:
            self.edits.setdefault(item.span, "")
        if any(item.is_word(*RANKS, "above", "below") for item in gone):
            for item in self.last.items:
                if item.of(Amount) and any(_is_near(item, other) for other in gone):
                    self.edits.setdefault(item.span, "")

    def put_rank(self, said: Scan, timed: frozenset[int]) -> set[int]:
        """Another rank, or another number of it: `the worst`, `top ten`, `only the first three`. Places of the words
        of the follow-up that say it."""
        numbers = [item for item in said.items if item.of(Amount) and item.span[0] not in timed]
        ranks = [item for item in said.items if item.is_word(*RANKED_BY)]
        own = [item for item in self.last.items if item.is_word(*RANKED_BY) and not is_thing(item)]
        counted = [
            item for item in self.last.items if item.of(Amount) and any(item != o and _is_near(item, o) for o in own)
        ]
        if len(own) != 1 or len(ranks) > 1 or len(numbers) > 1 or not (ranks or numbers):
            return set()
        if ranks and numbers and not _is_near(ranks[0], numbers[0]):
            return set()
        named = sorted({item.span: item for item in (*ranks, *numbers)}.values(), key=lambda item: item.span)
        text = " ".join(item.text for item in named)
        if numbers and not ranks:
            text = f"{text} {own[0].text}"
        elif counted and not numbers:
            text = f"{counted[0].text} {text}"
        self.edits[own[0].span] = text
        for item in counted:
            self.edits[item.span] = ""
        firsts = [
            item for item in said.items if item.is_word("first", "rank") and any(_is_near(item, n) for n in numbers)
        ]
        return {at for item in (*named, *firsts) for at in range(*item.span)}

    def drop_sides(self) -> None:
        """Without the words for a level: what was done with it is asked for."""
        for item in self.last.items:
            if all(isinstance(sense, SideSense) for sense in item.senses):
                self.edits.setdefault(item.span, "")

    def text(self, *, trimmed: bool = False) -> str:
        """The edited question. `trimmed`: without words at its ends that change nothing."""
        kept = set(range(len(self.last.tokens)))
        if trimmed:
            kept -= self._ends()
        text, at, said = "", 0, self.last
        for place, token in enumerate(said.tokens):
            span = next((s for s in self.edits if s[0] <= place < s[1]), None)
            if span is not None:
                new = self.edits[span] if place == span[0] else ""
                text += (said.question[at : token.start] if place == span[0] else "") + new
            elif place in kept:
                text += said.question[at : token.start] + token.text
            at = token.end
        text = without_empty_brackets(text, set(empty_brackets(self.last.question)))
        text = " ".join(text.split())
        return " ".join((without_mark(text), *self.behind)).strip()

    def _ends(self) -> set[int]:
        """Tokens before the first and behind the last word that says something."""
        gone = {at for s, text in self.edits.items() if not text for at in range(*s)}
        told = {
            at for item in self.last.items if not is_idle(item) and not item.is_word("self") for at in range(*item.span)
        }
        told |= {at for span in self.last.period_places for at in range(*span)}
        told |= {at for span, text in self.edits.items() if text for at in range(*span)}
        told -= gone
        if not told:
            return set()
        inside = range(min(told), max(told) + 1)
        return {at for at in range(len(self.last.tokens)) if at not in inside}


def _is_near(one: Item, other: Item) -> bool:
    return abs(one.span[0] - other.span[1]) <= 1 or abs(other.span[0] - one.span[1]) <= 1


def rest_of(said: Scan, used: set[int], *, names_code: bool, has_time: bool) -> str:
    """What is said besides: neither a time nor a thing, nor a word that only leads on. A word that nobody knows is.
    A small word right before one that stays goes with it."""
    passed = (*_PASSED, *(("code",) if names_code else ()), *(_WITH_TIME if has_time else ()))
    ranked = [b for a, b in pairwise(said.items) if a.is_word("highest", "lowest") and b.is_word("grain")]
    gone = {at for item in said.items if item not in ranked for at in range(*item.span) if item.is_word(*passed)} | used
    linked = [item for item in said.items if item.is_word("light") and item.is_word("including")]  # `with`
    idle = {at for item in said.items for at in range(*item.span) if is_idle(item) or item in linked}
    tokens = said.tokens
    kept = [
        at
        for at, token in enumerate(tokens)
        if at not in gone | idle and (token.kind is not TokenKind.SIGN or token.text == "%")
    ]
    small = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{said.language}.yaml"))["small"]
    led = {at - 1 for at in kept if at - 1 in idle - used and tokens[at - 1].folded in small}
    return " ".join(tokens[at].text for at in sorted({*kept, *led}))


def spoken(said: Scan) -> str:
    return rest_of(said, set(), names_code=False, has_time=False)


def said_of(said: Scan, named: Sequence[Item]) -> str:
    """Things as they were said; with what stands between them where that is a formula."""
    if not said.says("minus") or len(named) < 2:
        return " ".join(item.text for item in named)
    start, end = characters(said, (named[0].span[0], named[-1].span[1]))
    text = said.question[start:end]
    return f"{text})" if text.count("(") > text.count(")") else text


def anchors_of(last: Scan) -> str:
    """Whom or which row a question was about: somebody's name, the number of an invoice."""
    return " ".join(item.text for item in last.items if item.of(PartySense) or item.of(Value))


def same_kind(last: Scan, said: Scan) -> list[tuple[Item, Item]]:
    """Another unit or value in place of one before: `in EUR?`, `and in Austria?`"""
    found: list[tuple[Item, Item]] = []
    old = [item for item in last.items if item.is_word("unit")]
    new = [item for item in said.items if item.is_word("unit")]
    if len(old) == 1 and len(new) == 1 and old[0].senses != new[0].senses:
        found.append((old[0], new[0]))
    for item in said.items:
        columns = _columns(item)
        held = [other for other in last.items if columns & _columns(other)]
        if columns and len(held) == 1:
            found.append((held[0], item))
    return found


def _columns(item: Item) -> set[tuple[str, str]]:
    return {(table, field) for s in item.senses if isinstance(s, Value) for table, field, _ in s.hits}


def without_why(scan: Scan) -> str:
    pieces = Pieces.of(scan)
    pieces.drop("why")
    return pieces.text() if pieces.edits else scan.question


def without_mark(text: str) -> str:
    return text.rstrip(" ?.!")
