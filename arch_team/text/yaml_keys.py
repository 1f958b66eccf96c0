"""Names that are written twice in one block of a YAML file: its loaders keep the last and say nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    import yaml

_MERGE = "tag:yaml.org,2002:merge"
"""Several blocks may be put into one."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """A name that is written several times in one block."""

    place: tuple[str, ...]
    lines: tuple[int, ...]

    @property
    def message(self) -> str:
        name, inside = self.place[-1], ".".join(self.place[:-1])
        *others, last = map(str, self.lines)
        where = f" in {inside}" if inside else ""
        return (
            f"{name} is written {_times(len(self.lines))}{where}, on lines {', '.join(others)} and {last}:"
            " only the last would be read"
        )

    advice = "Keep one of them, with all that belongs under it, and take the rest out."


def repeated(node: "yaml.Node | None") -> Iterator[Repeated]:
    """Every such name below a node, with the lines on which it is written."""
    return _repeated(node, (), set())


def _repeated(node: "yaml.Node | None", at: tuple[str, ...], seen: set[int]) -> Iterator[Repeated]:
    import yaml

    if node is None or id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        pairs = cast("list[tuple[yaml.Node, yaml.Node]]", node.value)
        lines: dict[tuple[str, str], list[int]] = {}
        for key, _ in pairs:
            if isinstance(key, yaml.ScalarNode) and key.tag != _MERGE:
                lines.setdefault((key.tag, str(key.value)), []).append(key.start_mark.line + 1)
        yield from (Repeated((*at, name), tuple(on)) for (_, name), on in lines.items() if len(on) > 1)
        for key, value in pairs:
            yield from _repeated(value, (*at, str(key.value)), seen)
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(cast("list[yaml.Node]", node.value)):
            yield from _repeated(value, (*at, str(number)), seen)


def _times(many: int) -> str:
    return "twice" if many == 2 else f"{many} times"
