"""Holds a model's rewrite against the requirement: what it may not add, and what it may not lose."""

import re
from collections.abc import Iterable, Sequence

from arch_team.requirements.model import Evaluation, Rewrite
from arch_team.requirements.rewrite.gaps import marks_in
from arch_team.requirements.rewrite.kept import lost_words
from arch_team.requirements.rewrite.numbers import lost_number, new_number
from arch_team.requirements.rewrite.statements import Taken, take_apart
from arch_team.requirements.rewrite.texts import texts
from arch_team.vectors.words import stop_words

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
        if (reason := _objection_to_story(story, known, evaluation)) is not None:
            return reason
    if lost := lost_words(_without_faults(evaluation), plain, language):
        return f"it loses {', '.join(lost[:3])}"
    return None


def _without_faults(evaluation: Evaluation) -> str:
    """The original without the words that a rule objects to: those may go."""
    text = evaluation.requirement.text
    spans = sorted((span.start, span.end) for finding in evaluation.findings for span in finding.spans)
    for start, end in reversed(spans):
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _objection_to_story(story: str, known: Sequence[str], evaluation: Evaluation) -> str | None:
    told = take_apart(without_marks(story), evaluation.language)
    parts = told.prose.story
    if len(told.statements) != 1 or told.notes or parts is None or parts.means is None:
        return "it is not a user story in the requirement's language"
    for name, part in (("role", parts.role), ("actor", _actor(told)), ("benefit", parts.ends)):
        words = told.prose.span(part.start, part.stop - 1).text if part else ""
        if words and (new := _new_word(words, known)):
            return f"it adds the {name} {new!r}"
    return None


def _actor(told: Taken) -> range | None:
    """Who shall do it, where that is not the role: `I want the system to …`, `dass das System …`."""
    story, words = told.prose.story, told.prose.words
    if story is None or story.means is None:
        return None
    start = story.means.start
    while start < story.means.stop and words[start].tag in {"sub", "sign", "det", "adj"}:
        start += 1
    if start >= story.means.stop or words[start].tag not in {"noun", "abbr"}:
        return None
    stop = start + 1
    while stop < story.means.stop and words[stop].tag in {"noun", "abbr"}:
        stop += 1
    return range(start, stop)


def _new_word(text: str, known: Iterable[str]) -> str | None:
    """A word of meaning that none of the known texts has, in any form of it."""
    have = [word.casefold() for one in known for word in _WORD.findall(one)]
    plain = _MARK.sub(" ", text)
    return next((word for word in _WORD.findall(plain) if not _is_known(word.casefold(), have)), None)


def _is_known(word: str, have: Sequence[str]) -> bool:
    return word in stop_words() or any(_is_form_of(word, other) for other in have)


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


def without_marks(text: str) -> str:
    """The text as if each gap held a word: for comparing two texts that both have gaps."""
    return _MARK.sub("X", text)


def marks_of(by_rules: Rewrite) -> str:
    return ", ".join(gap.placeholder for gap in by_rules.gaps) or "(nothing is missing)"


def scenario_words(evaluation: Evaluation) -> str:
    return " / ".join(word.capitalize() for word in _SCENARIO[evaluation.language])


def form_of(evaluation: Evaluation) -> str:
    return texts(evaluation.language).suggestions["use_template"]
