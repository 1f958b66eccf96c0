"""What only shows when requirements stand side by side: ids, texts, templates, terms, spellings and units."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from arch_team.requirements.check.checks.sentences import is_scenario
from arch_team.requirements.check.prose import Prose
from arch_team.requirements.check.rules import Hit, Parameters, set_check
from arch_team.text.packaged import packaged
from arch_team.text.sentence.measures import units
from arch_team.text.sentence.words import fold
from arch_team.text.sentence.words import packaged as lists
from arch_team.wire import Language

MOST_RELATED = 5
_DIGITS = re.compile(r"0*(\d+)")
_REFERENCE = re.compile(r"(?<![\w-])[A-Za-z]{2,12}[-_ ]?\d{1,6}(?![\w-])")
Hits = Iterator[tuple[int, Hit]]
Use = tuple[str, str, int, int]
"""What is meant, the word for it, the requirement and the index of its word."""


def _by(keys: Iterable[str]) -> Iterator[list[int]]:
    """Places of the same key, where there is one."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for index, key in enumerate(keys):
        found[key].append(index)
    return (indices for key, indices in found.items() if key)


def _ids(proses: Sequence[Prose], indices: Iterable[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(proses[index].requirement.id for index in indices))[:MOST_RELATED]


@set_check
def near_equal_id(proses: Sequence[Prose], given: Parameters) -> Hits:
    """Ids that differ in a zero, a dash or a capital only: `REQ-1`, `req_01`."""
    for indices in _by(_plain_id(prose.requirement.id) for prose in proses):
        first = proses[indices[0]].requirement.id
        for index in indices[1:]:
            if (own := proses[index].requirement.id) != first:
                yield index, Hit(said=f"{first}, {own}", related=(first,))


def _plain_id(name: str) -> str:
    """Separators between letters and digits say nothing; those between digits do: `1.12` is not `11.2`."""
    folded = re.sub(r"(?<=\d)[\s_\-./]+(?=\d)", ".", name.casefold())
    return _DIGITS.sub(r"\1", re.sub(r"[\s_\-/]+", "", folded))


@set_check
def identical_text(proses: Sequence[Prose], given: Parameters) -> Hits:
    """The same words in the same order."""
    for indices in _by(" ".join(word.folded for word in prose.words if word.is_word) for prose in proses):
        for index in indices if len(indices) > 1 else ():
            others = _ids(proses, (one for one in indices if one != index))
            yield index, Hit(said=", ".join(others), related=others)


@set_check
def mixed_templates(proses: Sequence[Prose], given: Parameters) -> Hits:
    """Requirements written to another pattern than most (`share`). Stories are held to their markers, too."""
    kinds = ["story" if one.story else "scenario" if is_scenario(one) else "sentence" for one in proses]
    yield from _minority(proses, kinds, given, given.pairs("names"))
    yield from _minority(proses, [" … ".join(one.story.markers) if one.story else None for one in proses], given, {})


def _minority(
    proses: Sequence[Prose], keys: Sequence[str | None], given: Parameters, names: Mapping[str, str]
) -> Iterator[tuple[int, Hit]]:
    counted = Counter(key for key in keys if key is not None)
    usual, times = counted.most_common(1)[0] if counted else ("", 0)
    if counted.total() < 3 or len(counted) < 2 or times < given.number("share", 0.6) * counted.total():
        return
    examples = _ids(proses, (index for index, key in enumerate(keys) if key == usual))
    for index, key in enumerate(keys):
        if key is not None and key != usual:
            yield index, Hit(said=names.get(usual, usual), related=examples)


@set_check
def mixed_modals(proses: Sequence[Prose], given: Parameters) -> Hits:
    """Two words for the same duty: most say `shall`, a few `must`."""
    stems = given.pairs("same")
    modals = [
        [i for i, word in enumerate(prose.words) if word.folded in given.words("modals") and not word.is_subordinate]
        for prose in proses
    ]
    used = [places[0] if places and one.story is None else None for one, places in zip(proses, modals, strict=True)]
    folded = [None if at is None else one.words[at].folded for one, at in zip(proses, used, strict=True)]
    for index, hit in _minority(
        proses, [None if word is None else stems.get(word, word) for word in folded], given, {}
    ):
        if (at := used[index]) is not None:
            yield index, Hit((proses[index].span(at, at),), said=hit.said, related=hit.related)


@set_check
def dangling_reference(proses: Sequence[Prose], given: Parameters) -> Hits:
    """Names a requirement that is not in the set, by an id of the set's own kind."""
    known = {_plain_id(prose.requirement.id) for prose in proses}
    kinds = {re.sub(r"\d+", "#", name) for name in known if re.search(r"[a-z].*\d", name)}
    for index, prose in enumerate(proses if kinds else ()):
        for match in _REFERENCE.finditer(prose.text):
            plain = _plain_id(match[0])
            inside = [
                at for at, word in enumerate(prose.words) if word.start < match.end() and match.start() < word.end
            ]
            if re.sub(r"\d+", "#", plain) in kinds and plain not in known and inside:
                yield index, Hit((prose.span(inside[0], inside[-1]),))


@set_check
def inconsistent_terms(proses: Sequence[Prose], given: Parameters) -> Hits:
    """Synonyms (`Benutzer`, `Anwender`) used side by side; a word inside a name (`user story`) is not the thing."""

    def uses() -> Iterator[Use]:
        for number, prose in enumerate(proses):
            forms = _synonyms(prose.language)
            for index, word in enumerate(prose.words):
                following = prose.words[index + 1].tag if index + 1 < len(prose.words) else ""
                if word.folded in forms and not word.tag == following == "noun":
                    yield *forms[word.folded], number, index

    return _few(proses, uses())


@cache
def _synonyms(language: Language) -> dict[str, tuple[str, str]]:
    """Each form of a term with its group and its plain form."""
    found: dict[str, tuple[str, str]] = {}
    endings = ("", "s", "es", "n", "en", "e", "in", "innen") if language == "de" else ("", "s", "es")
    groups: list[str] = packaged("rules/lexicon/terms.yaml", "arch_team.requirements.check")[language]
    for number, group in enumerate(groups):
        for term in group.split():
            for ending in endings:
                found.setdefault(fold(term) + ending, (f"{language}{number}", term))
    return found


@set_check
def inconsistent_spelling(proses: Sequence[Prose], given: Parameters) -> Hits:
    """`E-Mail` and `Email`: the same word with and without its hyphen."""

    def uses() -> Iterator[Use]:
        for number, prose in enumerate(proses):
            for index, word in enumerate(prose.words):
                plain = word.folded.replace("-", "")
                if len(plain) > 4 and plain.isalpha():
                    yield plain, word.folded, number, index

    return _few(proses, uses())


@set_check
def mixed_units(proses: Sequence[Prose], given: Parameters) -> Hits:
    """Units of two systems for one quantity: `km` and `miles`."""
    listed: dict[str, dict[str, tuple[str, ...]]] = lists("units")["systems"]
    named = ((unit, quantity, system) for quantity, some in listed.items() for system in some for unit in some[system])
    systems = {unit: (quantity, system) for unit, quantity, system in named}

    def uses() -> Iterator[Use]:
        for number, prose in enumerate(proses):
            for measure in prose.measures:
                near = range(measure.index + 1, min(measure.index + 4, len(prose.words)))
                named = (i for i in near if units().get(prose.words[i].folded, ("", ""))[1] == measure.unit)
                at = next(named, None) if measure.unit in systems and measure.kind != "count" else None
                if at is not None:
                    yield *systems[measure.unit], number, at

    return _few(proses, uses())


def _few(proses: Sequence[Prose], uses: Iterable[Use]) -> Hits:
    """Those who say a thing otherwise than most; of two equally common words, the later one."""
    said: defaultdict[str, defaultdict[str, list[tuple[int, int]]]] = defaultdict(lambda: defaultdict(list))
    for meant, term, number, index in uses:
        said[meant][term].append((number, index))
    for terms in said.values():
        counted = {term: len({number for number, _ in places}) for term, places in terms.items()}
        usual = max(terms, key=lambda term: (counted[term], -terms[term][0][0]))
        first, at = terms[usual][0]
        examples = _ids(proses, (number for number, _ in terms[usual]))
        for number, index in (place for term, places in terms.items() if term != usual for place in places):
            span = proses[number].span(index, index)
            yield number, Hit((span,), said=proses[first].words[at].text, related=examples)
