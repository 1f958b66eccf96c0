"""What a follow-up keeps of the questions before, where nothing in it says so: the figure whose bookings are counted,
the years that are added up, the rows behind their total."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from arch_team.measuring.asked import Asked, Make
from arch_team.measuring.follow_pairs import JOINING
from arch_team.measuring.follow_signs import words_for
from arch_team.measuring.follow_texts import Pieces, characters, is_idle, is_thing, parties_in, without_mark
from arch_team.measuring.follow_times import at_its_end, written
from arch_team.measuring.reader import FigureRead, FigureReader
from arch_team.measuring.row_asked import RowMake, RowsAsked
from arch_team.measuring.scan import Amount, Scan
from arch_team.measuring.vocabulary import EntitySense
from arch_team.text.periods import Period

_ADDED = (RowMake.SUM, RowMake.COUNT)
_SEVERAL = 2
LIKE = "ILIKE"
_TOTALS = ("total", "amount", "count", "add")
_LEADING = ("follow", "and", "light", "carrying", "total")


@dataclass(frozen=True)
class KeptBefore:
    """Serves one source in one language."""

    reader: FigureReader
    whole: Callable[[Sequence[str], str, date | None], str | None]
    """What is said after other questions, as one of its own."""

    def told(
        self, before: Sequence[str], said: str, text: str, earlier: FigureRead, today: date | None
    ) -> tuple[str | None] | None:
        """The question that is meant, where something is kept; in it none, where nobody can tell how."""
        scan = self.reader.scan(text, today)
        if self.is_of_figure(before, scan, earlier, today):
            found = self.whole(before[:-1], said, today)
            if found and isinstance(self.reader.read(found, today).asked, Asked):
                return (found,)
        part = self.is_of_a_part(before, scan, earlier, today)
        if part is not None:
            return (self.whole(before[:-1], said, today) if part else None,)
        over = self.all_its_times(scan, self.reader.scan(before[-1], today), earlier, today)
        if over is not None:
            return (over,)
        rows = self.rows_of_figure(scan, self.reader.read(text, today), earlier, today)
        return (rows or None,) if rows is not None else None

    def rows_of_figure(self, said: Scan, alone: FigureRead, earlier: FigureRead, today: date | None) -> str | None:
        """`how many bookings are for tickets?` after the costs of an account in a year: of those. None: it is no such;
        nothing, where it is one and cannot be read so."""
        figure, rows = earlier.asked, alone.asked
        if not isinstance(figure, Asked) or figure.make is not Make.VALUE or not isinstance(rows, RowsAsked):
            return None
        found = alone.by_text or (bool(rows.filters) and all(each["op"] == LIKE for each in rows.filters))
        names = any(map(is_thing, said.items)) or parties_in(said) or said.periods
        if not found or names or len(figure.subjects) != 1 or len(figure.times) != 1:
            return None
        [subject], [time] = figure.subjects, figure.times
        if not subject.is_single or not subject.is_flow or said.says("total", "every"):
            return None
        [code] = subject.codes
        held = f"{self.reader.measures.members[code].name} ({code}) {at_its_end(time, said.language)}"
        text = without_mark(said.question)
        ends = [characters(said, item.span)[1] for item in said.items if item.of(EntitySense)]
        texts = (f"{text} {held}", *(f"{text[:end]} {held}{text[end:]}" for end in ends))
        return next((each for each in texts if self._are_those(self.reader.read(each, today), rows)), "")

    def _are_those(self, read: FigureRead, rows: RowsAsked) -> bool:
        """Whether rows are told by a member and a time besides."""
        made = read.asked
        if not isinstance(made, RowsAsked) or (made.table, made.make) != (rows.table, rows.make) or read.more:
            return False
        return len(made.filters) > len(rows.filters) + 1 and all(each in made.filters for each in rows.filters)

    def all_its_times(self, said: Scan, last: Scan, earlier: FigureRead, today: date | None) -> str | None:
        """`total of the three?` after a figure in years that follow each other: from the first to the last."""
        asked = earlier.asked
        if not isinstance(asked, Asked) or asked.make is not Make.SERIES or len(asked.times) < _SEVERAL:
            return None
        numbers = [int(s.value) for item in said.items for s in item.senses if isinstance(s, Amount)]
        numbers += [_SEVERAL] if said.says("both") else []
        joins = all(item.is_word(*JOINING, "light") or is_idle(item) or item.of(Amount) for item in said.items)
        adds = said.says("total", "add") and joins and not said.unknown and not said.periods
        if not adds or asked.grain or any(number != len(asked.times) for number in numbers):
            return None
        times = sorted(asked.times, key=lambda time: time.start)
        whole = all(one.end + timedelta(days=1) == other.start for one, other in pairwise(times))
        if not whole or not all(subject.is_flow for subject in asked.subjects):
            return None
        span = Period(times[0].start, times[-1].end, "", (0, 0))
        pieces = Pieces.of(last)
        for item in last.items:
            between = last.period_places[0][1] <= item.span[0] and item.span[1] <= last.period_places[-1][0]
            if between and item.is_word("and"):
                pieces.edits[item.span] = ""
        pieces.put(last.period_places, written(span, said.language))
        adding = next(item.text for item in said.items if item.is_word("total", "add"))
        text = f"{without_mark(pieces.text())} {adding}"
        made = self.reader.read(text, today).asked
        if not isinstance(made, Asked) or made.subjects != asked.subjects:
            return None
        summed = made.make is Make.VALUE or made.wants_total
        return text if summed and [(t.start, t.end) for t in made.times] == [(span.start, span.end)] else None

    def without_total(self, before: Sequence[str], earlier: FigureRead, today: date | None) -> list[str]:
        """The questions before, the last of them for its rows alone, where it asked for their sum or number too."""
        rows, more = earlier.asked, [each.asked for each in earlier.more]
        if not isinstance(rows, RowsAsked) or rows.make is not RowMake.LIST or not more:
            return []
        if not all(isinstance(each, RowsAsked) and each.make in _ADDED for each in more):
            return []
        pieces = Pieces.of(self.reader.scan(before[-1], today))
        pieces.drop(*_TOTALS)
        read = self.reader.read(pieces.text(), today)
        same = isinstance(read.asked, RowsAsked) and not read.more and read.asked.filters == rows.filters
        return [*before[:-1], pieces.text()] if same else []

    def with_total(self, found: str, before: Sequence[str], earlier: FigureRead, said: Scan, today: date | None) -> str:
        """`and with Miller?` after what is open with somebody, and then its invoices: the invoices and their sum."""
        rows, first = earlier.asked, self.reader.read(before[-2], today).asked if len(before) > 1 else None
        if not isinstance(rows, RowsAsked) or not isinstance(first, RowsAsked) or earlier.more or not parties_in(said):
            return found
        summed = (rows.make, first.make, first.filters) == (RowMake.LIST, RowMake.SUM, rows.filters)
        text = f"{without_mark(found)}, {words_for(said.language, 'its_total')}"
        read, alone = self.reader.read(text, today), self.reader.read(found, today).asked
        if not isinstance(alone, RowsAsked) or not summed or said.periods or any(map(is_thing, said.items)):
            return found
        added = [each.asked for each in read.more if isinstance(each.asked, RowsAsked)]
        made = [(each.make, each.filters) for each in added]
        return text if read.asked == alone and made == [(RowMake.SUM, alone.filters)] else found

    def is_of_a_part(self, before: Sequence[str], said: Scan, earlier: FigureRead, today: date | None) -> bool | None:
        """Whether `and 2023, total?` after a part of a figure is of the whole of it: it is, where the part is some of
        its accounts. None: it is no such."""
        first, last = self.reader.read(before[-2], today).asked if len(before) > 1 else None, earlier.asked
        bare = all(item.is_word(*_LEADING) or is_idle(item) for item in said.items) and not said.unknown
        if not bare or not said.says("total") or not isinstance(first, Asked) or not isinstance(last, Asked):
            return None
        spans = [[(time.start, time.end) for time in asked.times] for asked in (first, last)]
        whole, part = ({code for s in asked.subjects for code in s.codes} for asked in (first, last))
        if first.subjects == last.subjects or spans[0] != spans[1] or not part <= whole:
            return None
        if earlier.more:  # in its parts, it is the whole of it still
            return None
        return part < whole or (bool(last.against) and not first.against)

    def is_of_figure(self, before: Sequence[str], said: Scan, earlier: FigureRead, today: date | None) -> bool:
        """`and 2024 in total?` after the bookings of a figure, `and 2025?` after it was compared: another time and
        nothing else, of the figure."""
        first = self.reader.read(before[-2], today).asked if len(before) > 1 else None
        bare = all(item.is_word(*_LEADING) or is_idle(item) for item in said.items) and not said.unknown
        if not bare or len(said.periods) != 1 or not isinstance(first, Asked) or len(first.times) != 1:
            return False
        last = earlier.asked
        if isinstance(last, RowsAsked):
            return last.make is RowMake.LIST and said.says("total") and not earlier.more
        compared = isinstance(last, Asked) and last.make is Make.CHANGE and len(last.times) > 1
        return compared and isinstance(last, Asked) and last.subjects == first.subjects and first.make is Make.VALUE
