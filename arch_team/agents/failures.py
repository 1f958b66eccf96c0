"""An error for the person, in both languages: a tool's SYSTEM ERROR and its cause, or why the data cannot be opened."""

import re
from functools import cache
from typing import Any

from arch_team.agents.desk import Broken
from arch_team.text.packaged import packaged
from arch_team.wire import Language


def told_failure(broken: Broken, language: Language) -> tuple[str, str | None]:
    """The message and the next step. A cause that has no translation is quoted as it is."""
    frame: str = _packaged()["message"][language]
    cause = in_words(broken.cause.strip().rstrip("."), language)
    return frame.format(cause=cause), in_words(broken.next_step, language) or None


def in_words(text: str, language: Language) -> str:
    """An error's own text in the person's language, as far as it is known."""
    return text if language == "en" else _in_german(text) or text


def in_one_language(message: str, next_step: str, language: Language) -> tuple[str, str, Language]:
    """An error's message, its next step, and the language that both are in: the person's, or English where one of them
    is not known in it."""
    said, then = (_in_german(message), _in_german(next_step)) if language == "de" else (None, None)
    return (message, next_step, "en") if said is None or then is None else (said, then, language)


def _in_german(text: str) -> str | None:
    """A text of the list; what goes into one at `{said}` is in the list itself. None: it is not there."""
    plain = text.strip()
    for pattern, german in _translations() if plain else ():
        match = pattern.fullmatch(plain)
        parts = match.groupdict() if match else {}
        inner = _in_german(parts["said"]) if "said" in parts else ""
        if match and inner is not None:
            return german.format(**parts | {"said": inner})
    return None if plain else ""


@cache
def _translations() -> tuple[tuple[re.Pattern[str], str], ...]:
    listed: list[dict[str, str]] = _packaged()["texts"]
    return tuple((_pattern(one["en"]), one["de"]) for one in listed)


def _pattern(text: str) -> re.Pattern[str]:
    """`{seconds}` stands for anything."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(text)))


@cache
def _packaged() -> dict[str, Any]:
    return packaged("failures.yaml", "arch_team.agents")
