"""What people wrote about their tables, laid over what schema and data say by themselves.

    lexicon = lexicon_of(language)
    model = inferred_model(tables, links, values, lexicon, unique)
    model = described(model, load_model(path), language)
    Reader(model, language).read(question)

The inferred names stay; those of the descriptor come first. What a descriptor says of tables or fields that are not
there is passed over here: `check` of the ontologies room says so to whoever wrote it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arch_team.featuredata.calls import Function
from arch_team.modelling.metrics import Metrics, with_metrics
from arch_team.modelling.model import Link, Model, ModelField, ModelTable, Values
from arch_team.modelling.naming import EXACT, SHORTENED, Name, Namer
from arch_team.modelling.values import Hit
from arch_team.ontologies.descriptor import Cardinality, Entity, Nature, OntologyDescriptor, Relation, SemanticType
from arch_team.ontologies.roles import Labels
from arch_team.text.lexicon import Lexicon, lexicon_of
from arch_team.text.stems import stems_of
from arch_team.text.tokens import tokens_of
from arch_team.wire import Language

_TO_ONE = (Cardinality.MANY_TO_ONE, Cardinality.ONE_TO_ONE)
_NEVER_ADDED = frozenset({Nature.LEVEL, Nature.PRICE, Nature.RATE})


def described(model: Model, descriptor: OntologyDescriptor, language: Language) -> Model:
    """The model with the descriptor's words of one language. Infer the model with the lexicon of the same language."""
    return _Describer(model, descriptor, language).model()


