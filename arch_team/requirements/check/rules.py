"""What a rule is, and a set of them: data read from YAML, for one language each; and the checks that rules may name.

A check finds by structure what words alone cannot tell. A rule names one and gives its parameters.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import Field, model_validator

from arch_team.requirements.check.prose import Prose
from arch_team.requirements.model import Criterion, Level, Span, SuggestionType
from arch_team.text import plain_yaml
from arch_team.text.sentence.phrases import Phrase, parse
from arch_team.wire import Language, Wire

Forms = Literal["adjective", "plain"]
Measure = Literal["time", "percent", "any", "number"]
"""A time; a percentage; any unit or percentage; any number at all."""
Kind = Literal["story", "sentence"]
Value = str | int | float | bool | tuple[str, ...]
LANGUAGES: tuple[Language, ...] = ("de", "en")


class WordGroup(Wire):
    """Phrases that share their inflection and the context in which they mean nothing bad.

    A phrase is words with spaces between them. A word may be `<noun>` (a part of speech), `a|b` (either), `*ness` or
    `un*` (an ending, a beginning), or end in `?` (may be missing).
    """

    any: tuple[str, ...]
    forms: Forms = "plain"
    """`adjective`: declined and compared, by rule."""
    not_after: tuple[str, ...] = ()
    """Phrases that end right before it."""
    not_before: tuple[str, ...] = ()
    """Phrases that begin right after it."""
    only_after: tuple[str, ...] = ()
    only_before: tuple[str, ...] = ()
    tagged: tuple[str, ...] = ()
    """The parts of speech its last word must be read as."""
    measured_by: Measure | None = None
    """Fine where such a measure stands in the same sentence."""
    main_clause: bool = False
    """Only where something is required, not in a clause that says when, why or which."""
    weight: float | None = Field(default=None, ge=0, le=1)
    """Instead of the rule's."""


class Rule(Wire):
    """One rule of one language. It finds by words, by patterns or by a named check; its message quotes the words."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    language: Language
    criterion: Criterion
    level: Level = "warning"
    weight: float = Field(ge=0, le=1)
    """What one finding costs the criterion."""
    story_weight: float | None = Field(default=None, ge=0, le=1)
    """What it costs in a story, whose measures stand in its acceptance criteria; None: the same."""
    message: str
    """`{words}` stands for the words found."""
    reference: str
    source: str = ""
    """Where the words come from."""
    suggestion: SuggestionType | None = None
    words: tuple[WordGroup, ...] = ()
    patterns: tuple[str, ...] = ()
    """Regular expressions; a group named `at` narrows what is quoted."""
    check: str | None = None
    """A structural check by its name."""
    follows: tuple[str, ...] = ()
    """Speaks of the same words wherever one of these rules spoke."""
    yields_to: tuple[str, ...] = ()
    """Is silent about words that one of these rules has spoken of."""
    only_in: tuple[Kind, ...] = ()
    """Kinds of requirement it is for; empty: all."""
    anywhere: bool = False
    """Speaks of reasons and roles too (`so that …`, `As a …`), which otherwise need not be exact."""
    lacks: Literal["role", "ends"] | None = None
    """It says that this part of a story is missing: what is wrong inside the part never costs more than that."""
    at_most: float | None = Field(default=None, ge=0, le=1)
    """What a requirement with this finding scores at the most: 0 where nothing is stated at all."""
    parameters: dict[str, Value] = Field(default_factory=dict[str, Value])
    enabled: bool = True

    @model_validator(mode="before")
    @classmethod
    def _bare_words(cls, data: object) -> object:
        """A list of plain phrases is one group."""
        given = cast("dict[str, object]", data) if isinstance(data, dict) else {}
        words = given.get("words")
        if not isinstance(words, list | tuple):
            return cast("object", data)
        listed = cast("Sequence[object]", words)
        plain = [word for word in listed if isinstance(word, str)]
        groups = [word for word in listed if not isinstance(word, str)]
        return {**given, "words": [{"any": plain}, *groups] if plain else groups}


ANY_RULE = "*"


class Suppression(Wire):
    """A finding that a person has looked at and accepts. Without a reason it is none."""

    rule: str
    reason: str = Field(pattern=r"\S.*\S")
    requirement: str | None = None
    """An id, or None: all of them."""
    words: str | None = None
    """Only where these words were found."""
    wording: str | None = None
    """Only in a requirement of this wording (`words.key_of`)."""


@dataclass(frozen=True, eq=False)
class RuleSet:
    """The rules of all languages, and what the user has silenced."""

    rules: tuple[Rule, ...]
    suppressions: tuple[Suppression, ...] = ()
    confirmed: tuple[Suppression, ...] = ()
    """Findings that people agreed to: for these words they are a step graver."""
    same_rules_as: "RuleSet | None" = None
    """The set it shares its rules with, where only something was silenced: what is compiled once serves both."""

    def of(self, language: Language) -> tuple[Rule, ...]:
        return self._by_language[language]

    def rule(self, rule_id: str, language: Language) -> Rule | None:
        return next((rule for rule in self._by_language[language] if rule.id == rule_id), None)

    @cached_property
    def _by_language(self) -> dict[Language, tuple[Rule, ...]]:
        enabled = [rule for rule in self.rules if rule.enabled]
        return {one: tuple(rule for rule in enabled if rule.language == one) for one in LANGUAGES}

    def ids(self) -> Iterator[str]:
        yield from dict.fromkeys(rule.id for rule in self.rules)

    def with_changes(
        self, rules: Sequence[Rule], suppressions: Sequence[Suppression], confirmed: Sequence[Suppression] = ()
    ) -> "RuleSet":
        """These rules with others on top: the same id and language replaces, a new one is added."""
        decided = (*self.suppressions, *suppressions), (*self.confirmed, *confirmed)
        if not rules:
            return RuleSet(self.rules, *decided, self.same_rules_as or self)
        merged = {(rule.language, rule.id): rule for rule in (*self.rules, *rules)}
        return RuleSet(tuple(merged.values()), *decided)


def load_rules(own_file: Path | None = None) -> RuleSet:
    """The shipped rules, changed by the user's file where there is one (`rule_file` says how it is written)."""
    if own_file is None:
        return _shipped()
    from arch_team.requirements.check.rule_file import apply_file

    return apply_file(own_file, _shipped())


