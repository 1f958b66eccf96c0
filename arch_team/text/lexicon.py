"""The closed classes of a language: the words a reader may lean on, from packaged lists."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from arch_team.text.folding import folded
from arch_team.text.packaged import packaged
from arch_team.text.stems import noun_stem, verb_stem
from arch_team.wire import Language

LANGUAGES: tuple[Language, ...] = ("en", "de")


@dataclass(frozen=True, slots=True)
class Entry:
    """A phrase is of a class; `detail` says which of its kinds (`>` of the comparators)."""

    klass: str
    detail: str = ""


_NOT_PHRASES = frozenset(
    {"irregular_nouns", "irregular_verbs", "number_words", "abbreviations", "prefixes", "suffixes", "relate"}
    | {"value_words", "synonyms", "noun_endings", "of_word", "label_phrases", "label_pairs", "code_suffixes"}
    | {"inflections", "separable", "genitive", "sorts_by", "joining", "have_word", "somebody", "stand_ins", "belongs"}
    | {"abbreviated_endings", "sum_word", "count_endings", "verb_nouns", "negated", "negation", "date_word"}
    | {"adjective_endings", "spans", "spellings", "deeds", "days_of_deeds", "denying_prefix", "denied_endings"}
    | {"measured_in", "which_word", "participle_endings", "past_endings", "person_labels", "agent_endings"}
    | {"type_prefixes", "before_er", "count_of", "ordinals", "deed_nouns", "coming_to_be", "restricting"}
    | {"case_endings", "female_endings", "female_word", "given_names", "date_preposition", "inseparable"}
)
_NOUNS = frozenset(
    {
        "time_noun",
        "place_noun",
        "country_noun",
        "hour_noun",
        "home_noun",
        "code_noun",
        "person_noun",
        "worker_noun",
        "owner_noun",
        "role_noun",
        "goal_noun",
        "origin_noun",
        "generic_noun",
        "value_name",
        "kind_noun",
        "calling",
        "quantity_noun",
        "telling_noun",
        "year_noun",
        "sort_noun",
    }
    | {"single_measure", "added_measure", "label_last", "label_spare", "money_noun", "unit_suffix", "flag_noun"}
)
"""Classes that are compared with the names of a model: they are kept as stems."""
_INFLECTED = "*"
_DENIED = 5
"""Letters of a word that one with the prefix that denies may be made of, at least."""


_LISTS = frozenset(
    {
        "code_noun",
        "done_by",
        "every",
        "generic_noun",
        "holder_noun",
        "quantity_noun",
        "telling_noun",
        "year_noun",
        "sort_noun",
        "list_noun",
        "linking",
        "locating",
        "tying",
        "doing",
        "belonging",
        "owning",
        "possible",
        "costing",
        "dwelling",
        "happening",
        "using",
        "calling",
        "money_noun",
        "occurring",
        "person_noun",
        "worker_noun",
        "owner_noun",
        "role_noun",
        "goal_noun",
        "origin_noun",
        "place_noun",
        "country_noun",
        "hour_noun",
        "home_noun",
    }
    | {
        "definite",
        "some",
        "time_noun",
        "total",
        "value_name",
        "recording",
        "vacuous",
        "kind_noun",
        "single_measure",
        "added_measure",
        "label_last",
        "label_spare",
        "any_measure",
        "low_of_others",
        "of_days",
    }
    | {
        "acting",
        "money_unit",
        "flag_yes",
        "flag_no",
        "flag_noun",
        "dating",
        "unit_suffix",
        "past_helper",
        "coming",
        "counting_in",
        "they",
    }
    | {"paying", "worth", "coming_from", "going_to", "personal"}
    | {"heading_up", "taking_part", "getting", "state_noun", "whose_word", "whose_own", "only"}
)
"""Words that say something of others. They explain nothing by standing in a question."""


class Lexicon:
    """Phrases of one language by their first word, longest first."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        data = cast("dict[str, Any]", packaged(f"lexicon/{language}.yaml"))
        self._whole: dict[str, frozenset[str]] = {}
        self._endings: tuple[str, ...] = ("", *data.get("inflections", ()))
        self._singles: dict[str, set[str]] = {}
        self._phrases: dict[str, list[tuple[tuple[str, ...], Entry]]] = {}
        self._listed: dict[str, list[tuple[str, ...]]] = {}
        for klass, listed in data.items():
            if klass not in _NOT_PHRASES:
                self._add(klass, listed)
        self._classes: dict[str, frozenset[str]] = {klass: frozenset(all_) for klass, all_ in self._singles.items()}
        for entries in self._phrases.values():
            entries.sort(key=lambda item: -len(item[0]))
        written = {folded(k): tuple(folded(each) for each in v.split("|")) for k, v in data["abbreviations"].items()}
        self.abbreviated: Mapping[str, tuple[str, ...]] = written
        """All that is written short so, the likeliest first."""
        self.abbreviations: Mapping[str, str] = {short: words[0] for short, words in written.items()}
        self.abbreviated_endings: Mapping[str, str] = data.get("abbreviated_endings", {})
        """Endings of identifiers, and what they are short for."""
        self.prefixes: frozenset[str] = frozenset(data["prefixes"])
        self.type_prefixes: frozenset[str] = frozenset(data["type_prefixes"])
        self.code_suffixes: frozenset[str] = frozenset(data["code_suffixes"])
        self.ordinals: Mapping[str, int] = {folded(word): place for word, place in data["ordinals"].items()}
        """Words before a superlative, or the beginning of one: `second highest`, `zweithöchste`."""
        self.number_words: Mapping[str, int] = {folded(word): value for word, value in data["number_words"].items()}
        self.relating: frozenset[str] = frozenset(verb_stem(folded(w), language) for w in data["relate"])
        self.dimensions: Mapping[str, list[str]] = {
            said: [folded(column) for column in columns]
            for phrase, columns in data["dimension"].items()
            for said in self._inflected(phrase)
        }
        self.how: Mapping[str, list[str]] = {
            folded(phrase): [self._stemmed(column) for column in columns] for phrase, columns in data["how"].items()
        }
        self.measuring: Mapping[str, list[str]] = {
            folded(phrase): [self._stemmed(column) for column in columns]
            for phrase, columns in data["measuring"].items()
        }
        """Verbs that say which column is compared."""
        self.measured_in: Mapping[str, str] = {folded(v): kind for v, kind in data["measured_in"].items()}
        """What they measure, where a number with a unit stands behind them."""
        self.synonyms: tuple[tuple[tuple[str, ...], ...], ...] = tuple(
            tuple(tuple(folded(phrase).split()) for phrase in group) for group in data["synonyms"]
        )
        self.value_words: Mapping[str, Mapping[str, list[str]]] = {
            folded(word): {"columns": list(map(self._stemmed, meant["columns"])), "values": meant["values"]}
            for word, meant in data["value_words"].items()
        }
        self.old_units: Mapping[str, str] = data.get("old_unit", {})
        """What an age is counted in, and the word that compares ages."""
        self.coming_to_be: frozenset[str] = frozenset(map(self._stemmed, data["coming_to_be"]))
        """What a year is called by in which something came to be."""
        self.restricting: frozenset[str] = frozenset(map(folded, data["restricting"]))
        """What a sentence begins with that says which rows to leave out."""
        self.of_word: str = data["of_word"]
        self.count_of: str = data["count_of"]
        """What a number of rows is asked with."""
        self.date_word: str = data["date_word"]
        self.date_preposition: str = data["date_preposition"]
        self.participle_endings: tuple[str, ...] = tuple(data["participle_endings"])
        self.past_endings: tuple[str, ...] = tuple(data["past_endings"])
        self.label_phrases: tuple[str, ...] = tuple(map(self._stemmed, data["label_phrases"]))
        self.label_pairs: tuple[str, ...] = tuple(map(self._stemmed, data["label_pairs"]))
        self.given_names: tuple[str, ...] = tuple(map(self._stemmed, data["given_names"]))
        self.case_endings: tuple[str, ...] = tuple(data.get("case_endings", ()))
        """What an adjective may end with in other cases."""
        self.female_endings: tuple[str, ...] = tuple(data.get("female_endings", ()))
        self.female_word: str = data.get("female_word", "")
        """What makes a woman of a noun for a man."""
        self.agent_endings: tuple[str, ...] = tuple(data["agent_endings"])
        self.person_labels: tuple[str, ...] = tuple(map(self._stemmed, data["person_labels"]))
        self.separable: frozenset[str] = frozenset(map(folded, data.get("separable", ())))
        self.genitive: frozenset[str] = frozenset(map(folded, data.get("genitive", ())))
        self.sorts_by: frozenset[str] = frozenset(map(folded, data.get("sorts_by", ())))
        self.have_word: str = data.get("have_word", "")
        self.count_endings: tuple[str, ...] = tuple(data.get("count_endings", ()))
        """Endings of identifiers that hold how many there are of something."""
        self.which: str = data["which_word"]
        """What asks for some of several."""
        self.spans: Mapping[str, Any] = data["spans"]
        """What the time from a beginning to an end is called, in which unit, and how columns name the two."""
        self.deed_nouns: Mapping[str, str] = data.get("deed_nouns", {})
        """What a noun ends with that is made of a verb, and the verb in its place."""
        self.verb_nouns: Mapping[str, str] = {folded(v): folded(n) for v, n in data.get("verb_nouns", {}).items()}
        """Verbs, and the nouns that columns are called by for them."""
        self.deeds: tuple[str, ...] = tuple(data["deeds"])
        self.days_of_deeds: tuple[str, ...] = tuple(data["days_of_deeds"])
        """How nouns are made of the root of a verb, and what the day is called on which it was done."""
        self._negated: Mapping[str, str] = {folded(word): of for word, of in data.get("negated", {}).items()}
        self._denying: str = data["denying_prefix"]
        self._denied_endings: tuple[str, ...] = tuple(data["denied_endings"])
        """What a word that denies something begins with, and how what it denies ends: `unfinished`."""
        self._no_denial: tuple[str, ...] = tuple(data.get("no_denial", ()))
        self.denying: tuple[str, ...] = tuple(data.get("negation", ()))
        """How it is said that something is not so: behind a verb, and of what stands before it."""
        self.sum_word: str = data.get("sum_word", "")
        self.somebody: str = data.get("somebody", "")
        self.stand_ins: tuple[str, ...] = tuple(data["stand_ins"])
        """Verbs that only say that one thing goes with another, in the forms a sentence may need."""
        self.belongs: str = data["belongs"]
        """What people say for such a verb."""
        self.joining: tuple[str, ...] = tuple(data.get("joining", ()))
        """Letters between the parts of a compound noun; none where the language writes its compounds apart."""

    def denied(self, word: str) -> str | None:
        """What a folded word denies: paid, of `unpaid`; a participle, where it is not listed. None: no such word."""
        for ending in self._endings:
            stem = word.removesuffix(ending) if ending else word
            if stem in self._negated and (ending or stem == word):
                return self._negated[stem]
        if self.matches((word,), 0) or word.startswith(self._no_denial):
            return None
        for ending in reversed(self._endings):
            said = word.removesuffix(ending).removeprefix(self._denying)
            made = word.endswith(ending) and word.startswith(self._denying) and len(said) >= _DENIED
            if made and said.endswith(self._denied_endings):
                return said
        return None

    @property
    def has_free_order(self) -> bool:
        """Whether verbs stand at the end of clauses, and nouns are written with a capital."""
        return bool(self.separable)

    def _stemmed(self, phrase: str) -> str:
        return " ".join(noun_stem(word, self.language) for word in folded(phrase).split())

    def _inflected(self, phrase: str) -> Iterator[str]:
        """A phrase with every ending it may have."""
        plain = folded(phrase)
        if _INFLECTED not in plain or len(plain) < 3:
            yield plain
            return
        for ending in self._endings:
            yield plain.replace(_INFLECTED, ending)

    def _add(self, klass: str, listed: object) -> None:
        if isinstance(listed, dict):
            for detail, phrases in cast("dict[str, Any]", listed).items():
                if klass in ("dimension", "how", "measuring"):
                    for said in self._inflected(str(detail)):
                        self._phrase(klass, said, said)
                elif isinstance(phrases, int | str):
                    self._phrase(klass, str(detail), folded(str(phrases)))
                else:
                    for phrase in cast("list[str]", phrases):
                        self._phrase(klass, phrase, str(detail))
        elif isinstance(listed, list):
            for phrase in cast("list[str]", listed):
                self._phrase(klass, phrase)

    def _phrase(self, klass: str, phrase: str, detail: str = "") -> None:
        listed, entry = self._listed.setdefault(klass, []), Entry(klass, detail)
        for said in self._inflected(phrase):
            words = tuple((self._stemmed(said) if klass in _NOUNS else said).split())
            listed.append(words)
            if klass not in _LISTS:
                self._phrases.setdefault(words[0], []).append((words, entry))
            if len(words) == 1:
                self._singles.setdefault(klass, set()).add(words[0])

    def words(self, klass: str) -> frozenset[str]:
        """The single words of a class."""
        return self._classes.get(klass, frozenset())

    def all_words(self) -> frozenset[str]:
        """Every word of every phrase."""
        return frozenset(word for listed in self._listed.values() for words in listed for word in words)

    def phrases(self, klass: str) -> frozenset[str]:
        """All phrases of a class."""
        if klass not in self._whole:
            self._whole[klass] = frozenset(" ".join(words) for words in self._listed.get(klass, ()))
        return self._whole[klass]

    def matches(self, words: tuple[str, ...], at: int) -> list[tuple[int, Entry]]:
        """Every phrase that begins at a place, with the place after it."""
        found: list[tuple[int, Entry]] = []
        for phrase, entry in self._phrases.get(words[at], ()):
            end = at + len(phrase)
            if words[at:end] == phrase:
                found.append((end, entry))
        return found

    def relates(self, word: str) -> bool:
        return verb_stem(word, self.language) in self.relating


@cache
def lexicon_of(language: Language) -> Lexicon:
    return Lexicon(language)
