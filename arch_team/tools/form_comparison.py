"""One draft held against one form: what it shows of other rows, and what of the form's rows it leaves out."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from arch_team.evidence.days import days_in
from arch_team.evidence.everyday_words import atoms_of, lists, says_part
from arch_team.evidence.held_words import HeldWords
from arch_team.evidence.ledger import Ledger, LedgerEntry
from arch_team.evidence.masks import Span, blanked
from arch_team.evidence.named_things import NamedThings
from arch_team.evidence.references import ColumnArg, Derivation, parse_expression
from arch_team.evidence.references import Function as Derived
from arch_team.evidence.rendering import render_value
from arch_team.evidence.verdict import Figure, FigureKind, GuardCode, GuardFinding, GuardResult, finding
from arch_team.featuredata.calls import Function
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.provider import Rows
from arch_team.forms.form import Form
from arch_team.modelling.model import Model
from arch_team.tools.shapes import Said, Shape, derived, leaves, plain, shape_of_entry
from arch_team.wire import Language

_OVER_ROWS = {
    Derived.SUM: Function.SUM,
    Derived.AVERAGE: Function.AVG,
    Derived.COUNT: Function.COUNT,
    Derived.MIN: Function.MIN,
    Derived.MAX: Function.MAX,
}
Row = tuple[object, ...]


@dataclass(frozen=True)
class Asked:
    """A form a question may have, with what it gives."""

    form: Form
    shape: Shape
    rows: Rows
    line: str
    """The form in words."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(output.name for output in self.form.outputs)

    @cached_property
    def values(self) -> tuple[Row, ...]:
        return tuple(tuple(map(plain, row[: len(self.names)])) for row in self.rows.rows)

    @property
    def is_empty(self) -> bool:
        """Nothing was found, or a figure over nothing."""
        return not self.values or (len(self.values) == 1 and all(value is None for value in self.values[0]))


@dataclass(frozen=True)
class _Use:
    """Cells of one call that the draft shows: of which shape it is, and which of its columns and rows."""

    entry: LedgerEntry
    shape: Shape | None
    cells: tuple[tuple[int, str, Figure], ...]


