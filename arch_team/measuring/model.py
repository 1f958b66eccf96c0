"""What figures can be asked of: members with levels and movements, sets of them, and who they are with.

A member is what a level belongs to: an account, an article in a warehouse, a fund. Its levels stand in one table, a row
per member and period with what it opened with, what was added, what was taken off, and what it closed with; its single
movements in another.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property
from typing import cast

from arch_team.errors import OntologyError
from arch_team.featuredata.calls import Function
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.provider import SqlProvider
from arch_team.forms.form import Column, Figure, Form, Output
from arch_team.forms.running import run_form
from arch_team.ontologies.descriptor import ConstraintRule, Entity, Nature, OntologyDescriptor
from arch_team.ontologies.roles import LevelRole, MovementRole
from arch_team.text.folding import folded
from arch_team.text.pieces import begins_or_ends_a_word, hyphened_of_length
from arch_team.wire import Language

_MOST_MEMBERS = 20_000
_SHORTEST_HELD = 4
"""Letters of a word that rows may be found by."""


@dataclass(frozen=True, slots=True)
class Member:
    code: str
    name: str
    unit: str
    sign: int
    is_flow: bool
    kind: str = ""


@dataclass(frozen=True, slots=True)
class MemberSet:
    """Members that people have a word for. `sign` is -1 where what people call more is stored as less."""

    name: str
    codes: frozenset[str]
    sign: int
    is_flow: bool
    is_kind: bool = False
    """Told by a property of its members, not by a span of codes."""


@dataclass(frozen=True, slots=True)
class Party:
    name: str
    kind: str


@dataclass(frozen=True)
class Measures:
    """The members of one source within its scope, as one descriptor describes them."""

    descriptor: OntologyDescriptor
    levels_table: str
    levels: LevelRole
    movements_table: str | None
    movements: MovementRole | None
    members: Mapping[str, Member]
    sets: Mapping[str, MemberSet]
    parties: tuple[Party, ...] = ()
    years: tuple[int, int] = (0, 0)
    """The first and the last that have levels."""
    last_day: date | None = None
    """Of a movement."""
    read_texts: Callable[[], frozenset[str]] = field(default=frozenset[str], compare=False, repr=False)

    @cached_property
    def texts(self) -> frozenset[str]:
        """The texts that rows can be found by, folded."""
        return self.read_texts()

    @cached_property
    def words_of_texts(self) -> frozenset[str]:
        """Their words."""
        words = (word for text in self.texts for word in hyphened_of_length(text, 4))
        return frozenset(piece for word in words for piece in (word, *word.split("-")) if len(piece) >= _SHORTEST_HELD)

    @cached_property
    def _terms(self) -> dict[Language, dict[str, str]]:
        return {}

    def terms(self, language: Language) -> Mapping[str, str]:
        """What the parts of a level are called."""
        if language not in self._terms:
            self._terms[language] = self.levels.terms.of(language)
        return self._terms[language]

    @cached_property
    def by_name(self) -> Mapping[str, tuple[str, ...]]:
        """Folded names to codes."""
        found: dict[str, list[str]] = {}
        for member in self.members.values():
            found.setdefault(folded(member.name), []).append(member.code)
        return {name: tuple(codes) for name, codes in found.items()}

    def named(self, piece: str) -> tuple[str, ...]:
        """The codes of the members whose name holds a piece at the beginning or the end of a word: a deposit for the
        rent (`Mietzinsdepot`) is no interest (`zins`)."""
        if piece not in self._by_piece:
            plain = folded(piece)
            found = (code for name, codes in self.by_name.items() if _holds(name, plain) for code in codes)
            self._by_piece[piece] = tuple(found)
        return self._by_piece[piece]

    @cached_property
    def _by_piece(self) -> dict[str, tuple[str, ...]]:
        """What was looked up, to be kept: many words are for the same piece."""
        return {}

    def unit_of(self, table: str) -> str:
        """The field that holds the unit of a table's amounts; empty where it has none."""
        held = (c for c in self.descriptor.constraints if c.rule is ConstraintRule.SAME_UNIT)
        return next((c.fields[0] for c in held if c.applies_to.partition(".")[0] == table), "")

    @cached_property
    def dated_in(self) -> tuple[str, ...]:
        """The entities whose rows movements are dated by: a booking, of its lines."""
        roles = {e.name: e.movements for e in self.descriptor.entities if e.movements is not None}
        moving = {name: role.date.partition(".")[0] for name, role in roles.items()}
        return tuple(r.to_entity for r in self.descriptor.relations if moving.get(r.from_entity) == r.name)

    def describes(self, name: str, language: Language) -> str | None:
        entity = self.descriptor.entity(name)
        return entity.said_in(language) if entity else None


def _holds(name: str, piece: str) -> bool:
    at = name.find(piece)
    while at >= 0:
        if begins_or_ends_a_word(name, at, at + len(piece)):
            return True
        at = name.find(piece, at + 1)
    return False


