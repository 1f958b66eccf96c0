"""A question with what only says how its answer is to be shown, where it is shown so anyway: `… Number and customer are
enough`, `…, largest first`, `…, and how much is it?`"""

from collections.abc import Callable
from datetime import date

from arch_team.measuring.asked import Asked, Make
from arch_team.measuring.figure_read import FigureRead
from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import PartyAsked, PartyMake, RowMake, RowsAsked
from arch_team.measuring.scan import Scan
from arch_team.measuring.vocabulary import EntitySense, Word
from arch_team.text.frames import shown_words
from arch_team.wire import Language

_SHOWN = ("amount", "code", "who", "when", "light", "and", "list", "carrying", "one_of_them", "including")
_ROWS = (RowMake.LIST, RowMake.EXTREME)
Reads = Callable[[str, date | None], FigureRead]


def as_shown(
    question: str, language: Language, today: date | None, read: Reads, scan: Callable[[str], Scan], measures: Measures
) -> FigureRead | None:
    """What is asked without it. None: nothing of the kind is said, or it asks for more than is shown."""
    for kind, text, beside in shown_words(question, language):
        said = scan(beside) if kind == "shown" else None
        if said is not None and not _is_of_columns(said, measures):
            continue
        found = read(text, today)
        if found.asked is not None and _shows(kind, found) and (said is None or _are_shown(said, found, measures)):
            return found
    return None


def _is_of_columns(beside: Scan, measures: Measures) -> bool:
    """Whether only columns of rows are named: number, customer, date, open amount."""
    if beside.unknown or beside.periods or not beside.items:
        return False
    columns = {e.name for e in measures.descriptor.entities if e.field is not None}
    parties = {e.name for e in measures.descriptor.entities if e.invariants}
    for item in beside.items:
        words = [s for s in item.senses if isinstance(s, Word)]
        nouns = [s for s in item.senses if isinstance(s, EntitySense) and s.name in columns | parties]
        if not (item.is_word(*_SHOWN) and words) and not nouns:
            return False
    return any(item.of(EntitySense) or item.is_word("amount", "code", "when", "who") for item in beside.items)


def _are_shown(beside: Scan, found: FigureRead, measures: Measures) -> bool:
    """Whether every column that is named is among those of the rows."""
    fields = found.asked.fields if isinstance(found.asked, RowsAsked) else ()
    shown = {field.rpartition(".")[2] for field in fields}
    senses = [s for item in beside.items for s in item.senses if isinstance(s, EntitySense)]
    named = [e.field for s in senses if (e := measures.descriptor.entity(s.name)) is not None and e.field]
    return all(field.rpartition(".")[2] in shown for field in named)


def _shows(kind: str, found: FigureRead) -> bool:
    """Whether the answer is in that order, or tells the amounts."""
    asked = found.asked
    if kind == "shown":
        return isinstance(asked, RowsAsked) and asked.make in _ROWS and bool(asked.fields)
    ranked = isinstance(asked, PartyAsked) and asked.make is PartyMake.RANK
    ranked = ranked or (isinstance(asked, RowsAsked) and asked.make is RowMake.BY_PARTY)
    ranked = ranked or (isinstance(asked, Asked) and asked.make in (Make.RANK, Make.EXTREME))
    return ranked and (kind == "amounts" or getattr(asked, "is_max", True))
