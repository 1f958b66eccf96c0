"""The edits that a follow-up may be: the question before with its pieces replaced, dropped and added to, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import cast

from arch_team.measuring.asked import Asked, Make
from arch_team.measuring.follow_pairs import PairFollowUps
from arch_team.measuring.follow_row_checks import Edit, compares
from arch_team.measuring.follow_rows import FollowRows
from arch_team.measuring.follow_texts import (
    ASKS,
    DROPS,
    RANKS,
    STEPS,
    Pieces,
    anchors_of,
    is_thing,
    parties_in,
    rest_of,
    said_of,
    same_kind,
    spoken,
    things_in,
    without_mark,
    without_why,
)
from arch_team.measuring.follow_times import MONTHS_OF, FollowTimes, NamedTimes, at_its_end, months_in
from arch_team.measuring.reader import FigureRead, FigureReader
from arch_team.measuring.row_asked import RowsAsked
from arch_team.measuring.scanning import Amount, Code, Item, Scan, Value
from arch_team.measuring.vocabulary import EntitySense, MetricSense, PartySense, VerbSense
from arch_team.text.packaged import packaged
from arch_team.text.periods import Bound
from arch_team.wire import Language


@dataclass(frozen=True)
class FollowEdits:
    """Serves one source in one language."""

    reader: FigureReader

    def all(self, before: Sequence[str], said: Scan, earlier: FigureRead, today: date | None) -> Iterator[Edit]:
        last = self.reader.scan(without_why(self.reader.scan(before[-1], today)), today)
        pairs = PairFollowUps(self.reader)
        times = FollowTimes(self.reader).named(said, last, today, compares=compares(said))
        both = pairs.edit(before, said, times, today)
        if both is not None:
            yield both
        asked = earlier.asked
        things = things_in(said)
        if isinstance(asked, Asked) and things and pairs.takes_in(said):
            taken = pairs.taken_in(asked, said)
            if taken is not None:
                yield taken
        if things and said.says("of_it"):
            pieces = Pieces.of(last)
            own = things_in(last)[-1:]
            pieces.put_items(own, " ".join((*(item.text for item in own), said_of(said, things))))
            used = {at for item in things for at in range(*item.span)}
            if own and not rest_of(said, used, names_code=False, has_time=True).strip():
                yield Edit(pieces.text())
        if things and said.says("percent", "share", "share_of", "without"):
            yield Edit(f"{without_mark(last.question)} {spoken(said)}")
            if not any(item.of(MetricSense) for item in things):
                return
        if isinstance(asked, Asked):
            yield from map(Edit, self._of_figures(asked, said))
        for text in self._replaced(said, last, earlier, times):
            yield Edit(text, times.periods, times.tokens)
        anchors, rest = anchors_of(last), spoken(said)
        if anchors and rest and self._asks_of_rows(said) and not (things or parties_in(said) or times.periods):
            when = " ".join(last.question[start:end] for start, end in (p.at for p in last.periods))
            yield Edit(f"{anchors} {rest} {when}".strip())
            yield Edit(f"{anchors} {rest}")

    def _asks_of_rows(self, said: Scan) -> bool:
        """Whether something else of somebody or of a row is asked for: what is open, where they are. Kinds of parties
        are not."""
        descriptor, moving = self.reader.measures.descriptor, self.reader.measures.movements
        named = [descriptor.entity(s.name) for i in said.items for s in i.senses if isinstance(s, EntitySense)]
        kinds = {
            entity.name
            for entity in named
            if entity is not None and moving is not None and entity.parent_entity == moving.parties
            and any(known.field == moving.party_kind for known in entity.invariants)
        }  # fmt: skip
        told = any(entity is not None and entity.name not in kinds for entity in named)
        return (told or any(item.of(VerbSense) for item in said.items)) and not said.says("each", "only", "now")

    def _of_figures(self, asked: Asked, said: Scan) -> Iterator[str]:
        """What is asked of the figures shown: which stretch of a series is the highest, which bookings are behind."""
        when = " ".join(at_its_end(time, said.language) for time in asked.times)
        named = " ".join(subject.title for subject in asked.subjects)
        if asked.make is Make.SERIES and asked.grain and said.says("highest", "lowest", "top"):
            words = cast("dict[str, dict[str, str]]", packaged(f"lexicon/follow_ups_{said.language}.yaml"))
            ranks = " ".join(item.text for item in said.items if item.is_word("highest", "lowest", "top"))
            yield f"{words['in_grain'][asked.grain]} {named} {ranks} {when}"
        if said.says("what_for") and not _names_anything(said):
            yield from (f"{label} {named} {when}" for label in self._moved_rows(said.language))
        rows = any(item.of(EntitySense) for item in said.items)
        if rows and (said.says("linking", "behind") or points(said) or not _names_anything(said)):
            used = {at for item in said.items for at in range(*item.span) if item.is_word("linking", "behind")}
            yield f"{rest_of(said, used, names_code=False, has_time=False)} {named} {when}"

    def _moved_rows(self, language: Language) -> tuple[str, ...]:
        """What the rows are called that movements were put down in."""
        descriptor = self.reader.measures.descriptor
        moving = {e.name: e.movements.date.partition(".")[0] for e in descriptor.entities if e.movements is not None}
        dated = [r.to_entity for r in descriptor.relations if moving.get(r.from_entity) == r.name]
        entities = [descriptor.entity(name) for name in dated]
        return tuple(label for entity in entities if entity for label in entity.labels.of(language)[:2])

    def _replaced(self, said: Scan, last: Scan, earlier: FigureRead, times: NamedTimes) -> Iterator[str]:
        things, parties = things_in(said), parties_in(said)
        swaps = [*FollowRows(self.reader).swaps(last, said), *same_kind(last, said)]
        things = [item for item in things if not any(item.span == new.span for _, new in swaps)]
        named = (*things, *parties, *(new for _, new in swaps))
        used = {at for start, end in (*times.places, *(item.span for item in named)) for at in range(start, end)}
        if said.says("minus") and len(things) > 1:
            used |= set(range(things[0].span[0], things[-1].span[1]))
        words = cast("dict[str, str]", packaged(f"lexicon/follow_ups_{last.language}.yaml"))
        several = len(self._own_things(last, earlier)) > 1 and len(things) == 1
        for drops, narrows in ((True, False), (False, False), *(((True, True),) if several else ())):
            pieces = Pieces.of(last)
            ranked = pieces.put_rank(said, times.tokens)
            for old, new in swaps:
                pieces.put_items([old], new.text)
            pieces.put_times(times, words["and"])
            if things:
                own = self._own_things(last, earlier)
                pieces.put_items(own[-1:] if narrows else own, said_of(said, things))
            if parties:
                pieces.put_items(parties_in(last), said_of(said, parties))
            swapped = {klass for _, new in swaps for klass in DROPS if new.is_word(klass)}
            swapped |= set(RANKS) if ranked else set()
            anew = [klass for klass in DROPS if drops and _says(said, klass) and klass not in swapped]
            pieces.drop(*{gone for klass in anew for gone in DROPS[klass]})
            if drops and _is_one_step(times, earlier):
                pieces.drop(*STEPS, "each")
            if any(item.of(VerbSense) for item in said.items):
                pieces.drop_sides()
            rest = rest_of(
                said,
                used | ranked,
                names_code=any(i.of(Code) for i in things),
                has_time=bool(times.periods or ranked or things),
            )
            asks = said.says("count", "list", "who", "when", "in_which") and bool(anew)
            text = pieces.text(trimmed=asks or bool(anew))
            if asks and rest:
                yield f"{rest} {text}"
            yield f"{text} {rest}".strip()
        yield from self._listed_rows(said, last, earlier)
        numbers = [i for i in said.items if i.of(Amount) and i.span[0] not in times.tokens]
        others = [
            i for i in said.items if i not in numbers and not i.is_word("first", "only", "light", "top", "highest")
        ]
        if len(numbers) == 1 and not others and not said.says("later", "sooner"):
            yield f"{without_mark(last.question)} {words['first']} {numbers[0].text}"  # `only the first ten` of a list

    def _listed_rows(self, said: Scan, last: Scan, earlier: FigureRead) -> Iterator[str]:
        """`invoice number?`, `who is that?`: the rows themselves, after their number or sum."""
        if not isinstance(earlier.asked, RowsAsked):
            return
        names = any(item.of(EntitySense) for item in said.items) and not said.says(*ASKS)
        if names or said.says("who", "called"):
            pieces = Pieces.of(last)
            pieces.drop(*ASKS)
            which = cast("dict[str, str]", packaged(f"lexicon/follow_ups_{last.language}.yaml"))["which"]
            used = {at for item in said.items if item.is_word("who", "called", "carrying") for at in range(*item.span)}
            rest = rest_of(said, used, names_code=False, has_time=False)
            yield " ".join(f"{which} {rest} {pieces.text(trimmed=True)}".split())

    def _own_things(self, last: Scan, earlier: FigureRead) -> list[Item]:
        """What is asked about; of a share, what is the part."""
        things, asked = things_in(last), earlier.asked
        if isinstance(asked, Asked) and asked.make is Make.SHARE:
            part = [item for item in things if item.text == asked.subjects[0].title]
            return part or things
        return things


def points(scan: Scan) -> bool:
    """Whether it speaks of what was shown, and names nobody and no time: `the bookings behind it`."""
    named = scan.periods or any(item.of(PartySense) or is_thing(item) or item.of(Value) for item in scan.items)
    shown = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{scan.language}.yaml"))["shown"]
    return not named and (scan.says("linking") or any(token.folded in shown for token in scan.tokens))


def _names_anything(scan: Scan) -> bool:
    """Whether anybody, a time, a thing or a value is named."""
    return bool(scan.periods) or any(i.of(PartySense) or is_thing(i) or i.of(Value) for i in scan.items)


def _says(said: Scan, klass: str) -> bool:
    return any(item.is_word(klass) and not is_thing(item) for item in said.items)


def _is_one_step(times: NamedTimes, earlier: FigureRead) -> bool:
    """Whether times are named that are no longer than the steps of the series before: they are shown by themselves."""
    asked = earlier.asked
    if not isinstance(asked, Asked) or asked.make is not Make.SERIES or not times.periods:
        return False
    length = MONTHS_OF.get(asked.grain or "", 0)
    whole = all(period.bound is Bound.WITHIN and months_in(period) for period in times.periods)
    return whole and all(months_in(period) <= length for period in times.periods)
