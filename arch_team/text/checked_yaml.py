"""A person's own YAML file of sections, each a list of entries of one kind; all that is wrong with it, with lines."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from arch_team.errors import UsageError
from arch_team.text import plain_yaml
from arch_team.wire import Wire

_MOST_UNBOUNDED = 4
_NESTED = re.compile(r"\((?:[^()\\]|\\.)*[+*|](?:[^()\\]|\\.)*\)(?:[+*]|\{\d*,\})")
_UNBOUNDED = re.compile(r"(?<!\\)(?:[+*]|\{\d*,\})")
_TOLD = {"missing": "is missing", "extra_forbidden": "is not known here"}
W = TypeVar("W", bound=Wire)


@dataclass(frozen=True, slots=True)
class Problem:
    line: int
    message: str


class WrongFile(UsageError):
    """A file that cannot be used as it is. `problems` holds every one, with its line."""

    def __init__(self, path: Path, problems: Sequence[Problem]) -> None:
        told = "\n".join(f"  line {one.line}: {one.message}" for one in problems)
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        super().__init__(f"{path} has {count}:\n{told}", "Correct these lines; nothing of the file was used.")
        self.problems = tuple(problems)


class Sections:
    """Reads one file to its end and keeps what was wrong on the way."""

    def __init__(self, path: Path, known: Sequence[str]) -> None:
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror}", "Check the name and the rights.") from error
        except UnicodeDecodeError as error:
            raise UsageError(f"{path} is not UTF-8 text.", "Save it as UTF-8.") from error
        self._path = path
        self.problems: list[Problem] = []
        self._lines: dict[plain_yaml.Path, int] = {}
        loaded: object = None
        named = f"{', '.join(known[:-1])} or {known[-1]}"
        try:
            loaded, self._lines = plain_yaml.load(text), plain_yaml.lines_of(text)
            twice = plain_yaml.repeated_in(text)
            self.problems += [Problem(one.lines[-1], f"{one.message}. {one.advice}") for one in twice]
        except plain_yaml.NotYaml as error:
            self.problems.append(Problem(error.line, f"is not YAML: {error}"))
        if not isinstance(loaded, dict | None):
            self.problems.append(Problem(1, f"must have sections: {named}"))
        self._data = cast("dict[str, Any]", loaded) if isinstance(loaded, dict) else {}
        for name in self._data:
            if name not in known:
                self.wrong((name,), f"unknown section {name!r}: use {named}")

    def entries(self, section: str, kind: type[W]) -> Iterator[tuple[plain_yaml.Path, W]]:
        """Each sound entry with its place in the file."""
        listed: object = self._data.get(section) or []
        if not isinstance(listed, list):
            self.wrong((section,), f"{section} must be a list")
            return
        for index, entry in enumerate(cast("list[object]", listed)):
            try:
                yield (section, index), kind.model_validate(entry)
            except ValidationError as error:
                for one in error.errors():
                    name = ".".join(map(str, one["loc"])) or "entry"
                    said = _TOLD.get(one["type"]) or one["msg"][:1].lower() + one["msg"][1:]
                    self.wrong((section, index, *one["loc"]), f"{name}: {said}")

    def is_known(self, at: plain_yaml.Path, what: str, name: str, known: Collection[str]) -> bool:
        """Whether there is such a one; else it is told what may have been meant."""
        if name not in known:
            close = get_close_matches(name, sorted(known), n=1)
            self.wrong(at, f"no {what} is called {name!r}" + (f"; did you mean {close[0]!r}?" if close else ""))
        return name in known

    def wrong(self, at: plain_yaml.Path, message: str) -> None:
        while at and at not in self._lines:
            at = at[:-1]
        self.problems.append(Problem(self._lines.get(at, 1), message))

    def check(self) -> None:
        """Raises with all that was wrong."""
        if self.problems:
            raise WrongFile(self._path, sorted(self.problems, key=lambda one: one.line))


def pattern_problem(pattern: str) -> str | None:
    """Why a regular expression is not taken: it is none, or a text could make it run for ever."""
    try:
        re.compile(pattern)
    except re.error as error:
        return f"is not a regular expression: {error}"
    if _NESTED.search(pattern) or len(_UNBOUNDED.findall(pattern)) > _MOST_UNBOUNDED:
        return f"{pattern!r} could run for ever on some text: bound its repetitions, as in {{0,40}}"
    return None
