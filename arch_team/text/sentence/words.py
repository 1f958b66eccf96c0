"""Words with their places, sentences, and the language of a text.

Positions are those of the text as it was handed in; only the folded form is normalised.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, cast

from arch_team.text import plain_yaml
from arch_team.text.folding import composed
from arch_team.wire import Language

MARKS = "\u0300-\u036f"
_TOKEN = re.compile(
    rf"(?:[^\W\d_]\.){{2,}}"  # e.g., i.e., U.S.A.
    rf"|\d+(?:[.,'’]\d+)*(?:st|nd|rd|th)?(?![\w{MARKS}])"
    rf"|[\w{MARKS}]+(?:[-‐‑'’.@_](?=[^\W_])[\w{MARKS}]+)*"
    r"|<=|>=|≤|≥|\.\.\.|…|[^\w\s]"
)

_CAPITALS = frozenset({"IT", "US", "AM", "ER", "IM"})
"""Abbreviations that are function words in small letters."""
_QUOTED = re.compile(r"„[^“”\n]{1,80}[“”]|“[^”\n]{1,80}”|«[^»\n]{1,80}»|»[^«\n]{1,80}«|\"[^\"\n]{1,80}\"")


@dataclass(slots=True)
class Word:
    """A word, number or sign. `tag` is its part of speech as far as the context tells."""

    text: str
    folded: str
    start: int
    end: int
    tag: str = ""
    lemma: str = ""
    """Its base form."""
    degree: str = ""
    """`comp` or `sup`, where it compares."""
    is_quoted: bool = False
    """Between quotation marks: a text to show, and not a word of the requirement."""
    is_subordinate: bool = False
    """In a clause that says when, why or which, and not what is required."""

    @property
    def is_word(self) -> bool:
        return self.text[0].isalnum()

    @property
    def is_capital(self) -> bool:
        return self.text[0].isupper()


def is_abbreviation(word: Word) -> bool:
    """More than one capital in a short word: `DMI`, `WLANs`. Keywords in capitals (`SHALL`) look the same."""
    return len(word.text) < 12 and "-" not in word.text and sum(letter.isupper() for letter in word.text) > 1


def words_of(text: str) -> list[Word]:
    words = [Word(m[0], composed(m[0]), m.start(), m.end()) for m in _TOKEN.finditer(text)]
    for before, word, after in zip([None, *words], words, [*words[1:], None], strict=False):
        # `an IT manager` names something; `IT SHALL STOP` is written in capitals.
        if word.text in _CAPITALS and not any(one is not None and one.text.isupper() for one in (before, after)):
            word.folded = word.text
    quotes = [match.span() for match in _QUOTED.finditer(text)]
    for word in words if quotes else ():
        while quotes and quotes[0][1] <= word.start:
            quotes.pop(0)
        word.is_quoted = bool(quotes) and quotes[0][0] < word.start and word.end < quotes[0][1]
    return words


_LISTS: dict[Language, str] = {"de": "german", "en": "english"}


@cache
def packaged(name: str) -> Any:
    """One of the data files beside this. A text in it is a list of words with spaces between them."""
    text = (files("arch_team.text.sentence") / f"{name}.yaml").read_text(encoding="utf-8")
    return _split(plain_yaml.load(text))


def _split(value: object) -> object:
    if isinstance(value, dict):
        return {key: _split(inner) for key, inner in cast("dict[str, object]", value).items()}
    return tuple(value.split()) if isinstance(value, str) else value


@cache
def word_set(language: Language, name: str) -> frozenset[str]:
    """One of the small sets of a language, folded."""
    listed: tuple[str, ...] = packaged(_LISTS[language])["sets"][name]
    return frozenset(map(composed, listed))


_ENOUGH_WORDS = 200


def language_of(words: list[Word]) -> Language:
    """A vote of function words and endings: right on a line of five words, and costs nothing."""
    return language_of_folded([word.folded for word in words[:_ENOUGH_WORDS]])


def language_of_folded(words: Sequence[str]) -> Language:
    return "en" if sum(map(_vote, words[:_ENOUGH_WORDS])) < 0 else "de"


@lru_cache(maxsize=16_384)
def _vote(folded: str) -> float:
    whole, endings = _votes()
    if (vote := whole.get(folded)) is not None:
        return vote
    if len(folded) <= 4:
        return 0.0
    has_umlaut = not folded.isascii() and any(letter in folded for letter in "äöü")
    return next((vote for ending, vote in endings if folded.endswith(ending)), 0.0) + (0.5 if has_umlaut else 0.0)


@lru_cache(maxsize=1)
def _votes() -> tuple[dict[str, float], tuple[tuple[str, float], ...]]:
    """German votes count up, English ones down. A word of both languages does not vote."""
    listed = packaged("languages")
    german, english = set(listed["de"]["words"]), set(listed["en"]["words"])
    whole = dict.fromkeys(german - english, 1.0) | dict.fromkeys(english - german, -1.0)
    whole |= dict.fromkeys(german & english, 0.0)
    endings = [(ending, 0.4) for ending in listed["de"]["endings"]]
    endings += [(ending, -0.4) for ending in listed["en"]["endings"]]
    return whole, tuple(sorted(endings, key=lambda pair: -len(pair[0])))


_SENTENCE_SIGNS = frozenset({".", "!", "?"})


def sentences_of(text: str, words: list[Word], language: Language) -> list[range]:
    """Ends at a full stop, question mark or exclamation mark before a new beginning, and at an empty line."""
    short: tuple[str, ...] = packaged("abbreviations")[language]
    found: list[range] = []
    begin = 0
    for index, word in enumerate(words):
        following = words[index + 1] if index + 1 < len(words) else None
        between = text[word.end : following.start] if following else ""
        ends = (
            following is not None
            and word.folded in _SENTENCE_SIGNS
            and between != ""
            and not following.text[0].islower()
            and following.text[0] not in ",;)"
            and not (following.text == "(" and index + 2 < len(words) and words[index + 2].text == "[")
            and not (index > 0 and word.folded == "." and words[index - 1].folded in short)
            and not (index > 0 and words[index - 1].folded.isdigit() and not _starts_sentence(following, language))
        )
        if following is None or ends or between.count("\n") > 1:
            found.append(range(begin, index + 1))
            begin = index + 1
    return found


def _starts_sentence(word: Word, language: Language) -> bool:
    """After a number (`1. As a nurse`, `am 3. April`) only an article, a pronoun or the like begins a new sentence."""
    closed: dict[str, tuple[str, ...]] = packaged("german" if language == "de" else "english")["closed"]
    return any(word.folded in closed[tag] for tag in ("det", "pron"))
