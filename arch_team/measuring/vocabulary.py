"""What the words of a question may stand for: sets, members, parties, sides of a level, rows of other tables."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Any, cast

from rapidfuzz import process
from rapidfuzz.distance import OSA

from arch_team.measuring.model import Measures
from arch_team.ontologies.descriptor import SemanticType
from arch_team.ontologies.roles import Labels
from arch_team.text.folding import folded
from arch_team.text.lexicon import LANGUAGES, lexicon_of
from arch_team.text.packaged import packaged
from arch_team.text.stems import first_stem, stems_of, verb_stem
from arch_team.text.tokens import tokens_of
from arch_team.wire import Language

_ENDING = "*"
_MISSPELT = 6
"""Shorter words are near to too many others."""
_MOST_KNOWN = 32
_JOINTS = ("und", "and")
_PASSED = ("light", "carrying")
"""Classes of words that are passed over: of these a `*` is an ending of the language, and not just anything."""


@dataclass(frozen=True, slots=True)
class Value:
    """A text of the data: where it stands."""

    hits: tuple[tuple[str, str, str], ...]
    compared: str = ""
    """It is no text but another column of the row, which the one it stands in is compared with so."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the language: the class it is of, and which of its kinds."""

    klass: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class SetSense:
    name: str


@dataclass(frozen=True, slots=True)
class MemberSense:
    """Members whose name holds what was said."""

    codes: tuple[str, ...]
    is_whole: bool = False
    """It is the whole name of one."""


@dataclass(frozen=True, slots=True)
class PartySense:
    names: tuple[str, ...]
    is_part: bool = False
    """Their names only begin so."""


@dataclass(frozen=True, slots=True)
class SideSense:
    """`opening`, `closing`, `rise` or `fall` of a level. Several: it does not say which."""

    sides: tuple[str, ...]
    is_level: bool = False
    """It is said of levels alone: a book value."""


@dataclass(frozen=True, slots=True)
class MetricSense:
    name: str


@dataclass(frozen=True, slots=True)
class ReportSense:
    name: str


@dataclass(frozen=True, slots=True)
class TopicSense:
    """What these tables do not hold."""

    text: str


@dataclass(frozen=True, slots=True)
class EntitySense:
    """A table, a column or a set of rows of the descriptor."""

    name: str


@dataclass(frozen=True, slots=True)
class VerbSense:
    """What parties do: pay, invoice, owe."""

    name: str


Sense = (
    Word
    | SetSense
    | MemberSense
    | PartySense
    | SideSense
    | EntitySense
    | VerbSense
    | MetricSense
    | ReportSense
    | TopicSense
    | Value
)


_NOT_PHRASES = frozenset(
    {
        "scale",
        "endings",
        "suffixes",
        "nth",
        "adjective_ends",
        "points_back",
        "meant_for",
        "within",
        "remits",
        "sums",
        "must_now",
        "agree_with",
        "recipients",
        "split",
        "light_verbs",
        "by_so_much",
        "or_as_much",
    }
)
"""What the lists hold beside phrases of the language."""