@dataclass(frozen=True)
class FormComparison:
    """One draft held against one form."""

    asked: Asked
    checked: GuardResult
    ledger: Ledger
    question: str
    catalog: Catalog
    model: Model
    language: Language

    def problems(self) -> Iterator[GuardFinding]:
        if self.asked.is_empty:
            yield from self._of_nothing()
            return
        shown: set[tuple[int, int]] = set()
        order: list[int] = []
        for figure in self.checked.figures:
            if figure.kind is FigureKind.DERIVATION:
                problem = self._of_derivation(figure, shown)
                if problem is not None:
                    yield problem
        for use in self._uses():
            problem = self._of_use(use, shown, order)
            if problem is not None:
                yield problem
                return
        yield from self._missing(shown)
        yield from self._other_order(order)
        yield from self._unasked()
        yield from self._yes_or_no(found=True)

    def _of_nothing(self) -> Iterator[GuardFinding]:
        """The form finds nothing: then a call must have looked for just that, and the draft shows nothing."""
        looked = [entry for entry in self.ledger if entry.rows is not None and self._is_same(self._shape(entry))]
        if not looked:
            yield self._finding("No call looks for what the question asks.")
        if any(figure.is_verified and figure.value is not None for figure in self.checked.figures):
            yield self._finding("What the question asks for finds nothing, and the draft shows something.")
        yield from self._yes_or_no(found=False)

    def _uses(self) -> Iterator[_Use]:
        cells: dict[str, list[tuple[int, str, Figure]]] = {}
        for figure in self.checked.figures:
            if figure.kind is FigureKind.CELL:
                cell = figure.evidence[0]
                cells.setdefault(cell.entry, []).append((int(cell.row[1:]), cell.column, figure))
        for name, used in cells.items():
            entry = self.ledger.entry(name)
            if entry is not None and entry.rows is not None:
                yield _Use(entry, self._shape(entry), tuple(used))

    def _shape(self, entry: LedgerEntry) -> Shape | None:
        return shape_of_entry(entry, self.model)

    def _of_use(self, use: _Use, shown: set[tuple[int, int]], order: list[int]) -> GuardFinding | None:
        entry, shape = use.entry, use.shape
        if shape is None:
            return self._finding(f"{entry.id} only looks at the table: it computes nothing.")
        difference = self._difference(shape)
        if difference is not None:
            return self._finding(f"{entry.id} {difference}")
        places = self._places(shape)
        allowed = self._beside(shape)
        rows = entry.rows.rows if entry.rows else ()
        columns = entry.rows.columns if entry.rows else ()
        columns_shown = {column for _, column, _ in use.cells if column in places}
        if len({places[column] for column in columns_shown}) < len(columns_shown):
            return self._finding(f"{entry.id} shows the same column twice, and leaves out another.")
        for number, column, figure in use.cells:
            if column not in places and column not in allowed:
                return self._finding(f"{figure.display} is {column}, which the question does not ask for.")
            row = rows[number]
            mine = {places[name]: plain(value) for name, value in zip(columns, row, strict=True) if name in places}
            same = [at for at, values in enumerate(self.asked.values) if all(values[i] == v for i, v in mine.items())]
            if not same:
                return self._finding(f"{figure.display} is of a row that the question does not ask for.")
            order += same[:1]
            if column in places:
                shown |= {(at, places[column]) for at in same}
        return None

    def _difference(self, shape: Shape) -> str | None:
        """How a call differs from the form in what it computes."""
        asked = self.asked.shape
        if self._is_chained(shape):
            return None
        if shape.table != asked.table:
            return f"reads {shape.table}, and the question is about {asked.table}."
        if shape.where != asked.where:
            return "has other conditions than the question."
        if shape.having != asked.having:
            return "keeps other groups than the question."
        if shape.groups != asked.groups and not self._lists_groups(shape):
            return "is grouped by something else than the question asks."
        wanted = set(asked.outputs.values()) | {said[:-1] for said in asked.order}
        figures = [said for said in shape.outputs.values() if said[0] != "column"]
        if any(said not in wanted for said in figures):
            return "computes another figure than the question asks for."
        if asked.limit is not None and shape.limit is not None and shape.order != asked.order and len(asked.order):
            return "is in another order than the question asks for."
        return None

    def _lists_groups(self, shape: Shape) -> bool:
        """Each once, however that was said: distinct values are groups."""
        asked = self.asked
        listed = frozenset(asked.shape.outputs.values())
        return asked.form.distinct and not asked.shape.groups and shape.groups == listed

    def _is_chained(self, shape: Shape) -> bool:
        """Several plain calls that stand for a form over several tables: the same conditions, the same figures, each
        call's further conditions from cells of another."""
        if not _tables(self.asked.shape) - {self.asked.shape.table} or "form" in self._forms_used():
            return False
        wanted = leaves_of_form(self.asked.shape)
        shapes = [s for entry in self.ledger if (s := self._shape(entry)) is not None]
        made = {leaf for each in shapes for leaf in leaves(each)}
        if shape.table not in _tables(self.asked.shape) or not wanted <= made:
            return False
        held = {plain(value) for entry in self.ledger if entry.rows for row in entry.rows.rows for value in row}
        return all(leaf in wanted or _from_cells(leaf, held) for leaf in made)

    def _forms_used(self) -> frozenset[str]:
        return frozenset(name for entry in self.ledger for name in entry.arguments)

    def _places(self, shape: Shape) -> dict[str, int]:
        """Columns of a call to the output of the form that they are."""
        wanted = list(self.asked.shape.outputs.values())
        if self._is_chained(shape):
            ends = [said[2:] if said[0] == "column" else said for said in wanted]
            found = {name: said[2:] if said[0] == "column" else said for name, said in shape.outputs.items()}
            return {name: ends.index(said) for name, said in found.items() if said in ends}
        return {name: wanted.index(said) for name, said in shape.outputs.items() if said in wanted}

    def _beside(self, shape: Shape) -> frozenset[str]:
        """Columns that may stand beside: what the rows are sorted by, chosen by and called by."""
        asked = self.asked.shape
        described = self.model.tables.get(shape.table)
        naming = (
            frozenset((*described.key, *described.label)) if described and not asked.has_figures else frozenset[str]()
        )
        chosen = {said[1] for said in asked.where if said[0] == "compare"} | {said[:-1] for said in asked.order}
        chosen |= asked.groups
        return frozenset(
            name
            for name, said in shape.outputs.items()
            if said in chosen or (said[0] == "column" and said[2] in naming)
        )

    def _of_derivation(self, figure: Figure, shown: set[tuple[int, int]]) -> GuardFinding | None:
        parsed = parse_expression(figure.references[0]) if figure.references else None
        value = plain(figure.exact if figure.exact is not None else figure.value)
        equal = [(r, c) for r, row in enumerate(self.asked.values) for c, cell in enumerate(row) if _near(cell, value)]
        if not equal:
            return self._finding(f"{figure.display} is not what the question asks for.")
        shape = self._derived(parsed) if isinstance(parsed, Derivation) else None
        if shape is not None and self._difference(shape) is None:
            shown |= set(equal)
            return None
        used = {cell.entry for cell in figure.evidence}
        shapes = [self._shape(entry) for name in used if (entry := self.ledger.entry(name)) is not None]
        wanted = leaves(self.asked.shape)
        is_same = all(s and s.table in _tables(self.asked.shape) and leaves(s) <= wanted for s in shapes)
        if is_same and wanted <= {leaf for s in shapes if s for leaf in leaves(s)} and _is_computed(self.asked.shape):
            shown |= set(equal)
            return None
        return self._finding(f"{figure.display} is computed from other rows than the question asks for.")

    def _derived(self, parsed: Derivation) -> Shape | None:
        """`count(e1)`, `sum(e1.amount)`: what it computes of all rows of a call."""
        function = _OVER_ROWS.get(parsed.function)
        if function is None or len(parsed.arguments) != 1 or not isinstance(parsed.arguments[0], ColumnArg):
            return None
        entry = self.ledger.entry(parsed.arguments[0].entry)
        shape = self._shape(entry) if entry is not None else None
        if entry is None or shape is None or entry.rows is None or entry.rows.truncated:
            return None
        if shape.limit is not None and len(entry.rows.rows) >= shape.limit:
            return None
        return derived(function, shape, parsed.arguments[0].column, self.model)

    def _is_same(self, shape: Shape | None) -> bool:
        return shape is not None and self._difference(shape) is None

    def _missing(self, shown: set[tuple[int, int]]) -> Iterator[GuardFinding]:
        text = f" {' '.join(atoms_of(self.checked.text))} "
        absent: list[str] = []
        for at, row in enumerate(self.asked.rows.rows):
            for place, name in enumerate(self.asked.names):
                value = row[place]
                if (at, place) in shown or value is None or self._is_said_already(name, value):
                    continue
                display = render_value(value, self.language)
                if not self._is_typed(value, text):
                    absent.append(display)
        if absent and not (self.asked.rows.truncated and self._says_part()):
            more = f" and {len(absent) - 1} more" if len(absent) > 1 else ""
            yield self._finding(f"The answer leaves out {absent[0]}{more}.", "Show all rows, {{rows(e1)}}.")
        elif self.asked.rows.truncated and not self._says_part():
            yield self._finding("The result was cut off.", "Say that this is a part of the rows.")

    def _is_typed(self, value: object, text: str) -> bool:
        """Whether a name, a number that is only a label, or a day stands there without a reference."""
        if isinstance(value, date):
            day = value.date() if isinstance(value, datetime) else value
            return any(day == typed for _, typed in days_in(self.checked.text))
        is_name = isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))
        return is_name and f" {' '.join(atoms_of(str(value)))} " in text

    def _is_said_already(self, name: str, value: object) -> bool:
        """A value the question itself names need not be said again."""
        said = self.asked.shape.outputs.get(name)
        words = " ".join(atoms_of(str(value)))
        pinned = any(c[0] == "compare" and c[1] == said and c[2] == "=" for c in self.asked.shape.where)
        return pinned and bool(words) and f" {words} " in f" {' '.join(atoms_of(self.question))} "

    def _says_part(self) -> bool:
        return says_part(self.checked.text)

    def _other_order(self, order: list[int]) -> Iterator[GuardFinding]:
        """Rows that were asked for in an order stand in it."""
        if not self.asked.form.order_by or len(self.asked.values) < 2:
            return
        first = list(dict.fromkeys(order))
        keys = self._sort_keys()
        if first != sorted(first) and (
            keys is None or any(keys[a] != keys[b] for a, b in zip(first, sorted(first), strict=True))
        ):
            yield self._finding("The rows are in another order than was asked for.")

    def _sort_keys(self) -> list[Row] | None:
        """What the rows are ordered by, where that is among the columns."""
        extra = len(self.asked.rows.columns) - len(self.asked.names)
        return [tuple(map(plain, row[-extra:])) for row in self.asked.rows.rows] if extra else None

    def _unasked(self) -> Iterator[GuardFinding]:
        """Names and numbers that were typed, of rows that are not asked for."""
        text = blanked(
            self.checked.text, [Span(f.start, f.start + len(f.display)) for f in self.checked.figures if f.display]
        )
        only = Ledger()
        only.record(call_id="f", tool="form", arguments={}, table=None, scope=_scope(self.ledger), rows=self.asked.rows)
        for use in self._uses():
            if use.entry.rows is not None and use.shape is not None:
                allowed = {*self._places(use.shape), *self._beside(use.shape)}
                only.record(
                    call_id="u", tool="form", arguments={}, table=None, scope=use.entry.scope, rows=_part(use, allowed)
                )
        held = HeldWords(only, self.catalog, self.question)
        for strange in NamedThings(text, held, self.language).unheld():
            said = strange.quote or ""
            yield self._finding(f"{said!r} is not among what the question asks for.", quote=said)
            return
        known = {
            *_digits(self.question),
            *(d for row in self.asked.rows.rows for v in row for d in _digits(_shown(v, self.language))),
        }
        for digits in _digits(text, without_numbering=True):
            if digits not in known and digits not in str(dict(self._arguments())):
                yield self._finding(f"{digits} is not among what the question asks for.", quote=digits)
                return

    def _arguments(self) -> Iterator[tuple[str, Mapping[str, object]]]:
        for use in self._uses():
            yield use.entry.id, use.entry.arguments

    def _yes_or_no(self, *, found: bool) -> Iterator[GuardFinding]:
        words = atoms_of(self.checked.text)
        said = words[0] if words else ""
        yes = found and not all(value in (None, False, plain(0)) for row in self.asked.values for value in row)
        if (said in lists().no_words and yes) or (said in lists().yes_words and not yes):
            yield self._finding(f"The draft says {said!r}, and what was found says otherwise.", quote=said)

    def _finding(self, message: str, hint: str = "", quote: str | None = None) -> GuardFinding:
        asked = f"The question was read as: {self.asked.line}."
        return finding(GuardCode.OFF_TOPIC, message, f"{hint} {asked}".strip(), quote)


