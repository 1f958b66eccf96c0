"""What the words of a follow-up and what was asked before tell: whether it stands alone, points back, asks for more."""

from dataclasses import replace
from typing import cast

from arch_team.measuring.asked import Asked, Make
from arch_team.measuring.follow_pairs import untimed
from arch_team.measuring.follow_rows import party_kinds
from arch_team.measuring.follow_texts import ASKS, THINGS, is_thing
from arch_team.measuring.model import Measures
from arch_team.measuring.reader import FigureRead, Meaning
from arch_team.measuring.row_asked import PartyAsked, PartyMake, RowMake, RowsAsked
from arch_team.measuring.scan import Scan
from arch_team.measuring.vocabulary import EntitySense, PartySense, Value, VerbSense, language_words
from arch_team.text.folding import folded
from arch_team.text.lexicon import lexicon_of
from arch_team.text.packaged import packaged
from arch_team.text.pieces import words_of_length
from arch_team.text.tokens import TokenKind

_ALIKE = 5
"""Letters that two names must begin with to be of the same thing."""
_SUMMED = (RowMake.SUM, RowMake.COUNT, RowMake.AVERAGE, RowMake.SHARE)


def is_full(scan: Scan) -> bool:
    """Whether a text names a thing and its time."""
    return bool(scan.periods) and any(map(is_thing, scan.items))


def is_order(scan: Scan) -> bool:
    first = next((i for i in scan.items if not i.is_word("light") or i.is_word("order")), None)
    return first is not None and first.is_word("order") and first.span[0] <= 1 and not scan.periods


def lists(asked: Meaning) -> bool:
    """Whether the answer has several lines."""
    if isinstance(asked, RowsAsked):
        return asked.make not in _SUMMED
    if isinstance(asked, PartyAsked):
        return asked.make is not PartyMake.TOTAL and asked.make is not PartyMake.COUNT
    return asked.make not in (Make.VALUE, Make.AVERAGE, Make.DIFFERENCE, Make.SHARE) or asked.per_member


def tells_amounts(earlier: FigureRead) -> bool:
    asked = earlier.asked
    if isinstance(asked, RowsAsked):
        return asked.make is RowMake.BY_PARTY
    if isinstance(asked, PartyAsked):
        return asked.make is PartyMake.RANK
    return isinstance(asked, Asked) and asked.make in (Make.EXTREME, Make.RANK, Make.BEYOND)


def tells_more(said: Scan, earlier: FigureRead) -> bool:
    """`in percent?`, `by how much?` after a change: its answer says so already."""
    asked = earlier.asked
    if not isinstance(asked, Asked) or asked.make not in (Make.CHANGE, Make.DIFFERENCE) or said.unknown:
        return False
    words = ("light", "carrying", "asks", "percent", "amount", "share", "change", "and", "follow", "pointing", "edge")
    return said.says("percent", "amount", "share", "change") and all(item.is_word(*words) for item in said.items)


def words_for(language: str, name: str) -> list[str]:
    """Words of a language that follow-ups are told by."""
    return cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{language}.yaml"))[name]


def are_alike(one: str, other: str) -> bool:
    """Whether two names are of the same thing: they share a word, or begin two words alike and end them otherwise."""
    for mine in words_of_length(folded(one), 5):
        for theirs in words_of_length(folded(other), 5):
            shared = next((at for at, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), 0)
            if mine == theirs or (shared >= _ALIKE and shared < min(len(mine), len(theirs))):
                return True
    return False


def rests(scan: Scan) -> bool:
    """Whether what it names is said to rest on something before. `im Jahr darauf` is a time."""
    same = {at for item in scan.items if item.is_word("amid", "same_year") for at in range(*item.span)}
    words = " ".join(token.folded for at, token in enumerate(scan.tokens) if at not in same)
    timed = any(item.is_word("grain", "edge", "by_grain") for item in scan.items) and scan.says("later")
    return not timed and any(f" {phrase} " in f" {words} " for phrase in words_for(scan.language, "rests_on"))


