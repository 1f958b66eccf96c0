"""What only shows when requirements stand side by side: texts, templates, terms and spellings."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from arch_team.requirements.check.checks.sentences import is_scenario
from arch_team.requirements.check.prose import Prose
from arch_team.requirements.check.rules import Hit, Parameters, set_check
from arch_team.text.folding import composed
from arch_team.text.packaged import packaged
from arch_team.wire import Language

MOST_RELATED = 5
Hits = Iterator[tuple[int, Hit]]
Use = tuple[str, str, int, int]
"""What is meant, the word for it, the requirement and the index of its word."""


def _ids(proses: Sequence[Prose], indices: Iterable[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(proses[index].requirement.id for index in indices))[:MOST_RELATED]


@set_check
def identical_text(proses: Sequence[Prose], given: Parameters) -> Hits:
    """The same words in the same order."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for index, prose in enumerate(proses):
        found[" ".join(word.folded for word in prose.words if word.is_word)].append(index)
    for indices in (same for words, same in found.items() if words and len(same) > 1):
        for index in indices:
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
                found.setdefault(composed(term) + ending, (f"{language}{number}", term))
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
