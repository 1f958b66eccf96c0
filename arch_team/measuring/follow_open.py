"""What is told after a question that left something open, or was not understood: its time, its rows, whom it is of."""

from dataclasses import dataclass
from datetime import date

from arch_team.measuring.asked import Lacking
from arch_team.measuring.follow_texts import ASKS, is_thing, rest_of, without_mark
from arch_team.measuring.follow_times import at_its_end
from arch_team.measuring.reader import FigureRead, FigureReader
from arch_team.measuring.row_asked import PartyAsked, RowMake, RowsAsked
from arch_team.measuring.scan import Scan
from arch_team.measuring.vocabulary import PartySense

_LACKED = ("time", "date", "grain")


@dataclass(frozen=True)
class FollowOpen:
    """Serves one source in one language."""

    reader: FigureReader

    def of_its_time(self, last: str, said: Scan, today: date | None) -> str | None:
        """Another thing at the time of a question that was not understood, and said nothing more than a thing."""
        before = self.reader.scan(last, today)
        named = [item for item in said.items if is_thing(item)]
        plain = ("light", "carrying", "asks", "amount", "spend", "edge", "and", "follow", "define", "self")
        others = [item for item in (*before.items, *said.items) if not is_thing(item) and not item.is_word(*plain)]
        if len(before.periods) != 1 or said.periods or said.unknown or others or len(named) != 1:
            return None
        text = f"{named[0].text} {at_its_end(before.periods[0], said.language)}"
        return text if self.reader.read(text, today).asked is not None else None

    def told_party(self, last: str, said: Scan, earlier: FigureRead, today: date | None) -> str | None:
        """Who was meant, after a question that left it open: `Müller AG`, `Müller AG, in all`."""
        parties = [item for item in said.items if item.of(PartySense)]
        others = [item for item in said.items if item not in parties]
        plain = all(item.is_word("light", "carrying", "taxed", "untaxed") for item in others)
        if earlier.asked is not None or not isinstance(earlier.open, Lacking) or len(parties) != 1 or not plain:
            return None
        text = f"{without_mark(last)} {said.question}"
        read = self.reader.read(text, today)
        return text if isinstance(read.asked, PartyAsked) or (read.asked is not None and not others) else None

    def told_rows(self, last: str, said: Scan, alone: FigureRead, today: date | None) -> str | None:
        """Which rows were meant, after a question for a figure of some: `the customer invoices`."""
        listed = isinstance(alone.asked, RowsAsked) and alone.asked.make is RowMake.LIST
        if not listed or said.says(*ASKS) or not isinstance(self.reader.read(last, today).open, Lacking):
            return None
        text = f"{without_mark(last)} {said.question}"
        asked = self.reader.read(text, today).asked
        return text if isinstance(asked, RowsAsked) and asked.make in (RowMake.SUM, RowMake.COUNT) else None

    def completed(self, last: str, said: Scan, earlier: FigureRead, today: date | None) -> str | None:
        """The time, or what else the question before lacked: `2025`, after one without any."""
        lacking = earlier.open
        if not isinstance(lacking, Lacking) or lacking.what not in _LACKED or said.unknown:
            return None
        told = said.periods if lacking.what in ("time", "date") else said.says("by_grain", "grain", "each")
        named = any(is_thing(item) or item.of(PartySense) for item in said.items)
        if not told or named:
            return None
        rest = rest_of(said, set(), names_code=False, has_time=False)
        text = f"{without_mark(last)} {rest}"
        return text if self.reader.read(text, today).asked is not None else None
