"""A follow-up in other words that say the same, before it is read: without thanks, with a number that is a member."""

from datetime import date
from itertools import pairwise
from typing import cast

from arch_team.measuring.asked import Asked, Make
from arch_team.measuring.follow_signs import words_for
from arch_team.measuring.follow_texts import is_thing
from arch_team.measuring.follow_times import MONTHS_OF, months_in
from arch_team.measuring.model import Measures
from arch_team.measuring.reader import FigureRead, FigureReader
from arch_team.measuring.row_asked import RowMake, RowsAsked
from arch_team.measuring.scan import Code, Scan
from arch_team.measuring.vocabulary import MemberSense
from arch_team.text.folding import folded
from arch_team.text.packaged import packaged
from arch_team.wire import Language

_SIGNS = " ,;:.!?–-"


def plain(said: str, language: Language) -> str:
    """Without the thanks, or the word that something else was meant, that stand before it, without what only adds it
    behind, and without the small words of talk in it."""
    words = words_for(language, "before_all")
    text = said.strip()
    while True:
        flat = [folded(word.strip(_SIGNS)) for word in text.split()]
        long = max((p for p in words if flat[: len(p.split())] == p.split()), key=len, default="")
        rest = " ".join(text.split()[len(long.split()) :]).lstrip(_SIGNS) if long else ""
        if not rest:
            break
        text = rest
    behind = words_for(language, "behind_all")
    flat = folded(text.strip(_SIGNS))
    last = max((p for p in behind if flat.endswith(f" {p}")), key=len, default="")
    text = " ".join(text.split()[: -len(last.split())]) if last else text
    passed = words_for(language, "in_talk")
    kept = [word for word in text.split() if folded(word.strip(_SIGNS)) not in passed]
    return " ".join(kept) if kept else text


def as_member(said: str, earlier: FigureRead, reader: FigureReader, today: date | None) -> str:
    """`and 2000?` after a member by its code is another one, where no figures are held of such a year."""
    asked, measures = earlier.asked, reader.measures
    if not isinstance(asked, Asked) or not any(s.is_code or s.is_single for s in asked.subjects):
        return said
    first, last = measures.years
    for period in reader.scan(said, today).periods:
        year = str(period.end.year)
        if period.is_year and year in measures.members and not first <= period.end.year <= last:
            return said.replace(year, f"{_member_label(measures, reader.language)} {year}", 1)
    return said


def _member_label(measures: Measures, language: Language) -> str:
    """What a member is called."""
    entity = measures.descriptor.entity(measures.levels.members)
    return next(iter(entity.labels.of(language)), "") if entity else ""


def without_gloss(said: str, reader: FigureReader) -> str:
    """`furniture (Mobiliar)`: without what only says the same thing again, in brackets."""
    scan = reader.scan(said)
    for one, other in pairwise(scan.items):
        same = one.of(MemberSense) and set(one.of(MemberSense)) & set(other.of(MemberSense))
        if same and other.in_brackets and not one.in_brackets:
            return " ".join(said.replace(f"({other.text})", " ").split())
    return said


def of_which(said: str, reader: FigureReader, today: date | None) -> str:
    """`how much of it for IT?` is *of it IT*."""
    scan = reader.scan(said, today)
    [first, second, *rest] = scan.items if len(scan.items) > 1 else (None, None)
    if first is None or second is None or not (first.is_word("amount") and second.is_word("of_it")):
        return said
    kept = next((item for item in rest if not item.is_word("light", "carrying", "asks")), None)
    if first.span[0] or second.span[0] != first.span[1] or kept is None or not is_thing(kept) or scan.periods:
        return said
    return f"{second.text} {said[scan.tokens[kept.span[0]].start :]}"


def of_the_same_name(said: str, last: Scan, reader: FigureReader, today: date | None) -> str:
    """`and the provision?` after the tax provision, or after one that a number explained: a word that has a meaning
    only beside what was asked about stands for it."""
    unknown = reader.scan(said, today).unknown
    things = [item for item in last.items if is_thing(item)]
    if len(unknown) != 1:
        return said
    word = folded(unknown[0])
    named = next((i for i in things if " " in i.text and word in folded(i.text).split()), None)
    told = named or (things[-1] if things and things[-1].in_brackets and things[-1].of(Code) else None)
    if told is None or word not in [token.folded for token in last.tokens]:
        return said
    return said.replace(unknown[0], told.text, 1)


def _names_unit(said: str, reader: FigureReader) -> bool:
    """`in francs?`: a unit, and nothing else."""
    items = reader.scan(said).items
    part = any(i.is_word("of_it") for i in items)  # some of them, and how many those are
    return not part and any(i.is_word("unit") for i in items) and all(i.is_word("unit", "light", "and") for i in items)


def reworded(said: str, last: Scan, earlier: FigureRead, reader: FigureReader) -> str:
    """`in that quarter` after a quarter says nothing more; `as a list` after the figure of one member asks for what was
    booked there."""
    measures = reader.measures
    data = cast("dict[str, object]", packaged(f"lexicon/follow_ups_{last.language}.yaml"))
    length = months_in(last.periods[0]) if len(last.periods) == 1 else 0
    stretches = cast("dict[str, list[str]]", data["same_stretch"])
    for phrase in (phrase for grain, phrases in stretches.items() if MONTHS_OF[grain] == length for phrase in phrases):
        at = folded(said).find(phrase)
        if at >= 0 and len(folded(said)) == len(said):
            said = " ".join(f"{said[:at]} {said[at + len(phrase) :]}".split())
    asked = earlier.asked
    if isinstance(asked, RowsAsked) and asked.make is RowMake.COUNT and asked.measure and _names_unit(said, reader):
        return f"{words_for(last.language, 'how_much')[0]} {said}"  # how many they are is in no unit
    if isinstance(asked, RowsAsked) and folded(said.strip(_SIGNS)) in words_for(last.language, "called"):
        return str(data["which_are"])
    of_one = isinstance(asked, Asked) and asked.make is Make.VALUE and len(asked.subjects) == 1
    bare = {folded(part.strip(_SIGNS)) for part in said.replace("?", ",").split(",") if part.strip(_SIGNS)}
    made_up = bool(bare) and bare <= set(words_for(last.language, "made_up"))
    if made_up and of_one and isinstance(asked, Asked) and not asked.subjects[0].is_single:
        return str(data["per"]).format(_member_label(measures, last.language))
    if of_one and isinstance(asked, Asked) and asked.subjects[0].is_single and not asked.times[0].is_point:
        rows = next((e for name in measures.dated_in if (e := measures.descriptor.entity(name))), None)
        label = next(iter(rows.labels.of(last.language)[1:]), "") if rows is not None else ""
        if label and bare and (made_up or bare <= set(words_for(last.language, "as_list"))):
            return str(data["which_movements"]).format(label)
    return said