def leaves_of_form(shape: Shape) -> frozenset[Said]:
    return leaves(shape)


def _tables(shape: Shape) -> frozenset[str]:
    """The tables a shape reads."""
    found = {shape.table}
    _named(tuple(shape.outputs.values()), found)
    for part in (shape.where, shape.groups, shape.having, shape.order):
        _named(tuple(part), found)
    return frozenset(found)


def _named(said: object, found: set[str]) -> None:
    if isinstance(said, tuple | frozenset):
        items: tuple[object, ...] = tuple(said)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        if items and items[0] == "column" and len(items) == 4:
            found.add(str(items[3]))
        for item in items:
            _named(item, found)


def _from_cells(leaf: Said, held: set[object]) -> bool:
    """A condition whose values another call gave."""
    values = leaf[3] if len(leaf) > 3 else ()
    items: Iterable[object] = values if isinstance(values, tuple | frozenset) else (values,)  # pyright: ignore[reportUnknownVariableType]
    return leaf[2] in ("=", "IN", "NOT IN") and all(item in held for item in items)


def _near(cell: object, value: object) -> bool:
    return cell == value


def _is_computed(shape: Shape) -> bool:
    return any(said[0] in ("arithmetic", "figure", "related", "lookup") for said in shape.outputs.values())


def _scope(ledger: Ledger):  # noqa: ANN202
    return next(iter(ledger)).scope


def _part(use: _Use, allowed: set[str]) -> Rows:
    assert use.entry.rows is not None  # noqa: S101 - only entries with rows are used
    rows = use.entry.rows
    at = [i for i, name in enumerate(rows.columns) if name in allowed]
    used = sorted({number for number, _, _ in use.cells})
    return Rows(
        tuple(rows.columns[i] for i in at), tuple(tuple(rows.rows[n][i] for i in at) for n in used), truncated=False
    )


def _shown(value: object, language: Language) -> str:
    return f"{value} {render_value(value, language)}"  # pyright: ignore[reportArgumentType]


def _digits(text: str, *, without_numbering: bool = False) -> Iterator[str]:
    import re

    if without_numbering:
        text = re.sub(r"^\s*\d{1,3}[.)]\s", " ", text, flags=re.MULTILINE)
    yield from re.findall(r"\d+", text)
