"""The check on the values of filters: of the column's type, in its format, and among those it can have."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from arch_team.featuredata.calls import LIST_OPS, NULL_OPS, PATTERN_OPS, Filter, Op, Scalar, Value
from arch_team.featuredata.catalog import Column
from arch_team.featuredata.draft import Draft
from arch_team.featuredata.findings import ErrorCode, Finding, ReplaceFilter, shortened
from arch_team.featuredata.values import Misfit, fitted_pattern

_SINGLE_OPS = frozenset({Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE})
_NAMING_OPS = frozenset({Op.EQ, Op.NE})
"""With these and with lists a value is one of the column's, not a bound."""


class ValuesFit:
    """Values are of the column's type and format. Text that is plainly a number counts as one."""

    def check(self, draft: Draft, found: list[Finding]) -> None:
        for flt, column in draft.filters:
            if flt.op in _SINGLE_OPS and not isinstance(flt.value, tuple):
                value = column.fit(flt.value)
                if column.allowed is not None and flt.op in _NAMING_OPS and not isinstance(value, Misfit):
                    value = column.allowed(value) or value
                draft.values.append(self._taken(value, flt, found) if isinstance(value, Misfit) else value)
            else:
                draft.values.append(self._value(flt, column, found))

    def _value(self, flt: Filter, column: Column, found: list[Finding]) -> Value:
        if flt.op not in column.operators or flt.op in NULL_OPS:
            return None
        if flt.op in PATTERN_OPS:
            if isinstance(flt.value, tuple):
                found.append(Finding(ErrorCode.TYPE_MISMATCH, flt.field, f"{flt.op} takes one pattern."))
                return None
            pattern = fitted_pattern(flt.value, flt.field)
            return self._taken(pattern, flt, found)
        if flt.op is Op.BETWEEN:
            if not isinstance(flt.value, tuple) or len(flt.value) != 2:
                found.append(Finding(ErrorCode.TYPE_MISMATCH, flt.field, "BETWEEN takes [from, to]."))
                return None
            ends = self._each(flt, flt.value, column, found)
            return ends if ends is None else _ascending(flt, ends, found)
        if flt.op in LIST_OPS:
            items = flt.value if isinstance(flt.value, tuple) else (flt.value,)
            if not items:
                found.append(Finding(ErrorCode.TYPE_MISMATCH, flt.field, f"{flt.op} takes at least one value."))
                return None
            return self._each(flt, items, column, found)
        as_list = {Op.EQ: Op.IN, Op.NE: Op.NOT_IN}.get(flt.op)
        edits = (ReplaceFilter(flt, replace(flt, op=as_list)),) if as_list else ()
        hint = f"{flt.op} takes one value" + (f": for a list use {as_list}." if as_list else ".")
        found.append(Finding(ErrorCode.TYPE_MISMATCH, flt.field, hint, as_list, edits))
        return None

    def _each(
        self, flt: Filter, items: tuple[Scalar, ...], column: Column, found: list[Finding]
    ) -> tuple[Scalar, ...] | None:
        results = [column.fit(item) for item in items]
        if column.allowed is not None and flt.op in LIST_OPS:
            results = [r if isinstance(r, Misfit) else column.allowed(r) or r for r in results]
        misfits = [r for r in results if isinstance(r, Misfit)]
        if not misfits:
            return tuple(r for r in results if not isinstance(r, Misfit))
        edits: tuple[ReplaceFilter, ...] = ()
        mended = [_bound(r, is_end=i > 0) if isinstance(r, Misfit) else r for i, r in enumerate(results)]
        spans = any(m.until is not None for m in misfits)
        if None not in mended and not (spans and flt.op in LIST_OPS):
            edits = (ReplaceFilter(flt, replace(flt, value=tuple(mended))),)
        first = misfits[0]
        told = [
            str(m) if isinstance(r, Misfit) else None for r, m in zip(results, mended, strict=True) if m is not None
        ]
        suggestion = ", ".join(t for t in told[:5] if t) or first.suggestion
        hint = f"{flt.field} is Unix seconds: {suggestion}." if spans and edits else first.hint
        found.append(Finding(ErrorCode.TYPE_MISMATCH, flt.field, hint, suggestion, edits))
        return None

    def _taken(self, result: Scalar | Misfit, flt: Filter, found: list[Finding]) -> Scalar:
        if not isinstance(result, Misfit):
            return result
        hint, suggestion, edits = result.hint, result.suggestion, _mended(flt, result)
        if result.until is not None and edits:
            new = edits[0].new
            suggestion = f"BETWEEN {result.replacement} AND {result.until}" if new.op is Op.BETWEEN else str(new.value)
            hint = f"{flt.field} is Unix seconds: {suggestion}."
        found.append(Finding(ErrorCode.TYPE_MISMATCH, flt.field, hint, suggestion, edits))
        return None


def _mended(flt: Filter, misfit: Misfit) -> tuple[ReplaceFilter, ...]:
    """The filter with the value that was meant. Where a year was written, its first or its last day, as the operator
    wants it."""
    if misfit.replacement is None:
        return ()
    if misfit.until is None:
        return (ReplaceFilter(flt, replace(flt, value=misfit.replacement)),)
    if flt.op is Op.EQ:
        return (ReplaceFilter(flt, replace(flt, op=Op.BETWEEN, value=(misfit.replacement, misfit.until))),)
    if flt.op is Op.NE:
        return ()
    return (ReplaceFilter(flt, replace(flt, value=_bound(misfit, is_end=flt.op in (Op.LE, Op.GT)))),)


def _bound(misfit: Misfit, *, is_end: bool) -> Scalar:
    return misfit.until if is_end and misfit.until is not None else misfit.replacement


def _ascending(flt: Filter, ends: tuple[Scalar, ...], found: list[Finding]) -> Value:
    low, high = ends
    if not _descends(low, high):
        return ends
    hint = f"BETWEEN takes the smaller value first: {shortened(flt.field, 30)} would have none."
    found.append(Finding(ErrorCode.TYPE_MISMATCH, flt.field, hint, f"{high}, {low}"))
    return None


def _descends(low: Scalar, high: Scalar) -> bool:
    if isinstance(low, date) and isinstance(high, date):
        digits = None if type(low) is type(high) else 10  # a day is all of it
        return low.isoformat()[:digits] > high.isoformat()[:digits]
    if isinstance(low, int | Decimal) and isinstance(high, int | Decimal):
        return low > high
    return isinstance(low, str) and isinstance(high, str) and low > high