@cache
def _shipped() -> RuleSet:
    found: list[Rule] = []
    for language in LANGUAGES:
        folder = files("arch_team.requirements.check") / "rules" / language
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
            loaded: dict[str, Any] = plain_yaml.load(file.read_text(encoding="utf-8"))
            found += [Rule.model_validate({"language": language, **rule}) for rule in loaded["rules"]]
    return RuleSet(tuple(found))


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a rule found something. `said` fills `{said}` in the message, for what no words can show."""

    spans: tuple[Span, ...] = ()
    said: str = ""
    related: tuple[str, ...] = ()
    weight: float | None = None
    """Instead of the rule's."""


class Parameters:
    """What a rule gives its check, read as the check needs it."""

    def __init__(self, values: Mapping[str, Value], language: Language) -> None:
        self._values = values
        self._language: Language = language
        self.words = cache(self._words)
        self.phrases = cache(self._phrases)

    def _words(self, name: str) -> frozenset[str]:
        return frozenset(self._texts(name))

    def _phrases(self, name: str) -> tuple[Phrase, ...]:
        return tuple(parse(text, self._language) for text in self._texts(name))

    def text(self, name: str) -> str:
        return str(self._values.get(name, ""))

    def number(self, name: str, default: float) -> float:
        value = self._values.get(name, default)
        return float(value) if isinstance(value, int | float) else default

    def pairs(self, name: str) -> dict[str, str]:
        """A list of `key=value`."""
        return {key: value for key, _, value in (pair.partition("=") for pair in self._texts(name))}

    def _texts(self, name: str) -> tuple[str, ...]:
        value = self._values.get(name, ())
        return value if isinstance(value, tuple) else (str(value),)


Check = Callable[[Prose, Parameters], Iterable[Hit]]
SetCheck = Callable[[Sequence[Prose], Parameters], Iterable[tuple[int, Hit]]]
CHECKS: dict[str, Check] = {}
SET_CHECKS: dict[str, SetCheck] = {}
"""Those that rules may name, by the names of their functions."""


def check(function: Check) -> Check:
    """Of one requirement."""
    CHECKS[function.__name__] = function
    return function


def set_check(function: SetCheck) -> SetCheck:
    """Of a whole set: what only shows when requirements stand side by side."""
    SET_CHECKS[function.__name__] = function
    return function
