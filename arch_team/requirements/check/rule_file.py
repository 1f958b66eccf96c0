"""A user's own rules, in one YAML file: some added, some changed, some silenced with a reason.

    add:
      - {id: our-slang, language: en, criterion: clarity, weight: 0.3, message: "'{words}' is slang.",
         reference: our guide, words: [asap-ish]}
    change:
      - {id: vague-verb, weight: 0.1, without_words: [support]}
    silence:
      - {rule: passive-voice, reason: our customer writes so}
      - {rule: negative, requirement: REQ-12, reason: required by law}
    confirm:
      - {rule: vague-verb, words: handle, reason: nobody knew what it meant}

    glossary:
      - {term: booking, meaning: a confirmed order, instead_of: [purchase, acquisition]}

Everything wrong with a file is reported at once, each with its line.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import Field, ValidationError

from arch_team.errors import UsageError
from arch_team.requirements.check.checks import CHECKS, SET_CHECKS
from arch_team.requirements.check.rules import ANY_RULE, Rule, RuleSet, Suppression, Value, WordGroup
from arch_team.requirements.model import Criterion, Level, SuggestionType
from arch_team.text import plain_yaml
from arch_team.text.packaged import packaged
from arch_team.wire import Language, Wire

_MOST_UNBOUNDED = 4
_NESTED = re.compile(r"\((?:[^()\\]|\\.)*[+*|](?:[^()\\]|\\.)*\)(?:[+*]|\{\d*,\})")
_UNBOUNDED = re.compile(r"(?<!\\)(?:[+*]|\{\d*,\})")
_TOLD = {"missing": "is missing", "extra_forbidden": "is not known here"}
_SECTIONS = ("add", "change", "silence", "confirm", "glossary")
W = TypeVar("W", bound=Wire)


class RuleFileError(UsageError):
    """A user's rule file that cannot be used as it is. `problems` holds every one, with its line."""

    def __init__(self, path: Path, problems: Sequence["Problem"]) -> None:
        told = "\n".join(f"  line {one.line}: {one.message}" for one in problems)
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        super().__init__(f"{path} has {count}:\n{told}", "Correct these lines; nothing of the file was used.")
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Problem:
    line: int
    message: str


class Term(Wire):
    """A term of the team's glossary: what it means, and the words that are not to be used for it."""

    term: str = Field(min_length=1, max_length=120)
    meaning: str = ""
    instead_of: tuple[str, ...] = ()

    def rules(self, number: int) -> Iterator[Rule]:
        """One for each language: the words it stands instead of."""
        made: dict[Language, dict[str, Any]] = packaged("rules/lexicon/glossary.yaml", "arch_team.requirements.check")
        for language, rule in made.items() if self.instead_of else ():
            said = rule["message"].replace("{term}", self.term)
            own = {"id": f"glossary-{number}", "language": language, "message": said, "words": self.instead_of}
            yield Rule.model_validate({**rule, **own})

    def silenced(self) -> Iterator[Suppression]:
        """A word with a meaning of its own is neither vague nor unknown."""
        if len(self.meaning.strip()) > 1:
            yield Suppression(rule=ANY_RULE, words=self.term, reason=self.meaning.strip())


class RuleChange(Wire):
    """What becomes different in a shipped rule; of both languages, unless one is named."""

    id: str
    language: Language | None = None
    criterion: Criterion | None = None
    level: Level | None = None
    weight: float | None = Field(default=None, ge=0, le=1)
    message: str | None = None
    reference: str | None = None
    suggestion: SuggestionType | None = None
    enabled: bool | None = None
    parameters: dict[str, Value] = Field(default_factory=dict[str, Value])
    add_words: tuple[str, ...] = ()
    without_words: tuple[str, ...] = ()

    def applied_to(self, rule: Rule) -> Rule:
        given = {"criterion", "level", "weight", "message", "reference", "suggestion", "enabled"}
        changes: dict[str, Any] = {name: value for name in given if (value := getattr(self, name)) is not None}
        groups = [tuple(word for word in group.any if word not in self.without_words) for group in rule.words]
        words = [group.model_copy(update={"any": kept}) for group, kept in zip(rule.words, groups, strict=True) if kept]
        changes["words"] = (*words, WordGroup(any=self.add_words)) if self.add_words else tuple(words)
        changes["parameters"] = {**rule.parameters, **self.parameters}
        return rule.model_copy(update=changes)


