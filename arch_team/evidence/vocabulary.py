"""The words of the evidence: order numbers, invoice numbers, years and names that a text may repeat.

They are labels, not figures. A number that is a label somewhere is still a figure where the sentence claims an amount.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cached_property
from typing import Any, cast

from arch_team.evidence.figures import TypedFigure
from arch_team.evidence.inputs import is_of_form, source_of
from arch_team.evidence.ledger import Ledger, LedgerEntry
from arch_team.evidence.masks import Span
from arch_team.evidence.rendering import from_unix, names_label, plain_text
from arch_team.featuredata.calls import Scalar
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.tables import FieldType
from arch_team.ontologies.descriptor import UNIX_SECONDS
from arch_team.text.notation import notation

_SEPARATOR = "\n"
_MIN_LABEL = 3
"""Shorter numbers are labels only right after a word such as `number` or `month`."""
_RANGE_MARK = re.compile(r"[xX*]+$")


class Vocabulary:
    """What the ledger and the ontology know by name. Built for one check."""

    def __init__(self, ledger: Ledger, catalog: Catalog) -> None:
        self._ledger, self._catalog = ledger, catalog
        self._low, self._high = notation().year_bounds

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Every text that stands in a cell, once."""
        cells = (v for e in self._ledger if e.rows for row in e.rows.rows for v in row if isinstance(v, str))
        return tuple(plain_text(text) for text in dict.fromkeys(cells))

    @cached_property
    def _haystack(self) -> str:
        numbers = (str(n) for n in (*self._label_numbers, *self._ontology_numbers()))
        held = (v.strip("%_*") for _, v in self._filtered_labels if isinstance(v, str))  # 102% makes 102 a word
        return _SEPARATOR.join((*self.texts, *held, *numbers)).casefold()

    @cached_property
    def _label_columns(self) -> tuple[tuple[LedgerEntry, str, bool], ...]:
        """The columns that name or number things (years, months, ids), and whether they hold moments."""
        found: list[tuple[LedgerEntry, str, bool]] = []
        for entry in self._ledger:
            for column in entry.rows.columns if entry.rows else ():
                source = source_of(entry, column, self._catalog)
                is_named = source.column is None and source.aggregate is None and names_label(column)
                is_named = is_named and not is_of_form(entry)
                if source.is_label or is_named:
                    found.append((entry, column, bool(entry.rows and entry.rows.formats.get(column) == UNIX_SECONDS)))
        return tuple(found)

    @cached_property
    def _filtered_labels(self) -> tuple[tuple[bool, Scalar], ...]:
        """What the calls looked for, in columns of texts, numbers of things and moments. Never an amount."""
        found: list[tuple[bool, Scalar]] = []
        for entry in self._ledger:
            if entry.rows is None:
                continue
            view = self._catalog.view(entry.table) if entry.table else None
            for flt in entry.filters:
                column = view.columns.get(flt.field) if view and not is_of_form(entry) else None
                is_text = column.field.type is FieldType.STRING if column else names_label(flt.field)
                if is_text or (column and column.never and column.field.type is not FieldType.DECIMAL):
                    items = flt.value if isinstance(flt.value, tuple) else (flt.value,)
                    found += [(bool(column and column.format == UNIX_SECONDS), item) for item in items]
        return tuple(found)

    @cached_property
    def _label_numbers(self) -> frozenset[int]:
        cells = {v for entry, column, is_time in self._label_columns if not is_time for v in _column(entry, column)}
        held = {v for is_time, v in self._filtered_labels if not is_time}
        return frozenset(v for v in cells | held if type(v) is int)

    @cached_property
    def days(self) -> frozenset[date]:
        """The days that stand in cells or that the calls looked for."""
        cells = {v for e in self._ledger if e.rows for row in e.rows.rows for v in row if isinstance(v, date)}
        seconds = {v for entry, column, is_time in self._label_columns if is_time for v in _column(entry, column)}
        seconds |= {v for is_time, v in self._filtered_labels if is_time}
        seconds |= {v for entry in self._ledger if entry.rows is not None for v in self._form_moments(entry)}
        moments = (from_unix(v) for v in seconds if type(v) is int)
        whole = (v.date() if isinstance(v, datetime) else v for v in cells)
        return frozenset((*whole, *(moment.date() for moment in moments if moment)))

    def _form_moments(self, entry: LedgerEntry) -> Iterator[Scalar]:
        """The moments that a form's own conditions look for."""
        form = entry.arguments.get("form")
        asked = cast("Mapping[str, Any]", form if isinstance(form, Mapping) else {})
        for condition in cast("Sequence[Mapping[str, Any]]", asked.get("where", ())):
            left = cast("Mapping[str, Any]", condition.get("left") or {})
            steps = cast("Sequence[Mapping[str, str]]", left.get("via") or ())
            view = self._catalog.view(steps[-1]["table"] if steps else str(asked.get("table")))
            column = view.columns.get(str(left.get("field"))) if view else None
            if condition.get("kind") == "compare" and column is not None and column.format == UNIX_SECONDS:
                yield from cast("Sequence[Scalar]", condition.get("values") or ())
                yield cast("Scalar", cast("Mapping[str, Any]", condition.get("right") or {}).get("value"))

    @cached_property
    def dated_texts(self) -> tuple[str, ...]:
        """Texts that may hold a day: of cells, and of what the calls looked for."""
        held = (text for text in self.texts if any(c.isdecimal() for c in text))
        return (*held, *(str(entry.arguments) for entry in self._ledger if entry.rows is not None))

    def is_looked_for(self, year: str) -> bool:
        """Whether a call was made for a year."""
        return any(year in str(entry.arguments) for entry in self._ledger if entry.rows is not None)

    @cached_property
    def years(self) -> frozenset[int]:
        """The years the evidence speaks of."""
        numbers = (n for n in self._label_numbers if self._low <= n <= self._high)
        return frozenset((*numbers, *(day.year for day in self.days)))

    def is_label(self, figure: TypedFigure) -> bool:
        """Whether a number or code is only the name of something in the evidence."""
        if figure.is_code:
            return self.has(figure.text)
        if not figure.is_bare:
            return not figure.readings and figure.text[:1].isdecimal() and self.has(_RANGE_MARK.sub("", figure.text))
        if figure.is_asserted or figure.is_approximate:
            return False
        if len(figure.text) == 4 and int(figure.text) in self.years:
            return True
        return (len(figure.text) >= _MIN_LABEL or figure.is_labelled) and self.has(figure.text)

    def has(self, words: str) -> bool:
        """Whether words stand in the evidence, whole."""
        folded = words.casefold().strip()
        if not folded or folded not in self._haystack:
            return False
        pattern = rf"(?<![\w.,'’]){re.escape(folded)}(?![\w]|[.,'’]\d)"
        return re.search(pattern, self._haystack) is not None

    def names_in(self, text: str) -> list[Span]:
        """Where a text repeats a whole text of the evidence that has digits in it, such as `VIP 10%`."""
        folded = text.casefold()
        if len(folded) != len(text) or not any(c.isdigit() for c in text):
            return []
        spans: list[Span] = []
        for name in self._names_with_digits:
            at = folded.find(name)
            while at >= 0:
                end = at + len(name)
                if not (folded[at - 1 : at].isalnum() and at) and not folded[end : end + 1].isalnum():
                    spans.append(Span(at, end))
                at = folded.find(name, end)
        return spans

    @cached_property
    def _names_with_digits(self) -> tuple[str, ...]:
        mixed = [t.casefold() for t in self.texts if any(c.isdigit() for c in t) and any(c.isalpha() for c in t)]
        return tuple(t for t in mixed if len(t) >= 4)

    def _ontology_numbers(self) -> Iterator[str | int]:
        for entity in self._catalog.ontology.entities if self._catalog.ontology else ():
            for invariant in entity.invariants:
                yield from (bound for bound in (invariant.low, invariant.high, invariant.value) if bound is not None)


def _column(entry: LedgerEntry, column: str) -> Iterator[Scalar]:
    if entry.rows is not None:
        index = entry.rows.columns.index(column)
        yield from (row[index] for row in entry.rows.rows)
