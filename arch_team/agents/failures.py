"""A tool's SYSTEM ERROR for the person: what it means, the cause, and the error's own next step, in both languages."""

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
    if language == "en":
        return text
    for pattern, german in _translations():
        if match := pattern.fullmatch(text.strip()):
            return german.format(**match.groupdict())
    return text


@cache
def _translations() -> tuple[tuple[re.Pattern[str], str], ...]:
    listed: list[dict[str, str]] = _packaged()["texts"]
    return tuple((_pattern(one["en"]), one["de"]) for one in listed)


def _pattern(text: str) -> re.Pattern[str]:
    """`{seconds}` stands for anything."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(text)))


@cache
def _packaged() -> dict[str, Any]:
    return packaged("failures.yaml", "arch_team.agents")
