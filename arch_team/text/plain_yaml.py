"""YAML for word lists: `no`, `on` and `yes` are words here, and an error can say on which line it is."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

from arch_team.text.yaml_keys import Repeated, repeated

Path = tuple[str | int, ...]


@cache
def _loader() -> Any:
    import yaml

    fast: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    plain = cast("Any", type("PlainLoader", (fast,), {"yaml_implicit_resolvers": {}}))
    for letter, resolvers in fast.yaml_implicit_resolvers.items():
        plain.yaml_implicit_resolvers[letter] = [one for one in resolvers if one[0] != "tag:yaml.org,2002:bool"]
    plain.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))
    return plain


class NotYaml(ValueError):
    """The text is not YAML, and from which line on."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def load(text: str) -> Any:
    import yaml

    try:
        return yaml.load(text, Loader=_loader())  # noqa: S506 - a safe loader with fewer implicit types
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark: Any = getattr(error, "problem_mark", None)
        problem = str(getattr(error, "problem", None) or error).splitlines()[0]
        raise NotYaml(problem, mark.line + 1 if mark else 1) from error


def lines_of(text: str) -> dict[Path, int]:
    """The line on which each key and each entry of a list begins."""
    node = _node(text)
    return dict(_walk(node, (), frozenset())) if node is not None else {}


def repeated_in(text: str) -> tuple[Repeated, ...]:
    """The names that are written twice in one block."""
    return tuple(repeated(_node(text)))


def _node(text: str) -> Any:
    import yaml

    return cast("Any", yaml).compose(text, Loader=_loader())


def _walk(node: Any, path: Path, above: frozenset[int]) -> Iterator[tuple[Path, int]]:
    if id(node) in above:
        return
    above |= {id(node)}
    yield path, int(node.start_mark.line) + 1
    if node.id == "mapping":
        for key, value in node.value:
            yield from _walk(value, (*path, str(key.value)), above)
            yield (*path, str(key.value)), int(key.start_mark.line) + 1
    elif node.id == "sequence":
        for index, value in enumerate(node.value):
            yield from _walk(value, (*path, index), above)
