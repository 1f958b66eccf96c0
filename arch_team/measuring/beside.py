"""What a short second breath asks of what the first one shows: `…, and how many?`, `… from whom and for how much?`

Much of it is told with the first; the rest is made of its rows: what they come to, how many they are, their average.
"""

from dataclasses import replace

from arch_team.measuring.asked import Asked, Make, Side
from arch_team.measuring.figure_read import FigureRead
from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import PartyAsked, PartyMake, RowMake, RowsAsked
from arch_team.measuring.scan import Item, Scan
from arch_team.measuring.vocabulary import EntitySense, VerbSense, Word

MADE = {"count": RowMake.COUNT, "total": RowMake.SUM, "amount": RowMake.SUM, "average": RowMake.AVERAGE}
"""What is made of rows that are shown."""
_IDLE = ("light", "carrying", "and", "heading", "including", "one_of_them", "list", "asks", "points_back", "passive")
_SHOWN = ("who", "when", "amount", "each", "by_grain", "net", "untaxed", "code")
_ADDED = (RowMake.COUNT, RowMake.SUM, RowMake.AVERAGE)
_RANKED = (Make.RANK, Make.RANK_CHANGE, Make.EXTREME)


def told_beside(first: FigureRead, said: Scan, measures: Measures) -> tuple[FigureRead, ...] | None:
    """What has to be told beside the first breath: nothing, where it shows it already. None: it asks for more."""
    told = [item for item in said.items if not _is_idle(item)]
    if said.unknown or said.periods or said.relative or not told or first.asked is None:
        return None
    if (foremost := _foremost(first, told, measures)) is not None:
        return (foremost,)
    listed = next((r.asked for r in (first, *first.more) if _shows_rows(r)), None)
    counted = [item for item in told if not _counts(item, told, measures)]
    if not all(item.is_word(*MADE, *_SHOWN) and len(item.of(Word)) == len(item.senses) for item in counted):
        return None
    for item in counted:
        if item.is_word("who", "when") and not (isinstance(listed, RowsAsked) and _shows(listed, item, measures)):
            return None
        if item.is_word("net", "untaxed") and not _is_untaxed(first.asked):
            return None
        if item.is_word("each", "by_grain") and not _is_each(first, item):
            return None
        if item.is_word("code") and not (isinstance(first.asked, Asked) and said.says("list")):
            return None  # `show me the numbers`
    makes = [make for klass, make in MADE.items() if any(item.is_word(klass) for item in counted)]
    if RowMake.AVERAGE in makes and not said.says("total"):
        makes = [make for make in makes if make is not RowMake.SUM]  # `the average amount`
    rows = first.asked if isinstance(first.asked, RowsAsked) else None
    if rows is not None and rows.make is RowMake.TEXT_SUM and makes == [RowMake.COUNT]:
        return (FigureRead(first.question, replace(rows, make=RowMake.COUNT)),)
    if rows is not None and rows.make in _ADDED and rows.measure and makes and rows.make not in makes:
        made = [replace(rows, make=make, is_question=False, wants_amount=False) for make in dict.fromkeys(makes)]
        return tuple(FigureRead(first.question, each) for each in made)
    if not isinstance(first.asked, RowsAsked) or first.asked.make is not RowMake.LIST:
        return () if _tells_amounts(first.asked) and set(makes) <= {RowMake.SUM} and not said.says("total") else None
    if not makes or not first.asked.measure:
        return () if not makes else None
    return tuple(FigureRead(first.question, _made(first, make)) for make in dict.fromkeys(makes))


def _foremost(first: FigureRead, told: list[Item], measures: Measures) -> FigureRead | None:
    """`only the largest`, `which of these payments was the smallest?`: of the rows that the first shows, that one."""
    rows, ranks = first.asked, [item for item in told if item.is_word("highest", "lowest")]
    listed = isinstance(rows, RowsAsked) and rows.make is RowMake.LIST and bool(rows.measure) and not first.more
    others = [i for i in told if i not in ranks and not i.is_word("only", "of_it", "amount", "when", "who", "pointing")]
    nouns = all(_names_rows(item, measures) for item in others)
    if not isinstance(rows, RowsAsked) or not listed or len(ranks) != 1 or not nouns or rows.limit > 1:
        return None
    one = replace(rows, make=RowMake.EXTREME, order=rows.measure, is_max=ranks[0].is_word("highest"), limit=1)
    return FigureRead(first.question, one, by_text=first.by_text, is_of_shown=True)


