"""What is said after a question edits it: `und 2024?`, `nur Q1`, `davon Beratung?`, `pro Monat`.

The question before is taken as it was meant, with the piece that is named anew in place of its own: another time,
another thing, another party; what is no such piece goes behind it. The whole is read like any question, so nothing of
what was said is passed over.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from arch_team.measuring.asked import Asked, Lacking
from arch_team.measuring.follow_pairs import COMPARED, PairFollowUps, untimed
from arch_team.measuring.follow_texts import (
    MAKES,
    THINGS,
    anchors_of,
    characters,
    earlier_year,
    is_thing,
    moved_time,
    replaced,
    rest_of,
    same_kind,
    spoken,
    without_make,
    without_mark,
    without_sides,
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
    SetSense,
    VerbSense,
    language_words,
)
from arch_team.text.folding import folded
from arch_team.text.period_patterns import ORDINALS
from arch_team.text.periods import Period, in_year, year_before
from arch_team.text.tokens import TokenKind

_ASKING = ("count", "list", "who", "amount", "when")
_CODE = "("
_ALIKE = 5
"""Letters that two names must begin with to be of the same thing."""


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
        counterpart = self._counterpart(scan, earlier)
        if scan.says("linking") and not counterpart and not any(item.of(Code) for item in scan.items):
            return None  # `the costs of that`: of what, is more than its words tell
        if counterpart:
            scan = self.reader.scan(counterpart, today)
        first: str | None = None
        for text in dict.fromkeys(self._edited(before, scan, today)):
            first = first or text
            read = self._settled(text, earlier, scan, today)
            if read is not None:
                return read
        if PairFollowUps(self.reader).needs_two(scan):
            return None
        if alone.asked is not None and (is_full or scan.says(*_ASKING)):
            return said
        if first is not None and self.reader.read(first, today).asked is None:
            return first
        return None if leans or alone.asked is not None else said

    def _counterpart(self, said: Scan, earlier: FigureRead) -> str:
        """`and the costs?` after the income of something: the costs of the same, where one member is named like it."""
        things = [item for item in said.items if is_thing(item)]
        held, measures = _codes(earlier), self.reader.measures
        sets = [measures.sets[s.name] for item in things for s in item.senses if isinstance(s, SetSense)]
        if len(things) != 1 or len(held) != 1 or not sets or not sets[0].is_flow or held & sets[0].codes:
            return ""
        name = measures.members[next(iter(held))].name
        alike = [m for code in sets[0].codes if _are_alike((m := measures.members[code]).name, name)]
        start, end = characters(said, things[0].span)
        text = said.question
        linked = [characters(said, item.span) for item in said.words("linking")]
        if len(alike) != 1:
            return ""
        text = text[:start] + f"{alike[0].name} ({alike[0].code})" + text[end:]
        return text if not linked else text.replace(said.question[slice(*linked[0])], "")

    def _leans(self, scan: Scan) -> bool:
        """Whether its first words say that it goes on with what was asked, or it names nothing to ask: `in Bern?`"""
        first = scan.items[0] if scan.items else None
        leads = ("follow", "only", "of_it", "and", "by_grain", "each", "by")
        begins = first is not None and first.span[0] <= 1 and first.is_word(*leads)
        return begins or scan.says("of_it") or _is_fragment(scan) or _points_back(scan)

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
        both = PairFollowUps(self.reader).text(before, said, today)
        if both is not None:
            yield both
        if any(map(is_thing, said.items)) and said.says("percent", "share", "share_of"):
            yield f"{without_mark(last.question)} {spoken(said)}"
            return
        times, places = self._times(said, last, today)
        things = [item for item in said.items if is_thing(item)]
        parties = [item for item in said.items if item.of(PartySense) and item not in things]
        swaps = [*self._swaps(last, said), *same_kind(last, said)]
        named = (*things, *parties, *(new for _, new in swaps))
        used = {at for start, end in (*places, *(item.span for item in named)) for at in range(start, end)}
        if said.says("minus") and len(things) > 1:
            used |= set(range(things[0].span[0], things[-1].span[1]))
        rest = rest_of(said, used, names_code=any(item.of(Code) for item in things), has_time=bool(times))
        if not (rest and things) or self._leans(said):
            anew = said.says(*MAKES, "total", "average") and not same_kind(last, said)
            kept = self.reader.scan(without_make(last), today) if anew else last
            if any(item.of(VerbSense) for item in said.items):
                kept = self.reader.scan(without_sides(kept), today)
            text = replaced(
                kept, times, things, parties, [*self._swaps(kept, said), *same_kind(kept, said)], said
            ) or without_mark(kept.question)
            yield f"{text} {rest}".strip()
        anchors = anchors_of(last)
        if anchors and rest and not (things or parties or swaps):
            spans = [period.at for period in last.periods]
            when = " ".join(last.question[start:end] for start, end in spans)
            yield f"{anchors} {rest} {when}".strip()
            yield f"{anchors} {rest}"

    def _swaps(self, last: Scan, said: Scan) -> list[tuple[Item, Item]]:
        """Rows told by another value of the same column, or with another kind of party: suppliers after customers."""
        found: list[tuple[Item, Item]] = []
        for new in said.items:
            told = self._told_by(new)
            for old in last.items:
                same = self._told_by(old)
                if told and same and same[0] == told[0] and same[1] != told[1]:
                    found.append((old, self._as_rows(old, new, told)))
                    break
        return found

    def _told_by(self, item: Item) -> tuple[str, str] | None:
        """What makes the set of rows that an item names: a kind of party, or a column and its value."""
        descriptor, moving = self.reader.measures.descriptor, self.reader.measures.movements
        sides = {
            (field, value): kind
            for verb in descriptor.party_verbs
            for kind, figure in verb.by_kind.items()
            for field, value in figure.where.items()
        }
        for sense in item.senses:
            entity = descriptor.entity(sense.name) if isinstance(sense, EntitySense) else None
            if entity is None or entity.field is not None or entity.python_class is not None:
                continue
            for known in entity.invariants:
                told = (known.field or "", str(known.value))
                if moving is not None and known.field == moving.party_kind:
                    return moving.party_kind, str(known.value)
                if moving is not None and told in sides:
                    return moving.party_kind, sides[told]
                if known.value is not None:
                    return told
        return None

    def _as_rows(self, old: Item, new: Item, told: tuple[str, str]) -> Item:
        """The new kind as the rows that were asked for: invoices of suppliers, after invoices of customers."""
        descriptor = self.reader.measures.descriptor
        named = [descriptor.entity(s.name) for s in old.senses if isinstance(s, EntitySense)]
        parents = {entity.parent_entity for entity in named if entity is not None}
        own = [descriptor.entity(s.name) for s in new.senses if isinstance(s, EntitySense)]
        if any(entity is not None and entity.parent_entity in parents for entity in own):
            return new
        for entity in descriptor.entities:
            probe, labels = replace(new, senses=(EntitySense(entity.name),)), entity.labels.of(self.reader.language)
            if entity.parent_entity in parents and labels and self._told_by(probe) == told:
                return replace(new, text=labels[0])
        return new

    def _times(self, said: Scan, last: Scan, today: date | None) -> tuple[list[str], tuple[tuple[int, int], ...]]:
        """The times that are named, and where; those without a year are in the year of the question before, and the
        year before is the one before that."""
        period = last.periods[-1] if last.periods else None
        if period is not None and (earlier := earlier_year(said)) and not said.says(*COMPARED):
            dated = self.reader.scan(f"{without_mark(without_tokens(said, earlier))} {period.end.year - 1}", today)
            part = next((p for p in dated.periods if not p.is_year), year_before(period))
            named = dated.period_places if part in dated.periods else ()
            return [written(part)], (earlier, *named)
        if period is not None and (moved := moved_time(said, period)):
            return [written(each) for each in moved[0]], (moved[1],)
        if period is not None and said.says("same_year"):
            return [str(period.end.year)], tuple(item.span for item in said.words("same_year"))
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


def _are_alike(one: str, other: str) -> bool:
    """Whether two names are of the same thing: they share a word, or begin two words alike and end them otherwise."""
    for mine in re.findall(r"\w{5,}", folded(one)):
        for theirs in re.findall(r"\w{5,}", folded(other)):
            shared = next((at for at, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), 0)
            if mine == theirs or (shared >= _ALIKE and shared < min(len(mine), len(theirs))):
                return True
    return False


def _points_back(scan: Scan) -> bool:
    """`how many invoices are those?`: no time and nobody named, and its end speaks of what was just shown."""
    words = " ".join(token.folded for token in scan.tokens if token.kind is not TokenKind.SIGN)
    named = scan.periods or any(item.of(PartySense) or is_thing(item) for item in scan.items)
    return not named and words.endswith(language_words(scan.language).points_back)


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


def _same(one: FigureRead, other: FigureRead) -> bool:
    """Whether two readings ask the same, whatever they call it."""

    def bare(read: FigureRead) -> object:
        asked = read.asked
        if isinstance(asked, Asked):
            plain: object = untimed(asked)
        elif isinstance(asked, RowsAsked):
            plain = replace(asked, titles=(), times=())
        else:
            plain = replace(asked, title="", times=()) if asked else None
        return plain, tuple((t.start, t.end) for t in asked.times) if asked else ()

    return bare(one) == bare(other) and len(one.more) == len(other.more)
