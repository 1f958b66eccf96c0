"""The cues of a question: which words tell what kind of answer it wants."""

import re
from functools import cache

from arch_team.reading.packaged import packaged
from arch_team.reading.phrases import Phrases
from arch_team.reading.words import Span, folded, inside

NOUNS = "not_names"
"""Ordinary nouns: they explain a word and want nothing."""


@cache
def cue_phrases() -> dict[str, Phrases]:
    loaded: dict[str, list[str]] = packaged("cues.yaml")
    return {
        name: Phrases(*(phrase.replace("<amount>", _AMOUNT) for phrase in phrases), spelled=_bounded)
        for name, phrases in loaded.items()
    }


_AMOUNT = (
    r" ?(?:(?:chf|eur|fr\.?|€) ?\d|(?!(?:19|20)\d\d\b(?!['’.,]\d))\d{3,}|\d{1,3}['’,. ]\d{3}|\d+(?:[.,]\d+)? ?"
    r"(?:k\b|tsd|mio|million|franken|francs|chf|eur|€)|hundert|tausend|eine? mi|a (?:hundred|thousand|million))"
)
"""What an amount of money looks like after `over` or `unter`, and a year does not."""


def _bounded(phrase: str) -> str:
    starts = "" if phrase[0] in "^%" else r"\b"
    ends = "" if phrase[-1] in "%*b " else r"\b"
    return f"{starts}(?:{phrase}){ends}"


def cue_matches(text: str) -> list[tuple[str, Span]]:
    """Cues and where they are. A cue inside a longer one is not meant: `least` in `at least`."""
    found = [
        (name, match.span())
        for name, phrases in cue_phrases().items()
        for match in phrases.finditer(text)
        if match.end() > match.start()
    ]
    return [(name, span) for name, span in found if name == NOUNS or not any(inside(span, other) for _, other in found)]


def cues_in(text: str) -> frozenset[str]:
    """The names of the cues found in a folded text."""
    return frozenset(name for name, _ in cue_matches(text) if name != NOUNS)


@cache
def glossary() -> dict[str, tuple[str, ...]]:
    """Everyday words to the stems that account names use."""
    loaded: dict[str, str] = packaged("glossary.yaml")["words"]
    return {folded(str(word)): tuple(folded(stems).split(", ")) for word, stems in loaded.items()}


@cache
def _phrases() -> tuple[tuple[str, str], ...]:
    loaded: dict[str, str] = packaged("glossary.yaml")["phrases"]
    longest_first = sorted(loaded.items(), key=lambda item: -len(item[0]))
    return tuple((folded(phrase), folded(stem)) for phrase, stem in longest_first)


def phrases_in(text: str) -> list[tuple[int, int, str]]:
    """Phrases that name an account: where they are, and the stem to look for. The longest first."""
    found: list[tuple[int, int, str]] = []
    for phrase, stem in _phrases():
        for match in re.finditer(rf"\b{re.escape(phrase)}\b", text) if phrase in text else ():
            if not any(start < match.end() and match.start() < end for start, end, _ in found):
                found.append((match.start(), match.end(), stem))
    return found


def is_common(word: str) -> bool:
    """Whether a capitalised word is an ordinary noun, or a word that is a cue itself."""
    return any(phrases.fullmatch(word) for name, phrases in cue_phrases().items() if name != "yes_no")


@cache
def cue_words() -> frozenset[str]:
    """The plain words among the cues, for the spelling of others to be held against."""
    phrases = (phrase for loaded in packaged("cues.yaml").values() for phrase in loaded)
    return frozenset(word for phrase in phrases for word in re.split(r"[\s-]", phrase) if word.isalpha())
