"""Numbers with their units. A number without one measures nothing."""

from dataclasses import dataclass
from functools import lru_cache

from arch_team.text.folding import composed
from arch_team.text.sentence.words import Word, packaged
from arch_team.wire import Language


@dataclass(frozen=True, slots=True)
class Measure:
    """A number at `index` and what it counts: `time`, `percent`, `other` for a unit, `count` for a noun, or nothing."""

    index: int
    kind: str
    unit: str = ""


@lru_cache(maxsize=1)
def units() -> dict[str, tuple[str, str]]:
    """Each spelling of a unit with its kind and its name."""
    listed: dict[str, dict[str, tuple[str, ...]]] = packaged("units")["units"]
    return {
        composed(spelling): (kind, name)
        for kind, named in listed.items()
        for name, spellings in named.items()
        for spelling in spellings
    }


@lru_cache(maxsize=2)
def number_words(language: Language) -> frozenset[str]:
    return frozenset(map(composed, packaged("units")["numbers"][language]))


@lru_cache(maxsize=2)
def frequencies(language: Language) -> frozenset[str]:
    return frozenset(map(composed, packaged("units")["frequencies"][language]))


def measures_in(words: list[Word], language: Language) -> list[Measure]:
    return [found for index in range(len(words)) if (found := _measure(words, index, language)) is not None]


def _measure(words: list[Word], index: int, language: Language) -> Measure | None:
    word = words[index]
    if word.folded in frequencies(language):
        return Measure(index, "time", word.folded)
    if word.tag == "abbr" and word.folded[0] == "p" and word.folded[1:].isdigit():
        return Measure(index, "percent", "percentile")
    if word.folded not in number_words(language):
        if not word.folded[0].isdigit():
            return None
        if (glued := _glued(word)) is not None:
            return Measure(index, *glued)
    after = index + 1
    if after < len(words) and words[after].folded in {"-", "–", "bis", "to"} and after + 1 < len(words):
        after += 2 if words[after + 1].folded[0].isdigit() else 0
    if after < len(words) and words[after].folded in {"°"}:
        return Measure(index, "other", "°")
    if after < len(words) and (unit := units().get(words[after].folded)) is not None:
        return Measure(index, *unit)
    if after + 1 < len(words) and words[after].text[0] == ":" and words[after + 1].folded[0].isdigit():
        return Measure(index, "time", "clock")
    noun = next((one for one in words[after : after + 4] if one.tag not in {"adj", "ing", "part"}), None)
    if noun is not None and noun.tag in {"noun", "abbr"}:
        return Measure(index, "count", noun.folded)
    return Measure(index, "")


def _glued(word: Word) -> tuple[str, str] | None:
    """`200ms`, `5GB`, `15-minütig`."""
    digits = 0
    while digits < len(word.folded) and (word.folded[digits].isdigit() or word.folded[digits] in ".,'-"):
        digits += 1
    rest = word.folded[digits:]
    if not rest:
        return None
    if rest in units():
        return units()[rest]
    return (
        ("time", rest)
        if rest.startswith(("minüt", "sekünd", "stünd", "tägig", "minute", "second", "hour", "day"))
        else None
    )