class LanguageWords:
    """The words of questions for figures in one language."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        data = _listed(language)
        self._exact: dict[str, list[tuple[tuple[str, ...], Word]]] = {}
        self.scales: Mapping[str, int] = {folded(str(k)): int(v) for k, v in data["scale"].items()}
        self.endings: tuple[str, ...] = tuple(data["endings"])
        self.suffixes: tuple[str, ...] = tuple(data["suffixes"])
        """What makes a word of a thing that says in which respect: `umsatzmässig`."""
        self.nth: Mapping[str, int] = {folded(str(k)): int(v) for k, v in data["nth"].items()}
        """What makes the largest the second largest."""
        self.points_back: tuple[str, ...] = tuple(data["points_back"])
        """What ends a text that speaks of what was just shown."""
        self.meant_for: tuple[str, ...] = tuple(data["meant_for"])
        """Before a time that something is for."""
        self.must_now: tuple[str, ...] = tuple(data["must_now"])
        """Said of what is still to be done, not of what had to be."""
        self.agree_with: tuple[str, ...] = tuple(data["agree_with"])
        """Before the second of two figures that are said to agree."""
        self.recipients: tuple[str, ...] = tuple(data["recipients"])
        """Whom a figure is wanted for."""
        self.remits: tuple[str, ...] = tuple(data["remits"])
        """Verbs of what is owed for a time."""
        self.sums: tuple[str, ...] = tuple(data["sums"])
        """Nouns of money that are said in the plural: of them it is how much, not how many."""
        self.within: tuple[str, ...] = tuple(data["within"])
        """Before a time that something happened in."""
        self.split: Mapping[tuple[str, str], str] = {
            (first, last): klass for klass, said in data["split"].items() for first, last in map(str.split, said)
        }
        """Verbs in two parts, to the class of the whole."""
        self._light_verbs = frozenset(verb_stem(folded(verb), language) for verb in data["light_verbs"])
        self.particles: tuple[str, ...] = tuple(map(folded, packaged(f"lexicon/{language}.yaml").get("separable", ())))
        for word, said in _phrases_of(language):
            self._add(tuple(said.split()), word)

    def with_more(self, classes: Mapping[str, Labels]) -> "LanguageWords":
        """With words of a model for some of the classes."""
        wider = copy(self)
        wider._exact = {first: [*phrases] for first, phrases in self._exact.items()}
        for klass, labels in classes.items():
            for phrase in filter(None, labels.of(self.language)):
                wider._add(tuple(folded(phrase).split()), Word(klass))
        return wider

    def carries(self, verb: str, particle: str = "") -> bool:
        """Whether a form of a verb only carries a question, with what stands apart of it: `fielen … an`."""
        fronts = ("", *(each for each in self.particles if not particle and verb.startswith(each)))
        stems = (front + particle + verb_stem(verb.removeprefix(front), self.language) for front in fronts)
        return any(stem in self._light_verbs for stem in stems)

    def _add(self, words: tuple[str, ...], word: Word) -> None:
        known = self._exact.setdefault(words[0], [])
        if (words, word) not in known:
            known.append((words, word))

    def singles(self) -> list[str]:
        """Its words that stand by themselves."""
        return [first for first, phrases in self._exact.items() if _has_single(phrases)]

    def near(self, word: str) -> list[Word]:
        """What a misspelt word of the language may be, where all that is near is of one class."""
        exact = [single for single in self.singles() if len(single) >= _MISSPELT]
        found = [w for near in _near(word, exact) for phrase, w in self._exact[near] if len(phrase) == 1]
        return list(dict.fromkeys(found)) if len({(w.klass, w.detail) for w in found}) == 1 else []

    def matches(self, words: Sequence[str], at: int) -> Iterator[tuple[int, Word]]:
        """Every phrase that begins here, with the place after it."""
        for phrase, word in self._exact.get(words[at], ()):
            end = at + len(phrase)
            if len(phrase) == 1 or tuple(words[at:end]) == phrase:
                yield end, word


def _has_single(phrases: Sequence[tuple[tuple[str, ...], Word]]) -> bool:
    return any(len(phrase) == 1 for phrase, _ in phrases)


def _near(word: str, known: Sequence[str]) -> list[str]:
    return [near for near, _, _ in process.extract(word, known, scorer=OSA.distance, score_cutoff=1, limit=3)]


def _listed(language: Language) -> dict[str, Any]:
    return cast("dict[str, Any]", packaged(f"lexicon/figures_{language}.yaml"))


def _phrases_of(language: Language, classes: Sequence[str] = ()) -> Iterator[tuple[Word, str]]:
    """Every phrase of the lists, as it stands or with each ending of the language. `classes`: of these alone."""
    data = _listed(language)
    endings = ("", *cast("list[str]", data["endings"]))
    spoken = cast("dict[str, Any]", packaged(f"lexicon/spoken_{language}.yaml"))
    for klass, listed in (*data.items(), *spoken.items()):
        if klass in _NOT_PHRASES or (classes and klass not in classes):
            continue
        groups = cast("dict[str, list[str]]", listed if isinstance(listed, dict) else {"": listed})
        for detail, phrases in groups.items():
            word = Word(klass, detail)
            for phrase in phrases:
                said = folded(str(phrase))
                if said.endswith(_ENDING):
                    yield from ((word, said[:-1] + ending) for ending in endings)
                else:
                    yield word, said


@cache
def language_words(language: Language) -> LanguageWords:
    return LanguageWords(language)


@cache
def light_words(language: Language) -> frozenset[str]:
    """Words that are passed over, or join others."""
    return frozenset(said for _, said in _phrases_of(language, (*_PASSED, "and")))


class Vocabulary:
    """Phrases of a source's model in one language, as stems by their first.

    There are thousands, and a question has a dozen words: what begins with a word is made when the word is asked for.
    """

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self._phrases: dict[str, list[tuple[tuple[str, ...], Sense]]] = {}
        self._waiting: dict[str, list[tuple[str, Sense]]] = {}

    def add(self, phrase: str, sense: Sense) -> None:
        first = first_stem(phrase, self.language)
        if first is not None:
            self._waiting.setdefault(first, []).append((phrase, sense))

    def add_behind(self, phrase: str, ends: Iterable[str], sense: Sense) -> None:
        """The phrase with each of these behind it."""
        first = first_stem(phrase, self.language)
        if first is not None:
            self._waiting.setdefault(first, []).extend((f"{phrase} {end}", sense) for end in ends)

    def _beginning(self, stem: str) -> Sequence[tuple[tuple[str, ...], Sense]]:
        if stem not in self._waiting:
            return ()
        if stem not in self._phrases:
            waiting = ((stems_of(phrase, self.language), sense) for phrase, sense in self._waiting[stem])
            self._phrases[stem] = list(dict.fromkeys(waiting))
        return self._phrases[stem]

    def matches(self, stems: Sequence[str], at: int) -> Iterator[tuple[int, Sense]]:
        for phrase, sense in self._beginning(stems[at]):
            end = at + len(phrase)
            if len(phrase) == 1 or tuple(stems[at:end]) == phrase:
                yield end, sense

    def near(self, stem: str) -> list[Sense]:
        """What a misspelt word may stand for, where one word alone is near."""
        single = [first for first in self._waiting if self.knows(first)]
        found = process.extract(stem, single, scorer=OSA.distance, score_cutoff=1, limit=2)
        if len(found) != 1:
            return []
        return [sense for phrase, sense in self._beginning(found[0][0]) if len(phrase) == 1]

    def knows(self, stem: str) -> bool:
        return any(len(phrase) == 1 for phrase, _ in self._beginning(stem))


_KNOWN: dict[object, tuple[object, Vocabulary]] = {}
"""Made once for the same descriptor, members and parties."""


def vocabulary_of(measures: Measures, language: Language) -> Vocabulary:
    key = (id(measures.descriptor), language, tuple(measures.members.values()), measures.parties)
    known = _KNOWN.get(key)
    if known is None or known[0] is not measures.descriptor:
        words = Vocabulary(language)
        _add_entities(words, measures)
        _add_members(words, measures)
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[key] = known = (measures.descriptor, words)
    return known[1]


def _add_entities(words: Vocabulary, measures: Measures) -> None:
    levels = measures.levels
    fields = {levels.opening: "opening", levels.rise: "rise", levels.fall: "fall", levels.closing: "closing"}
    more = measures.descriptor.everyday.sets
    for entity in measures.descriptor.entities:
        if entity.semantic_type is SemanticType.PERIOD:
            continue
        if entity.name in measures.sets:
            sense: Sense = SetSense(entity.name)
        elif entity.field in fields and measures.descriptor.table_of(entity.name) == measures.levels_table:
            sense = SideSense((fields[entity.field],))
        else:
            sense = EntitySense(entity.name)
        labels = (
            *entity.labels.of(words.language),
            *(more[entity.name].of(words.language) if entity.name in more else ()),
        )
        for label in labels:
            words.add(label, sense)
        table = measures.descriptor.table_of(entity.parent_entity or "") or ""
        for value in entity.values:
            for label in value.words.of(words.language):
                words.add(label, Value(((table, entity.field or "", value.value),), value.compared or ""))
        for label in (word for role in entity.time_roles for word in role.words.of(words.language)):
            words.add(label, Word("role"))
    for phrase in measures.descriptor.everyday.silent.of(words.language):
        words.add(phrase, Word("light"))
    searched = [(e.python_class, e.searched[0]) for e in measures.descriptor.entities if e.searched and e.python_class]
    for text, labels in measures.descriptor.everyday.texts.items():
        for label in labels.of(words.language):
            words.add(label, Value(tuple((table, field, text) for table, field in searched[:1])))
    moving = [
        (e.python_class, e.movements.text) for e in measures.descriptor.entities if e.python_class and e.movements
    ]
    for text, labels in measures.descriptor.everyday.movement_texts.items():
        for label in labels.of(words.language):
            words.add(label, Value(tuple((table, field, text) for table, field in moving if field)))
    for phrase in measures.descriptor.everyday.either_side.of(words.language):
        words.add(phrase, SideSense(("rise", "fall")))
    for phrase in measures.descriptor.everyday.level_only.of(words.language):
        words.add(phrase, SideSense(("closing",), is_level=True))
    for topic in measures.descriptor.not_held:
        for label in topic.labels.of(words.language):
            words.add(label, TopicSense(label))
    for metric in measures.descriptor.metrics:
        for label in metric.labels.of(words.language):
            words.add(label, MetricSense(metric.name))
    for report in measures.descriptor.reports:
        for label in report.labels.of(words.language):
            words.add(label, ReportSense(report.name))
    for verb in measures.descriptor.party_verbs:
        for label in verb.labels.of(words.language):
            words.add(label, VerbSense(verb.name))
        for kind, labels in verb.by_us.items():
            for label in labels.of(words.language):
                words.add(label, Word("by_us", kind))


def _add_members(words: Vocabulary, measures: Measures) -> None:
    joint = next(iter(sorted(lexicon_of(words.language).words("and"), key=lambda word: word not in _JOINTS)))
    for name, codes in measures.by_name.items():
        words.add(name, MemberSense(codes, is_whole=True))
        if ", " in name:
            words.add(name.replace(", ", f" {joint} "), MemberSense(codes, is_whole=True))
    for said, pieces in measures.descriptor.everyday.names.items():
        for piece in pieces:
            codes = measures.named(piece)
            if codes:
                words.add(said, MemberSense(codes))
                break
    _add_kinds(words, measures)
    parts: dict[str, set[str]] = {}
    for member in measures.members.values():
        for token in tokens_of(member.name, words.language):
            if len(token.folded) > 4 and token.text[:1].isupper() and not _is_adjective(token.folded, member.name):
                parts.setdefault(token.folded, set()).add(member.code)
    begun = sorted((word, member.code) for member in measures.members.values() for word in folded(member.name).split())
    for part, codes in parts.items():
        at = bisect_left(begun, (part, ""))
        codes |= {code for _, code in takewhile(lambda pair, part=part: pair[0].startswith(part), begun[at:])}
    for part, codes in parts.items():
        words.add(part, MemberSense(tuple(sorted(codes))))
    for party in measures.parties:
        words.add(party.name, PartySense((party.name,)))
    pieces_of: dict[str, set[str]] = {}
    for party in measures.parties:
        tokens = [t.folded for t in tokens_of(party.name, words.language) if t.folded.replace("'", "").isalpha()]
        for start in range(len(tokens)):
            for end in range(start + 1, len(tokens) + 1):
                if any(len(token) > 3 for token in tokens[start:end]) and len(tokens[start]) > 2:
                    pieces_of.setdefault(" ".join(tokens[start:end]), set()).add(party.name)
                elif end == start + 1 and start and len(tokens[start]) == 3 and not _is_light(tokens[start]):
                    pieces_of.setdefault(tokens[start], set()).add(party.name)
    for piece, names in pieces_of.items():
        words.add(piece, PartySense(tuple(sorted(names))))


def _is_adjective(word: str, name: str) -> bool:
    """Whether a word only describes the noun behind it in a name: `Direkte Steuern`."""
    ends = tuple(cast("list[str]", _listed("de")["adjective_ends"]))
    inner = word.rstrip("nmrs").removesuffix("e")
    return inner != word and inner.endswith(ends) and folded(name).startswith(f"{word} ")


def _add_kinds(words: Vocabulary, measures: Measures) -> None:
    """`licence income`, `cost of licences`: of the members that a word may name, those of the kind that is said."""
    everyday = measures.descriptor.everyday
    labels = [(kind, said.of(words.language)) for kind, said in everyday.kind_words.items()]
    for said, pieces in everyday.names.items():
        found = next((codes for piece in pieces if (codes := measures.named(piece))), ())
        if said.count(" ") > 1 and len(found) == 1:
            continue  # a long phrase for one member says it all
        for kind, labelled in labels:
            codes = tuple([code for code in found if measures.members[code].kind == kind])
            if codes:
                sense = MemberSense(codes)
                words.add_behind(said, (label for label in labelled if " " not in label), sense)
                for label in labelled:
                    if " " in label:
                        words.add(f"{label} {said}", sense)


def _is_light(word: str) -> bool:
    return any(word in light_words(language) for language in LANGUAGES)
