"""What a text is before it is rewritten: a story, a demand; or no requirement, or one that was cut.

Only what demands something can be put differently. Of everything else the review says what it is and asks what is
required; nothing is made of it.
"""

import re
from functools import cache
from typing import Literal

from arch_team.requirements.check.prose import Prose
from arch_team.text.packaged import packaged
from arch_team.text.sentence.words import Word
from arch_team.wire import Language

Nature = Literal["story", "demand", "cut", "question", "labelled", "keywords"]
"""`labelled`: what stands before its colon may say that it explains, is optional or comes later. `keywords`: nothing
that demands; an order is one of them (`Export all reports`), of which nobody knows who shall do it."""
DEMANDS = frozenset({"story", "demand"})

_LABEL = re.compile(r"[*_]*(?P<label>[^\W\d][^:.!?\n()]{1,60}?)[*_]*\s?:[*_]*\s+(?=\S)")
_LONGEST_LABEL = 5
_CLOSED = frozenset({"det", "prep", "conj", "sub", "to", "pron", "neg", "num", "sign"})


@cache
def grammar(language: Language, name: str) -> frozenset[str]:
    """One of the word lists of this room."""
    return frozenset(packaged("grammar.yaml", "arch_team.requirements.rewrite")[name][language])


@cache
def pattern(name: str) -> re.Pattern[str]:
    """One of the patterns of this room, for both languages."""
    return re.compile(packaged("grammar.yaml", "arch_team.requirements.rewrite")["patterns"][name], re.IGNORECASE)


def label_of(text: str, language: Language) -> str:
    """What stands before a colon at its beginning: `Optional`, `Why it matters`; not `Users can export: …`."""
    found = _LABEL.match(text)
    words = found["label"].split() if found else []
    if not found or len(words) > _LONGEST_LABEL or any(sign.isdigit() for sign in found["label"]):
        return ""  # `REQ-7` only counts it
    demands = not grammar(language, "demands").isdisjoint(map(str.lower, words))
    return "" if demands else found["label"].strip(" *_")


def nature_of(prose: Prose) -> Nature:
    words = prose.words
    if prose.story is None and label_of(prose.text, prose.language):
        return "labelled"
    if _is_cut(prose):
        return "cut"
    asks = bool(words) and words[0].folded in grammar(prose.language, "asks") and "," not in prose.text
    if (asks and prose.story is None) or (words and words[-1].folded == "?"):
        return "question"
    if prose.story is not None:
        return "story"
    demands = any(demand_in(prose, sentence) is not None for sentence in prose.sentences)
    tells = bool(words) and words[0].folded in {"we", "wir", "our", "unser", "unsere"}  # `We expect that it will …`
    return "demand" if demands and not tells and not _is_heading(prose) else "keywords"


def _is_heading(prose: Prose) -> bool:
    """`Must Have (MVP)`: every word of meaning begins with a capital, as in an English title."""
    told = [word for word in prose.words if word.is_word and word.tag not in _CLOSED]
    ends = prose.text.rstrip().endswith((".", "!"))
    return prose.language == "en" and len(told) > 1 and not ends and all(word.is_capital for word in told)


def demand_in(prose: Prose, sentence: range) -> int | None:
    """The word by which the sentence demands or permits: its modal, or `ist … zu`, `has to`, `is required`."""
    words, language = prose.words, prose.language
    for index in sentence:
        word = words[index]
        if word.is_subordinate or word.is_quoted:
            continue
        # A German modal at the end of its clause, or before its subject (`Sollte der Server …, muss`), demands nothing.
        opens = index == sentence.start and any(words[at].folded == "," for at in sentence)
        ends = language == "de" and (opens or not any(one.is_word for one in words[index + 1 : index + 2]))
        demands = word.tag == "modal" and word.folded in grammar(language, "demands") and not ends
        demands = demands and not (index == 0 and _has_no_subject(words, language))
        has_to = word.folded in grammar(language, "has_to") and _is_followed_by_to(prose, index, sentence)
        if demands or has_to or word.folded in grammar(language, "needed"):
            return index
    return None


def _has_no_subject(words: list[Word], language: Language) -> bool:
    """`Cannot log in` complains, `CAN bus` names something, and of `Must accept files` nobody knows who."""
    return language == "en" or all(one.tag not in {"det", "noun", "abbr", "pron"} for one in words[1:3])


def _is_followed_by_to(prose: Prose, index: int, sentence: range) -> bool:
    words = prose.words
    if prose.language == "en":
        return [word.folded for word in words[index + 1 : min(index + 2, sentence.stop)]] == ["to"]
    stop = next((at for at in range(index, sentence.stop) if words[at].folded == ","), sentence.stop)
    if any(one.folded == "es" for one in words[max(sentence.start, index - 1) : index + 2]):
        # `Es ist ausreichend, … anzugeben` says how it is; `Es ist ein Bericht zu liefern` demands.
        following = next((one for one in words[index + 1 : stop] if one.folded != "es"), None)
        if following is not None and following.tag == "adj" and following.lemma == following.folded:
            return False
    later = range(index + 1, stop)
    return any(words[at].tag == "zuinf" or (words[at].tag == "inf" and words[at - 1].folded == "zu") for at in later)


def _is_cut(prose: Prose) -> bool:
    """It ends before it has said everything: behind an article, a preposition, an adjective without its noun."""
    words, text = prose.words, prose.text.rstrip()
    last_line = text.rpartition("\n")[2]
    is_open = last_line.count("(") > last_line.count(")") and text.count("(") > text.count(")")
    if is_open or text.rstrip("*_").endswith((":", "(")) or text.endswith((" -", " –", ",")):
        return True
    if len(words) < 2 or not words[-1].is_word:
        return False  # `none` is an answer by itself
    last = words[-1]
    waits = last.tag == "adj" and last.text.islower() and last.text.isalpha() and _waits_for_noun(words, prose.language)
    return waits or last.folded in grammar(prose.language, "never_last")


def _waits_for_noun(words: list[Word], language: Language) -> bool:
    """`zu einem freien`, `to a free`: back to the article or preposition stands no noun."""
    last = words[-1]
    declined = last.lemma != last.folded and last.folded.endswith(("e", "en", "em", "es"))
    leads = next((word for word in reversed(words[:-1]) if word.tag not in {"adj", "adv", "part"}), None)
    if leads is None or leads.tag not in {"det", "prep"}:
        return False
    return (declined and (leads.tag == "det" or language == "de")) or leads.text in {"a", "an", "ein", "kein"}


def is_negated(prose: Prose, sentence: range) -> bool:
    """A ban, or something that must be absent."""
    negates = grammar(prose.language, "negates")
    return any(word.tag == "neg" or word.folded in negates for word in prose.words[sentence.start : sentence.stop])
