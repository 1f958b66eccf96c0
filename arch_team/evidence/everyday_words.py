"""Words that name nothing of the data: what any draft may use, as packaged lists."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import cast

from arch_team.text.common_words import fillers, other_verbs
from arch_team.text.folding import folded
from arch_team.text.lexicon import LANGUAGES, lexicon_of
from arch_team.text.notation import notation
from arch_team.text.packaged import packaged
from arch_team.text.packaged import packaged as packaged_text
from arch_team.text.places import stem
from arch_team.text.stems import noun_stem
from arch_team.wire import Language, Wire

SHORTEST_PART = 4
"""Letters of a part of a compound."""
_ATOM = re.compile(r"[^\W_]+")
_LINKS = ("", "s", "es", "n", "en", "e", "er")


class NamedThings(Wire):
    """The packaged lists."""

    joints: tuple[str, ...]
    item_words: str
    plain: str
    common_endings: dict[Language, tuple[str, ...]]
    part_words: tuple[str, ...]
    yes_words: tuple[str, ...]
    no_words: tuple[str, ...]


def says_part(text: str) -> bool:
    """Whether a text says that it shows only some of the rows."""
    said = " ".join(folded(text).split())
    return any(word in said for word in lists().part_words)


@cache
def lists() -> NamedThings:
    return NamedThings.model_validate(packaged("named_things.yaml", "arch_team.evidence"))


def atoms_of(text: str) -> tuple[str, ...]:
    """The words of a text, folded and without signs: `Müller-Huber` is two."""
    return tuple(_ATOM.findall(folded(text)))


@cache
def item_words() -> frozenset[str]:
    return frozenset(lists().item_words.split()) | _calendar()


@cache
def everyday_words() -> frozenset[str]:
    known = notation()
    scaled = (f"{scale}{unit}" for scale in known.scaled_currency_prefixes for unit in known.units)
    packaged = (*lists().plain.split(), *lists().item_words.split(), *known.units, *scaled)
    english = lexicon_of("en")
    listed = (*fillers(), *other_verbs(), *_of_figures(), *english.all_words(), *english.number_words, *packaged)
    return frozenset(atom for word in listed for atom in atoms_of(word)) | _calendar()


def _of_figures() -> Iterator[str]:
    """The words of questions for figures, in both languages."""
    for language in LANGUAGES:
        for klass, listed in cast("dict[str, object]", packaged_text(f"lexicon/figures_{language}.yaml")).items():
            groups = cast("dict[str, object]", listed) if isinstance(listed, dict) else {klass: listed}
            for phrases in groups.values():
                if isinstance(phrases, list):
                    yield from (str(phrase) for phrase in cast("list[object]", phrases) if "*" not in str(phrase))


@cache
def _calendar() -> frozenset[str]:
    months = notation().months
    return frozenset(atom for name in (*months.full, *months.short) for atom in atoms_of(name.replace("\\", "")))


def has_common_ending(word: str, language: Language) -> bool:
    return len(word) > 5 and word.endswith(lists().common_endings[language])


def forms_of(word: str) -> tuple[str, ...]:
    """A folded word, and what it may be an inflection of."""
    return word, stem(word), noun_stem(word, "en")


def is_compound_of(word: str, known: Iterable[str]) -> bool:
    """Whether a German compound is made of two known words: `Jahresgewinn`."""
    words = known if isinstance(known, frozenset | set) else frozenset(known)
    for cut in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
        tail = word[cut:]
        if any(form in words for form in forms_of(tail)):
            front = word[:cut]
            if any(front.removesuffix(link) in words for link in _LINKS if front.endswith(link) and len(front) > 3):
                return True
    return False