class _Describer:
    def __init__(self, model: Model, descriptor: OntologyDescriptor, language: Language) -> None:
        self._inferred, self._descriptor = model, descriptor
        self._language: Language = language
        self._lexicon: Lexicon = lexicon_of(language)
        self._namer = Namer(self._lexicon)

    def model(self) -> Model:
        tables = dict(self._inferred.tables)
        for entity in self._descriptor.entities:
            if entity.python_class is not None and entity.python_class in tables:
                tables[entity.python_class] = self._table(tables[entity.python_class], entity)
        tables = {name: self._pointing(table, tables) for name, table in tables.items()}
        worded = {**self._inferred.worded, **self._worded(tables)}
        tables = dict(with_metrics(tables, self._descriptor, self._language))
        return replace(
            self._inferred,
            tables=tables,
            links=tuple(self._links()),
            values=_Called(self._inferred.values, worded, self._language),
            worded=worded,
            not_held=dict(self._topics()),
        )

    def _topics(self) -> Iterator[tuple[tuple[str, ...], str]]:
        for topic in self._descriptor.not_held:
            said = topic.message_de if self._language == "de" and topic.message_de else topic.message
            for word in topic.labels.of(self._language):
                yield self._stems(word), said
        yield from Metrics(self._descriptor, self._inferred.tables, self._language).topics()

    def _stems(self, phrase: str) -> tuple[str, ...]:
        return stems_of(phrase, self._language)

    def _names(self, labels: Labels) -> tuple[Name, ...]:
        return tuple(Name(stems, EXACT) for word in labels.of(self._language) if (stems := self._stems(word)))

    def _table(self, table: ModelTable, entity: Entity) -> ModelTable:
        of_some = self._words_of_sets(table.name)
        nouns = tuple(name for name in self._names(entity.labels) if name.words not in of_some)
        fields = dict(table.fields)
        for own in self._descriptor.entities:
            if own.field in fields and self._descriptor.table_of(own.name) == table.name:
                assert own.field is not None  # noqa: S101
                fields[own.field] = self._field(fields[own.field], own, nouns)
        for role in entity.time_roles:
            if role.field in fields:
                fields[role.field] = replace(
                    fields[role.field],
                    is_temporal=True,
                    is_measure=False,
                    verbs=(*fields[role.field].verbs, *self._words(role.words)),
                    is_default_time=role.is_default,
                )
        label = tuple(name for name in entity.row_name if name in fields) or table.label
        fields |= {name: self._naming_a_row(fields[name]) for name in label} if entity.row_name else {}
        is_person = entity.semantic_type is SemanticType.PARTY or any(
            name.words[-1] in self._lexicon.words("person_noun") for name in nouns
        )
        return replace(
            table,
            title=next(iter(entity.labels.of(self._language)), None) or table.title,
            other_title=next(iter((*entity.labels.en, *entity.labels.de)), None),
            names=_together(nouns, table.names),
            fields=fields,
            label=label,
            is_person=table.is_person or is_person,
            code=entity.code if entity.code in fields else None,
            columns=tuple(name for name in entity.list_columns if name in fields),
            order=tuple(name for name in entity.order if name in fields),
        )

    def _pointing(self, table: ModelTable, tables: Mapping[str, ModelTable]) -> ModelTable:
        """The only column that points at other rows, called as they are (`product_id: Produkt`), is no other meaning of
        that word: it is those rows."""
        targets = [field.refers_to for field in table.fields.values()]
        fields = dict(table.fields)
        for field in (f for f in table.fields.values() if f.refers_to in tables and targets.count(f.refers_to) == 1):
            whole = {name.words for name in tables[field.refers_to or ""].names if name.tier == EXACT}
            own = tuple(name for name in field.names if name.tier != EXACT or name.words not in whole)
            fields[field.name] = replace(field, names=own or field.names)
        return replace(table, fields=fields)

    def _words_of_sets(self, table: str) -> set[tuple[str, ...]]:
        """What only some of a table's rows are called: Mitarbeiterinnen, where they are a set of the Mitarbeiter."""
        sets = (
            each for each in self._descriptor.entities if each.where and self._descriptor.table_of(each.name) == table
        )
        return {self._stems(word) for each in sets for word in each.labels.of(self._language)}

    def _field(self, field: ModelField, entity: Entity, owners: Sequence[Name]) -> ModelField:
        names = self._names(entity.labels)
        shorter = [name for whole in names for name in self._namer.tails(whole.words, owners)]
        measured = entity.nature is not None
        return replace(
            field,
            title=next(iter(entity.labels.of(self._language)), None) or field.title,
            other_title=next(iter((*entity.labels.en, *entity.labels.de)), None),
            names=_together((*names, *shorter), field.names),
            is_measure=field.is_measure or (measured and field.type.is_number),
            never_summed=field.never_summed or entity.nature in _NEVER_ADDED,
            is_level=field.is_level or entity.nature is Nature.LEVEL,
            verbs=self._words(entity.verbs),
            aggregation=_usual(entity),
        )

    def _naming_a_row(self, field: ModelField) -> ModelField:
        name = Name((self._lexicon.label_phrases[0],), SHORTENED)
        return replace(field, names=_together(field.names, (name,)))

    def _words(self, labels: Labels) -> tuple[str, ...]:
        language = self._language
        return tuple(token.folded for phrase in labels.of(language) for token in tokens_of(phrase, language))

    def _links(self) -> Iterator[Link]:
        for link in self._inferred.links:
            words = [word for relation in self._relations(link) for word in self._words(relation.words)]
            yield replace(link, words=(*link.words, *words)) if words else link
        yield from self._declared_links()

    def _declared_links(self) -> Iterator[Link]:
        """Relations that neither schema nor data show: many rows that point at one, by one column."""
        known = {(link.table, link.field) for link in self._inferred.links}
        tables = self._inferred.tables
        for relation in self._descriptor.relations:
            table = self._descriptor.table_of(relation.from_entity)
            other = self._descriptor.table_of(relation.to_entity)
            if table is None or other is None or table not in tables or other not in tables:
                continue
            if relation.cardinality not in _TO_ONE or len(relation.joins) != 1:
                continue
            field, key = relation.joins[0]
            if (table, field) in known or field not in tables[table].fields or key not in tables[other].fields:
                continue
            yield Link(table, field, other, key, self._words(relation.words))

    def _relations(self, link: Link) -> Iterator[Relation]:
        """The relations that speak of a link, from either side."""
        for relation in self._descriptor.relations:
            ends = (self._descriptor.table_of(relation.from_entity), self._descriptor.table_of(relation.to_entity))
            fields = {name for pair in relation.joins for name in pair}
            is_between = ends in ((link.table, link.to_table), (link.to_table, link.table))
            if is_between and (not fields or link.field in fields):
                yield relation

    def _worded(self, tables: Mapping[str, ModelTable]) -> dict[tuple[str, ...], tuple[Hit, ...]]:
        """Words of values and of sets to the column and the values they stand for."""
        found: dict[tuple[str, ...], dict[Hit, None]] = {}
        for entity in self._descriptor.entities:
            table = self._descriptor.table_of(entity.name)
            if table is None or table not in tables:
                continue
            for words, hits in self._named_values(entity, table):
                if all(hit.field in tables[table].fields for hit in hits):
                    found.setdefault(words, {}).update(dict.fromkeys(hits))
        return {words: tuple(hits) for words, hits in found.items()}

    def _named_values(self, entity: Entity, table: str) -> Iterator[tuple[tuple[str, ...], tuple[Hit, ...]]]:
        for called in (value for value in entity.values if entity.field and not value.compared):
            assert entity.field is not None  # noqa: S101
            hits = (Hit(table, entity.field, called.value),)
            yield from ((self._stems(word), hits) for word in called.words.of(self._language))
        if entity.where is not None:
            hits = tuple(Hit(table, entity.where.field, value) for value in entity.where.values)
            yield from ((self._stems(word), hits) for word in entity.labels.of(self._language))
        if entity.field is None and entity.python_class is None:
            for known in entity.invariants:
                if known.field is not None and known.value is not None:
                    hits = (Hit(table, known.field, str(known.value)),)
                    yield from ((self._stems(word), hits) for word in entity.labels.of(self._language))