def names_only_rows(scan: Scan) -> bool:
    """`which customers?`, `invoices?`: those of what was asked."""
    rows = [item for item in scan.items if item.of(EntitySense)]
    [first, *others] = scan.items or (None,)
    behind = first is not None and first.is_word("light") and bool(others) and others[0].is_word("list")
    asked = others if behind else scan.items  # `with which suppliers?`
    plain = all(item in rows or item.is_word("list", "and") for item in asked)
    return bool(rows) and plain and not scan.unknown and not scan.periods


def pays_in(scan: Scan) -> bool:
    """`how much was paid into it?`"""
    words = " ".join(token.folded for token in scan.tokens if token.kind is not TokenKind.SIGN)
    return any(f" {phrase} " in f" {words} " for phrase in words_for(scan.language, "pays_in"))


def points_into(scan: Scan) -> bool:
    """`in it`, `davon`, `of that quarter`: of what was shown."""
    words = " ".join(token.folded for token in scan.tokens if token.kind is not TokenKind.SIGN)
    return scan.says("of_it") or any(f" {phrase} " in f" {words} " for phrase in words_for(scan.language, "within"))


def names_nobody(scan: Scan, measures: Measures) -> bool:
    """`how many invoices?`, `which invoices are still open?`: with whom is not said."""
    rows = [item for item in scan.items if item.of(EntitySense) and not party_kinds(item, measures)]
    words = ("count", "list", "and", "carrying", "still", "light")
    plain = all(i in rows or i.is_word(*words) or i.of(VerbSense) or i.of(Value) for i in scan.items)
    asks = scan.says("count", "list") and not scan.says("self")
    return bool(rows) and plain and asks and not scan.unknown and not scan.periods


def comes_or_goes(scan: Scan) -> bool:
    """`how much of it came in?`, `wie viel davon ging 2025 ein?`: a verb of moving, and where to behind it."""
    words = [token.folded for token in scan.tokens if token.kind is not TokenKind.SIGN]
    first = next((at for at, word in enumerate(words) if word in words_for(scan.language, "moving")), len(words))
    ways = words_for(scan.language, "ways")
    ends = words[-1:] if lexicon_of(scan.language).has_free_order else ()
    return any(word in ways for word in (*words[first + 1 : first + 2], *(ends if first < len(words) else ())))


def is_no_sentence(scan: Scan) -> bool:
    """`show the bookings of 2025`: no verb but one that asks for a list."""
    return all(item.is_word("list") for item in scan.items if item.is_word("carrying"))


def points_back(scan: Scan) -> bool:
    """`how many invoices are those?`: no time and nobody named, and its end speaks of what was just shown."""
    words = " ".join(token.folded for token in scan.tokens if token.kind is not TokenKind.SIGN)
    named = scan.periods or any(item.of(PartySense) or is_thing(item) for item in scan.items)
    return not named and words.endswith(language_words(scan.language).points_back)


def names_no_rows(scan: Scan) -> bool:
    """`Which are from Keller?`, `Keller`: of what was asked before."""
    parties = any(item.of(PartySense) for item in scan.items)
    rows = any(item.of(EntitySense) or item.of(VerbSense) for item in scan.items)
    return parties and not rows and (scan.says("list") or not scan.says(*ASKS))


def is_fragment(scan: Scan) -> bool:
    """A value and nothing else: no table, no thing, no party, no word that asks."""
    named = (EntitySense, VerbSense, PartySense, *THINGS)
    said = any(isinstance(sense, named) for item in scan.items for sense in item.senses)
    return any(item.of(Value) for item in scan.items) and not said and not scan.says(*ASKS)


def codes_of(read: FigureRead) -> frozenset[str]:
    asked = read.asked
    if isinstance(asked, Asked):
        return frozenset(code for subject in asked.subjects for code in subject.codes)
    return getattr(asked, "codes", frozenset[str]())


def asks_the_same(one: FigureRead, other: FigureRead) -> bool:
    """Whether two readings ask the same, whatever they call it."""

    def bare(read: FigureRead) -> object:
        asked = read.asked
        if isinstance(asked, Asked):
            plain: object = replace(untimed(asked), asks_why=False)
        elif isinstance(asked, RowsAsked):
            plain = replace(asked, titles=(), times=())
        else:
            plain = replace(asked, title="", times=()) if asked else None
        return plain, tuple((t.start, t.end) for t in asked.times) if asked else ()

    return bare(one) == bare(other) and len(one.more) == len(other.more)
