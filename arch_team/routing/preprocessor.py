"""The front door: which way a text takes, decided by prefixes and patterns alone. No model is asked.

explicit prefix  →  as it says
the user's own   →  REACT, the team with its tools (a veto: nothing below is asked any more)
needs no data    →  DIRECT_CHAT: greeting, small talk, identity, factual, arithmetic, translation
everything else  →  REACT
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, cast

from arch_team.routing.calculation import MAX_LENGTH, readings_of
from arch_team.routing.own_data import OwnDataVeto
from arch_team.routing.patterns import direct_patterns, one_line, packaged
from arch_team.text.folding import spelled_out
from arch_team.wire import Wire

MAX_DIRECT_LENGTH = MAX_LENGTH
"""Nobody greets at greater length. It also bounds the work of the patterns."""
_THEM_OR_YOU, _YOU = re.compile(r"\b(?:sie|ihnen|ihr(?= name))\b"), re.compile(r"\b(?:Sie|Ihnen|Ihr)\b")
"""German tells them from you by a capital: `Wie alt sind sie?` asks about what was named before."""


class ExecutionMode(StrEnum):
    DIRECT_CHAT = "DIRECT_CHAT"
    REACT = "REACT"


class Category(StrEnum):
    PREFIX = "prefix"
    GREETING = "greeting"
    SMALL_TALK = "small_talk"
    IDENTITY = "identity"
    FACTUAL = "factual"
    ARITHMETIC = "arithmetic"
    TRANSLATION = "translation"
    DEFAULT = "default"


class Route(Wire):
    """The way a text takes, and why."""

    mode: ExecutionMode
    category: Category
    reason: str
    """The prefix, the pattern or the veto that decided: `/data`, `hello`, `own_data:possession`, `default`."""
    text: str
    """What the user wrote, without the prefix."""
    skill: str | None = None
    """The skill an explicit prefix named."""
    pattern: str | None = None
    """The direct pattern the text follows, for the answer that goes with it."""
    own_data: str | None = None
    """The veto that found the user's own data in the text, if one did."""


@dataclass(frozen=True, slots=True)
class _Found:
    category: Category
    pattern: str
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class _Prefix:
    skill: str | None
    looks_up: re.Pattern[str] | None
    """Set for the direct path alone."""
    names_a_skill: bool


class RequestPreprocessor:
    """Routes a text. `own_words` are names from the user's tables and columns, which then never go direct either."""

    def __init__(self, own_words: Iterable[str] = ()) -> None:
        self._veto = OwnDataVeto(own_words)

    def route(self, text: str) -> Route:
        spoken, rest = _split_prefix(text)
        if spoken:
            return self._prefixed(spoken, rest)
        rest = text.strip()
        own_data = self._own_data(rest)
        if own_data:
            return _to_the_team(rest, f"own_data:{own_data}", own_data=own_data)
        found = _direct(rest)
        if found is None:
            return _to_the_team(rest, "default" if rest else "empty")
        if found.is_open and self._veto.misspelt(spelled_out(rest)):
            return _to_the_team(rest, "own_data:misspelt", own_data="misspelt")
        return Route(
            mode=ExecutionMode.DIRECT_CHAT,
            category=found.category,
            reason=found.pattern,
            text=rest,
            pattern=found.pattern,
        )

    def _own_data(self, text: str, looks_up: re.Pattern[str] | None = None) -> str | None:
        """The veto on a text. Behind `/chat` it takes a clear sign, or a question for a figure or a list."""
        plain = spelled_out(text)
        rule = self._veto.rule(plain, is_calculation=bool(readings_of(text)))
        stands = rule and (looks_up is None or rule.even_in_chat or looks_up.search(plain))
        return rule.name if rule and stands else None

    def _prefixed(self, spoken: str, rest: str) -> Route:
        prefix = _prefixes()[spoken]
        if prefix.looks_up:
            found = _direct(rest)
            return Route(
                mode=ExecutionMode.DIRECT_CHAT,
                category=Category.PREFIX,
                reason=spoken,
                text=rest,
                pattern=found.pattern if found else None,
                own_data=self._own_data(rest, prefix.looks_up),
            )
        skill = prefix.skill
        if prefix.names_a_skill:
            skill, rest = [*rest.split(maxsplit=1), "", ""][:2]
        return Route(
            mode=ExecutionMode.REACT, category=Category.PREFIX, reason=spoken, text=rest.strip(), skill=skill or None
        )


def _to_the_team(text: str, reason: str, *, own_data: str | None = None) -> Route:
    return Route(mode=ExecutionMode.REACT, category=Category.DEFAULT, reason=reason, text=text, own_data=own_data)


def _direct(text: str) -> _Found | None:
    if readings_of(text):
        return _Found(Category.ARITHMETIC, "calculation")
    plain = spelled_out(text)
    if not plain or len(plain) > MAX_DIRECT_LENGTH:
        return None
    if _THEM_OR_YOU.search(plain) and not _YOU.search(text):
        return None
    for pattern in direct_patterns():
        if pattern.matches(plain):
            return _Found(Category(pattern.category), pattern.name, pattern.is_open)
    return None


@lru_cache(maxsize=1)
def _prefixes() -> dict[str, _Prefix]:
    entries = cast("list[dict[str, Any]]", packaged("prefixes"))
    return {
        entry["prefix"]: _Prefix(
            entry.get("skill"),
            re.compile(one_line(entry["looks_up"])) if entry.get("mode") == ExecutionMode.DIRECT_CHAT else None,
            entry.get("names_a_skill", False),
        )
        for entry in entries
    }


def _split_prefix(text: str) -> tuple[str, str]:
    match = re.match(r"\s*(/[a-z]+)(?:[\s:]+|$)", text, re.IGNORECASE)
    spoken = match[1].lower() if match else ""
    return (spoken, text[match.end() :].strip()) if match and spoken in _prefixes() else ("", text)
