"""Which of the questions before a follow-up goes on with: those at the end that were not understood are passed over."""

from collections.abc import Sequence
from datetime import date

from arch_team.measuring.asked import Lacking
from arch_team.measuring.follow_texts import THINGS, is_thing
from arch_team.measuring.reader import FigureReader
from arch_team.measuring.vocabulary import EntitySense, PartySense, Value, VerbSense

_WAYS = ("gross", "net", "without", "including", "taxed", "untaxed", "average", "share", "percent", "count", "not")
"""Classes of words that say how something is asked for: `before tax`."""


def understood(reader: FigureReader, before: Sequence[str], said: str, today: date | None) -> Sequence[str]:
    """The questions before, without those at the end that were not understood and of which nothing is left: they
    named nothing that is not named anew, and asked in no way of their own."""
    scan, kept = reader.scan(said, today), list(before)
    things = any(is_thing(item) or item.of(PartySense) for item in scan.items) and not scan.says("of_it")
    named = {role for role, is_named in (("time", scan.periods or scan.relative), ("thing", things)) if is_named}
    while len(kept) > 1:
        read = reader.read(kept[-1], today)
        if read.asked is not None:
            return kept
        if isinstance(read.open, Lacking) and read.open.what != "subject":
            return before
        ways = reader.scan(kept[-1], today).classes.intersection(_WAYS)
        if not _roles(reader, kept[-1], today) <= named or not ways <= scan.classes:
            return before
        kept.pop()
    return kept if reader.read(kept[-1], today).asked is not None else before


def _roles(reader: FigureReader, text: str, today: date | None) -> set[str]:
    """Whether a text names a time, and whether it names something to ask about."""
    scan = reader.scan(text, today)
    kinds = (*THINGS, PartySense, EntitySense, Value, VerbSense)
    thing = bool(scan.unknown) or any(isinstance(sense, kinds) for item in scan.items for sense in item.senses)
    timed = bool(scan.periods or scan.relative)
    return {role for role, is_named in (("time", timed), ("thing", thing)) if is_named}
