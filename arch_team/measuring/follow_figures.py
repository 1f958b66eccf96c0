"""What a follow-up asks of the figures shown: which stretch is the highest, who is behind them, which rows are."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from arch_team.measuring.asked import Asked, Make, Side
from arch_team.measuring.figure_read import Meaning
from arch_team.measuring.follow_rows import party_kinds
from arch_team.measuring.follow_texts import is_thing, rest_of
from arch_team.measuring.follow_times import NamedTimes, at_its_end
from arch_team.measuring.model import Measures
from arch_team.measuring.reader import FigureReader
from arch_team.measuring.row_asked import RowMake, RowsAsked
from arch_team.measuring.scan import Scan
from arch_team.measuring.vocabulary import EntitySense, PartySense, Value, VerbSense, language_words
from arch_team.text.packaged import packaged
from arch_team.text.tokens import TokenKind

_PLAIN = ("and", "self", "follow", "light", "carrying")
_WITH_PARTIES = ("who", "spend", "list", "each", "by", "composed", "behind", "linking", *_PLAIN)
"""What may be said beside a kind of parties, or beside `who`, when those behind a figure are asked for."""


@dataclass(frozen=True)
class FollowFigures:
    """Serves one source in one language."""

    reader: FigureReader

    def texts(self, asked: Asked, said: Scan, times: NamedTimes) -> Iterator[str]:
        when = " ".join(times.texts or (at_its_end(time, said.language) for time in asked.times))
        named = " ".join(subject.title for subject in asked.subjects)
        others = [token for at, token in enumerate(said.tokens) if at not in times.tokens]
        is_known = not any(token.text in said.unknown for token in others) and (times.periods or not said.relative)
        if asked.make is Make.SERIES and asked.grain and is_known and said.says("highest", "lowest", "top"):
            ranks = " ".join(item.text for item in said.items if item.is_word("highest", "lowest", "top"))
            yield f"{self._words(said)['in_grain'][asked.grain]} {named} {ranks} {when}"
        if (asks_what_for(said) and not names_anything(said)) or self._is_stirred(asked, said, times):
            yield from (f"{label} {named} {when}" for label in self._moved_rows())
        kinds = self._kinds(asked, said)
        per = cast("dict[str, str]", self._words(said))["per"]
        yield from (f"{named} {when} {per.format(label)}" for label in kinds)
        rows = any(item.of(EntitySense) and not party_kinds(item, self.reader.measures) for item in said.items)
        rows = rows or said.says("role", "posted") or (said.says("added", "taken_off") and bool(times.periods))
        if rows and (said.says("linking", "behind") or points(said) or not names_others(said)):
            used = {at for item in said.items for at in range(*item.span) if item.is_word("linking", "behind")}
            rest = _both_ways(said) or rest_of(
                said, used | set(times.tokens), names_code=False, has_time=bool(times.periods)
            )
            yield f"{rest} {named} {when}"

    def _is_stirred(self, asked: Asked, said: Scan, times: NamedTimes) -> bool:
        """`what happened on it in May?`: in which time must be said, where the question before was for a day."""
        timed = bool(times.periods) or not any(time.is_point for time in asked.times)
        timed = timed and not any(subject.is_flow for subject in asked.subjects)
        return said.says("stirred") and timed and not names_others(said)

    def _words(self, said: Scan) -> "dict[str, dict[str, str]]":
        return packaged(f"lexicon/follow_ups_{said.language}.yaml")

    def _moved_rows(self) -> tuple[str, ...]:
        """What the rows are called that movements were put down in."""
        descriptor = self.reader.measures.descriptor
        entities = [descriptor.entity(name) for name in self.reader.measures.dated_in]
        return tuple(label for entity in entities if entity for label in entity.labels.of(self.reader.language)[:2])

    def _kinds(self, asked: Asked, said: Scan) -> Iterator[str]:
        """`who got it?`, `by customer`: the kinds of parties that are asked for, as people call them. Those whose
        figures are of the same sign, where none is named."""
        measures = self.reader.measures
        named = {kind for item in said.items for kind in party_kinds(item, measures)}
        others = [i for i in said.items if not party_kinds(i, measures) and not i.is_word(*_WITH_PARTIES)]
        plain = all(item.of(VerbSense) and self._is_done(item.senses) for item in others)
        done = any(item.of(VerbSense) for item in others)
        if not (named or said.says("who")) or not plain or said.unknown or (done and not points_at(said)):
            return
        if said.periods or not asked.times or not all(subject.is_flow for subject in asked.subjects):
            return
        for entity in measures.descriptor.entities:
            own = next((str(k.value) for k in entity.invariants if self._is_kind_field(k.field)), "")
            label = next(iter(entity.labels.of(self.reader.language)), "")
            if own and label and (own in named or (not named and self._sign(own) == asked.subjects[0].sign)):
                yield label

    def _is_kind_field(self, field: str | None) -> bool:
        moving = self.reader.measures.movements
        return moving is not None and field is not None and field == moving.party_kind

    def _is_done(self, senses: tuple[object, ...]) -> bool:
        """Whether a verb is of something that happened, not of what is still open."""
        names = {sense.name for sense in senses if isinstance(sense, VerbSense)}
        return all(not verb.is_open for verb in self.reader.measures.descriptor.party_verbs if verb.name in names)

    def _sign(self, kind: str) -> int:
        """Of what comes and goes with a kind of parties."""
        measures = self.reader.measures
        figures = [v.by_kind[kind] for v in measures.descriptor.party_verbs if kind in v.by_kind]
        known = (measures.sets.get(figure.without_tax or "") for figure in figures)
        return next((each.sign for each in known if each is not None), 0)


def told_already(asked: RowsAsked, said: Scan, measures: Measures) -> bool:
    """`when are they due?`, `who are they from?` after rows that are listed with it: their list says so already."""
    entity, moving = measures.descriptor.entity(asked.table), measures.movements
    shown = set(asked.fields or (entity.list_columns if entity is not None else ()))
    wanted: set[str] = set()
    for item in said.items:
        fields = [measures.descriptor.entity(s.name) for s in item.senses if isinstance(s, EntitySense)]
        if party_kinds(item, measures) or item.is_word("who"):
            wanted.add((moving.party if moving else None) or "")
        elif fields and fields[0] is not None and fields[0].field:
            wanted.add(fields[0].field)
        elif item.is_word("role") or not item.is_word("when", "list", "pointing", *_PLAIN):
            return False
    names = {name.rpartition(".")[2] if "." not in name else ".".join(name.split(".")[-2:]) for name in wanted}
    dated = not said.says("when") or any(item.of(EntitySense) for item in said.items)
    return bool(names) and dated and not said.unknown and not said.periods and names <= shown


def asks_what_for(said: Scan) -> bool:
    """`what was it for?`, or nothing but `what for?`"""
    words = " ".join(token.folded for token in said.tokens if token.kind is not TokenKind.SIGN)
    bare = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{said.language}.yaml"))["what_for"]
    return said.says("what_for") or words in bare


def asks_for_list(said: Scan) -> bool:
    """`as a list`: what a sum or a number is of, one by one."""
    words = " ".join(token.folded for token in said.tokens)
    listed = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{said.language}.yaml"))["as_list"]
    return any(f" {phrase} " in f" {words} " for phrase in listed)


def leaves_it(said: Scan) -> bool:
    """Whether it may leave what was asked as it was: a chart of it, why, that it is net. What it is made up of is more
    than it was."""
    words = " ".join(token.folded for token in said.tokens if token.kind is not TokenKind.SIGN)
    made_up = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{said.language}.yaml"))["made_up"]
    return said.says("follow", "why", "net", "untaxed") and words not in made_up


def loses_parties(said: Scan, asked: object, measures: Measures) -> bool:
    """Whether a kind of parties is named, and no figure is of any: `the three biggest customers` are no months."""
    return isinstance(asked, Asked) and any(party_kinds(item, measures) for item in said.items)


def points(scan: Scan) -> bool:
    """Whether it speaks of what was shown, and names nobody and no time: `the bookings behind it`."""
    shown = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{scan.language}.yaml"))["shown"]
    return not names_anything(scan) and (scan.says("linking") or any(token.folded in shown for token in scan.tokens))


def points_at(scan: Scan) -> bool:
    """Whether it speaks of what was shown, or ends with an article that stands for it: `an wen zahlen wir die?`"""
    ends = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{scan.language}.yaml"))["demonstratives"]
    words = [token.folded for token in scan.tokens if token.kind is not TokenKind.SIGN]
    return points(scan) or bool(words and words[-1] in ends)


def names_anything(scan: Scan) -> bool:
    """Whether anybody, a time, a thing or a value is named."""
    return bool(scan.periods) or names_others(scan)


def names_others(scan: Scan) -> bool:
    """Whether anybody, a thing or a value is named."""
    return any(i.of(PartySense) or is_thing(i) or i.of(Value) for i in scan.items)


def _both_ways(said: Scan) -> str:
    """`what came in and went out`: the words for both. Empty: one way, or none, is named."""
    ways = [item for item in said.items if item.is_word("added", "taken_off")]
    if not (said.says("added") and said.says("taken_off") and len(ways) == 2):
        return ""
    return said.question[said.tokens[ways[0].span[0]].start : said.tokens[ways[1].span[1] - 1].end]


def lists_what_is_that(asked: Meaning, scan: Scan) -> bool:
    """Whether what speaks of a thing that was shown would be answered with all there are of some kind."""
    words = f" {' '.join(t.folded for t in scan.tokens if t.kind is not TokenKind.SIGN)} "
    points_at_it = any(f" {phrase} " in words for phrase in language_words(scan.language).points_back)
    return points_at_it and isinstance(asked, RowsAsked) and asked.make is RowMake.LIST and not asked.times


def adds_levels(asked: Meaning | None) -> bool:
    """Whether a total over several times would add up how things stood."""
    return isinstance(asked, Asked) and asked.side in (Side.NET, Side.CLOSING) and not asked.subjects[0].is_flow
