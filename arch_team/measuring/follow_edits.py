"""The edits that a follow-up may be: the question before with its pieces replaced, dropped and added to, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import cast

from arch_team.measuring.asked import Asked, Make
from arch_team.measuring.follow_figures import FollowFigures, asks_for_list, told_already
from arch_team.measuring.follow_pairs import PairFollowUps
from arch_team.measuring.follow_row_checks import Edit, compares
from arch_team.measuring.follow_rows import FollowRows, party_kinds
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
from arch_team.measuring.follow_times import MONTHS_OF, FollowTimes, NamedTimes, months_in
from arch_team.measuring.reader import FigureRead, FigureReader
from arch_team.measuring.row_asked import RowMake, RowsAsked
from arch_team.measuring.scan import Amount, Code, Item, Scan
from arch_team.measuring.vocabulary import EntitySense, MetricSense, VerbSense
from arch_team.text.packaged import packaged
from arch_team.text.periods import Bound


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
            figures = FollowFigures(self.reader).texts(asked, said, times)
            yield from (Edit(text, times.periods, times.tokens) for text in figures)
        for text in self._replaced(said, last, earlier, times):
            yield Edit(text, times.periods, times.tokens)
        if isinstance(asked, Asked) and said.says("still") and said.periods and not (things or parties_in(said)):
            own = " ".join(item.text for item in things_in(last))  # `how much was still left at the end of 2025`
            yield Edit(f"{own} {spoken(said)}", times.periods, times.tokens)
        anchors, rest = anchors_of(last), rest_of(said, set(times.tokens), names_code=False, has_time=False)
        if anchors and rest and self._asks_of_rows(said) and not (things or parties_in(said)):
            when = " ".join(times.texts or (last.question[start:end] for start, end in (p.at for p in last.periods)))
            yield Edit(f"{anchors} {rest} {when}".strip(), times.periods, times.tokens)
            yield Edit(f"{anchors} {rest}", times.periods, times.tokens)

    def _asks_of_rows(self, said: Scan) -> bool:
        """Whether something else of somebody or of a row is asked for: what is open, where they are. Kinds of parties
        are not."""
        told = any(item.of(EntitySense) and not party_kinds(item, self.reader.measures) for item in said.items)
        return (told or any(item.of(VerbSense) for item in said.items)) and not said.says("each", "only", "now")

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
                if own and any(i.is_word("unit") and i.span[1] == own[0].span[0] for i in last.items) and not narrows:
                    pieces.drop("unit")  # `the EUR account` is called so, and another one is not
            if parties:
                pieces.put_items(parties_in(last), said_of(said, parties))
            swapped = {klass for _, new in swaps for klass in DROPS if new.is_word(klass)}
            swapped |= set(RANKS) if ranked else set()
            anew = [klass for klass in DROPS if drops and _says(said, klass, times.tokens) and klass not in swapped]
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
        """`invoice number?`, `who is that?`, `as a list`: the rows themselves, after their number or sum."""
        asked, measures = earlier.asked, self.reader.measures
        if not isinstance(asked, RowsAsked):
            return
        names = any(item.of(EntitySense) for item in said.items) and not said.says(*ASKS)
        with_list = asks_for_list(said) or told_already(asked, said, measures)
        if names or said.says("who", "called") or with_list:
            pieces = Pieces.of(last)
            pieces.drop(*ASKS, *(("total", "add") if with_list else ()))
            words = cast("dict[str, str]", packaged(f"lexicon/follow_ups_{last.language}.yaml"))
            which = words["which_rows"]
            used = {at for item in said.items if item.is_word("who", "called", "carrying") for at in range(*item.span)}
            rest = "" if with_list else rest_of(said, used, names_code=False, has_time=False)
            text = pieces.text(trimmed=True)
            if with_list and asked.make is RowMake.SUM:
                yield f"{which} {text}, {words['its_total']}"  # what was asked for stays told
            yield " ".join(f"{which} {rest} {text}".split())
            entity = measures.descriptor.entity(asked.table)
            for label in entity.labels.of(last.language)[:2] if entity is not None and with_list else ():
                yield f"{which} {label} {text}"

    def _own_things(self, last: Scan, earlier: FigureRead) -> list[Item]:
        """What is asked about; of a share, what is the part."""
        things, asked = things_in(last), earlier.asked
        if isinstance(asked, Asked) and asked.make is Make.SHARE:
            part = [item for item in things if item.text == asked.subjects[0].title]
            return part or things
        return things


def _says(said: Scan, klass: str, timed: frozenset[int]) -> bool:
    """Whether a word of a class is said, and not as part of a time: `the first quarter` ranks nothing."""
    return any(i.is_word(klass) and not is_thing(i) and i.span[0] not in timed for i in said.items)


def _is_one_step(times: NamedTimes, earlier: FigureRead) -> bool:
    """Whether times are named that are no longer than the steps of the series before: they are shown by themselves."""
    asked = earlier.asked
    if not isinstance(asked, Asked) or asked.make is not Make.SERIES or not times.periods:
        return False
    length = MONTHS_OF.get(asked.grain or "", 0)
    whole = all(period.bound is Bound.WITHIN and months_in(period) for period in times.periods)
    return whole and all(months_in(period) <= length for period in times.periods)
