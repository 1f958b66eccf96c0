"""What a text is before it is rewritten: a story, a demand, an order; or no requirement, or one that was cut.

Only what demands something can be put differently. Of everything else the review says what it is and asks what is
required; nothing is made of it.
"""

import re
from functools import cache
from typing import Literal

from arch_team.requirements.check.prose import Prose
from arch_team.text.packaged import packaged
from arch_team.text.sentence.words import Word
from arch_team.text.speech import spoken
from arch_team.wire import Language

Nature = Literal["story", "demand", "order", "cut", "question", "aside", "describes", "keywords"]
"""`aside`: its label says that it explains. `describes`: it has a verb and demands nothing. `keywords`: no verb."""
DEMANDS = frozenset({"story", "demand", "order"})

_LABEL = re.compile(r"[*_]*(?P<label>[^\W\d][^:.!?\n()]{1,60}?)[*_]*\s?:[*_]*\s+(?=\S)")
_LONGEST_LABEL = 5
_FINITE = frozenset({"verb", "aux", "modal", "past"})


@cache
def grammar(language: Language, name: str) -> frozenset[str]:
    """One of the word lists of this room."""
    return frozenset(packaged("grammar.yaml", "arch_team.requirements.rewrite")[name][language])


def label_of(text: str, language: Language) -> str:
    """What stands before a colon at its beginning, with the colon: `Skalierbarkeit: `; not `The list shows: `."""
    found = _LABEL.match(text)
    words = found["label"].split() if found else []
    if not found or len(words) > _LONGEST_LABEL or _is_aside(found[0], language):
        return found[0] if found and len(words) <= _LONGEST_LABEL else ""
    tags = [one.tag for one in spoken(words, language)]
    is_order = language == "en" and len(words) > 1 and tags[0] in {"verb", "inf"} and _may_act(words[0])
    is_clause = bool(_FINITE & set(tags[1:])) or not grammar(language, "demands").isdisjoint(map(str.lower, words))
    return "" if is_order or is_clause or tags[0] in {"prep", "sub"} else found[0]


def _is_aside(label: str, language: Language) -> bool:
    """`Why it matters:`, `Depends on:`: what follows explains. `Source code:` and `Zielsystem:` only name something."""
    name, known = label.strip(" :*_").casefold(), grammar(language, "asides")
    whole = any(name.removesuffix(ending) in known for ending in ("", "s", "e", "n", "en"))
    return (
        whole
        or name.split()[-1:] in [[one] for one in grammar(language, "asides_end")]
        or name.startswith(tuple(f"{one} " for one in grammar(language, "asides_begin")))
    )


def nature_of(prose: Prose, label: str = "") -> Nature:
    """`prose` is the text without its label."""
    words = prose.words
    if label and _is_aside(label, prose.language):
        return "aside"
    if _is_cut(prose):
        return "cut"
    if prose.story is not None:
        return "story"
    asks = bool(words) and words[0].folded in grammar(prose.language, "asks") and "," not in prose.text
    if asks or (words and words[-1].folded == "?"):
        return "question"
    if any(demand_in(prose, sentence) is not None for sentence in prose.sentences):
        return "demand"
    if len(prose.sentences) == 1 and order_in(prose) is not None:
        return "order"
    might_order = prose.language == "en" and bool(words) and words[0].is_word and _may_act(words[0].text)
    return "describes" if any(map(_is_finite, words, [*words[1:], None])) and not might_order else "keywords"


def _is_finite(word: Word, following: Word | None) -> bool:
    """`do not …` is an order, and no statement."""
    return word.tag in _FINITE and not (word.folded == "do" and following is not None and following.tag == "neg")


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
        has_to = word.folded in grammar(language, "has_to") and _is_followed_by_to(prose, index, sentence)
        if demands or has_to or word.folded in grammar(language, "needed"):
            return index
    return None


def _is_followed_by_to(prose: Prose, index: int, sentence: range) -> bool:
    words = prose.words
    if prose.language == "en":
        return [word.folded for word in words[index + 1 : min(index + 2, sentence.stop)]] == ["to"]
    stop = next((at for at in range(index, sentence.stop) if words[at].folded == ","), sentence.stop)
    later = range(index + 1, stop)
    return any(words[at].tag == "zuinf" or (words[at].tag == "inf" and words[at - 1].folded == "zu") for at in later)


def order_in(prose: Prose) -> int | None:
    """The verb of an order: `Export all reports as CSV`, `Berichte als CSV exportieren`.

    One that begins with a small letter goes on with what stands before it, and may be anything.
    """
    words = prose.words
    main = [word for word, after in zip(words, [*words[1:], None], strict=True) if _is_finite(word, after)]
    told = [index for index, word in enumerate(words) if word.is_word]
    helped = any(word.tag in {"aux", "modal"} and not word.is_subordinate for word in main)
    if len(told) < (3 if prose.language == "en" else 2) or helped or not words[0].is_capital or told[0] > 0:
        return None
    if prose.language == "de":
        verb, ends = words[told[-1]], all(word.folded in {".", "!"} for word in words[told[-1] + 1 :])
        alone = not main and words[told[-1] - 1].folded != "zu" and not any(word.folded == "," for word in words)
        acted = words[0].tag in {"noun", "abbr", "det", "adj", "num"} and verb.folded not in grammar("de", "happens")
        return told[-1] if verb.tag == "inf" and verb.text.islower() and ends and alone and acted else None
    verb, following = words[0], words[1]
    if verb.folded == "do" and following.tag == "neg":
        return 0
    is_name = following.text.istitle() and following.text.isalpha() and len(following.text) > 1  # `React Native`
    is_thing = following.tag == "aux" or following.folded in {"of", "for", ":", "-"} or verb.folded.endswith("s")
    # `Cancel returns to …`, `Rate limiting on …`: the first word is a noun
    acts = following.folded.endswith("s") and _may_act(following.folded[:-1]) and words[2].tag in {"prep", "to", "det"}
    is_compound = following.tag == "ing" and verb.folded not in grammar("en", "takes_ing")
    if is_name or is_thing or acts or is_compound or not following.is_word or not _may_act(verb.text):
        return None
    return 0 if verb.tag == "verb" or following.tag in {"det", "verb", "ing", "sub"} else None


def _may_act(word: str) -> bool:
    return spoken(("they", "must", word.lower(), "it"), "en")[2].tag == "inf"


def _is_cut(prose: Prose) -> bool:
    """It ends before it has said everything: behind an article, a preposition, an adjective without its noun."""
    words, text = prose.words, prose.text.rstrip(" *_")
    if text.count("(") > text.count(")") or text.endswith((":", "(", " -", " –")):
        return True
    if not words or not words[-1].is_word:
        return False
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


def lacks_subject(prose: Prose) -> bool:
    """`Must accept files`: it begins with its modal, and its verb follows. `MUST: login` and `Sollte die …` do not."""
    words = prose.words
    if len(words) < 3 or words[0].tag != "modal" or words[0].folded not in grammar(prose.language, "demands"):
        return False
    return words[1].tag not in {"det", "noun", "abbr", "pron", "adj", "num", "sign"}


def is_negated(prose: Prose, sentence: range) -> bool:
    """A ban, or something that must be absent."""
    negates = grammar(prose.language, "negates")
    return any(word.tag == "neg" or word.folded in negates for word in prose.words[sentence.start : sentence.stop])
