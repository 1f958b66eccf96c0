"""Numbers without a unit, comparisons with nothing, words that point nowhere, and how the text is written."""

import re
from collections.abc import Iterator

from arch_team.requirements.check.prose import Prose
from arch_team.requirements.check.rules import Hit, Parameters, check

_COMPARED = frozenset({"adj", "adv", "part"})
_NOT_NOUNS = frozenset({"verb", "aux", "modal", "sign", "neg", "adv", "conj", "prep"})
_ABBREVIATION = re.compile(r"[A-ZÄÖÜ][A-ZÄÖÜ0-9]+s?")
_PARTS = frozenset({",", ";", "(", ")", ":"})
_NEAR = 8


@check
def missing_unit(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """A limit (`at most 30`) whose number counts nothing."""
    for measure in prose.measures:
        if not measure.kind and prose.ends(measure.index, given.phrases("limits")):
            first = max(prose.sentence_of(measure.index).start, measure.index - 1)
            yield Hit((prose.span(first, measure.index),))


@check
def comparative(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """`reference: none` gives comparisons to nothing; otherwise those to something that is not a number."""
    than, words = given.words("than"), prose.words
    for index, last, is_alone in _compared(prose, given, "comp", "more"):
        following, sentence = prose.after(index), prose.sentence_of(index)
        if is_alone and (following is None or (following.tag != "noun" and following.folded not in than)):
            continue
        at = next((one for one in range(index + 1, sentence.stop) if words[one].folded in than), None)
        if at is None or (at + 1 < sentence.stop and words[at + 1].folded in given.words("nothing")):
            to_nothing, is_measured = True, any(m.kind and sentence.start <= m.index < index for m in prose.measures)
        else:
            to_nothing, is_measured = False, any(0 < measure.index - at < 5 for measure in prose.measures)
        if not is_measured and to_nothing == (given.text("reference") == "none"):
            yield Hit((prose.span(index, last),))


@check
def superlative(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """`the most efficient`, `am besten`; not `at least`, `most of`."""
    for index, last, is_alone in _compared(prose, given, "sup", "most"):
        following = prose.after(index)
        if not is_alone and not (following is not None and following.folded in given.words("not_before")):
            yield Hit((prose.span(index, last),))


def _compared(prose: Prose, given: Parameters, degree: str, by: str) -> Iterator[tuple[int, int, bool]]:
    """Words of this degree, from the first to the last; with `more` or `most`, the word that they compare is the last,
    else they stand alone."""
    helpers = given.words(by)
    for index, word in enumerate(prose.words):
        before = prose.words[index - 1] if index else None
        if word.degree != degree or prose.ends(index, given.phrases("not_after")):
            continue
        if before is not None and before.folded in helpers and (before.degree or degree == "sup"):
            continue
        following = prose.after(index)
        helps = word.folded in helpers
        leads = helps and following is not None and following.tag in _COMPARED
        yield index, index + leads, helps and not leads


@check
def unclear_pronoun(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """A pronoun with nothing before it to stand for, or with several nouns it could stand for.

    `alone`: words that are pronouns unless a noun follows. `always`: pronouns. `expletive`: phrases that mean nothing.
    """
    words, story = prose.words, prose.story
    for index, word in enumerate(words):
        is_alone = word.folded in given.words("alone")
        if not is_alone and word.folded not in given.words("always"):
            continue
        if prose.begins(index, given.phrases("expletive")) or (story and story.role and index > story.role.start):
            continue
        sentence, following = prose.sentence_of(index), prose.after(index)
        opens = index == next((one for one in sentence if words[one].text[0].isalpha()), index)
        if not is_alone:
            unclear = opens or not any(one.tag in {"noun", "abbr"} for one in words[sentence.start : index])
        elif following is None or following.tag in _NOT_NOUNS:
            unclear = True
        else:  # `This ceiling speed` at the very start points outside the requirement.
            outside = opens and sentence.start == 0 and bool(given.text("outside"))
            unclear = outside and following.tag in {"noun", "adj"}
        if unclear:
            yield Hit((prose.span(index, index),))


@check
def undefined_abbreviation(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """Capitals that are neither known to everyone nor explained here (`Driver Machine Interface (DMI)`)."""
    known = {text.casefold() for text in given.words("known")} | prose.defined
    if sum(word.text.isupper() for word in prose.words if word.is_word) > len(prose.words) / 2:
        return
    for index, word in enumerate(prose.words):
        is_known = word.folded in known or word.folded.rstrip("s") in known or _explains(prose, index)
        if word.tag == "abbr" and _ABBREVIATION.fullmatch(word.text) and not is_known:
            yield Hit((prose.span(index, index),))


def explained(prose: Prose) -> Iterator[str]:
    """The abbreviations this text writes out."""
    for index, word in enumerate(prose.words):
        if _ABBREVIATION.fullmatch(word.text) and _explains(prose, index):
            yield word.folded


def _explains(prose: Prose, index: int) -> bool:
    """In brackets after its words, or followed by brackets with them."""
    words = prose.words
    before = words[index - 1].folded if index else ""
    after = words[index + 1].folded if index + 1 < len(words) else ""
    if before == "(" and after == ")":
        return index > 2
    return after == "(" and index + 3 < len(words) and words[index + 3].folded != ")"


@check
def cut(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """The text went on after what was analysed."""
    if len(prose.text) < len(prose.requirement.text):
        yield Hit(said=f"{len(prose.text)}/{len(prose.requirement.text)}")


@check
def mixed_logic(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """`A and B or C` without brackets: two readings."""
    ands, ors = given.words("and"), given.words("or")
    for sentence in prose.sentences:
        begin = sentence.start
        for stop in (*(one for one in sentence if prose.words[one].folded in _PARTS), sentence.stop):
            folded = [word.folded for word in prose.words[begin:stop]]
            joins = [place for place, word in enumerate(folded) if word in ands | ors]
            is_mixed = len({folded[place] in ands for place in joins}) > 1 and "/" not in folded
            if is_mixed and joins[-1] - joins[0] <= _NEAR:
                first, last = max(0, joins[0] - 1), min(joins[-1] + 1, len(folded) - 1)
                yield Hit((prose.span(begin + first, begin + last),))
            begin = stop + 1
