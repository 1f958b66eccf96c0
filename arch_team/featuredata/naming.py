"""What names alone tell about a table without an ontology: what is never summed, and where a unit stands.

Names are compared by their words, however they are joined: `unitPrice`, `unit_price`, `UNIT_PRICE`.
"""

import re
from collections.abc import Iterable

_AGGREGATE = "It is already an aggregate: filter to one period, then queryTable."
_LABEL = "It names or numbers things and has no sum: COUNT it, or group by it."
_AGGREGATES = frozenset({"balance", "balances", "total", "totals", "saldo", "salden"})
_PERIODS = frozenset({"year", "month", "date", "jahr", "monat", "datum"})
_LABELS = frozenset({"id", "identifier", "number", "nummer", "code"})
_QUANTITIES = frozenset({"number"})
"""Alone, these are amounts of things."""
_UNITS = frozenset({"currency", "currencycode", "waehrung", "währung"})
_LARGE, _SMALL = "A-ZÀ-ÖØ-Þ", "a-zß-öø-ÿ"
_PART = re.compile(rf"[{_LARGE}]+(?![{_SMALL}])|[{_LARGE}]?[^\W{_LARGE}_\d]+|\d+|[%#№]")

_JOINT = re.compile(rf"_+|(?<=[{_SMALL}])(?=[{_LARGE}][{_SMALL}])")


def parts_of(name: str) -> list[str]:
    """The words and numbers of an identifier in snake or camel case, as they stand: `PächterNr` is Pächter, Nr. Signs
    that are read as words are among them: `Votes %` is Votes, %."""
    return _PART.findall(name)


def words_of(name: str) -> list[str]:
    """`AMOUNT_PAID` and `amountPaid` are amount and paid."""
    return [part.casefold() for part in parts_of(name) if not part.isdigit()]


def spaced(name: str) -> str:
    """A name as people write it: `amount_paid` and `amountPaid` are amount paid."""
    return " ".join(_JOINT.sub(" ", name).split()) or name


def never_summed(name: str) -> str | None:
    """Why a column of this name is not summed or averaged."""
    words = words_of(name)
    last = words[-1] if words else ""
    if last in _AGGREGATES:
        return _AGGREGATE
    if last in _PERIODS or (last in _LABELS and not (len(words) == 1 and last in _QUANTITIES)):
        return _LABEL
    return None


def unit_among(names: Iterable[str]) -> str | None:
    """The column that holds the unit of the amounts beside it."""
    return next((name for name in names if name.replace("_", "").casefold() in _UNITS), None)
