"""The checks that rules may name."""

from arch_team.requirements.checks import (
    Check,
    across,
    actions,
    measuring,
    references,
    sentences,
    stories,
    terms,
    voice,
    writing,
)
from arch_team.requirements.checks.across import SetCheck

CHECKS: dict[str, Check] = {
    "several_actions": actions.several_actions,
    "several_imperatives": actions.several_imperatives,
    "several_sentences": actions.several_sentences,
    "passive": voice.passive,
    "story_without": stories.story_without,
    "story_commas": stories.story_commas,
    "missing_modal": sentences.missing_modal,
    "missing_actor": sentences.missing_actor,
    "incomplete": sentences.incomplete,
    "missing_condition": sentences.missing_condition,
    "question": sentences.question,
    "long_sentence": sentences.long_sentence,
    "many_conditions": sentences.many_conditions,
    "missing_unit": measuring.missing_unit,
    "comparative": measuring.comparative,
    "superlative": measuring.superlative,
    "unclear_pronoun": references.unclear_pronoun,
    "undefined_abbreviation": references.undefined_abbreviation,
    "repetition": writing.repetition,
    "hidden_characters": writing.hidden_characters,
    "mixed_scripts": writing.mixed_scripts,
    "mixed_logic": writing.mixed_logic,
    "cut": writing.cut,
}
SET_CHECKS: dict[str, SetCheck] = {
    "same_id": across.same_id,
    "near_equal_id": across.near_equal_id,
    "identical_text": across.identical_text,
    "mixed_templates": across.mixed_templates,
    "mixed_modals": across.mixed_modals,
    "dangling_reference": across.dangling_reference,
    "inconsistent_terms": terms.inconsistent_terms,
    "inconsistent_spelling": terms.inconsistent_spelling,
    "mixed_units": terms.mixed_units,
}
