"""The cues of a question: which words tell what kind of answer it wants."""

import re
from functools import cache
from importlib.resources import files

import yaml

from arch_team.reading.words import folded


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    text = (files("arch_team.reading") / "cues.yaml").read_text(encoding="utf-8")
    loaded: dict[str, list[str]] = yaml.safe_load(text)
    return {name: re.compile("|".join(_bounded(phrase) for phrase in phrases)) for name, phrases in loaded.items()}


def _bounded(phrase: str) -> str:
    starts = "" if phrase[0] in "^%" else r"\b"
    ends = "" if phrase[-1] in "%*b " else r"\b"
    return f"{starts}(?:{phrase}){ends}"


def cues_in(text: str) -> frozenset[str]:
    """The names of the cues found in a folded text."""
    return frozenset(name for name, pattern in _patterns().items() if name != "not_names" and pattern.search(text))


@cache
def _stopwords() -> frozenset[str]:
    text = (files("arch_team.reading") / "stopwords.yaml").read_text(encoding="utf-8")
    loaded: dict[str, str] = yaml.safe_load(text)
    return frozenset(folded(word) for words in loaded.values() for word in words.split())


@cache
def _glossary() -> dict[str, dict[str, str]]:
    loaded: dict[str, dict[str, str]] = yaml.safe_load(
        (files("arch_team.reading") / "glossary.yaml").read_text(encoding="utf-8")
    )
    return {part: {folded(str(k)): folded(str(v)) for k, v in words.items()} for part, words in loaded.items()}


def glossary() -> dict[str, str]:
    """Everyday words to the stem that account names use."""
    return _glossary()["words"]


def phrases_in(text: str) -> list[tuple[int, int, str]]:
    """Phrases that name an account: where they are, and the stem to look for."""
    found: list[tuple[int, int, str]] = []
    for phrase, stem in _glossary()["phrases"].items():
        for match in re.finditer(rf"\b{re.escape(phrase)}\b", text):
            found.append((match.start(), match.end(), stem))
    return found


def is_stopword(word: str) -> bool:
    return word in _stopwords()


def is_common(word: str) -> bool:
    """Whether a capitalised word is an ordinary noun, or a word that is a cue itself."""
    return any(pattern.fullmatch(word) for name, pattern in _patterns().items() if name != "yes_no")


def cue_spans(text: str) -> list[tuple[int, int]]:
    """Where cues are: their words are explained."""
    found = (match.span() for pattern in _patterns().values() for match in pattern.finditer(text))
    return [span for span in found if span[1] > span[0]]
