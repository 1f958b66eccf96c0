"""What the calls of a review have said: its texts and its numbers, which a report may show and nothing besides."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any, cast

from arch_team.text.numbers import numbers_in
from arch_team.text.showing import DECIMALS, may_be_shown_as
from arch_team.tools.requirements import Noted
from arch_team.wire import Language


def texts_of(noted: Iterable[Noted]) -> Iterator[str]:
    """Every text that went into a call or came out of it, as it is."""
    for one in noted:
        yield from one.texts
        yield from (leaf for leaf in _leaves(_told(one)) if isinstance(leaf, str))


def values_of(noted: Iterable[Noted]) -> frozenset[Decimal]:
    """The numbers that calls returned, each as it is held and as it may be shown."""
    held = [leaf for one in noted for leaf in _leaves(_told(one)) if isinstance(leaf, int | float)]
    return frozenset(reading for value in held for reading in may_be_shown_as(value))


def values_in(texts: Iterable[str], language: Language) -> tuple[frozenset[Decimal], frozenset[str]]:
    """The numbers that stand in texts: their values, and how they are written."""
    found = [number for text in texts for number in numbers_in(text, language)]
    return frozenset(v for number in found for v in number.values), frozenset(n.shown.casefold() for n in found)


def carried(number: int, noted: Noted) -> dict[str, Any]:
    """One call as the answer carries it: what it was about, what it returned, and how its numbers are rounded."""
    entry = {"id": f"e{number}", "tool": noted.tool, "requirements": list(noted.texts), "result": _told(noted)}
    return {**entry, "shownDecimals": DECIMALS}


def _told(noted: Noted) -> Any:
    result = noted.result
    return [one.to_wire() for one in result] if isinstance(result, tuple) else result.to_wire()


def _leaves(value: object) -> Iterator[object]:
    """Texts and numbers anywhere in a value; keys are no evidence, and neither is yes or no."""
    if isinstance(value, dict):
        for inner in cast("dict[str, object]", value).values():
            yield from _leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in cast("list[object]", value):
            yield from _leaves(inner)
    elif not isinstance(value, bool) and value is not None:
        yield value