def measures_of(provider: SqlProvider, catalog: Catalog) -> Measures | None:
    """The members of a source. None where its descriptor tells of no levels."""
    ontology = catalog.ontology
    found = _role(ontology, "levels") if ontology else None
    if ontology is None or found is None:
        return None
    entity, levels = found
    assert isinstance(levels, LevelRole)  # noqa: S101
    table = ontology.table_of(entity.name) or ""
    moving = _role(ontology, "movements")
    read = _Reader(provider)
    members_table = ontology.table_of(levels.members) or ""
    rows = read.rows(members_table, (levels.code, levels.name, levels.member_unit, levels.kind))
    sets = dict(_sets(ontology, levels, rows))
    members = {m.code: m for m in _members(rows, sets, levels)}
    movements = cast("MovementRole | None", moving[1] if moving else None)
    return Measures(
        ontology,
        table,
        levels,
        ontology.table_of(moving[0].name) if moving else None,
        movements,
        members,
        sets,
        tuple(_parties(read, ontology, movements)),
        read.ends(table, levels.year),
        _last_day(read, ontology, moving, movements),
        lambda: _texts(read, ontology),
    )


class _Reader:
    def __init__(self, provider: SqlProvider) -> None:
        self._provider = provider

    def ends(self, table: str, field: str) -> tuple[int, int]:
        """The least and the most of a column of whole numbers."""
        outputs = tuple(
            Output(name=function.value, value=Figure(function=function, of=Column(field=field)))
            for function in (Function.MIN, Function.MAX)
        )
        [(least, most)] = run_form(Form(table=table, outputs=outputs), self._provider).rows
        try:
            return int(str(least or 0)), int(str(most or 0))
        except ValueError as error:
            what = f"{table}.{field} holds {most}, where the model's levels and movements need whole numbers"
            advice = "Name a column of years, and of days as Unix seconds; or leave levels and movements out."
            raise OntologyError(what, advice) from error

    def rows(self, table: str, fields: Iterable[str]) -> list[tuple[str, ...]]:
        names = list(dict.fromkeys(fields))
        outputs = tuple(Output(name=name, value=Column(field=name)) for name in names)
        found = run_form(Form(table=table, outputs=outputs, limit=_MOST_MEMBERS), self._provider)
        return [tuple("" if value is None else str(value) for value in row) for row in found.rows]


def _texts(read: _Reader, ontology: OntologyDescriptor) -> frozenset[str]:
    columns = [(e.python_class or "", field) for e in ontology.entities for field in e.searched]
    return frozenset(folded(text) for table, field in columns for (text,) in read.rows(table, (field,)))


def _last_day(
    read: _Reader, ontology: OntologyDescriptor, moving: tuple[Entity, object] | None, role: MovementRole | None
) -> date | None:
    if moving is None or role is None:
        return None
    path, _, field = role.date.rpartition(".")
    relation = next((r for r in ontology.relations if r.from_entity == moving[0].name and r.path_name == path), None)
    table = ontology.table_of(relation.to_entity if relation else moving[0].name)
    seconds = read.ends(table or "", field)[1]
    return datetime.fromtimestamp(seconds, tz=UTC).date() if seconds else None


def _role(ontology: OntologyDescriptor, name: str) -> tuple[Entity, object] | None:
    return next(((e, role) for e in ontology.entities if (role := getattr(e, name)) is not None), None)


def _sets(
    ontology: OntologyDescriptor, levels: LevelRole, rows: list[tuple[str, ...]]
) -> Iterable[tuple[str, MemberSet]]:
    for entity in ontology.entities:
        for known in entity.invariants:
            if known.field == levels.code and known.low is not None and known.high is not None:
                codes = frozenset(row[0] for row in rows if str(known.low) <= row[0] <= str(known.high))
                yield entity.name, MemberSet(entity.name, codes, entity.sign, entity.nature is Nature.FLOW)
                break
            if known.field == levels.kind and known.value is not None:
                codes = frozenset(row[0] for row in rows if row[3] == str(known.value))
                yield entity.name, MemberSet(entity.name, codes, entity.sign, entity.nature is Nature.FLOW, True)
                break


def _members(rows: list[tuple[str, ...]], sets: Mapping[str, MemberSet], levels: LevelRole) -> Iterable[Member]:
    """Each member with the sign and the nature of the smallest set that says so; its kind before the wider ones."""
    for code, name, unit, kind in rows:
        held = sorted((s for s in sets.values() if code in s.codes), key=lambda s: len(s.codes))
        signed = [s for s in held if s.sign != 0]
        special = [s for s in signed if s.name in levels.overriding]
        by_kind = levels.kinds.get(kind)
        sign = special[0].sign if special else by_kind if by_kind else signed[0].sign if signed else 1
        yield Member(code, name, unit, sign, kind in levels.flows, kind)


def _parties(read: _Reader, ontology: OntologyDescriptor, movements: MovementRole | None) -> Iterable[Party]:
    if movements is None or movements.parties is None:
        return
    table = ontology.table_of(movements.parties) or ""
    for name, kind in read.rows(table, (movements.party_name, movements.party_kind)):
        yield Party(name, kind)
