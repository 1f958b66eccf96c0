"""Holds a model's rewrite against the requirement: what it may not add, and what it may not lose."""

import re
from collections.abc import Iterable, Sequence

from arch_team.requirements.model import Evaluation, Rewrite
from arch_team.requirements.rewrite.gaps import marks_in
from arch_team.requirements.rewrite.numbers import lost_number, new_number
from arch_team.requirements.rewrite.parts import Parts
from arch_team.requirements.rewrite.take_apart import take_apart
from arch_team.requirements.rewrite.wording.grammar import listed, plain_words
from arch_team.requirements.rewrite.wording.texts import texts

LEAST_KEPT = 0.5
"""Of the requirement's own words, vague ones not counted, this share must come back."""
LONGEST = 1_500
_WORD = re.compile(r"[^\W\d_]{3,}")
_MARK = re.compile(r"\[[^\[\]]*\?\]")
_FOREIGN = re.compile(r"<[a-z/!]|https?:|www\.|```|READY_FOR_VALIDATION|APPROVE", re.IGNORECASE)
_SCENARIO = {"de": ("angenommen", "wenn", "dann"), "en": ("given", "when", "then")}


def objection(
    stories: Sequence[str], criteria: Sequence[Sequence[str]], evaluation: Evaluation, by_rules: Rewrite
) -> str | None:
    """Why the rewrite is not taken, in words; None where nothing speaks against it."""
    language, original = evaluation.language, evaluation.requirement.text
    given = tuple(by_rules.answers.values())
    known = (original, *given)
    whole = "\n".join((*stories, *(line for lines in criteria for line in lines)))
    plain = _MARK.sub(" ", whole)
    if len(whole) > max(LONGEST, 3 * len(original)) or (_FOREIGN.search(plain) and not _FOREIGN.search(original)):
        return "it is not a plain rewrite"
    if any(not c.isprintable() and c != "\n" for c in whole):
        return "it holds characters that cannot be shown"
    if len(stories) != max(1, len(by_rules.parts)):
        return f"it has {len(stories)} stories instead of {max(1, len(by_rules.parts))}"
    allowed = {gap.placeholder for gap in by_rules.gaps}
    marks = set(marks_in(whole, language)) | set(_MARK.findall(whole))
    if strange := sorted(marks - allowed):
        return f"it marks {strange[0]}, which is not missing"
    if missing := [gap.placeholder for gap in by_rules.gaps if gap.placeholder not in marks]:
        return f"it leaves out {missing[0]}"
    if number := new_number(plain, known, language):
        return f"it adds the number {number}"
    if number := lost_number(plain, original, language):
        return f"it loses the number {number}"
    if any(not all(word in line.casefold() for word in _SCENARIO[language]) for lines in criteria for line in lines):
        return "its acceptance criteria are not scenarios"
    for story in stories:
        if (reason := _objection_to_story(story, known, evaluation, by_rules)) is not None:
            return reason
    if (kept := _share_kept(original, plain, evaluation)) < LEAST_KEPT:
        return f"it keeps only {kept:.0%} of the requirement's words"
    return None


def _objection_to_story(story: str, known: Sequence[str], evaluation: Evaluation, by_rules: Rewrite) -> str | None:
    language = evaluation.language
    told = take_apart(story, language)
    if len(told.statements) != 1 or told.statements[0].template != "story":
        return "it is not a user story in the requirement's language"
    parts = told.statements[0]
    for name, words in (("role", parts.role), ("actor", _actor(parts)), ("benefit", parts.ends)):
        if words and (new := _new_word(words, known)):
            return f"it adds the {name} {new!r}"
    return None


def _actor(parts: Parts) -> str | None:
    if parts.form == "clause":
        noun = re.match(
            r"(?:(?:der|die|das|ein|eine|the|an?)\s+)?(?:[a-zäöü]+\s+){0,2}?[A-ZÄÖÜ]?[\w-]+", parts.predicate
        )
        return noun[0] if noun else None
    return parts.actor or parts.agent


def _new_word(text: str, known: Iterable[str]) -> str | None:
    """A word of meaning that none of the known texts has, in any form of it."""
    have = [word.casefold() for one in known for word in _WORD.findall(one)]
    plain = _MARK.sub(" ", text)
    return next((word for word in _WORD.findall(plain) if not _is_known(word.casefold(), have)), None)


def _is_known(word: str, have: Sequence[str]) -> bool:
    return word in plain_words() or any(_is_form_of(word, other) for other in have)


def _is_form_of(one: str, other: str) -> bool:
    """`Rechnung` and `Rechnungen`, `export` and `exporting`, `Nutzer` and `Benutzer`."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    stem = max(4, len(short) - 2)
    if len(short) < 4:
        return False
    same_stem = long.startswith(short[:stem]) and len(long) - len(short) <= 5
    return same_stem or (len(short) > 4 and long.endswith(short))


def _share_kept(original: str, told: str, evaluation: Evaluation) -> float:
    faulty = {word.casefold() for f in evaluation.findings for span in f.spans for word in _WORD.findall(span.text)}
    modals = listed(evaluation.language, "modals")
    meant = {word.casefold() for word in _WORD.findall(original)} - faulty - plain_words() - modals
    have = [word.casefold() for word in _WORD.findall(told)]
    return sum(_is_known(word, have) for word in meant) / len(meant) if meant else 1.0


def without_marks(text: str) -> str:
    """The text as if each gap held a word: for comparing two texts that both have gaps."""
    return _MARK.sub("X", text)


def marks_of(by_rules: Rewrite) -> str:
    return ", ".join(gap.placeholder for gap in by_rules.gaps) or "(nothing is missing)"


def scenario_words(evaluation: Evaluation) -> str:
    return " / ".join(word.capitalize() for word in _SCENARIO[evaluation.language])


def form_of(evaluation: Evaluation) -> str:
    return texts(evaluation.language).suggestions["use_template"]