@dataclass(frozen=True)
class _Called(Values):
    """The values of the data, found by what people call them too."""

    values: Values
    worded: Mapping[tuple[str, ...], tuple[Hit, ...]]
    language: Language

    def longest(self, words: Sequence[str], start: int) -> tuple[int, tuple[Hit, ...]]:
        return self.values.longest(words, start)

    def inflected(self, word: str, language: Language) -> tuple[Hit, ...]:
        return self.values.inflected(word, language)

    def has_row(self, table: str, held: Mapping[str, str]) -> bool:
        return self.values.has_row(table, held)

    def is_dated(self, table: str, field: str) -> bool:
        return self.values.is_dated(table, field)

    def several(self, table: str, field: str) -> int | None:
        return self.values.several(table, field)

    def is_timed(self, table: str, field: str) -> bool:
        return self.values.is_timed(table, field)

    def is_in_order(self, table: str, field: str) -> bool:
        return self.values.is_in_order(table, field)

    def year(self, table: str, field: str) -> int | None:
        return self.values.year(table, field)

    def only(self, table: str, field: str) -> str | None:
        return self.values.only(table, field)

    def kinds(self) -> Iterable[tuple[tuple[str, str], tuple[str, ...]]]:
        return self.values.kinds()

    def as_of(self) -> float:
        return self.values.as_of()

    def lookup(self, phrase: str) -> tuple[Hit, ...]:
        return self.values.lookup(phrase) or self.worded.get(stems_of(phrase, self.language), ())


def _usual(entity: Entity) -> Function | None:
    """What a figure of a field is where a question does not say: of a level what there is, at one moment."""
    if entity.aggregation:
        return Function(entity.aggregation.upper())
    return Function.SUM if entity.nature is Nature.LEVEL else None


def _together(first: Iterable[Name], second: Iterable[Name]) -> tuple[Name, ...]:
    """Names without doubles, each at its best."""
    best: dict[tuple[str, ...], int] = {}
    for name in (*first, *second):
        best[name.words] = min(best.get(name.words, name.tier), name.tier)
    return tuple(Name(words, tier) for words, tier in best.items())
