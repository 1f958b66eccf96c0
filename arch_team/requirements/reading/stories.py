"""The parts of a user story: who, what, what for. Each as a range of words, or missing."""

from dataclasses import dataclass
from functools import lru_cache

from arch_team.requirements.phrases import Phrase, ends_at, match_at, parse
from arch_team.requirements.reading.lexicon import packaged
from arch_team.requirements.reading.words import Word
from arch_team.wire import Language

_LONGEST_ROLE = 14
_BEFORE_MEANS = 2
"""Words before `I want` where no role is named: `Today I want …`."""


@dataclass(frozen=True, slots=True)
class Story:
    """Ranges of word indices; the markers (`As a`, `I want to`, `so that`) are told apart from what they mark."""

    role: range | None
    means: range | None
    ends: range | None
    markers: tuple[str, ...] = ()
    """The markers as written, to hold stories of a set against each other."""
    means_marker: range | None = None
    ends_marker: range | None = None


@lru_cache(maxsize=2)
def _markers(language: Language) -> dict[str, tuple[Phrase, ...]]:
    listed: dict[str, list[str]] = packaged("stories")[language]
    return {
        name: tuple(parse(text, language) for text in sorted(texts, key=lambda text: -len(text.split())))
        for name, texts in listed.items()
    }


def story_of(words: list[Word], language: Language) -> Story | None:
    """The story a text tells, or None where it is none. A story may lack parts; one marker alone does not make one."""
    markers = _markers(language)
    begin = next((index for index, word in enumerate(words) if word.is_word), len(words))
    role_marker = _found(words, begin, markers["role"])
    if role_marker and _found(words, role_marker.stop, markers["not_a_role"]):
        return None
    search_from = role_marker.stop if role_marker else begin
    ways = markers["means"] if role_marker else (*markers["means"], *markers["told"])
    means_marker = _first(words, search_from, ways, not_after=markers["ends"])
    if role_marker is None and (means_marker is None or means_marker.start - begin > _BEFORE_MEANS):
        return None
    ends_marker = _first(words, means_marker.stop if means_marker else search_from, markers["ends"])
    if (
        role_marker is not None
        and means_marker is None
        and ends_marker is None
        and not _says_i(words, search_from, language)
    ):
        return None
    end = len(words)
    means_start = means_marker.stop if means_marker else None
    role_stop = means_marker.start if means_marker else (ends_marker.start if ends_marker else end)
    role = range(role_marker.stop, min(role_stop, role_marker.stop + _LONGEST_ROLE)) if role_marker else None
    if role is not None and means_marker is None:
        comma = next((index for index in role if words[index].folded == ","), None)
        role = range(role.start, comma) if comma is not None else role
    means = range(means_start, ends_marker.start if ends_marker else end) if means_start is not None else None
    ends = range(ends_marker.stop, end) if ends_marker else None
    return Story(
        role=_worded(words, role),
        means=_worded(words, means),
        ends=_worded(words, ends),
        markers=tuple(_spelled(words, marker) for marker in (role_marker, means_marker, ends_marker) if marker),
        means_marker=means_marker,
        ends_marker=ends_marker,
    )


def _found(words: list[Word], index: int, phrases: tuple[Phrase, ...]) -> range | None:
    for phrase in phrases:
        if (after := match_at(words, index, phrase, len(words))) is not None:
            return range(index, after)
    return None


def _first(
    words: list[Word], begin: int, phrases: tuple[Phrase, ...], not_after: tuple[Phrase, ...] = ()
) -> range | None:
    for index in range(begin, len(words)):
        found = _found(words, index, phrases)
        if found is not None and not any(ends_at(words, index, phrase, begin) for phrase in not_after):
            return found
    return None


def _says_i(words: list[Word], begin: int, language: Language) -> bool:
    return any(word.folded in {"i", "we", "ich", "wir"} for word in words[begin : begin + _LONGEST_ROLE])


def _spelled(words: list[Word], marker: range) -> str:
    return " ".join(words[index].folded for index in marker)


def _worded(words: list[Word], part: range | None) -> range | None:
    """The part without the signs around it; None where no word is left."""
    if part is None:
        return None
    inner = [index for index in part if words[index].is_word]
    return range(inner[0], inner[-1] + 1) if inner else None
