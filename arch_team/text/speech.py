"""Parts of speech and base forms of German and English words, by a tagger that ships its models (HanTa).

Both tag sets are brought to one small set, so that a reader of sentences need not know them:
noun, name, verb (finite), past (finite, English), inf, zuinf, ing, part, modal, aux, adj, adv, det, pron, rel, prep,
to, conj, sub, neg, num, prefix (a German verb's, at the end of its clause) and sign.
"""

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, cast

from arch_team.wire import Language

LONGEST_WORD = 40
"""Letters. The time of a word grows with the square of its length; a longer one is a noun, or no word at all."""
LONGEST_SENTENCE = 250
"""Words that are tagged together."""
MOST_WORDS = 32_768
"""Words whose analysis is remembered."""
_MODELS: dict[Language, str] = {"de": "morphmodel_ger.pgz", "en": "morphmodel_en.pgz"}


class Spoken(NamedTuple):
    """A word as its sentence uses it."""

    lemma: str
    """Its base form in small letters: `ausgelöst` is `auslösen`."""
    tag: str
    degree: str = ""
    """`comp` or `sup`, where it compares; English only."""


class _Tagger(Protocol):
    def tag_sent(self, sent: list[str], taglevel: int = 1) -> list[tuple[str, str, str]]: ...

    def tag_word(self, word: str) -> list[tuple[str, float]]: ...


_lock = threading.Lock()


@lru_cache(maxsize=2)
def _tagger(language: Language) -> _Tagger:
    """Loaded with the first word of a language: a quarter of a second."""
    from HanTa.HanoverTagger import HanoverTagger  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

    tagger: Any = HanoverTagger(_MODELS[language])
    # What it makes of a word by itself does not depend on the sentence, and is most of its work.
    tagger._tag_word = lru_cache(maxsize=MOST_WORDS)(tagger._tag_word)
    tagger._analyze = lru_cache(maxsize=MOST_WORDS)(tagger._analyze)
    return cast("_Tagger", tagger)


def spoken(words: Sequence[str], language: Language) -> tuple[Spoken, ...]:
    """The words of one sentence, signs among them, each with its base form and its part of speech."""
    found: list[Spoken] = []
    for start in range(0, len(words), LONGEST_SENTENCE):
        found += _spoken(tuple(words[start : start + LONGEST_SENTENCE]), language)
    return tuple(found)


@lru_cache(maxsize=4096)
def _spoken(words: tuple[str, ...], language: Language) -> tuple[Spoken, ...]:
    known = [word if len(word) <= LONGEST_WORD else "Text" for word in words]
    with _lock:  # the tagger keeps what it has seen, and is no thread's alone
        tagged = _tagger(language).tag_sent(known, 1)
    tags = _GERMAN if language == "de" else _ENGLISH
    return tuple(
        Spoken(
            (lemma if len(word) <= LONGEST_WORD else word).lower(),
            _read(word, tags.get(tag, "noun")),
            _DEGREES.get(tag, ""),
        )
        for word, (_, lemma, tag) in zip(words, tagged, strict=True)
    )


def _read(word: str, tag: str) -> str:
    """Whatever the tagger makes of a number or a sign, it is one."""
    if word[0].isdigit():
        return "num"
    return tag if word[0].isalpha() or tag == "neg" else "sign"


def lemma_of(word: str, language: Language) -> str:
    """The base form of a single word, out of any sentence."""
    return spoken((word,), language)[0].lemma


_DEGREES = {"AJC": "comp", "AJS": "sup"}
_ENGLISH = {
    "AJ0": "adj", "AJC": "adj", "AJS": "adj", "AT0": "det", "AV0": "adv", "AVP": "adv", "AVQ": "sub", "CJC": "conj",
    "CJS": "sub", "CJT": "sub", "CRD": "num", "DPS": "det", "DT0": "det", "DTQ": "rel", "EX0": "pron", "NP0": "name",
    "ORD": "adj", "PNI": "pron", "PNP": "pron", "PNQ": "rel", "POS": "sign", "PRF": "prep", "PRP": "prep",
    "PUL": "sign", "PUN": "sign", "PUQ": "sign", "PUR": "sign", "TO0": "to", "VBB": "aux", "VBD": "aux", "VBG": "aux",
    "VBI": "aux", "VBN": "aux", "VBZ": "aux", "VDB": "aux", "VDD": "aux", "VDG": "ing", "VDI": "inf", "VDN": "part",
    "VDZ": "aux", "VHB": "aux", "VHD": "aux", "VHG": "ing", "VHI": "inf", "VHN": "part", "VHZ": "aux", "VM0": "modal",
    "VVB": "verb", "VVD": "past", "VVG": "ing", "VVI": "inf", "VVN": "part", "VVZ": "verb", "XX0": "neg",
}  # fmt: skip
_GERMAN = {
    "$(": "sign", "$,": "sign", "$.": "sign", "ADJ(A)": "adj", "ADJ(D)": "adj", "ADV": "adv", "APPO": "prep",
    "APPR": "prep", "APPRART": "prep", "APZR": "prep", "ART": "det", "CARD": "num", "ITJ": "adv", "KOKOM": "conj",
    "KON": "conj", "KOUI": "sub", "KOUS": "sub", "NE": "name", "NNI": "noun", "PDAT": "det", "PDS": "pron",
    "PIAT": "det", "PIS": "pron", "PPER": "pron", "PPOSAT": "det", "PPOSS": "pron", "PRELAT": "rel", "PRELS": "rel",
    "PRF": "pron", "PROAV": "adv", "PTKA": "adv", "PTKANT": "adv", "PTKNEG": "neg", "PTKVZ": "prefix", "PTKZU": "to",
    "PWAT": "rel", "PWAV": "sub", "PWS": "rel", "VA(FIN)": "aux", "VA(IMP)": "aux", "VA(INF)": "aux", "VA(PP)": "aux",
    "VM(FIN)": "modal", "VM(INF)": "modal", "VM(PP)": "modal", "VV(FIN)": "verb", "VV(IMP)": "verb", "VV(INF)": "inf",
    "VV(IZU)": "zuinf", "VV(PP)": "part",
}  # fmt: skip
