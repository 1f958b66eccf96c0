"""What only shows when requirements stand side by side: ids, texts, templates, terms, spellings and units."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from arch_team.requirements.check.checks.registry import Hit, Parameters, amount, set_check, texts
from arch_team.requirements.check.checks.sentences import is_scenario
from arch_team.requirements.check.prose import Prose
from arch_team.text.packaged import packaged
from arch_team.text.sentence.measures import Measure, units
from arch_team.text.sentence.words import Word, fold
from arch_team.text.sentence.words import packaged as lists
from arch_team.wire import Language

MOST_RELATED = 5
_DIGITS = re.compile(r"0*(\d+)")
_REFERENCE = re.compile(r"(?<![\w-])[A-Za-z]{2,12}[-_ ]?\d{1,6}(?![\w-])")


def _by(keys: Iterable[str | None]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for index, key in enumerate(keys):
        if key is not None:
            found.setdefault(key, []).append(index)
    return found


def ids(proses: Sequence[Prose], indices: Iterable[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(proses[index].requirement.id for index in indices))[:MOST_RELATED]


@set_check
def same_id(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """Two requirements under one id."""
    for name, indices in _by(prose.requirement.id for prose in proses).items():
        for index in indices[1:]:
            place = proses[indices[0]].requirement.place
            yield index, Hit(said=f"{name} ({place})" if place else name, related=(name,))


@set_check
def near_equal_id(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """Ids that differ in a zero, a dash or a capital only: `REQ-1`, `req_01`."""
    for indices in _by(_plain_id(prose.requirement.id) for prose in proses).values():
        first = proses[indices[0]].requirement.id
        for index in indices[1:]:
            if (own := proses[index].requirement.id) != first:
                yield index, Hit(said=f"{first}, {own}", related=(first,))


def _plain_id(name: str) -> str:
    """Separators between letters and digits say nothing; those between digits do: `1.12` is not `11.2`."""
    folded = re.sub(r"(?<=\d)[\s_\-./]+(?=\d)", ".", name.casefold())
    return _DIGITS.sub(r"\1", re.sub(r"[\s_\-/]+", "", folded))


@set_check
def identical_text(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """The same words in the same order."""
    spelled = (" ".join(word.folded for word in prose.words if word.is_word) or None for prose in proses)
    for indices in _by(spelled).values():
        for index in indices:
            others = ids(proses, (one for one in indices if one != index))
            if len(indices) > 1:
                yield index, Hit(said=", ".join(others), related=others)


@set_check
def mixed_templates(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """Requirements written to another pattern than most (`share`). Stories are held to their markers, too."""
    share = amount(parameters, "share", 0.6)
    names = _pairs(parameters, "names")
    yield from _minority(proses, [_template(prose) for prose in proses], share, names)
    stories = [" … ".join(prose.story.markers) if prose.story else None for prose in proses]
    yield from _minority(proses, stories, share, {})


def _pairs(parameters: Parameters, name: str) -> dict[str, str]:
    """A list of `key=value`."""
    split = (pair.partition("=") for pair in texts(parameters, name))
    return {key: value for key, _, value in split}


def _minority(
    proses: Sequence[Prose], keys: Sequence[str | None], share: float, names: Mapping[str, str]
) -> Iterator[tuple[int, Hit]]:
    counted = Counter(key for key in keys if key is not None)
    if counted.total() < 3 or len(counted) < 2:
        return
    usual, times = counted.most_common(1)[0]
    if times < share * counted.total():
        return
    examples = ids(proses, (index for index, key in enumerate(keys) if key == usual))
    for index, key in enumerate(keys):
        if key is not None and key != usual:
            yield index, Hit(said=names.get(usual, usual), related=examples)


def _template(prose: Prose) -> str:
    if prose.story is not None:
        return "story"
    return "scenario" if is_scenario(prose) else "sentence"


@set_check
def mixed_modals(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """Two words for the same duty: most say `shall`, a few `must`."""
    modals = set(texts(parameters, "modals"))
    used = [
        next((i for i, word in enumerate(prose.words) if word.folded in modals and not word.is_subordinate), None)
        if prose.story is None
        else None
        for prose in proses
    ]
    stems = _pairs(parameters, "same")
    folded = [None if at is None else prose.words[at].folded for prose, at in zip(proses, used, strict=True)]
    keys = [None if word is None else stems.get(word, word) for word in folded]
    for index, hit in _minority(proses, keys, amount(parameters, "share", 0.6), {}):
        at = used[index]
        if at is not None:
            yield index, Hit((proses[index].span(at, at),), said=hit.said, related=hit.related)


@set_check
def dangling_reference(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """Names a requirement that is not in the set, by an id of the set's own kind."""
    known = {_plain_id(prose.requirement.id) for prose in proses}
    kinds = {re.sub(r"\d+", "#", name) for name in known if re.search(r"[a-z].*\d", name)}
    if not kinds:
        return
    for index, prose in enumerate(proses):
        for match in _REFERENCE.finditer(prose.text):
            plain = _plain_id(match[0])
            if re.sub(r"\d+", "#", plain) in kinds and plain not in known:
                start = sum(word.end <= match.start() for word in prose.words)
                last = sum(word.start < match.end() for word in prose.words) - 1
                if start <= last:
                    yield index, Hit((prose.span(start, last),))


Use = tuple[str, str, int, int]
"""What is meant, the word for it, the requirement and the index of its word."""


@set_check
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
    groups: list[str] = packaged("rules/lexicon/terms.yaml", "arch_team.requirements.check")[language]
    for number, group in enumerate(groups):
        for term in group.split():
            for ending in endings:
                found.setdefault(fold(term) + ending, (f"{language}{number}", term))
    return found


def _is_part(words: list[Word], index: int) -> bool:
    """`user story`, `customer number`: the word only names another one."""
    following = words[index + 1] if index + 1 < len(words) else None
    return following is not None and following.tag == "noun" and words[index].tag == "noun"


@set_check
def inconsistent_spelling(proses: Sequence[Prose], parameters: Parameters) -> Iterator[tuple[int, Hit]]:
    """`E-Mail` and `Email`: the same word with and without its hyphen."""

    def uses() -> Iterator[Use]:
        for number, prose in enumerate(proses):
            for index, word in enumerate(prose.words):
                plain = word.folded.replace("-", "")
                if len(plain) > 4 and plain.isalpha():
                    yield plain, word.folded, number, index

    yield from _few(proses, uses())


@set_check
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
    listed: dict[str, dict[str, tuple[str, ...]]] = lists("units")["systems"]
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