def apply_file(path: Path, shipped: RuleSet) -> RuleSet:
    """The shipped rules with the file on top."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}", "Check the name and the rights.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8 text.", "Save it as UTF-8.") from error
    reader = _Reader(text, shipped)
    merged = reader.merged()
    if reader.problems:
        raise RuleFileError(path, sorted(reader.problems, key=lambda one: one.line))
    return merged


class _Reader:
    """Reads one file to its end and keeps what was wrong on the way."""

    def __init__(self, text: str, shipped: RuleSet) -> None:
        self.problems: list[Problem] = []
        self._shipped = shipped
        self._lines: dict[plain_yaml.Path, int] = {}
        loaded: object = None
        try:
            loaded, self._lines = plain_yaml.load(text), plain_yaml.lines_of(text)
        except plain_yaml.NotYaml as error:
            self.problems.append(Problem(error.line, f"is not YAML: {error}"))
        if not isinstance(loaded, dict | None):
            self.problems.append(Problem(1, "must have the sections add, change and silence"))
        self._data = cast("dict[str, Any]", loaded) if isinstance(loaded, dict) else {}

    def merged(self) -> RuleSet:
        for name in self._data:
            if name not in _SECTIONS:
                self._wrong((name,), f"unknown section {name!r}: use add, change, silence, confirm or glossary")
        added = [rule for at, rule in self._entries("add", Rule) if self._is_sound(at, rule)]
        known = {rule.id for rule in (*self._shipped.rules, *added)}
        changed = [
            change.applied_to(rule)
            for at, change in self._entries("change", RuleChange)
            if self._is_known((*at, "id"), change.id, known)
            for rule in self._shipped.rules
            if rule.id == change.id and change.language in {None, rule.language}
        ]
        silenced, confirmed = (
            [one for at, one in self._entries(name, Suppression) if self._is_known((*at, "rule"), one.rule, known)]
            for name in ("silence", "confirm")
        )
        terms = [term for _, term in self._entries("glossary", Term)]
        named = [rule for number, term in enumerate(terms, 1) for rule in term.rules(number)]
        silenced += [one for term in terms for one in term.silenced()]
        return self._shipped.with_changes((*changed, *added, *named), silenced, confirmed)

    def _entries(self, section: str, kind: type[W]) -> Iterator[tuple[plain_yaml.Path, W]]:
        listed: object = self._data.get(section) or []
        if not isinstance(listed, list):
            self._wrong((section,), f"{section} must be a list")
            return
        for index, entry in enumerate(cast("list[object]", listed)):
            try:
                yield (section, index), kind.model_validate(entry)
            except ValidationError as error:
                for one in error.errors():
                    name = ".".join(map(str, one["loc"])) or "entry"
                    said = _TOLD.get(one["type"]) or one["msg"][:1].lower() + one["msg"][1:]
                    self._wrong((section, index, *one["loc"]), f"{name}: {said}")

    def _is_sound(self, at: plain_yaml.Path, rule: Rule) -> bool:
        before, checks = len(self.problems), {*CHECKS, *SET_CHECKS}
        if rule.check is not None and rule.check not in checks:
            self._wrong((*at, "check"), f"no check is called {rule.check!r}{_near(rule.check, checks)}")
        if not (rule.words or rule.patterns or rule.check or rule.follows):
            self._wrong(at, f"rule {rule.id!r} finds nothing: give it words, patterns or a check")
        for number, pattern in enumerate(rule.patterns):
            if (wrong := pattern_problem(pattern)) is not None:
                self._wrong((*at, "patterns", number), wrong)
        return len(self.problems) == before

    def _is_known(self, at: plain_yaml.Path, rule_id: str, known: set[str]) -> bool:
        if rule_id not in known:
            self._wrong(at, f"no rule is called {rule_id!r}{_near(rule_id, known)}")
        return rule_id in known

    def _wrong(self, at: plain_yaml.Path, message: str) -> None:
        while at and at not in self._lines:
            at = at[:-1]
        self.problems.append(Problem(self._lines.get(at, 1), message))


def pattern_problem(pattern: str) -> str | None:
    """Why a regular expression is not taken: it is none, or a text could make it run for ever."""
    try:
        re.compile(pattern)
    except re.error as error:
        return f"is not a regular expression: {error}"
    if _NESTED.search(pattern) or len(_UNBOUNDED.findall(pattern)) > _MOST_UNBOUNDED:
        return f"{pattern!r} could run for ever on some text: bound its repetitions, as in {{0,40}}"
    return None


def _near(name: str, known: set[str]) -> str:
    close = get_close_matches(name, sorted(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""
