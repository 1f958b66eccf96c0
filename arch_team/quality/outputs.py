"""What an output says and holds, whether it is a text, JSON in a text, a mapping or a model."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from pydantic import BaseModel


def text_of(output: object) -> str:
    """All that the output says, as one text."""
    return "\n".join(_said(_plain(output)))


def has_field(output: object, path: str) -> bool:
    """Whether something stands at a dotted path (`result.items.0.name`). Zero and false do; null and blank do not."""
    value = _plain(output)
    if isinstance(value, str):
        value = _parsed(value)
    for step in path.split("."):
        value = _step(value, step)
    return not (value is None or (isinstance(value, str) and not value.strip()) or value in ([], {}, ()))


def _plain(output: object) -> object:
    return output.model_dump(mode="json") if isinstance(output, BaseModel) else output


def _parsed(text: str) -> object:
    try:
        return cast("object", json.loads(text))
    except ValueError:
        return None


def _step(value: object, step: str) -> object:
    value = _plain(value)
    if isinstance(value, Mapping):
        return cast("Mapping[object, object]", value).get(step)
    if isinstance(value, Sequence) and not isinstance(value, str) and step.isdecimal():
        items = cast("Sequence[object]", value)
        return items[int(step)] if int(step) < len(items) else None
    return None


def _said(value: object) -> Iterator[str]:
    value = _plain(value)
    if isinstance(value, Mapping):
        for inner in cast("Mapping[object, object]", value).values():
            yield from _said(inner)
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
        for inner in cast("Sequence[object]", value):
            yield from _said(inner)
    elif value is not None:
        yield str(value)
