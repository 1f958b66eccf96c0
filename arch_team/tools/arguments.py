"""Arguments as the log, the ledger and an error can hold them, whatever a model wrote: plain, in bounds, sayable."""

from collections.abc import Mapping
from decimal import Decimal
from typing import cast

from arch_team.featuredata.findings import sayable, shortened

_DEPTH = 12
_LONGEST = 20_000
_LARGEST = 10**40


def sayable_arguments(arguments: object) -> dict[str, object]:
    """A copy that can be written as JSON."""
    if isinstance(arguments, Mapping):
        return {_key(k): _plain(v, _DEPTH) for k, v in cast("Mapping[object, object]", arguments).items()}
    return {"arguments": _told(arguments)}


def _plain(value: object, depth: int) -> object:
    if isinstance(value, str):
        return shortened(sayable(value), _LONGEST)
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, int):
        return value if abs(value) < _LARGEST else "a number of very many digits"
    if isinstance(value, Decimal):
        return str(value)
    if depth > 0 and isinstance(value, Mapping):
        return {_key(k): _plain(v, depth - 1) for k, v in cast("Mapping[object, object]", value).items()}
    if depth > 0 and isinstance(value, list | tuple):
        return [_plain(item, depth - 1) for item in cast("list[object]", value)]
    return _told(value)


def _key(key: object) -> str:
    return shortened(sayable(key), 200) if isinstance(key, str) else _told(key)


def _told(value: object) -> str:
    """What a thing looks like, if it can be told at all."""
    try:
        return shortened(sayable(repr(value)), 200)
    except Exception:  # a number too long to print, an object that does not like to be shown
        return type(value).__name__
