"""Words that point somewhere: pronouns without a noun before them, abbreviations nobody explains."""

import re
from collections.abc import Iterator

from arch_team.requirements.check.checks import Hit, Parameters, texts
from arch_team.requirements.check.phrases import match_at, parse
from arch_team.requirements.check.reading.prose import Prose

_ABBREVIATION = re.compile(r"[A-ZÄÖÜ][A-ZÄÖÜ0-9]+s?")


def unclear_pronoun(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """A pronoun with nothing before it to stand for, or with several nouns it could stand for.

    `alone`: words that are pronouns unless a noun follows. `always`: pronouns. `expletive`: phrases that mean nothing.
    """
    always, alone = set(texts(parameters, "always")), set(texts(parameters, "alone"))
    expletive = [parse(text, prose.language) for text in texts(parameters, "expletive")]
    words = prose.words
    for index, word in enumerate(words):
        if word.folded not in always and word.folded not in alone:
            continue
        sentence = prose.sentence_of(index)
        if any(match_at(words, index, phrase, sentence.stop) is not None for phrase in expletive):
            continue
        if prose.story is not None and prose.story.role is not None and index > prose.story.role.start:
            continue
        first_word = next((one for one in sentence if words[one].text[0].isalpha()), index)
        opens = index == first_word
        if word.folded in alone:
            following = words[index + 1] if index + 1 < sentence.stop else None
            if following is not None and following.tag not in {
                "verb",
                "aux",
                "modal",
                "sign",
                "neg",
                "adv",
                "conj",
                "prep",
            }:
                # `This ceiling speed` at the very start points outside the requirement.
                if opens and sentence.start == 0 and "outside" in parameters and following.tag in {"noun", "adj"}:
                    yield Hit((prose.span(index, index),))
                continue
            yield Hit((prose.span(index, index),))
            continue
        nouns = sum(one.tag in {"noun", "abbr"} for one in words[sentence.start : index])
        if opens or nouns == 0:
            yield Hit((prose.span(index, index),))


def undefined_abbreviation(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """Capitals that are neither known to everyone nor explained here (`Driver Machine Interface (DMI)`)."""
    known = {text.casefold() for text in texts(parameters, "known")}
    upper = sum(word.text.isupper() for word in prose.words if word.is_word)
    if upper > len(prose.words) / 2:
        return
    for index, word in enumerate(prose.words):
        if (
            word.tag != "abbr"
            or not _ABBREVIATION.fullmatch(word.text)
            or word.folded in known
            or word.folded.rstrip("s") in known
        ):
            continue
        if word.folded in prose.defined or explains(prose, index):
            continue
        yield Hit((prose.span(index, index),))


def explained(prose: Prose) -> Iterator[str]:
    """The abbreviations this text writes out."""
    for index, word in enumerate(prose.words):
        if _ABBREVIATION.fullmatch(word.text) and explains(prose, index):
            yield word.folded


def explains(prose: Prose, index: int) -> bool:
    """In brackets after its words, or followed by brackets with them."""
    words = prose.words
    before = words[index - 1].folded if index else ""
    after = words[index + 1].folded if index + 1 < len(words) else ""
    if before == "(" and after == ")":
        return index > 2
    return after == "(" and index + 3 < len(words) and words[index + 3].folded != ")"