def _names_rows(item: Item, measures: Measures) -> bool:
    """Whether it is a noun for rows, whatever they are called: bookings, payments."""
    rows = {e.name for e in measures.descriptor.entities if e.python_class is not None and e.field is None}
    return bool(item.senses) and all(
        isinstance(s, VerbSense) or (isinstance(s, EntitySense) and s.name in rows) for s in item.senses
    )


def without_rows(first: FigureRead, beside: tuple[FigureRead, ...]) -> bool:
    """Whether what is told beside shows the rows of the first as well, or is one of them: what rows by their text come
    to, the largest."""
    if any(isinstance(r.asked, RowsAsked) and r.asked.make is RowMake.EXTREME for r in beside):
        return True
    return any(isinstance(r.asked, RowsAsked) and r.asked.make is RowMake.TEXT_SUM for r in beside) and first.by_text


def _made(first: FigureRead, make: RowMake) -> RowsAsked:
    asked = first.asked
    assert isinstance(asked, RowsAsked)  # noqa: S101
    return replace(asked, make=RowMake.TEXT_SUM if first.by_text and make is RowMake.SUM else make)


def _is_idle(item: Item) -> bool:
    return item.is_word(*_IDLE) and not item.is_word(*MADE, *_SHOWN)


def _counts(item: Item, items: list[Item], measures: Measures) -> bool:
    """`the number of payments`: a noun for the rows themselves right behind the word that counts them."""
    before = next((other for other in items if other.span[1] == item.span[0]), None)
    return before is not None and before.is_word("count") and _names_rows(item, measures)


def _shows_rows(read: FigureRead) -> bool:
    return isinstance(read.asked, RowsAsked) and read.asked.make in (RowMake.LIST, RowMake.EXTREME)


def _shows(rows: RowsAsked, item: Item, measures: Measures) -> bool:
    """Whether each row that is shown tells who it was with, or when it was."""
    names = {name.rpartition(".")[2] for name in rows.fields}
    moving, entities = measures.movements, measures.descriptor.entities
    if item.is_word("when"):
        return any(role.field.rpartition(".")[2] in names for e in entities for role in e.time_roles)
    texts = {name for e in entities for name in e.searched}
    return bool(names & texts) or (moving is not None and moving.party_name in names)


def _is_untaxed(asked: Asked | RowsAsked | PartyAsked) -> bool:
    """Whether what is shown is without a tax that is passed on: what came and went, and what was bought."""
    if not isinstance(asked, Asked):
        return False
    return asked.side is Side.RISE or all(subject.is_flow for subject in asked.subjects)


def _is_each(first: FigureRead, item: Item) -> bool:
    """`how much each year`: where each of several years is shown."""
    grain = item.detail("by_grain")
    asked = [read.asked for read in (first, *first.more)]
    times = {time for each in asked if each is not None for time in each.times}
    stepped = isinstance(first.asked, Asked) and first.asked.make is Make.SERIES and first.asked.grain == grain
    return stepped or (len(times) > 1 and (grain is None or all(time.is_year for time in times) == (grain == "year")))


def _tells_amounts(asked: Asked | RowsAsked | PartyAsked) -> bool:
    if isinstance(asked, RowsAsked):
        return bool(asked.measure) and asked.make in (RowMake.EXTREME, RowMake.SUM)
    if isinstance(asked, PartyAsked):
        return asked.make in (PartyMake.RANK, PartyMake.RANK_CHANGE)
    return asked.is_question or asked.make in _RANKED or asked.make in (Make.CHANGE, Make.SERIES) or bool(asked.side)
