"""What a text is before it is rewritten: a story, a demand; or no requirement, or one that was cut.

Only what demands something can be put differently. Of everything else the review says what it is and asks what is
required; nothing is made of it.
"""

import re
from functools import cache
from typing import Literal

from arch_team.requirements.check.prose import Prose
from arch_team.text.packaged import packaged
from arch_team.text.sentence.demands import demand_in, is_cut
from arch_team.text.sentence.words import word_set
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
    demands = not word_set(language, "demand_words").isdisjoint(map(str.lower, words))
    return "" if demands else found["label"].strip(" *_")


def nature_of(prose: Prose) -> Nature:
    words = prose.words
    if prose.story is None and label_of(prose.text, prose.language):
        return "labelled"
    if is_cut(prose):
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
