"""Follow-ups that lean on two questions, or on the time before: `growth?`, `both together`, `in between`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from arch_team.measuring.asked import Asked
from arch_team.measuring.follow_texts import between_times, earlier_year, is_thing, spoken, written
from arch_team.measuring.reader import FigureReader
from arch_team.measuring.scanning import Scan
from arch_team.text.packaged import packaged
from arch_team.text.periods import Period, in_year, year_before

COMPARED = ("change", "compare", "percent", "higher", "lower", "up", "down", "exceed")
_PAIR = 2


def untimed(asked: Asked) -> Asked:
    return replace(asked, times=(), subjects=tuple(replace(s, title="") for s in asked.subjects))


@dataclass(frozen=True)
class PairFollowUps:
    """Serves one source in one language."""

    reader: FigureReader

    def text(self, before: Sequence[str], said: Scan, today: date | None) -> str | None:
        return self._compared(before, said, today) or self._of_both(before, said, today)

    def needs_two(self, said: Scan) -> bool:
        """Whether it speaks of two things or times, and so of nothing where there is one."""
        return said.says("both", "amid")

    def _say(self, said: Scan, name: str) -> str:
        texts: dict[str, str] = packaged(f"lexicon/follow_ups_{said.language}.yaml")
        return texts[name]

    def _asked(self, text: str, today: date | None) -> Asked | None:
        asked = self.reader.read(text, today).asked
        return asked if isinstance(asked, Asked) else None

    def _compared(self, before: Sequence[str], said: Scan, today: date | None) -> str | None:
        """`Veränderung in Prozent?` after the same at two times; `versus 2024?`, `gegenüber Vorjahr?` after one."""
        if not said.says(*COMPARED) or any(map(is_thing, said.items)):
            return None
        last = self.reader.scan(before[-1], today)
        if earlier_year(said) and len(last.periods) == 1:
            [period] = last.periods
            return between_times(last, [year_before(period), period], said)
        if said.says("compare") and len(said.periods) == 1 and len(last.periods) == 1:
            [mine], [theirs] = said.periods, last.periods
            other = in_year(theirs, mine.end.year) if mine.is_year and not theirs.is_year else mine
            if (other.start, other.end) == (theirs.start, theirs.end):
                return None
            return between_times(last, sorted((other, theirs), key=lambda time: time.end), said)
        if len(before) < _PAIR or said.periods:
            return None
        one, other_asked = (self._asked(text, today) for text in before[-2:])
        if one is None or other_asked is None or len(one.times) != 1 or len(other_asked.times) != 1:
            return None
        if one.times == other_asked.times or untimed(one) != untimed(other_asked):
            return None
        return between_times(last, sorted((one.times[0], other_asked.times[0]), key=lambda time: time.end), said)

    def _of_both(self, before: Sequence[str], said: Scan, today: date | None) -> str | None:
        """`in Prozent?` after a thing and a part of it; `both together?`, `what is left?` after two things."""
        if len(before) < _PAIR or said.periods:
            return None
        one, other = (self._asked(text, today) for text in before[-2:])
        if one is None or other is None or not one.times or not other.times:
            return None
        if said.says("amid"):
            return self._in_between(one, other, said)
        if [(t.start, t.end) for t in one.times] != [(t.start, t.end) for t in other.times]:
            return None
        joint = self._say(said, "and")
        names = [joint.join(s.title for s in asked.subjects) for asked in (one, other)]
        held = [frozenset(code for s in asked.subjects for code in s.codes) for asked in (one, other)]
        when = " ".join(written(time) for time in other.times)
        apart = not held[0] & held[1]
        things = any(map(is_thing, said.items))
        if things and not (said.says("both") and apart):
            return None
        if said.says("both", "total", "add") and apart:
            rest = f" {spoken(said)}" if things else ""
            return f"{self._say(said, 'together').format(*names)}{rest} {when}"
        if said.says("percent", "share") and held[1] < held[0]:
            return f"{self._say(said, 'share').format(*names)} {when}"
        if said.says("what_is_left") and apart:
            return self._less(one, other, names, when, said)
        return None

    def _less(self, one: Asked, other: Asked, names: list[str], when: str, said: Scan) -> str | None:
        """What came in less what went out, whichever was asked first."""
        signs = [subject.sign for asked in (one, other) for subject in asked.subjects]
        flows = all(subject.is_flow for asked in (one, other) for subject in asked.subjects)
        if len(signs) != _PAIR or not flows or signs[0] == signs[1]:
            return None
        income, costs = names if signs[0] < 0 else reversed(names)
        return f"{self._say(said, 'less').format(income, costs)} {when}"

    def _in_between(self, one: Asked, other: Asked, said: Scan) -> str | None:
        """`how much was repaid in between?` after a level at two times: from the one to the other."""
        if untimed(one) != untimed(other) or len(one.times) != 1 or len(other.times) != 1:
            return None
        first, last = sorted((one.times[0], other.times[0]), key=lambda time: time.end)
        span = Period(first.end + timedelta(days=1), last.end, "", (0, 0))
        if any(subject.is_flow for subject in one.subjects) or span.start > span.end:
            return None
        rest = " ".join(t.text for t in said.tokens if not any(_holds(i.span, t, said) for i in said.words("amid")))
        return f"{rest.rstrip(' ?.!')} {one.subjects[0].title} {written(span)}"


def _holds(span: tuple[int, int], token: object, said: Scan) -> bool:
    return any(said.tokens[at] is token for at in range(*span))
