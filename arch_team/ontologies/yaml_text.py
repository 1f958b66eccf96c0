"""Plain data as YAML that people read and edit: short things on one line, remarks behind the lines they are about."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

import yaml

Place = tuple[str, ...]
_WIDTH = 130


def yaml_text(content: Mapping[str, object], remarks: Mapping[Place, str] | None = None) -> str:
    """The content in its order. A remark stands as a comment behind the line of its place."""
    return "\n".join(_mapping(content, (), 0, remarks or {})) + "\n"


def _mapping(
    content: Mapping[str, object], at: Place, indent: int, remarks: Mapping[Place, str], first: str = ""
) -> Iterator[str]:
    for number, (key, value) in enumerate(content.items()):
        place, margin = (*at, key), first if number == 0 and first else " " * indent
        head, remark = f"{margin}{scalar(key)}:", _remark(remarks.get(place))
        short = _on_one_line(value, place, remarks)
        if short is not None and (len(head) + len(short) < _WIDTH or _depth(value) == 0):
            yield f"{head} {short}{remark}"
        elif isinstance(value, Mapping):
            yield head + remark
            yield from _mapping(cast("Mapping[str, object]", value), place, indent + 2, remarks)
        else:
            yield head + remark
            yield from _items(cast("Sequence[object]", value), place, indent + 2, remarks)


def _items(items: Sequence[object], at: Place, indent: int, remarks: Mapping[Place, str]) -> Iterator[str]:
    for number, item in enumerate(items):
        place, margin = (*at, str(number)), " " * indent
        short = _on_one_line(item, place, remarks)
        if isinstance(item, Mapping) and (short is None or len(short) > _WIDTH):
            yield from _mapping(cast("Mapping[str, object]", item), place, indent + 2, remarks, first=f"{margin}- ")
        else:
            yield f"{margin}- {short or scalar(cast('object', item))}{_remark(remarks.get(place))}"


def _remark(text: str | None) -> str:
    """Data may be quoted in it: what cannot be shown is left out."""
    plain = "".join(c if c.isprintable() else " " for c in text or "")
    return f"  # {' '.join(plain.split())}" if plain.strip() else ""


def _on_one_line(value: object, at: Place, remarks: Mapping[Place, str]) -> str | None:
    """The value in one line. None where it is too deep for that, or a remark stands inside it."""
    if any(len(place) > len(at) and place[: len(at)] == at for place in remarks):
        return None
    depth = _depth(value)
    return scalar(value) if depth < 2 or (depth == 2 and len(at) > 2) else None


def _depth(value: object) -> int:
    if isinstance(value, Mapping):
        return 1 + max(map(_depth, cast("Mapping[str, object]", value).values()), default=0)
    if isinstance(value, list | tuple):
        return 1 + max(map(_depth, cast("Sequence[object]", value)), default=0)
    return 0


def scalar(value: object) -> str:
    """A value as YAML in one line, quoted where it has to be."""
    if isinstance(value, Mapping):
        pairs = cast("Mapping[object, object]", value).items()
        return "{" + ", ".join(f"{_leaf(str(key))}: {scalar(inner)}" for key, inner in pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(scalar, cast("Sequence[object]", value))) + "]"
    return _leaf(value)


def _leaf(value: object) -> str:
    if isinstance(value, str) and not value.isprintable():
        return yaml.safe_dump(value, default_style='"', width=float("inf")).strip()
    text = yaml.safe_dump([value], default_flow_style=True, width=float("inf"), allow_unicode=True)
    return text.strip()[1:-1]
