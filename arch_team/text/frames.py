"""Frames of a language: how a sentence is put together around a word that holds two things against each other.

    <ask?> <share> of A <from> B

A word stands for itself, `<share>` for any phrase of a list (with `?` it may be missing), a capital for whatever is
said there (`V1`: one word); the same capital again for the same words again. Each frame tells how its two sides read as
questions of their own; `~B` is what B means when it is said after the first side.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, cast

from arch_team.text.folding import folded
from arch_team.text.packaged import packaged
from arch_team.text.tokens import Token, tokens_of
from arch_team.wire import Language

Slots = Mapping[str, tuple[str, ...]]
_LONGEST = 40
"""Words of a sentence that is held against frames."""
_MOST = 60
"""Ways to fill the frames of one question that are looked at."""


@dataclass(frozen=True)
class Frame:
    kind: str
    elements: tuple[str, ...]
    sides: tuple[tuple[str, str], ...]
    """How to say the first and the second, in the order in which that is tried."""

    @cached_property
    def own(self) -> frozenset[str]:
        """The words that stand in every sentence of this frame."""
        return frozenset(each for each in self.elements if not (each.isupper() or each.startswith("<")))

    @cached_property
    def listed(self) -> frozenset[str]:
        """The lists of which every sentence of this frame has a phrase."""
        return frozenset(each.strip("<>") for each in self.elements if each.startswith("<") and not each.endswith("?>"))


@dataclass(frozen=True)
class Frames:
    words: Mapping[str, tuple[tuple[str, ...], ...]]
    """Phrases of each list, longest first."""
    frames: tuple[Frame, ...]
    cues: frozenset[str]
    """Words that a sentence with a frame has one of."""


@cache
def frames_of(language: Language, name: str = "pairs") -> Frames:
    data = cast("dict[str, Any]", packaged(f"lexicon/{name}_{language}.yaml"))
    units = {"in_unit": list(data.get("units", ())), "ranked_unit": list(data.get("ranked_units", ()))}
    listed = {**cast("dict[str, list[str]]", data["words"]), **units}
    words = {
        name: tuple(sorted((tuple(folded(phrase).split()) for phrase in phrases), key=len, reverse=True))
        for name, phrases in listed.items()
    }
    frames = tuple(
        Frame(kind, tuple(said.split()), tuple((side[0], side[-1]) for side in each["sides"]))
        for kind, listed in data["frames"].items()
        for each in listed
        for said in each["says"]
    )
    cues = frozenset(phrase[-1] for name in data["cues"] for phrase in words[name])
    return Frames(words, frames, cues)


def cues_in(question: str, language: Language) -> tuple[str, ...]:
    """The words of a question, as they are written, that hold two things against each other."""
    cues = frames_of(language).cues
    return tuple(token.text for token in tokens_of(question, language) if token.folded in cues)


def plain_words(question: str, language: Language) -> Iterator[tuple[str, str, Mapping[str, str]]]:
    """A question said another way, where a plainer one says the same: `how much honey was sold`. With the kind of its
    frame and what stood in its slots."""
    own = " ".join(token.text for token in tokens_of(question, language)).rstrip(" ?.!")
    for frame, ways in filled(question, language, "plain"):
        said = ((said_with(first, slots), slots) for slots in ways for first, _ in frame.sides)
        yield from ((frame.kind, text, slots) for text, slots in said if text != own)


def plain_talk(said: str, language: Language) -> str:
    """What goes on with a conversation, said shortly where it is said at length: `of how many bills is it made up`."""
    for frame, ways in filled(said, language, "talk"):
        for slots in ways:
            return said_with(frame.sides[0][0], slots)
    return said


def shown_words(question: str, language: Language) -> Iterator[tuple[str, str, str]]:
    """A question without what says how its answer is to be shown, with the kind of that and its words."""
    for frame, ways in filled(question, language, "asked"):
        yield from ((frame.kind, said_with(frame.sides[0][0], slots), slots.get("B", "")) for slots in ways)


@cache
def plain_units(language: Language) -> Mapping[str, tuple[str, ...]]:
    """Units as they are said behind a figure, and how names of columns write them."""
    data = cast("dict[str, Any]", packaged(f"lexicon/plain_{language}.yaml"))
    return {said: tuple(short) for units in ("units", "ranked_units") for said, short in data[units].items()}


def adds_up(question: str, language: Language) -> bool:
    """Whether a question says that things are put together: `zusammen`. What is said plainly must do so too."""
    said = tuple(token.folded for token in tokens_of(question, language))
    phrases = frames_of(language, "plain").words["adding"]
    return any(said[at : at + len(phrase)] == phrase for phrase in phrases for at in range(len(said)))


def filled(
    question: str, language: Language, name: str = "pairs"
) -> Iterator[tuple[Frame, Iterator[Mapping[str, str]]]]:
    """The frames a question may have, each with what may stand in its slots."""
    tokens = tokens_of(question, language)
    while tokens and tokens[-1].folded in ("?", ".", "!"):
        tokens = tokens[:-1]
    held = frames_of(language, name)
    tokens = _without(tokens, held.words["noise"])
    said = tuple(token.folded for token in tokens)
    for phrase in held.words["closing"]:
        if said[-len(phrase) :] == phrase:
            tokens, said = tokens[: -len(phrase)], said[: -len(phrase)]
    if len(said) > _LONGEST:
        return

    def text(start: int, end: int) -> str:
        return " ".join(question[token.start : token.end] for token in tokens[start:end])

    def matches(elements: tuple[str, ...], at: int, bound: Slots | None = None) -> Iterator[dict[str, str]]:
        bound = bound or {}
        if not elements:
            if at == len(said):
                yield {}
            return
        first, rest = elements[0], elements[1:]
        if first.startswith("<"):
            name = first.strip("<?>")
            for phrase in held.words[name]:
                if said[at : at + len(phrase)] == phrase:
                    for more in matches(rest, at + len(phrase), bound):
                        yield {f"<{name}>": " ".join(phrase), **more}
            if first.endswith("?>"):
                yield from matches(rest, at, bound)
        elif first in bound:  # said once more
            end = at + len(bound[first])
            yield from matches(rest, end, bound) if said[at:end] == bound[first] else ()
        elif first.isupper():
            last = at + 1 if first.endswith("1") else len(said)
            again = first in rest
            for end in range(at + 1, last + 1):
                for more in matches(rest, end, {**bound, first: said[at:end]} if again else bound):
                    yield {first: text(at, end), **more}
        elif said[at : at + 1] == (first,):
            yield from matches(rest, at + 1, bound)

    stands = frozenset(said)
    missing = {name for name in held.words if not any(stands.issuperset(phrase) for phrase in held.words[name])}
    for frame in held.frames:
        if frame.own <= stands and frame.listed.isdisjoint(missing):
            yield frame, _first(matches(frame.elements, 0))


def _without(tokens: Sequence[Token], phrases: Sequence[tuple[str, ...]]) -> tuple[Token, ...]:
    """Without words that say again what a frame says by itself: `a share in percent`."""
    kept, at = list[Token](), 0
    said = tuple(token.folded for token in tokens)
    while at < len(tokens):
        phrase = next((p for p in phrases if said[at : at + len(p)] == p), None)
        if phrase is None:
            kept.append(tokens[at])
        at += len(phrase) if phrase else 1
    return tuple(kept)


def _first(found: Iterator[dict[str, str]]) -> Iterator[Mapping[str, str]]:
    for _, each in zip(range(_MOST), found, strict=False):
        yield each


def said_with(template: str, slots: Mapping[str, str]) -> str:
    """A side of a frame as a text. A slot that a frame does not have is left out."""
    said = (slots.get(part, "" if part.isupper() or part.startswith("<") else part) for part in template.split())
    return " ".join(part for part in said if part)
