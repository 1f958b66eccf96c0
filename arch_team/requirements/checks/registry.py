"""The checks that rules may name."""

from arch_team.requirements.checks import Check
from arch_team.requirements.checks import actions, measuring, references, templates, voice, writing

CHECKS: dict[str, Check] = {
    "several_actions": actions.several_actions,
    "several_imperatives": actions.several_imperatives,
    "several_sentences": actions.several_sentences,
    "passive": voice.passive,
    "story_without": templates.story_without,
    "story_commas": templates.story_commas,
    "missing_modal": templates.missing_modal,
    "missing_actor": templates.missing_actor,
    "incomplete": templates.incomplete,
    "missing_condition": templates.missing_condition,
    "question": templates.question,
    "long_sentence": templates.long_sentence,
    "many_conditions": templates.many_conditions,
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
