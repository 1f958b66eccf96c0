"""Verbs of a question, and what of a model they speak of."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from arch_team.featuredata.naming import parts_of
from arch_team.modelling.model import Link, Model, ModelField
from arch_team.modelling.naming import EXACT
from arch_team.text.folding import loosely_folded
from arch_team.text.lexicon import Lexicon
from arch_team.text.stems import noun_stem, related, verb_stem

_ROOT = 5
"""Letters by which a column is known to be called after a verb's noun."""
_SHORT_STEM = 3
_KEPT = 1 << 16
"""Verbs and columns that were held against each other."""


@dataclass(frozen=True)
class Verbs:
    """What verbs say of the tables and columns of a model."""

    model: Model
    lexicon: Lexicon

    @cached_property
    def shared(self) -> "Verbs":
        """What is known of the model's verbs, whatever is asked: worked out once for each model and language."""
        return self.model.kept(("verbs", self.lexicon.language), lambda: Verbs(self.model, self.lexicon))

    def stem(self, word: str) -> str:
        return noun_stem(word, self.lexicon.language)

    def verb(self, word: str) -> str:
        return verb_stem(word, self.lexicon.language)

    def telling(self, words: Sequence[str]) -> list[str]:
        """The verbs among words that may say which relation is meant."""
        return [w for w in words if len(w) > 2 and not self._is_plain(w) and not self._is_preposition(w)]

    def _is_preposition(self, word: str) -> bool:
        return word in self.lexicon.phrases("preposition")

    def names(self, word: str, name: str) -> bool:
        """Whether a verb of the question speaks of what a word of the model names."""
        language, noun = self.lexicon.language, self.lexicon.verb_nouns.get(word, "")
        if noun and name.startswith(noun[:_ROOT]) and related(noun, name[: len(noun)], language):
            return True
        return len(word) > 2 and related(word, name, language)

    def tables_of(self, words: Sequence[str]) -> list[str]:
        """The tables that verbs name, or whose rows they tie to others."""
        said = tuple(self.telling(words))
        if said not in self._named_tables:
            self._named_tables[said] = [
                table.name
                for table in (self.model.tables.values() if said else ())
                if any(
                    self.names(verb, name.words[-1])
                    for verb in said
                    for name in table.names
                    if name.tier == EXACT or verb != name.words[-1]  # who works has no work order by that
                )
                or self._is_tied_by(table.name, said)
            ]
        return self._named_tables[said]

    @cached_property
    def _named_tables(self) -> dict[tuple[str, ...], list[str]]:
        """What was worked out already of this question's verbs."""
        return {}

    def _is_tied_by(self, table: str, verbs: Sequence[str]) -> bool:
        """Whether a verb is one that the model has for what the table's rows point at."""
        words = {self.verb(word) for link in self.model.links_from(table) for word in link.words}
        return any(self.verb(verb) in words for verb in verbs)

    def dates(self, verbs: Sequence[str], field: ModelField) -> bool:
        """Whether a verb of the question says that this date is meant."""
        return any(self.shared.is_dated_by(verb, (field.table, field.name)) for verb in verbs)

    @cached_property
    def is_dated_by(self) -> Callable[[str, tuple[str, str]], bool]:
        """Whether a verb says that a date of the model is meant."""

        @lru_cache(maxsize=_KEPT)
        def is_dated(verb: str, column: tuple[str, str]) -> bool:
            field = self.model.tables[column[0]].fields[column[1]]
            told = self.verb(verb) in set(map(self.verb, field.verbs))
            return told or self._names_one(verb, self._words_of(field))

        return is_dated

    def _words_of(self, date: ModelField) -> set[str]:
        return {*(word for name in date.names for word in name.words), *self._done_on(date)}

    def _names_one(self, verb: str, words: Iterable[str]) -> bool:
        return any(self.names(verb, word) for word in words)

    def dates_others(self, verbs: Sequence[str], table: str) -> bool:
        """Whether the model has a verb of the question for a column of another table."""
        said = {self.verb(verb) for verb in verbs}
        return any(
            self.verb(word) in said
            for other in self.model.tables.values()
            if other.name != table
            for field in other.fields.values()
            for word in field.verbs
        )

    def _is_plain(self, verb: str) -> bool:
        """Whether a verb says nothing of which relation is meant. `gewartet` only looks like a form of `war`."""
        if verb in self.lexicon.words("recording"):  # what is recorded is there, unless a column says when it was
            return self.verb(verb) not in self.shared.verbs_of_the_model | self.shared.done_then
        return verb in self._plain_verbs or (
            len(self.verb(verb)) > _SHORT_STEM and self.verb(verb) in self._plain_stems
        )

    @cached_property
    def _plain_verbs(self) -> frozenset[str]:
        return self.lexicon.words("have") | self.lexicon.words("be") | self.lexicon.words("auxiliary")

    @cached_property
    def _plain_stems(self) -> frozenset[str]:
        return frozenset(map(self.verb, self._plain_verbs))

    @cached_property
    def verbs_of_the_model(self) -> frozenset[str]:
        language = self.lexicon.language
        tables = self.model.tables.values()
        named = [word for table in tables for name in table.names for word in name.words if len(word) > 3]
        named += [word for table in tables for field in table.fields.values() for word in self._done(field)]
        days = [f for table in tables for f in table.fields.values() if f.is_temporal and any(self._done(f))]
        said = [loosely_folded(parts_of(field.name)[0]) for field in days]  # `zurueckgegeben_am`: a stem is no verb
        named += [word for word in said if word.startswith(tuple(self.lexicon.separable))]
        named += [verb for verb, noun in self.lexicon.verb_nouns.items() if self.stem(noun) in named]
        named += [verb for word in named for verb in self._deeds(word)]
        return frozenset(verb_stem(word, language) for word in named) | self.declared_verbs

    def _deeds(self, noun: str) -> Iterator[str]:
        """The verbs that a noun is made of: `beobachten`, of a Beobachtung; `behandeln`, of a Behandlung."""
        for ending, of_verbs in self.lexicon.deed_nouns.items():
            root = noun.removesuffix(ending)
            verbs = (root + of_verbs, f"{root[:-1]}e{root[-1]}{of_verbs[1:]}") if len(root) >= _ROOT else ()
            yield from (verb for verb in verbs if root != noun and len(self.verb(verb)) > _SHORT_STEM)

    @cached_property
    def verbs_of_days(self) -> frozenset[str]:
        """Verbs that a column of days is called after: `born`, where there is a date of birth."""
        days = [f for table in self.model.tables.values() for f in table.fields.values() if f.is_temporal]
        said = {self.verb(word) for day in days for word in day.verbs}
        words = {word for day in days for word in self._words_of(day)}
        return frozenset(v for v in self.lexicon.verb_nouns if self.verb(v) in said or self._names_one(v, words))

    def _done(self, field: ModelField) -> Iterator[str]:
        """What was done when, by the name of a date: the completed of `completed_at`."""
        for name in field.names if field.is_temporal else ():
            if len(name.words) == 2 and name.tier == EXACT and self._is_preposition(name.words[1]):
                yield name.words[0]

    @cached_property
    def declared_verbs(self) -> frozenset[str]:
        fields = [field for table in self.model.tables.values() for field in table.fields.values()]
        said = [verb for field in fields for verb in field.verbs]
        tied = [word for link in self.model.links for word in link.words]
        return frozenset(self.verb(word) for word in (*said, *tied))

    @cached_property
    def done_then(self) -> frozenset[str]:
        """What was done on the days that there are columns for."""
        fields = (field for table in self.model.tables.values() for field in table.fields.values())
        return frozenset(word for field in fields if field.is_temporal for word in self._done_on(field))

    def _done_on(self, field: ModelField) -> Iterator[str]:
        """The `returned` of a `returned_date`, the Eingang of an Eingangsdatum."""
        times = self.lexicon.words("time_noun") if field.is_temporal else ()
        for words in (name.words for name in field.names if name.tier == EXACT):
            if len(words) == 2 and words[1] in times:
                yield words[0]
            for end in times if self.lexicon.joining and len(words) == 1 else ():
                head = words[0].removesuffix(end)
                if head != words[0] and len(head) > _SHORT_STEM:
                    yield head
                    yield head.removesuffix("s")

    def role(self, link: Link) -> tuple[str, ...]:
        """What somebody is to the rows that point at them, or did to them, as far as the column says more than which
        table they are of."""
        if link.words:
            return link.words
        names = [name.words for name in self.model.field(link.table, link.field).names if name.tier == EXACT]
        plain = {word for name in self.model.tables[link.to_table].names for word in name.words}
        ends = tuple(word for word in plain if len(word) > _SHORT_STEM)
        return tuple({w for words in names for w in words if self._is_role(w) and not _share_an_end(w, ends)})

    def deeds(self, link: Link) -> tuple[str, ...]:
        """What was done with the rows a column points at, as its name says: a `winning film`."""
        names = [name.words for name in self.model.field(link.table, link.field).names if name.tier == EXACT]
        plain = {word for name in self.model.tables[link.to_table].names for word in name.words}
        said = dict.fromkeys(word for words in names for word in words if word not in plain)
        return tuple(word for word in said if self.lexicon.relates(word) and not self._is_plain(word))

    def _is_role(self, word: str) -> bool:
        roles = self.lexicon.words("person_noun") | self.lexicon.words("role_noun")
        joined = bool(self.lexicon.joining) and word.endswith(tuple(r for r in roles if len(r) > _SHORT_STEM))
        return word in roles or joined

    @cached_property
    def somebody(self) -> tuple[ModelField, ...]:
        """Columns that name people in tables that are not of people: the `driver` of a race. Also what is just called a
        name, and names the rows of the one table there is: who asks for them takes them for people."""
        fields = [f for table in self.model.tables.values() for f in table.fields.values()]
        plain = [f for f in fields if f.is_text and f.refers_to is None and not f.is_key and not f.is_flag]
        done_by = self.lexicon.words("done_by")
        named = [
            f
            for f in plain
            for n in f.names
            if n.tier == EXACT and (self._is_role(n.words[-1]) or n.words[-1] in done_by)
        ]
        named = list(dict.fromkeys(named))
        tables = list(self.model.tables.values())
        if len(tables) != 1:
            return tuple(named)
        called = [f for f in plain if tables[0].label == (f.name,) and f.is_called((self.lexicon.label_phrases[0],))]
        called = [f for f in called if any(n.tier == EXACT and len(n.words) == 1 for n in f.names)]
        return tuple(dict.fromkeys((*named, *called)))

    @cached_property
    def roles(self) -> frozenset[str]:
        """All that columns say of the rows they point at."""
        return frozenset(word for link in self.model.links for word in self.role(link))


def _share_an_end(word: str, others: Sequence[str]) -> bool:
    """Whether one is a compound of the other: the `platz` of a Stellplatz."""
    return len(word) > _SHORT_STEM and any(each.endswith(word) or word.endswith(each) for each in others)
