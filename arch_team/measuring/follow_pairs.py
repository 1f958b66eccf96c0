"""Follow-ups that lean on two questions, or on the time before: `growth?`, `both together`, `in between`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from typing import cast

from arch_team.measuring.asked import Asked
from arch_team.measuring.follow_row_checks import Edit, compares, is_less, needs_two
from arch_team.measuring.follow_texts import Pieces, is_idle, is_thing, parties_in, rest_of, spoken, things_in
from arch_team.measuring.follow_times import NamedTimes, at_its_end, earlier_year, written
from arch_team.measuring.reader import FigureReader
from arch_team.measuring.row_asked import PartyAsked
from arch_team.measuring.scan import Amount, Scan
from arch_team.measuring.vocabulary import MetricSense
from arch_team.text.packaged import packaged
from arch_team.text.periods import Period, in_year, year_before

_PAIR = 2
JOINING = (
    "both",
    "total",
    "add",
    "and",
    "follow",
    "amount",
    "of_it",
    "pointing",
    "list",
    "define",
    "carrying",
    "self",
)
"""What may be said besides when two things or times are put together."""


def untimed(asked: Asked | PartyAsked) -> Asked | PartyAsked:
    """What is asked, whenever and whatever it was called."""
    if isinstance(asked, PartyAsked):
        return replace(asked, times=(), title="")
    return replace(asked, times=(), subjects=tuple(replace(s, title="") for s in asked.subjects))


@dataclass(frozen=True)
class PairFollowUps:
    """Serves one source in one language."""

    reader: FigureReader

    def edit(self, before: Sequence[str], said: Scan, times: NamedTimes, today: date | None) -> Edit | None:
        both = self._compared(before, said, times, today) or self._of_both(before, said, today)
        return both or self._of_parties(before, said, today)

    def needs_two(self, said: Scan) -> bool:
        """Whether it speaks of two things or times, and so of nothing where there is one."""
        return said.says("both") or (said.says("amid") and not said.periods and earlier_year(said) is None)

    def _say(self, said: Scan, name: str) -> str:
        texts: dict[str, str] = packaged(f"lexicon/follow_ups_{said.language}.yaml")
        return texts[name]

    def _asked(self, text: str, today: date | None) -> Asked | None:
        asked = self.reader.read(text, today).asked
        return asked if isinstance(asked, Asked) else None

    def _figure(self, text: str, today: date | None) -> Asked | PartyAsked | None:
        asked = self.reader.read(text, today).asked
        return asked if isinstance(asked, Asked | PartyAsked) else None

    def _compared(self, before: Sequence[str], said: Scan, times: NamedTimes, today: date | None) -> Edit | None:
        """`Veränderung in Prozent?` after the same at two times; `versus 2024?`, `gegenüber Vorjahr?` after one."""
        if not compares(said) or any(map(is_thing, said.items)):
            return None
        last = self.reader.scan(before[-1], today)
        if earlier_year(said) and len(last.periods) == 1:
            [period] = last.periods
            return self._between(last, [year_before(period), period], said)
        if len(said.periods) == 1 == len(last.periods):
            [mine], [theirs] = said.periods, last.periods
            other = in_year(theirs, mine.end.year) if mine.is_year and not theirs.is_year else mine
            if (other.start, other.end) == (theirs.start, theirs.end) and any(t.number for t in said.tokens):
                return None
            if (other.start, other.end) == (theirs.start, theirs.end):
                other = year_before(theirs)  # `than last year`, after that very year
            return self._between(last, [other, theirs], said)
        if len(before) < _PAIR or said.periods or times.periods:
            return None
        one, other_asked = (self._figure(text, today) for text in before[-2:])
        if one is None or other_asked is None or len(one.times) != 1 or len(other_asked.times) != 1:
            return None
        if one.times == other_asked.times or untimed(one) != untimed(other_asked):
            return None
        both = sorted((one.times[0], other_asked.times[0]), key=lambda time: time.end)
        return self._between(last, both, said)

    def _between(self, last: Scan, times: Sequence[Period], said: Scan) -> Edit:
        """The question before at two times: the second compared with the first."""
        pieces = Pieces.of(last)
        if len(things_in(last)) < _PAIR:
            pieces.drop("total", "add")
        for place in last.period_places:
            pieces.edits[place] = ""
        earlier = earlier_year(said)
        places = (*said.period_places, *((earlier,) if earlier else ()))
        used = {at for place in places for at in range(*place)}
        used |= {at for item in said.items for at in range(*item.span) if item.is_word("compare", "than", "including")}
        higher = said.says("higher", "above") and not said.says("change")
        lower = said.says("lower", "below") and not said.says("change")
        lower = lower or is_less(said)
        compared = ("above", "below", "higher", "lower", "minus", *(("amount",) if higher or lower else ()))
        used |= {at for i in said.items for at in range(*i.span) if i.is_word(*compared)}
        rest = rest_of(said, used, names_code=False, has_time=True)
        words = self._say(said, "higher" if higher else "lower" if lower else "between")
        told = words.format(*(at_its_end(t, said.language) for t in reversed(times)))
        return Edit(" ".join(f"{pieces.text(trimmed=True)} {told} {rest}".split()), all_times=tuple(times))

    def _of_both(self, before: Sequence[str], said: Scan, today: date | None) -> Edit | None:
        """`in Prozent?` after a thing and a part of it; `both together?`, `what is left?` after two things."""
        if len(before) < _PAIR or said.periods:
            return None
        one, other = (self._asked(text, today) for text in before[-2:])
        if one is None or other is None or not one.times or not other.times:
            return None
        if said.says("amid") and (not said.says("both") or untimed(one) == untimed(other)):
            return self._in_between(one, other, said)
        if _days(one) != _days(other):
            return self._over_all(before, said, today)
        joint = self._say(said, "and")
        names = [joint.join(s.title for s in asked.subjects) for asked in (one, other)]
        held = [_codes(one), _codes(other)]
        when = " ".join(at_its_end(time, said.language) for time in other.times)
        apart = not held[0] & held[1]

        def joined(text: str) -> Edit:
            return Edit(text, all_times=other.times, codes=held[0] | held[1])

        things = any(map(is_thing, said.items))
        if things and said.says("both") and apart and all(i.of(MetricSense) for i in said.items if is_thing(i)):
            less = self._less(one, other, names, when, said)  # `the margin between the two`
            return joined(less) if less and not said.says("percent", "share") else None
        if things and not (said.says("both") and apart):
            return None
        if said.says("both", "total", "add") and apart and not said.says("change"):
            if not things and not self._only_joins(said):
                return None
            if not said.says("both"):
                return self._of_all(before, said, today)
            pieces = Pieces.of(self.reader.scan(before[-1], today))
            own = things_in(pieces.last)
            if own and not things:
                pieces.put_items(own, self._say(said, "together").format(*names))
                return joined(pieces.text())
            rest = f" {spoken(said)}" if things else ""
            return joined(f"{self._say(said, 'together').format(*names)}{rest} {when}")
        if said.says("percent", "share") and held[1] < held[0]:
            return joined(f"{self._say(said, 'share').format(*names)} {when}")
        if said.says("what_is_left") and apart:
            less = self._less(one, other, names, when, said)
            return joined(less) if less else None
        sets = ("change", "higher", "lower", "minus", "up", "down", "amid", "unit")
        alone = all(item.is_word(*sets, *JOINING) or is_idle(item) for item in said.items)
        if (said.says("change") or needs_two(said)) and apart and alone and not said.says("percent"):
            return joined(f"{self._say(said, 'difference_of').format(*names)} {when}")
        return None

    def _of_parties(self, before: Sequence[str], said: Scan, today: date | None) -> Edit | None:
        """`both together` after the same of one party and of another."""
        if len(before) < _PAIR or not said.says("both", "total", "add") or not self._only_joins(said):
            return None
        one, other = (self.reader.read(text, today).asked for text in before[-2:])
        if not (isinstance(one, PartyAsked) and isinstance(other, PartyAsked)) or not one.party or not other.party:
            return None
        if one.party == other.party or replace(one, party=other.party, times=other.times) != other:
            return None
        if [(t.start, t.end) for t in one.times] != [(t.start, t.end) for t in other.times]:
            return None
        pieces = Pieces.of(self.reader.scan(before[-1], today))
        text = self._say(said, "together").format(one.party, other.party)
        pieces.put_items(parties_in(pieces.last), text)
        return Edit(pieces.text(), all_times=other.times, parties=frozenset({one.party, other.party}))

    def _of_all(self, before: Sequence[str], said: Scan, today: date | None) -> Edit | None:
        """`all together` after several things at the same time. After more than two it has to say how many, or all."""
        asked: list[Asked] = []
        for text in reversed(before):
            each = self._asked(text, today)
            if each is None or (asked and (_days(each) != _days(asked[0]) or each.make is not asked[0].make)):
                break
            if any(_codes(each) & _codes(other) for other in asked):
                break
            asked.insert(0, each)
        numbers = [int(s.value) for item in said.items for s in item.senses if isinstance(s, Amount)]
        every = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{said.language}.yaml"))["every"]
        is_all = any(token.folded in every for token in said.tokens)
        many = numbers[0] if numbers else len(asked)
        if (len(asked) > _PAIR and not numbers and not is_all) or len(numbers) > 1 or not _PAIR <= many <= len(asked):
            return None
        named = [subject.title for each in asked[-many:] for subject in each.subjects]
        joint = self._say(said, "and")
        text = self._say(said, "together").format(joint.join(named[:-1]), named[-1])
        codes = frozenset(code for each in asked[-many:] for code in _codes(each))
        pieces = Pieces.of(self.reader.scan(before[-1], today))
        pieces.put_items(things_in(pieces.last), text)
        return Edit(pieces.text(), all_times=asked[-1].times, codes=codes)

    def _only_joins(self, said: Scan) -> bool:
        joining = (item.is_word(*JOINING) or is_idle(item) or item.of(Amount) for item in said.items)
        return all(joining) and not said.unknown

    def _over_all(self, before: Sequence[str], said: Scan, today: date | None) -> Edit | None:
        """`alle drei zusammen` after the same in months that follow each other: from the first to the last."""
        numbers = [int(s.value) for item in said.items for s in item.senses if isinstance(s, Amount)]
        adds = said.says("total", "add") or (said.says("amount") and (numbers or said.says("both")))
        if not adds or any(map(is_thing, said.items)):
            return None
        others = [item for item in said.items if not item.of(Amount)]
        if len(numbers) > 1 or not all(item.is_word(*JOINING) or is_idle(item) for item in others) or said.unknown:
            return None
        asked: list[Asked] = []
        for text in reversed(before):
            each = self._asked(text, today)
            if each is None or len(each.times) != 1 or (asked and untimed(each) != untimed(asked[0])):
                break
            asked.append(each)
        many = numbers[0] if numbers else _PAIR if said.says("both") else len(asked)
        if len(asked) < many or many < _PAIR or not all(s.is_flow for each in asked for s in each.subjects):
            return None
        times = sorted((each.times[0] for each in asked[:many]), key=lambda time: time.start)
        if any(one.end + timedelta(days=1) != other.start for one, other in pairwise(times)):
            return None
        span = Period(times[0].start, times[-1].end, "", (0, 0))
        pieces = Pieces.of(self.reader.scan(before[-1], today))
        pieces.put(pieces.last.period_places, written(span, said.language))
        return Edit(pieces.text(), all_times=(span,))

    def _less(self, one: Asked, other: Asked, names: list[str], when: str, said: Scan) -> str | None:
        """What came in less what went out, whichever was asked first."""
        signs = [subject.sign for asked in (one, other) for subject in asked.subjects]
        flows = all(subject.is_flow for asked in (one, other) for subject in asked.subjects)
        if len(signs) != _PAIR or not flows or signs[0] == signs[1]:
            return None
        income, costs = names if signs[0] < 0 else reversed(names)
        return f"{self._say(said, 'less').format(income, costs)} {when}"

    def _in_between(self, one: Asked, other: Asked, said: Scan) -> Edit | None:
        """`how much was repaid in between?` after a level at two times: from the one to the other."""
        if untimed(one) != untimed(other) or len(one.times) != 1 or len(other.times) != 1:
            return None
        first, last = sorted((one.times[0], other.times[0]), key=lambda time: time.end)
        span = Period(first.end + timedelta(days=1), last.end, "", (0, 0))
        if any(subject.is_flow for subject in one.subjects) or span.start > span.end:
            return None
        gone = {at for item in said.words("amid") for at in range(*item.span)}
        rest = " ".join(token.text for at, token in enumerate(said.tokens) if at not in gone)
        return Edit(f"{rest.rstrip(' ?.!')} {one.subjects[0].title} {written(span, said.language)}", all_times=(span,))

    def taken_in(self, asked: Asked, said: Scan) -> Edit | None:
        """`including social security`: what was asked for and what is named now, together."""
        named = things_in(said)
        if not named or not asked.times or said.periods or said.says("percent", "share", "share_of"):
            return None
        joint = self._say(said, "and")
        one = joint.join(s.title for s in asked.subjects)
        when = " ".join(at_its_end(time, said.language) for time in asked.times)
        text = f"{self._say(said, 'together').format(one, joint.join(i.text for i in named))} {when}"
        return Edit(text, all_times=asked.times, codes=frozenset(code for s in asked.subjects for code in s.codes))

    def takes_in(self, said: Scan) -> bool:
        """Whether it says that something is to be counted in."""
        words = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{said.language}.yaml"))["takes_in"]
        text = " ".join(token.folded for token in said.tokens)
        return any(f" {text} ".find(f" {phrase} ") >= 0 for phrase in words)


def _codes(asked: Asked) -> frozenset[str]:
    return frozenset(code for subject in asked.subjects for code in subject.codes)


def _days(asked: Asked) -> list[tuple[date, date]]:
    return [(time.start, time.end) for time in asked.times]
