"""Phrases found word by word. No regular expression runs over the text, so no text can make one run away."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Generic, TypeVar

from arch_team.text.folding import composed
from arch_team.text.sentence.clauses import ENDS_CLAUSE
from arch_team.text.sentence.tagging import declined
from arch_team.text.sentence.words import Word
from arch_team.wire import Language


@dataclass(frozen=True, slots=True)
class Element:
    """One word of a phrase: any of some spellings, parts of speech, beginnings or endings."""

    spellings: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    beginnings: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    is_optional: bool = False

    def matches(self, word: Word) -> bool:
        return (
            word.folded in self.spellings
            or word.tag in self.tags
            or (bool(self.beginnings) and word.folded.startswith(self.beginnings))
            or (bool(self.endings) and word.folded.endswith(self.endings))
        )

    @classmethod
    def parse(cls, text: str) -> "Element":
        spellings: set[str] = set()
        tags: set[str] = set()
        beginnings: list[str] = []
        endings: list[str] = []
        is_optional = text.endswith("?") and len(text) > 1
        for choice in text.removesuffix("?" if is_optional else "").split("|"):
            if choice.startswith("<") and choice.endswith(">"):
                tags.add(choice[1:-1])
            elif choice.startswith("*"):
                endings.append(composed(choice[1:]))
            elif choice.endswith("*") and len(choice) > 1:
                beginnings.append(composed(choice[:-1]))
            else:
                spellings.add(composed(choice))
        return cls(frozenset(spellings), frozenset(tags), tuple(beginnings), tuple(endings), is_optional)


Phrase = tuple[Element, ...]
T = TypeVar("T")


@lru_cache(maxsize=8192)
def parse(text: str, language: Language, *, inflected: bool = False) -> Phrase:
    """A phrase as rules write it. Inflected, its last word stands for all its forms."""
    elements = [Element.parse(part) for part in text.split()]
    if inflected:
        last = elements[-1]
        forms = {form for spelling in last.spellings for form in declined(spelling, language)}
        elements[-1] = Element(frozenset(forms) | last.spellings, last.tags, last.beginnings, last.endings)
    return tuple(elements)


def match_at(words: Sequence[Word], index: int, phrase: Phrase, end: int) -> int | None:
    """Where the phrase ends if it begins here: the index after its last word."""
    for element in phrase:
        if index < end and element.matches(words[index]):
            index += 1
        elif not element.is_optional:
            return None
    return index


def ends_at(words: Sequence[Word], index: int, phrase: Phrase, begin: int) -> bool:
    """Whether the phrase ends right before this index."""
    for element in reversed(phrase):
        if index > begin and element.matches(words[index - 1]):
            index -= 1
        elif not element.is_optional:
            return False
    return True


@dataclass(slots=True)
class PhraseIndex(Generic[T]):
    """Many phrases looked up at once by their first word."""

    by_spelling: dict[str, list[tuple[Phrase, T]]] = field(default_factory=dict[str, list[tuple[Phrase, T]]])
    others: list[tuple[Phrase, T]] = field(default_factory=list[tuple[Phrase, T]])

    def add(self, phrases: Iterable[Phrase], value: T) -> None:
        for phrase in phrases:
            first = phrase[0]
            if first.tags or first.beginnings or first.endings or first.is_optional:
                self.others.append((phrase, value))
            else:
                for spelling in first.spellings:
                    self.by_spelling.setdefault(spelling, []).append((phrase, value))

    def at(self, words: Sequence[Word], index: int, end: int) -> Iterator[tuple[int, T]]:
        """All phrases that begin here, each with the index after its end."""
        for phrase, value in (*self.by_spelling.get(words[index].folded, ()), *self.others):
            after = match_at(words, index, phrase, end)
            if after is not None and after > index:
                yield after, value


def phrase_at(words: Sequence[Word], index: int, phrases: Sequence[Phrase]) -> range | None:
    """The first of the phrases that begins here. A part of speech at its end (`um <det>`) belongs to what follows."""
    for phrase in phrases:
        if (after := match_at(words, index, phrase, len(words))) is not None:
            return range(index, after - 1 if phrase[-1].tags else after)
    return None


def first_phrase(
    words: Sequence[Word], begin: int, phrases: Sequence[Phrase], not_after: Sequence[Phrase] = ()
) -> range | None:
    """The first place from `begin` on where one of the phrases stands."""
    for index in range(begin, len(words)):
        found = phrase_at(words, index, phrases)
        if found is not None and not any(ends_at(words, index, phrase, begin) for phrase in not_after):
            return found
    return None


def clauses_led_by(words: Sequence[Word], sentences: Sequence[range], markers: Sequence[Phrase]) -> Iterator[range]:
    """Clauses from their marker to their end: `so that …`, `um … zu …`."""
    for sentence in sentences:
        for index in sentence:
            if any(match_at(words, index, marker, sentence.stop) is not None for marker in markers):
                ends = (one for one in range(index + 1, sentence.stop) if words[one].folded in ENDS_CLAUSE)
                yield range(index, next(ends, sentence.stop))
