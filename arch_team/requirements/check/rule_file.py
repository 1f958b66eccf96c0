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

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import Field

from arch_team.requirements.check.checks import CHECKS, SET_CHECKS
from arch_team.requirements.check.rules import ANY_RULE, Rule, RuleSet, Suppression, Value, WordGroup
from arch_team.requirements.model import Criterion, Level, SuggestionType
from arch_team.text import plain_yaml
from arch_team.text.checked_yaml import Sections, pattern_problem
from arch_team.text.packaged import packaged
from arch_team.wire import Language, Wire


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
    file = Sections(path, ("add", "change", "silence", "confirm", "glossary"))
    added = [rule for at, rule in file.entries("add", Rule) if _is_sound(file, at, rule)]
    known = {rule.id for rule in (*shipped.rules, *added)}
    changed = [
        change.applied_to(rule)
        for at, change in file.entries("change", RuleChange)
        if file.is_known((*at, "id"), "rule", change.id, known)
        for rule in shipped.rules
        if rule.id == change.id and change.language in {None, rule.language}
    ]
    silenced, confirmed = (
        [one for at, one in file.entries(name, Suppression) if file.is_known((*at, "rule"), "rule", one.rule, known)]
        for name in ("silence", "confirm")
    )
    terms = [term for _, term in file.entries("glossary", Term)]
    named = [rule for number, term in enumerate(terms, 1) for rule in term.rules(number)]
    silenced += [one for term in terms for one in term.silenced()]
    file.check()
    return shipped.with_changes((*changed, *added, *named), silenced, confirmed)


def _is_sound(file: Sections, at: plain_yaml.Path, rule: Rule) -> bool:
    before = len(file.problems)
    if rule.check is not None:
        file.is_known((*at, "check"), "check", rule.check, {*CHECKS, *SET_CHECKS})
    if not (rule.words or rule.patterns or rule.check or rule.follows):
        file.wrong(at, f"rule {rule.id!r} finds nothing: give it words, patterns or a check")
    for number, pattern in enumerate(rule.patterns):
        if (wrong := pattern_problem(pattern)) is not None:
            file.wrong((*at, "patterns", number), wrong)
    return len(file.problems) == before
