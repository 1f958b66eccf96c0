"""YAML that remembers its lines, so that an error can say where it is."""

from collections.abc import Iterator
from typing import Any, cast

import yaml

Path = tuple[str | int, ...]


class YamlProblem(Exception):
    """The text is not YAML, or says a thing twice."""

    def __init__(self, line: int, path: Path, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.path = path
        self.message = message


class YamlDocument:
    """One YAML document: its data, the line of each path, and what is wrong with it as YAML."""

    def __init__(self, text: str) -> None:
        try:
            loader = yaml.SafeLoader(text)
            node = loader.get_single_node()
            self.data: object = cast("Any", loader).construct_document(node) if node else None
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            raise YamlProblem(*_place_and_message(error)) from error
        self.problems: list[YamlProblem] = []
        self._lines: dict[Path, int] = {}
        if node is not None:
            for path, line in self._walk(node, (), frozenset()):
                self._lines.setdefault(path, line)

    def line(self, path: Path) -> int:
        """The line of a path, or of the nearest thing above it that is there."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def _walk(self, node: yaml.Node, path: Path, above: frozenset[int]) -> Iterator[tuple[Path, int]]:
        if id(node) in above:
            return
        above |= {id(node)}
        yield path, _line(node)
        if isinstance(node, yaml.MappingNode):
            seen: set[str] = set()
            for key, value in cast("list[tuple[yaml.Node, yaml.Node]]", node.value):
                name = str(cast("object", key.value))
                inner = (*path, name)
                if name in seen:
                    self.problems.append(YamlProblem(_line(key), inner, "is given twice"))
                seen.add(name)
                yield inner, _line(key)
                yield from self._walk(value, inner, above)
        elif isinstance(node, yaml.SequenceNode):
            for index, value in enumerate(cast("list[yaml.Node]", node.value)):
                yield from self._walk(value, (*path, index), above)


def _line(node: yaml.Node) -> int:
    return cast("int", cast("Any", node).start_mark.line) + 1


def _place_and_message(error: Exception) -> tuple[int, Path, str]:
    mark = cast("Any", getattr(error, "problem_mark", None) or getattr(error, "context_mark", None))
    problem = getattr(error, "problem", None) or str(error).splitlines()[0]
    return (mark.line + 1 if mark else 1), (), f"is not YAML: {problem}"
