"""One draft held against one form: what it shows of other rows, and what of the form's rows it leaves out."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import pairwise

from arch_team.evidence.days import days_in
from arch_team.evidence.everyday_words import atoms_of, forms_of, lists, says_part
from arch_team.evidence.held_words import HeldWords
from arch_team.evidence.ledger import Ledger, LedgerEntry
from arch_team.evidence.masks import Span, blanked
from arch_team.evidence.named_things import NamedThings
from arch_team.evidence.references import Derivation, parse_expression
from arch_team.evidence.rendering import render_value
from arch_team.evidence.verdict import Figure, FigureKind, GuardCode, GuardFinding, GuardResult, finding
from arch_team.featuredata.calls import Op, Scalar
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.naming import spaced
from arch_team.featuredata.provider import Rows
from arch_team.modelling.model import Model
from arch_team.tools.asked_forms import Asked, Row
from arch_team.tools.call_comparison import CallComparison
from arch_team.tools.shapes import Said, Shape, plain
from arch_team.wire import Language

_NUMBERING = re.compile(r"^\s*\d{1,3}[.)]\s", re.MULTILINE)
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class _Use:
    """Cells of one call that the draft shows: row, column and figure of each."""

    entry: LedgerEntry
    shape: Shape | None
    cells: tuple[tuple[int, str, Figure], ...]


@dataclass(frozen=True)
class FormComparison:
    asked: Asked
    checked: GuardResult
    ledger: Ledger
    question: str
    catalog: Catalog
    model: Model
    language: Language

    def problems(self) -> Iterator[GuardFinding]:
        """What keeps the draft from being what the form gives."""
        if self.asked.is_empty:
            yield from self._of_nothing()
            return
        shown: set[tuple[int, int]] = set()
        order: list[int] = []
        for figure in self.checked.figures:
            if figure.kind is FigureKind.DERIVATION and (problem := self._of_derivation(figure, shown)):
                yield problem
        for use in self._uses:
            if problem := self._of_use(use, shown, order):
                yield problem
                return
        yield from self._missing(shown)
        yield from self._other_order(order)
        yield from self._unasked()
        yield from self._yes_or_no(found=True)

    @cached_property
    def _calls(self) -> CallComparison:
        return CallComparison(self.asked, self.ledger, self.model)

    def _of_nothing(self) -> Iterator[GuardFinding]:
        """The form finds nothing: then a call must have looked for just that, and the draft shows nothing."""
        if not self._calls.same:
            yield self._finding("No call looks for what the question asks.")
        if any(figure.is_verified and figure.value is not None for figure in self.checked.figures):
            yield self._finding("What the question asks for finds nothing, and the draft shows something.")
        yield from self._yes_or_no(found=False)

    @cached_property
    def _uses(self) -> tuple[_Use, ...]:
        cells: dict[str, list[tuple[int, str, Figure]]] = {}
        for figure in self.checked.figures:
            if figure.kind is FigureKind.CELL:
                cell = figure.evidence[0]
                entry, row, column = self._home(cell.entry, int(cell.row[1:]), cell.column, cell.value)
                cells.setdefault(entry, []).append((row, column, figure))
        found = ((self.ledger.entry(name), used) for name, used in cells.items())
        return tuple(_Use(e, self._calls.shapes.get(e.id), tuple(used)) for e, used in found if e is not None)

    def _home(self, name: str, row: int, column: str, value: Scalar) -> tuple[str, int, str]:
        """Where a cell is taken to be from: where a call that computes the form has the same value, from there."""
        if any(entry.id == name for entry, _ in self._calls.same):
            return name, row, column
        return self._homes.get(plain(value), (name, row, column))

    @cached_property
    def _homes(self) -> dict[object, tuple[str, int, str]]:
        """Values of the calls that compute the form, to the first cell that holds them."""
        homes: dict[object, tuple[str, int, str]] = {}
        for entry, shape in self._calls.same:
            places = self._calls.places(shape)
            for number, row in enumerate(entry.rows.rows if entry.rows else ()):
                for name, value in zip(entry.rows.columns if entry.rows else (), row, strict=True):
                    if name in places:
                        homes.setdefault(plain(value), (entry.id, number, name))
        return homes

    def _of_use(self, use: _Use, shown: set[tuple[int, int]], order: list[int]) -> GuardFinding | None:
        """What is wrong with the cells of one call; what it shows of the form is noted."""
        entry, shape = use.entry, use.shape
        if shape is None or entry.rows is None:
            return self._finding(f"{entry.id} only looks at the table: it computes nothing.")
        if difference := self._calls.difference(shape):
            return self._finding(f"{entry.id} {difference}")
        places, allowed = self._calls.places(shape), self._calls.beside(shape)
        columns = {column for _, column, _ in use.cells if column in places}
        if len({places[column] for column in columns}) < len(columns):
            return self._finding(f"{entry.id} shows one column twice.")
        at = tuple(sorted(set(places.values())))
        times: dict[str, Counter[Row]] = {}
        for number, column, figure in use.cells:
            if column not in places and column not in allowed:
                return self._finding(f"{figure.display} is {column}, which the question does not ask for.")
            cells = zip(entry.rows.columns, entry.rows.rows[number], strict=True)
            same = self.asked.rows_with({places[name]: plain(value) for name, value in cells if name in places})
            if not same:
                return self._finding(f"{figure.display} is of a row that the question does not ask for.")
            order += same[:1]
            times.setdefault(column, Counter())[tuple(self.asked.values[same[0]][i] for i in at)] += 1
            shown |= {(at, places[column]) for at in same} if column in places else set()
        return self._of_times(entry, [times[column] for column in columns], at)

    def _of_times(self, entry: LedgerEntry, times: list[Counter[Row]], at: tuple[int, ...]) -> GuardFinding | None:
        """Rows that are there more than once are shown as often, and no row more often."""
        if self.asked.form.distinct or len(self.asked.values) < 2:
            return None
        there = Counter(tuple(row[i] for i in at) for row in self.asked.values)
        if any(count != there[row] for counted in times for row, count in counted.items()):
            return self._finding(f"{entry.id} has rows that are shown more or less often than they are there.")
        return None

    def _of_derivation(self, figure: Figure, shown: set[tuple[int, int]]) -> GuardFinding | None:
        parsed = parse_expression(figure.references[0]) if figure.references else None
        value = plain(figure.exact if figure.exact is not None else figure.value)
        cells = ((r, c) for r, row in enumerate(self.asked.values) for c, cell in enumerate(row) if cell == value)
        equal = set(cells)
        if not equal:
            return self._finding(f"{figure.display} is not what the question asks for.")
        entries = {cell.entry for cell in figure.evidence}
        if not isinstance(parsed, Derivation) or not self._calls.is_derived(parsed, entries):
            return self._finding(f"{figure.display} is computed from other rows than the question asks for.")
        shown |= equal
        return None

    def _missing(self, shown: set[tuple[int, int]]) -> Iterator[GuardFinding]:
        """Cells of the form that are neither referred to nor typed."""
        text = f" {' '.join(atoms_of(self._typed))} "
        absent: list[str] = []
        for at, row in enumerate(self.asked.rows.rows):
            for place, value in enumerate(row[: self.asked.width]):
                is_shown = (at, place) in shown or value is None or self._is_typed(value, text)
                if not is_shown and not self._need_not_be_said(place, value):
                    absent.append(render_value(value, self.language))
        says_so = self.asked.rows.truncated and says_part(self.checked.text)
        if absent and not says_so:
            more = f" and {len(absent) - 1} more" if len(absent) > 1 else ""
            yield self._finding(f"The answer leaves out {absent[0]}{more}.", "Show all rows, {{rows(e1)}}.")
        elif self.asked.rows.truncated and not says_so:
            yield self._finding("The result was cut off.", "Say that this is a part of the rows.")

    @cached_property
    def _typed(self) -> str:
        """The text without what was rendered into it."""
        spans = [Span(each.start, each.start + len(each.display)) for each in self.checked.figures]
        return blanked(self.checked.text, spans)

    def _is_typed(self, value: Scalar, text: str) -> bool:
        """Whether a name, a number that is only a label, or a day stands there without a reference."""
        if isinstance(value, date):
            day = value.date() if isinstance(value, datetime) else value
            return any(day == typed for _, typed in days_in(self._typed))
        is_name = isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))
        return is_name and f" {' '.join(atoms_of(str(value)))} " in text

    def _need_not_be_said(self, place: int, value: Scalar) -> bool:
        """What the question itself names, and a key that it does not ask for."""
        said = self.asked.columns[place]
        if self._only_numbers_rows(said):
            return True
        words = " ".join(atoms_of(str(value)))
        is_pinned = any(c[0] == "compare" and c[1] == said and c[2] == Op.EQ.value for c in self.asked.shape.where)
        return is_pinned and bool(words) and f" {words} " in f" {' '.join(atoms_of(self.question))} "

    def _only_numbers_rows(self, said: Said) -> bool:
        """Whether a column is the key of rows that another column names, and no word of the question asks for it."""
        described = self.model.tables.get(self.asked.shape.table)
        if said[0] != "column" or said[1] or described is None or described.key != (said[2],):
            return False
        if not any(c[0] == "column" and c[2] in described.label and c != said for c in self.asked.columns):
            return False
        own = set(atoms_of(spaced(str(said[2])))) - set(atoms_of(spaced(described.name)))
        return bool(own) and not own & {form for word in atoms_of(self.question) for form in forms_of(word)}

    def _other_order(self, order: list[int]) -> Iterator[GuardFinding]:
        """Rows that were asked for in an order stand in it. Those that tie may stand in any."""
        if not self.asked.form.order_by:
            return
        keys = [row[self.asked.width :] for row in self.asked.values]
        if any(a > b and (not keys[a] or keys[a] != keys[b]) for a, b in pairwise(dict.fromkeys(order))):
            yield self._finding("The rows are in another order than was asked for.")

    def _unasked(self) -> Iterator[GuardFinding]:
        """Names and numbers that were typed, of rows that are not asked for."""
        text = self._typed
        held = HeldWords(self._of_asked(), self.catalog, self.question)
        strange = next(NamedThings(text, held, self.language).unheld(), None)
        if strange is not None:
            yield self._finding(f"{strange.quote!r} is not among what the question asks for.", quote=strange.quote)
            return
        said = " ".join((self.question, *(str(use.entry.arguments) for use in self._uses), *self._shown_values()))
        known = set(_DIGITS.findall(said))
        for digits in _DIGITS.findall(_NUMBERING.sub(" ", text)):
            if digits not in known:
                yield self._finding(f"{digits} is not among what the question asks for.", quote=digits)
                return

    def _of_asked(self) -> Ledger:
        """What may be typed: the form's rows, and what names the rows that are shown."""
        only = Ledger()
        for use in self._uses:
            if use.entry.rows is not None and use.shape is not None:
                allowed = {*self._calls.places(use.shape), *self._calls.beside(use.shape)}
                rows = _part(use.entry.rows, allowed, {number for number, _, _ in use.cells})
                _record(only, use.entry, rows)
        for entry in self.ledger:
            _record(only, entry, self.asked.rows)
            break
        return only

    def _shown_values(self) -> Iterator[str]:
        for row in self.asked.rows.rows:
            for value in row:
                yield str(value)
                yield render_value(value, self.language)

    def _yes_or_no(self, *, found: bool) -> Iterator[GuardFinding]:
        """Yes where something was found, no where there is nothing or none of it."""
        said = next(iter(atoms_of(self.checked.text)), "")
        cells = (value for row in self.asked.values for value in row[: self.asked.width])
        is_yes = found and not all(value in (None, False, plain(0)) for value in cells)
        if (said in lists().no_words and is_yes) or (said in lists().yes_words and not is_yes):
            yield self._finding(f"The draft says {said!r}, and what was found says otherwise.", quote=said)

    def _finding(self, message: str, hint: str = "", quote: str | None = None) -> GuardFinding:
        read = f"The question was read as: {self.asked.line}."
        return finding(GuardCode.OFF_TOPIC, message, f"{hint} {read}".strip(), quote)


def _part(rows: Rows, columns: set[str], numbers: set[int]) -> Rows:
    at = [i for i, name in enumerate(rows.columns) if name in columns]
    kept = tuple(tuple(rows.rows[number][i] for i in at) for number in sorted(numbers))
    return Rows(tuple(rows.columns[i] for i in at), kept, truncated=False)


def _record(ledger: Ledger, entry: LedgerEntry, rows: Rows) -> None:
    ledger.record(call_id=entry.call_id, tool=entry.tool, arguments={}, table=entry.table, scope=entry.scope, rows=rows)
