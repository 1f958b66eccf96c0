"""One thing, one word, one spelling, one unit across a set. The few are held to what most requirements say."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from arch_team.requirements.check.checks import Hit, Parameters
from arch_team.requirements.check.checks.across import ids
from arch_team.requirements.check.reading.lexicon import packaged
from arch_team.requirements.check.reading.measures import Measure, units
from arch_team.requirements.check.reading.prose import Prose
from arch_team.requirements.check.reading.words import Word, fold
from arch_team.wire import Language

Use = tuple[str, str, int, int]
"""What is meant, the word for it, the requirement and the index of its word."""


def inconsistent_terms(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """Synonyms (`Benutzer`, `Anwender`) used side by side."""
    yield from _few(proses, _terms(proses))


def _terms(proses: Sequence[Prose]) -> Iterator[Use]:
    for number, prose in enumerate(proses):
        forms = _synonyms(prose.language)
        for index, word in enumerate(prose.words):
            if (meant := forms.get(word.folded)) is not None and not _is_part(prose.words, index):
                yield meant[0], meant[1], number, index


@lru_cache(maxsize=2)
def _synonyms(language: Language) -> dict[str, tuple[str, str]]:
    """Each form of a term with its group and its plain form."""
    found: dict[str, tuple[str, str]] = {}
    endings = ("", "s", "es", "n", "en", "e", "in", "innen") if language == "de" else ("", "s", "es")
    groups: list[str] = packaged("terms")[language]
    for number, group in enumerate(groups):
        for term in group.split():
            for ending in endings:
                found.setdefault(fold(term) + ending, (f"{language}{number}", term))
    return found


def _is_part(words: list[Word], index: int) -> bool:
    """`user story`, `customer number`: the word only names another one."""
    following = words[index + 1] if index + 1 < len(words) else None
    return following is not None and following.tag == "noun" and words[index].tag == "noun"


def inconsistent_spelling(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """`E-Mail` and `Email`: the same word with and without its hyphen."""

    def uses() -> Iterator[Use]:
        for number, prose in enumerate(proses):
            for index, word in enumerate(prose.words):
                plain = word.folded.replace("-", "")
                if len(plain) > 4 and plain.isalpha():
                    yield plain, word.folded, number, index

    yield from _few(proses, uses())


def mixed_units(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """Units of two systems for one quantity (`km` and `miles`), or one unit in two spellings (`s` and `Sekunden`)."""
    systems = _systems()
    wants_systems = parameters.get("of") == "systems"

    def uses() -> Iterator[Use]:
        for number, prose in enumerate(proses):
            for measure in prose.measures:
                at = _unit_word(prose, measure)
                if at is None:
                    continue
                if not wants_systems:
                    yield f"{prose.language} {measure.unit}", _spelling(prose.words[at].folded), number, at
                elif measure.unit in systems:
                    quantity, system = systems[measure.unit]
                    yield quantity, system, number, at

    yield from _few(proses, uses())


def _unit_word(prose: Prose, measure: Measure) -> int | None:
    if measure.kind not in {"time", "other", "percent"}:
        return None
    near = range(measure.index + 1, min(measure.index + 4, len(prose.words)))
    return next((index for index in near if units().get(prose.words[index].folded, ("", ""))[1] == measure.unit), None)


def _spelling(folded: str) -> str:
    """Written out or short; singular and plural are one spelling."""
    return "long" if len(folded) > 4 else folded


@lru_cache(maxsize=1)
def _systems() -> dict[str, tuple[str, str]]:
    """Each unit with its quantity and system."""
    listed: dict[str, dict[str, tuple[str, ...]]] = packaged("units")["systems"]
    return {
        unit: (quantity, system)
        for quantity, systems in listed.items()
        for system, names in systems.items()
        for unit in names
    }


def _few(proses: Sequence[Prose], uses: Iterable[Use]) -> Iterator[tuple[int, Hit]]:
    """Those who say a thing otherwise than most; of two equally common words, the later one."""
    said: dict[str, dict[str, list[tuple[int, int]]]] = {}
    for meant, term, number, index in uses:
        said.setdefault(meant, {}).setdefault(term, []).append((number, index))
    for terms in said.values():
        if len(terms) < 2:
            continue
        counted = Counter({term: len({number for number, _ in places}) for term, places in terms.items()})
        usual = max(terms, key=lambda term: (counted[term], -terms[term][0][0]))
        number, index = terms[usual][0]
        shown = proses[number].words[index].text
        examples = ids(proses, (place[0] for place in terms[usual]))
        for term, places in terms.items():
            if term != usual:
                for number, index in places:
                    yield number, Hit((proses[number].span(index, index),), said=shown, related=examples)
