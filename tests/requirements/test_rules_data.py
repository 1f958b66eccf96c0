"""The shipped rules as data: enough of them, each explained, each of them used."""

import re

import pytest

from arch_team.requirements.check.checks import CHECKS, SET_CHECKS
from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.check.rules import Rule, load_rules
from arch_team.requirements.model import Requirement
from arch_team.text.checked_yaml import pattern_problem
from arch_team.wire import Language

RULES = load_rules().rules
LANGUAGES: tuple[Language, ...] = ("de", "en")
SOURCES = re.compile(r"INCOSE GtWR R\d|ISO/IEC/IEEE 29148|EARS|QUS|IREB|SOPHIST|NASA ARM")


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_at_least_forty_rules_that_are_on(language: Language) -> None:
    assert len(load_rules().of(language)) >= 40


def test_ids_are_given_once_in_each_language() -> None:
    named = [(rule.language, rule.id) for rule in RULES]
    assert len(named) == len(set(named))


def test_nearly_every_rule_is_there_in_both_languages() -> None:
    german, english = ({rule.id for rule in RULES if rule.language == language} for language in LANGUAGES)
    assert german - english == {"process-word"}
    assert english - german == {"example-list", "temporal-dependency"}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.language}-{rule.id}")
def test_a_rule_says_why_and_finds_by_something_that_exists(rule: Rule) -> None:
    assert SOURCES.search(rule.reference), rule.reference
    assert rule.suggestion is not None
    assert rule.words or rule.patterns or rule.check or rule.follows
    assert rule.check is None or rule.check in {*CHECKS, *SET_CHECKS}
    assert not rule.words or rule.source
    assert set(rule.follows) | set(rule.yields_to) <= {one.id for one in RULES if one.language == rule.language}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.language}-{rule.id}")
def test_a_message_quotes_what_was_found(rule: Rule) -> None:
    silent = {"missing_modal", "story_without"}
    assert "{words}" in rule.message or "{said}" in rule.message or rule.check in silent


def test_every_check_is_named_by_a_rule() -> None:
    assert {rule.check for rule in RULES if rule.check} == {*CHECKS, *SET_CHECKS}


@pytest.mark.parametrize("pattern", sorted({pattern for rule in RULES for pattern in rule.patterns}))
def test_no_shipped_pattern_can_run_away(pattern: str) -> None:
    assert pattern_problem(pattern) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_phrase_of_a_word_rule_can_be_found(language: Language) -> None:
    """A phrase that no text can match is a typing error: each plain one must be found in some sentence."""
    frames = (
        ("Das System muss {} sein.", "Das System muss {} Daten zeigen.", "Es {}.", "Die {} Frist beträgt 5.", "{}")
        if language == "de"
        else ("The system shall be {}.", "The system shall show {} data.", "It shall {} .", "The {} 5 of it.", "{}")
    )
    evaluator = Evaluator()
    never: list[str] = []
    for rule in load_rules().of(language):
        if rule.id not in {"vague-quality", "vague-adverb", "vague-time", "escape-clause", "open-ended-list"}:
            continue
        for group in rule.words:
            if group.only_before or group.only_after:
                continue
            for phrase in group.any:
                if re.search(r"[<>|*?]", phrase):
                    continue
                texts = [Requirement(id="x", text=frame.format(phrase), language=language) for frame in frames]
                if not any(rule.id in {f.rule for f in evaluator.evaluate(text).findings} for text in texts):
                    never.append(f"{rule.id}: {phrase}")
    assert not never, "\n".join(never)
