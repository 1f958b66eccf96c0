"""Numbers without a unit, comparisons with nothing, words that point nowhere, and how the text is written."""

import re
import unicodedata
from collections.abc import Iterator

from arch_team.requirements.check.checks.registry import Hit, Parameters, check, texts
from arch_team.requirements.check.prose import Prose
from arch_team.requirements.model import Span
from arch_team.text.sentence.phrases import ends_at, match_at, parse


@check
def missing_unit(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """A limit (`at most 30`) whose number counts nothing."""
    limits = [parse(text, prose.language) for text in texts(parameters, "limits")]
    for measure in prose.measures:
        if measure.kind:
            continue
        sentence = prose.sentence_of(measure.index)
        if any(ends_at(prose.words, measure.index, limit, sentence.start) for limit in limits):
            yield Hit((prose.span(max(sentence.start, measure.index - 1), measure.index),))


@check
def comparative(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """`reference: none` gives comparisons to nothing; otherwise those to something that is not a number."""
    wants_none = parameters.get("reference") == "none"
    than = texts(parameters, "than")
    more, less_before = (
        set(texts(parameters, "more")),
        [parse(text, prose.language) for text in texts(parameters, "not_after")],
    )
    nothing = set(texts(parameters, "nothing"))
    words = prose.words
    for index, word in enumerate(words):
        if word.degree != "comp":
            continue
        sentence = prose.sentence_of(index)
        if any(ends_at(words, index, phrase, sentence.start) for phrase in less_before):
            continue
        if index and words[index - 1].folded in more and words[index - 1].degree:
            continue
        last = index
        if word.folded in more:
            following = words[index + 1] if index + 1 < sentence.stop else None
            if following is None or following.tag not in {"adj", "adv", "part", "noun"}:
                if following is None or following.folded not in than:
                    continue
            elif following.tag in {"adj", "adv", "part"}:
                last = index + 1
        reference = next((one for one in range(index + 1, sentence.stop) if words[one].folded in than), None)
        if reference is not None and reference + 1 < sentence.stop and words[reference + 1].folded in nothing:
            reference = None
        if reference is not None and any(measure.index - reference in range(1, 5) for measure in prose.measures):
            continue
        if reference is None and any(one.kind and one.index in range(sentence.start, index) for one in prose.measures):
            continue
        if (reference is None) == wants_none:
            yield Hit((prose.span(index, last),))


@check
def superlative(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """`the most efficient`, `am besten`; not `at least`, `most of`."""
    not_after = [parse(text, prose.language) for text in texts(parameters, "not_after")]
    not_before = set(texts(parameters, "not_before"))
    most = set(texts(parameters, "most"))
    words = prose.words
    for index, word in enumerate(words):
        if word.degree != "sup":
            continue
        sentence = prose.sentence_of(index)
        if any(ends_at(words, index, phrase, sentence.start) for phrase in not_after):
            continue
        if index and words[index - 1].folded in most:
            continue
        last = index
        following = words[index + 1] if index + 1 < sentence.stop else None
        if following is not None and following.folded in not_before:
            continue
        if word.folded in most:
            if following is None or following.tag not in {"adj", "adv", "part"}:
                continue
            last = index + 1
        yield Hit((prose.span(index, last),))


_ABBREVIATION = re.compile(r"[A-ZÄÖÜ][A-ZÄÖÜ0-9]+s?")


@check
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


@check
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


_HIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+")
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "CJK", "HANGUL", "HIRAGANA", "KATAKANA", "ARABIC", "HEBREW", "ARMENIAN")


@check
def repetition(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """The same word twice in a row, other than where the grammar allows it: `…, die die Daten …`."""
    allowed = set(texts(parameters, "allowed"))
    for index in range(1, len(prose.words)):
        one, other = prose.words[index - 1], prose.words[index]
        if (
            one.folded == other.folded
            and one.is_word
            and not one.folded[0].isdigit()
            and not (one.folded in allowed and index > 1)
        ):
            yield Hit((prose.span(index - 1, index),))


@check
def hidden_characters(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    for match in _HIDDEN.finditer(prose.text):
        name = unicodedata.name(match[0][0], f"U+{ord(match[0][0]):04X}")
        yield Hit((Span(start=match.start(), end=match.end(), text=match[0]),), said=name)
        return


@check
def mixed_scripts(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """One word with letters of two scripts: a look-alike letter, or an accident."""
    for index, word in enumerate(prose.words):
        if word.text.isascii():
            continue
        names = {unicodedata.name(letter, "").split(" ")[0] for letter in word.text if letter.isalpha()}
        scripts = [script for script in _SCRIPTS if script in names]
        if len(scripts) > 1:
            yield Hit((prose.span(index, index),), said=", ".join(scripts))


@check
def cut(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """The text went on after what was analysed."""
    if prose.is_cut:
        yield Hit(said=f"{len(prose.text)}/{len(prose.requirement.text)}")


@check
def mixed_logic(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """`A and B or C` without brackets: two readings."""
    ands, ors = set(texts(parameters, "and")), set(texts(parameters, "or"))
    for sentence in prose.sentences:
        begin = sentence.start
        for index in (*sentence, sentence.stop):
            at_end = index == sentence.stop or prose.words[index].folded in {",", ";", "(", ")", ":"}
            if at_end:
                part = range(begin, index)
                joins = [one for one in part if prose.words[one].folded in ands | ors]
                kinds = {prose.words[one].folded in ands for one in joins}
                has_slash = any(prose.words[one].folded == "/" for one in part)
                if len(kinds) > 1 and not has_slash and joins[-1] - joins[0] <= 8:
                    yield Hit((prose.span(max(begin, joins[0] - 1), min(joins[-1] + 1, index - 1)),))
                begin = index + 1
