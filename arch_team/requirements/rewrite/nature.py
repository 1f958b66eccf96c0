"""What a text is before it is rewritten: a story, a demand, an order; or no requirement, or one that was cut.

Only what demands something can be put differently. Of everything else the review says what it is and asks what is
required; nothing is made of it.
"""

import re
from typing import Literal

from arch_team.requirements.check.prose import Prose
from arch_team.text.packaged import packaged
from arch_team.text.sentence.words import Word, word_set
from arch_team.text.speech import spoken
from arch_team.wire import Language

Nature = Literal["story", "demand", "order", "cut", "question", "aside", "describes", "keywords"]
"""`aside`: its label says that it explains. `describes`: it has a verb and demands nothing. `keywords`: no verb."""

_LABEL = re.compile(r"[*_]*(?P<label>[^\W\d][^:.!?\n()]{1,60}?)[*_]*\s?:[*_]*\s+(?=\S)")
_LONGEST_LABEL = 5
_NOUNS = frozenset({"noun", "abbr", "num", "pron"})
_FINITE = frozenset({"verb", "aux", "modal", "past"})


def grammar(language: Language, name: str) -> frozenset[str]:
    """One of the word lists of this room."""
    return frozenset(packaged("grammar.yaml", "arch_team.requirements.rewrite")[name][language])


def label_of(text: str, language: Language) -> str:
    """What stands before a colon at its beginning, with the colon: `Skalierbarkeit: `; not `The list shows: `."""
    found = _LABEL.match(text)
    words = found["label"].split() if found else []
    if not found or len(words) > _LONGEST_LABEL:
        return ""
    if is_aside(found[0], language):
        return found[0]
    if len(words) > 1 and language == "en" and _may_act(words[0]) and spoken(words, "en")[0].tag in {"verb", "inf"}:
        return ""  # `Display monthly totals: …` is an order
    if spoken(words, language)[0].tag in {"prep", "sub"} or words[0].casefold() in conditions(language):
        return ""
    demands = grammar(language, "demands") | grammar(language, "has_to")
    verbal = any(one.tag in _FINITE for one in spoken(words, language)[1:]) and len(words) > 1
    return "" if verbal or demands & {word.casefold() for word in words} else found[0]


def is_aside(label: str, language: Language) -> bool:
    """`Why it matters:`, `Depends on:`: what follows explains."""
    return any(label.strip(" :*_").casefold().startswith(one) for one in grammar(language, "asides"))


def _may_act(word: str) -> bool:
    return spoken(("they", "must", word.lower(), "it"), "en")[2].tag == "inf"


def nature_of(prose: Prose, label: str = "") -> Nature:
    """`prose` is the text without its label."""
    words = prose.words
    if label and is_aside(label, prose.language):
        return "aside"
    if is_cut(prose):
        return "cut"
    if prose.story is not None:
        return "story"
    if words and words[-1].folded == "?":
        return "question"
    if any(demand_in(prose, sentence) is not None for sentence in prose.sentences):
        return "demand"
    if len(prose.sentences) == 1 and order_in(prose) is not None:
        return "order"
    return "describes" if any(_is_finite(prose, index) for index in range(len(words))) else "keywords"


def _is_finite(prose: Prose, index: int) -> bool:
    word, following = prose.words[index], prose.words[index + 1 : index + 2]
    if word.folded == "do" and following and following[0].tag == "neg":
        return False  # `do not …` is an order
    return word.tag in _FINITE or (word.tag == "part" and index > 0 and prose.words[index - 1].tag == "aux")


def demand_in(prose: Prose, sentence: range) -> int | None:
    """The word by which the sentence demands or permits: its modal, or `zu`, `to` behind `is`, `has` or `needs`."""
    words, demands = prose.words, grammar(prose.language, "demands")
    for index in sentence:
        word = words[index]
        if word.is_subordinate or word.is_quoted:
            continue
        is_last = prose.language == "de" and not any(one.is_word for one in words[index + 1 : index + 2])
        if word.tag == "modal" and word.folded in demands and not is_last:
            return index
        if word.folded in grammar(prose.language, "has_to") and _is_followed_by_to(prose, index, sentence):
            return index
        if word.folded in grammar(prose.language, "needed"):
            return index
    return None


def _is_followed_by_to(prose: Prose, index: int, sentence: range) -> bool:
    words = prose.words
    if prose.language == "en":
        after = [word.folded for word in words[index + 1 : min(index + 3, sentence.stop)]]
        return after[:1] == ["to"] or after == ["required", "to"]
    later = [at for at in range(index + 1, sentence.stop) if not words[at].is_subordinate]
    return any(words[at].tag == "zuinf" or (words[at].tag == "inf" and words[at - 1].folded == "zu") for at in later)


def order_in(prose: Prose) -> int | None:
    """The verb of an order: `Export all reports as CSV`, `Berichte als CSV exportieren`."""
    words = [index for index, word in enumerate(prose.words) if word.is_word]
    if len(words) < (3 if prose.language == "en" else 2) or any(
        _is_finite(prose, index) and prose.words[index].tag in {"aux", "modal"} and not prose.words[index].is_subordinate
        for index in words
    ):
        return None
    first, last = words[0], words[-1]
    if prose.language == "de":
        verb = prose.words[last]
        others = (prose.words[index].tag for index in words[:-1])
        ends = all(word.folded in {".", "!"} for word in prose.words[last + 1 :])
        alone = ends and not _FINITE & set(others) and prose.words[last - 1].folded != "zu" and not verb.is_subordinate
        begins = prose.words[first].text[0].isupper()  # one that begins small goes on with what stands before it
        return last if verb.tag == "inf" and verb.text.islower() and alone and begins else None
    verb, following = prose.words[first], prose.words[first + 1]
    if first > 0 or verb.text[0].islower() or (following.text.istitle() and following.text.isalpha() and len(following.text) > 1):
        return None  # `React Native` is a name; one that begins small goes on with what stands before it
    if verb.folded == "do" and following.tag == "neg":
        return first
    if not _may_act(verb.text) or verb.folded.endswith("s") or following.tag == "aux" or following.folded in {"of", "for", ":", "-"}:
        return None
    return first if verb.tag == "verb" or following.tag in {"det", "verb", "ing", "sub"} else None


def is_cut(prose: Prose) -> bool:
    """It ends before it has said everything: behind an article, a preposition, an adjective without its noun."""
    words, text = prose.words, prose.text.rstrip(" *_")
    if text.count("(") > text.count(")") or text.endswith((":", "(", " -", " –")):
        return True
    if not words or not words[-1].is_word:
        return False
    last = words[-1]
    if last.folded in grammar(prose.language, "never_last"):
        return True
    return last.tag == "adj" and last.text.islower() and _waits_for_noun(words, prose.language)


def _waits_for_noun(words: list[Word], language: Language) -> bool:
    """`zu einem freien`, `to a free`: back to the article or preposition stands no noun."""
    last = words[-1]
    declined = last.lemma != last.folded and last.folded.endswith(("e", "en", "em", "es"))
    for word in reversed(words[:-1]):
        if word.tag == "det":
            return declined or word.folded in {"a", "an", "ein", "kein"}
        if word.tag == "prep":
            return declined and language == "de"
        if word.tag not in {"adj", "adv", "part"}:
            return False
    return False


def is_negated(prose: Prose, sentence: range) -> bool:
    """A ban, or something that must be absent."""
    words = prose.words
    return any(words[i].tag == "neg" or words[i].folded in grammar(prose.language, "negates") for i in sentence)


def conditions(language: Language) -> frozenset[str]:
    return word_set(language, "conditions")
