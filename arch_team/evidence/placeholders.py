"""Placeholders: the customers 1 to 5, the Alices and Musterfraus that a model makes up when it has no data.

Patterns and whitelist are configuration. What the evidence really holds is never a placeholder; what the user wrote may
be repeated, and is a quotation.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from pydantic import ValidationError

from arch_team.errors import UsageError
from arch_team.evidence.verdict import GuardCode, GuardFinding, finding
from arch_team.packaged import load_packaged, load_yaml
from arch_team.text.phrases import Phrases
from arch_team.wire import Wire


class Pattern(Wire):
    name: str
    any_of: tuple[str, ...]
    """Regular expressions."""
    case: bool = False
    """Whether capitals matter."""


class PlaceholderFile(Wire):
    """A configuration file. `replace` leaves out what is shipped; otherwise it comes on top."""

    patterns: tuple[Pattern, ...] = ()
    whitelist: tuple[str, ...] = ()
    replace: bool = False


@dataclass(frozen=True, slots=True)
class Placeholders:
    patterns: tuple[tuple[str, Phrases], ...]
    """What a pattern is for, and the pattern."""
    whitelist: tuple[str, ...] = ()

    @classmethod
    def shipped(cls) -> "Placeholders":
        return _shipped()

    @classmethod
    def load(cls, path: Path) -> "Placeholders":
        """The shipped patterns with a file of one's own on top, or in their place."""
        try:
            own = _read(path.read_text(encoding="utf-8"), str(path))
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror}", "Check the name and the rights.") from error
        if own.replace:
            return _ready(_checked(own, str(path)))
        return _shipped().extended(own, str(path))

    @classmethod
    def configured(
        cls, file: Path | None = None, patterns: tuple[str, ...] = (), whitelist: tuple[str, ...] = ()
    ) -> "Placeholders":
        """The shipped ones, those of a file, and single patterns and exceptions: what the settings say."""
        base = cls.load(file) if file else _shipped()
        if not patterns and not whitelist:
            return base
        named = (Pattern(name="configured", any_of=patterns),) if patterns else ()
        return base.extended(PlaceholderFile(patterns=named, whitelist=whitelist), "the settings")

    def extended(self, own: PlaceholderFile, where: str = "the configuration") -> "Placeholders":
        more = _ready(_checked(own, where))
        return Placeholders((*self.patterns, *more.patterns), (*self.whitelist, *more.whitelist))

    def found_in(self, text: str, evidence: Iterable[str] = (), question: str = "") -> Iterator[GuardFinding]:
        """What looks made up in a text, other than what the evidence holds or the user wrote."""
        matches = [(name, match) for name, pattern in self.patterns for match in pattern.finditer(text)]
        if not matches:
            return
        held = _folded("\n".join((*evidence, question, *self.whitelist)))
        seen: set[str] = set()
        for name, match in matches:
            words = _folded(match[0])
            if words not in seen and not _holds(held, words):
                seen.add(words)
                message = f"{match[0]!r} looks made up ({name}) and is in no tool result."
                hint = "Show what the tools returned, by reference; if they returned nothing, say so."
                yield finding(GuardCode.PLACEHOLDER, message, hint, match[0])


def _holds(held: str, words: str) -> bool:
    """Whether the words stand there whole: `Kunde 1` is not in `Kunde 12`."""
    if words not in held:
        return False
    start = r"(?<!\w)" if words[:1].isalnum() and words[:1].isascii() else ""
    end = r"(?!\w)" if words[-1:].isalnum() else ""
    return re.search(start + re.escape(words) + end, held) is not None


def _folded(text: str) -> str:
    return re.sub(r"[^\S\n]+", " ", text).casefold().strip(" ")


@lru_cache(maxsize=1)
def _shipped() -> Placeholders:
    return _ready(PlaceholderFile.model_validate(load_packaged(files("arch_team.evidence") / "placeholders.yaml")))


def _read(text: str, where: str) -> PlaceholderFile:
    import yaml

    try:
        return PlaceholderFile.model_validate(load_yaml(text) or {})
    except (yaml.YAMLError, ValidationError) as error:
        raise UsageError(
            f"{where} is no list of placeholders: {str(error).splitlines()[0]}",
            "Give `patterns` with `name` and `any_of`, and a `whitelist` of texts.",
        ) from error


def _ready(config: PlaceholderFile) -> Placeholders:
    return Placeholders(
        tuple(
            (item.name, Phrases(pattern, ignore_case=not item.case))
            for item in config.patterns
            for pattern in item.any_of
        ),
        config.whitelist,
    )


def _checked(config: PlaceholderFile, where: str) -> PlaceholderFile:
    """What others wrote is tried at once; the shipped patterns are tested."""
    for item in config.patterns:
        try:
            for pattern in item.any_of:
                re.compile(pattern)
        except re.error as error:
            raise UsageError(f"{where}: the pattern {item.name!r} is wrong: {error}", "Mend the pattern.") from error
    return config
