"""What is said after a question edits it: `und 2024?`, `nur Q1`, `davon Beratung?`, `pro Monat`.

The question before is taken as it was meant, with the piece that is named anew in place of its own: another time,
another thing, another party; what is no such piece goes behind it. The whole is read like any question, so nothing of
what was said is passed over.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from arch_team.measuring.asked import Asked, Lacking
from arch_team.measuring.follow_texts import (
    MAKES,
    THINGS,
    anchors_of,
    between_times,
    earlier_year,
    is_thing,
    moved_time,
    replaced,
    rest_of,
    spoken,
    without_make,
    without_mark,
    without_tokens,
    without_why,
    written,
)
from arch_team.measuring.reader import FigureRead, FigureReader
from arch_team.measuring.row_asked import RowsAsked
from arch_team.measuring.scanning import Code, Item, Scan, Value
from arch_team.measuring.vocabulary import (
    EntitySense,
    PartySense,
    VerbSense,
)
from arch_team.text.period_patterns import ORDINALS
from arch_team.text.periods import Period, in_year, year_before

_COMPARED = ("change", "compare", "percent", "higher", "lower", "up", "down", "exceed")
_ASKING = ("count", "list", "who", "amount", "when")
_CODE = "("


@dataclass(frozen=True)
class FollowUps:
    """Serves one source in one language."""

    reader: FigureReader

    def whole(self, before: Sequence[str], said: str, today: date | None = None) -> str | None:
        """The question that is meant, after those before it: itself, where it stands for itself. None: it leans on
        them, and nobody can tell how."""
        last = before[-1]
        scan = self.reader.scan(said, today)
        alone = self.reader.read(said, today)
        leans = self._leans(scan)
        is_full = bool(scan.periods) and any(map(is_thing, scan.items))
        if not leans and (alone.asked is not None or is_full):
            return said
        earlier = self.reader.read(last, today)
        if earlier.asked is None:
            return said
        if scan.says("linking"):
            return None  # `the costs of that`: of what, is more than its words tell
        first: str | None = None
        for text in dict.fromkeys(self._edited(before, scan, today)):
            first = first or text
            read = self._settled(text, earlier, scan, today)
            if read is not None:
                return read
        if alone.asked is not None and (is_full or scan.says(*_ASKING)):
            return said
        if first is not None and self.reader.read(first, today).asked is None:
            return first
        return None if leans or alone.asked is not None else said

    def _leans(self, scan: Scan) -> bool:
        """Whether its first words say that it goes on with what was asked, or it names nothing to ask: `in Bern?`"""
        first = scan.items[0] if scan.items else None
        leads = ("follow", "only", "of_it", "and", "by_grain", "each", "by")
        begins = first is not None and first.span[0] <= 1 and first.is_word(*leads)
        return begins or scan.says("of_it") or _is_fragment(scan)

    def _settled(self, text: str, earlier: FigureRead, said: Scan, today: date | None) -> str | None:
        """The text, where it is read; of several things that a word may name, that which is part of the one before."""
        read = self.reader.read(text, today)
        held = _codes(earlier)
        if isinstance(read.open, Lacking) and read.open.what == "which_member" and held:
            within = [o for o in read.open.options if o.rpartition(_CODE)[2].rstrip(")") in held]
            if len(within) == 1:
                text = text.replace(read.open.words, within[0])
                read = self.reader.read(text, today)
        if read.asked is None or (_same(read, earlier) and not said.says("follow", "why")):
            return None  # what was said must change something
        is_part = not said.says("of_it") or not held or not _codes(read) or _codes(read) <= held
        return text if is_part else None

    # texts

    def _edited(self, before: Sequence[str], said: Scan, today: date | None) -> Iterator[str]:
        last = self.reader.scan(without_why(self.reader.scan(before[-1], today)), today)
        both = self._compared(before, said, today) or self._of_both(before, said, today)
        if both is not None:
            yield both
        if any(map(is_thing, said.items)) and said.says("percent", "share", "share_of"):
            yield f"{without_mark(last.question)} {spoken(said)}"
            return
        times, places = self._times(said, last, today)
        things = [item for item in said.items if is_thing(item)]
        parties = [item for item in said.items if item.of(PartySense) and item not in things]
        swaps = self._swaps(last, said)
        named = (*things, *parties, *(new for _, new in swaps))
        used = {at for start, end in (*places, *(item.span for item in named)) for at in range(start, end)}
        rest = rest_of(said, used, names_code=any(item.of(Code) for item in things), has_time=bool(times))
        if not (rest and things) or self._leans(said):
            kept = self.reader.scan(without_make(last), today) if said.says(*MAKES) else last
            text = replaced(kept, times, things, parties, self._swaps(kept, said)) or without_mark(kept.question)
            yield f"{text} {rest}".strip()
        anchors = anchors_of(last)
        if anchors and rest and not (things or parties or swaps):
            spans = [period.at for period in last.periods]
            when = " ".join(last.question[start:end] for start, end in spans)
            yield f"{anchors} {rest} {when}".strip()
            yield f"{anchors} {rest}"

    def _swaps(self, last: Scan, said: Scan) -> list[tuple[Item, Item]]:
        """Rows told by another value of the same column: suppliers after customers."""
        found: list[tuple[Item, Item]] = []
        for new in said.items:
            told = self._told_by(new)
            old = next((i for i in last.items if told and self._told_by(i) == told and i.senses != new.senses), None)
            if old is not None:
                found.append((old, new))
        return found

    def _told_by(self, item: Item) -> str | None:
        """The column whose value makes the set of rows that an item names."""
        for sense in item.senses:
            entity = self.reader.measures.descriptor.entity(sense.name) if isinstance(sense, EntitySense) else None
            if entity is not None and entity.field is None and entity.python_class is None:
                return next((known.field for known in entity.invariants if known.value is not None), None)
        return None

    def _compared(self, before: Sequence[str], said: Scan, today: date | None) -> str | None:
        """`Veränderung in Prozent?` after the same at two times: between these."""
        if not said.says(*_COMPARED) or any(map(is_thing, said.items)):
            return None
        last = self.reader.scan(before[-1], today)
        if earlier_year(said) and len(last.periods) == 1:
            [period] = last.periods
            return between_times(last, [year_before(period), period], said)
        if len(before) < 2 or said.periods:
            return None
        one, other = (self.reader.read(text, today).asked for text in before[-2:])
        if not isinstance(one, Asked) or not isinstance(other, Asked) or len(one.times) != 1 or len(other.times) != 1:
            return None
        if one.times == other.times or _untimed(one) != _untimed(other):
            return None
        return between_times(last, sorted((one.times[0], other.times[0]), key=lambda time: time.end), said)

    def _of_both(self, before: Sequence[str], said: Scan, today: date | None) -> str | None:
        """`in Prozent?` after a thing and a part of it; `both together?` after two things."""
        if len(before) < 2 or said.periods or any(map(is_thing, said.items)):
            return None
        scans = [self.reader.scan(text, today) for text in before[-2:]]
        one, other = (self.reader.read(text, today).asked for text in before[-2:])
        if not isinstance(one, Asked) or not isinstance(other, Asked):
            return None
        if [(t.start, t.end) for t in one.times] != [(t.start, t.end) for t in other.times]:
            return None
        names = [" ".join(item.text for item in scan.items if is_thing(item)) for scan in scans]
        held = [frozenset(code for s in asked.subjects for code in s.codes) for asked in (one, other)]
        when = " ".join(written(time) for time in other.times)
        if said.says("percent", "share") and held[1] < held[0]:
            words = "Anteil {1} an {0}" if said.language == "de" else "share of {1} in {0}"
        elif said.says("total", "add") and not held[0] & held[1]:
            words = "{0} und {1} zusammen" if said.language == "de" else "{0} and {1} together"
        else:
            return None
        return f"{words.format(*names)} {when}"

    def _times(self, said: Scan, last: Scan, today: date | None) -> tuple[list[str], tuple[tuple[int, int], ...]]:
        """The times that are named, and where; those without a year are in the year of the question before, and the
        year before is the one before that."""
        period = last.periods[-1] if last.periods else None
        if period is not None and (earlier := earlier_year(said)) and not said.says(*_COMPARED):
            dated = self.reader.scan(f"{without_mark(without_tokens(said, earlier))} {period.end.year - 1}", today)
            part = next((p for p in dated.periods if not p.is_year), year_before(period))
            named = dated.period_places if part in dated.periods else ()
            return [written(part)], (earlier, *named)
        if period is not None and (moved := moved_time(said, period)):
            return [written(moved[0])], (moved[1],)
        if said.periods:
            return [written(each) for each in self._parts(said, last)], said.period_places
        if period is None:
            return [], ()
        if said.says("whole_year"):
            return [str(period.end.year)], tuple(item.span for item in said.words("whole_year"))
        months = period.months
        is_quarter = bool(months and months[2] - months[1] == 2)
        grain = " Quartal" if said.language == "de" else " quarter"
        is_ordinal = is_quarter and any(token.folded.rstrip("nrs") in ORDINALS for token in said.tokens)
        dated = self.reader.scan(f"{without_mark(said.question)}{grain if is_ordinal else ''} {period.end.year}", today)
        named = [(p, at) for p, at in zip(dated.periods, dated.period_places, strict=True) if not p.is_year]
        return [written(p) for p, _ in named], tuple(at for _, at in named)

    def _parts(self, said: Scan, last: Scan) -> list[Period]:
        """`and 2024?` after a question for a March is the March of 2024."""
        before = last.periods[-1] if last.periods else None
        whole = said.says("whole_year")
        if before is None or before.is_year or whole or not all(p.is_year for p in said.periods):
            return list(said.periods)
        return [in_year(before, p.end.year) for p in said.periods]


def _is_fragment(scan: Scan) -> bool:
    """A value and nothing else: no table, no thing, no party, no word that asks."""
    named = (EntitySense, VerbSense, PartySense, *THINGS)
    said = any(isinstance(sense, named) for item in scan.items for sense in item.senses)
    return any(item.of(Value) for item in scan.items) and not said and not scan.says(*_ASKING)


def _codes(read: FigureRead) -> frozenset[str]:
    asked = read.asked
    if isinstance(asked, Asked):
        return frozenset(code for subject in asked.subjects for code in subject.codes)
    return getattr(asked, "codes", frozenset[str]())


def _untimed(asked: Asked) -> Asked:
    return replace(asked, times=(), subjects=tuple(replace(s, title="") for s in asked.subjects))


def _same(one: FigureRead, other: FigureRead) -> bool:
    """Whether two readings ask the same, whatever they call it."""

    def bare(read: FigureRead) -> object:
        asked = read.asked
        if isinstance(asked, Asked):
            plain: object = _untimed(asked)
        elif isinstance(asked, RowsAsked):
            plain = replace(asked, titles=(), times=())
        else:
            plain = replace(asked, title="", times=()) if asked else None
        return plain, tuple((t.start, t.end) for t in asked.times) if asked else ()

    return bare(one) == bare(other) and len(one.more) == len(other.more)
