"""A requirement taken apart: who, what, under which condition, to which end. A rewrite is made of these parts alone."""

import re
from dataclasses import dataclass
from typing import Literal

from arch_team.wire import Language

Template = Literal["story", "conditional", "modal", "statement", "infinitive", "fragment"]
"""How it was written."""
Form = Literal["ability", "function", "quality", "passive", "thing", "clause", "whole"]
"""What it says: someone does it, something does it, is such, is done; a thing is wanted; the rest stays whole."""
ConditionKind = Literal["trigger", "state", "adverbial"]

_BOUND = (
    r"innerhalb von|binnen|in weniger als|in unter|in höchstens|maximal|höchstens|mindestens|unter|über|bis zu|"
    r"weniger als|mehr als|within|in less than|in under|at most|at least|up to|less than|more than|under|over|"
    r"no more than|fewer than|every|alle"
)
_METRIC = re.compile(
    rf"(?:(?:{_BOUND})\s+)?(?:[<>≤≥=]{{1,2}}\s*)?\bP?\d+(?:[.,'’]\d+)*\s*"
    r"(?:%|‰|°\s?[CF]|[A-Za-zµÄÖÜäöü][\w/²³µ]*)?(?:\s*\(P\d+\))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do. German puts the verb last: `object` is all before it; in English `object` is all after it."""

    verb: str
    object: str = ""
    tail: str = ""
    """What follows the verb in German: a relative clause, a postponed adverbial."""


@dataclass(frozen=True, slots=True)
class Parts:
    """One requirement of a text. Every part is in the text's own words."""

    language: Language
    template: Template
    form: Form
    text: str
    """The sentence without its benefit."""
    sentence: str = ""
    """The sentence as it stands."""
    subject: str = ""
    """Of whom or what it is said, as it is written."""
    role: str | None = None
    """Who wants it or does it: a person, without article."""
    actor: str | None = None
    """The thing that shall do it, with its article; in a passive sentence, what it is done to."""
    agent: str | None = None
    """By whom or what, in a passive sentence."""
    plural: bool = False
    negated: bool = False
    modal: str = ""
    actions: tuple[Action, ...] = ()
    predicate: str = ""
    """What the actor shall be, where it shall be something."""
    condition: str | None = None
    """Without its first word."""
    condition_word: str = ""
    condition_kind: ConditionKind = "trigger"
    ends: str | None = None
    """The benefit, without the word that introduces it."""
    ends_word: str = ""
    metrics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """A whole text: its requirements, its own acceptance criteria, and sentences that require nothing."""

    statements: tuple[Parts, ...]
    criteria: str = ""
    notes: tuple[str, ...] = ()


def metrics_in(text: str) -> tuple[str, ...]:
    """Numbers with what belongs to them: `innerhalb von 2 s`, `P95 < 2 s`."""
    return tuple(match[0].strip() for match in _METRIC.finditer(text))
