"""Which rows are meant: filters by set, value, party, age and time."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from arch_team.measuring.asked import Lacking, Refused
from arch_team.measuring.events import within
from arch_team.measuring.row_asked import Filter, OfColumn, RowsAsked
from arch_team.measuring.row_words import MEMBERS, RowWords
from arch_team.measuring.scan import Age, Amount, Code, Quoted
from arch_team.measuring.vocabulary import EntitySense, MemberSense, SetSense, Value, Word
from arch_team.ontologies.descriptor import Entity, Relation, SemanticType
from arch_team.text.periods import Bound, Period, unix

_DAY = 86_400


class RowFilters(RowWords):
    """Makes the filters of one question for rows."""

    def _filters(self, table: Entity, used: set[int]) -> Iterator[Filter]:
        scan = self._scan
        negated = scan.says("outside")
        members: frozenset[str] = frozenset()
        for at, item in enumerate(scan.items):
            for sense in item.senses:
                if isinstance(sense, EntitySense):
                    yield from self._of_set(table, sense.name)
                elif (place := self._place(sense)) is not None:
                    found = self._of_value(table, place, negated or self._is_elsewhere(sense))
                    if found is not None:
                        used.add(at)
                        yield found
                        break
                elif isinstance(sense, Quoted) and table.searched:
                    used.add(at)
                    text = sense.text.rstrip(" .…")
                    yield {"field": table.searched[0], "op": "ILIKE", "value": f"%{text}%"}
                elif isinstance(sense, SetSense) and (side := self._side_of(table, sense.name)):
                    used.add(at)
                    for field, value in side.items():
                        yield {"field": field, "op": "=", "value": value}
                    break
                elif isinstance(sense, SetSense | Code | MemberSense) and table.name in self._moving_tables():
                    used.add(at)
                    members |= self._codes(sense)
                    break
                elif isinstance(sense, SetSense | Code | MemberSense) and table.movements is not None:
                    used.add(at)
                    yield {"field": table.movements.member, "op": "IN", "value": sorted(self._codes(sense))}
                    break
                elif isinstance(sense, SetSense | Code | MemberSense) and table.name == self._measures.levels.members:
                    codes = self._codes(sense)
                    used.add(at)
                    yield {"field": self._measures.levels.code, "op": "IN", "value": sorted(codes)}
                    break
        if members and not any(item.of(Quoted) for item in scan.items):
            yield {"field": MEMBERS, "op": "IN", "value": sorted(members)}
        for verb in [self._verb()]:
            if verb is not None and verb.is_open:
                kinds = self._open_kinds()
                if len(kinds) == 1 and table.name == next(iter(verb.by_kind.values())).of:
                    for field, value in verb.by_kind[next(iter(kinds))].where.items():
                        yield {"field": field, "op": "=", "value": value}
        amounts = [at for at, item in enumerate(scan.items) if item.of(Amount)]
        if len(amounts) == 1 and scan.says("above", "below") and table.measure and not scan.says("highest", "lowest"):
            used.add(amounts[0])
            value = next(s.value for s in scan.items[amounts[0]].senses if isinstance(s, Amount))
            yield {"field": table.measure, "op": ">" if scan.says("above") else "<", "value": str(value)}
        unit = self._unit_field(table)
        if len(scan.units) == 1 and unit is not None:
            yield {"field": unit, "op": "=", "value": next(iter(scan.units))}
        elif unit is not None and scan.says("foreign_unit") and (own := self._own_unit()) is not None:
            yield {"field": unit, "op": "!=", "value": own}
        elif unit is not None:
            for left in sorted(scan.units_left_out):
                yield {"field": unit, "op": "!=", "value": left}

    def _of_set(self, table: Entity, name: str) -> Iterator[Filter]:
        entity = self._descriptor.entity(name)
        if entity is None or entity.field is not None or entity.python_class is not None:
            return
        own = self._table_entity(name)
        for known in entity.invariants:
            if known.field is None or known.value is None or own is None:
                continue
            if own.name == table.name:
                value = {"false": False, "true": True}.get(str(known.value), known.value)
                yield {"field": known.field, "op": "=", "value": value}
            elif own.name == self._party_entity():
                relation = next(
                    (r for r in self._descriptor.relations if r.from_entity == table.name and r.to_entity == own.name),
                    None,
                )
                if relation is not None:
                    yield {"field": f"{relation.path_name}.{known.field}", "op": "=", "value": known.value}

    def _place(self, sense: object) -> Value | None:
        """A value of the data that is named; one's own country, where something is said to be there, or elsewhere."""
        if isinstance(sense, Value):
            return sense
        unit = SemanticType.UNIT
        own = next((e for e in self._descriptor.entities if e.own and e.field and e.semantic_type is not unit), None)
        if own is None or not isinstance(sense, Word) or sense.klass not in ("abroad", "at_home"):
            return None
        return Value(((self._descriptor.table_of(own.name) or "", own.field or "", own.own or ""),))

    def _is_elsewhere(self, sense: object) -> bool:
        return isinstance(sense, Word) and sense.klass == "abroad"

    def _of_value(self, table: Entity, value: Value, negated: bool) -> Filter | None:
        own = next((h for h in value.hits if h[0] == table.python_class), None)
        if own is not None and value.compared:
            return {"field": own[1], "op": value.compared, "value": OfColumn(own[2])}
        if own is not None and own[1] in table.searched and not negated:
            return {"field": own[1], "op": "ILIKE", "value": f"%{own[2]}%"}  # a piece of a text, or all of it
        if own is not None:
            return {"field": own[1], "op": "!=" if negated else "=", "value": own[2]}
        party = self._party_entity()
        of_party = self._descriptor.entity(party) if party else None
        for hit_table, field, text in value.hits:
            if of_party is not None and hit_table == of_party.python_class and table.name != party:
                relation = next(
                    (r for r in self._descriptor.relations if r.from_entity == table.name and r.to_entity == party),
                    None,
                )
                if relation is not None:
                    return {"field": f"{relation.path_name}.{field}", "op": "!=" if negated else "=", "value": text}
        return None

    def _aged(self, table: Entity) -> list[Filter] | Refused:
        """`älter als 30 Tage`: by the date that is meant, counted back from the last day with data."""
        ages = [s.days for item in self._scan.items for s in item.senses if isinstance(s, Age)]
        if not ages:
            return []
        last = self._measures.last_day
        older = self._scan.says("older", "above")
        if len(ages) > 1 or not older or not table.time_roles or last is None:
            return Refused("not_read", next(i.text for i in self._scan.items if i.of(Age)))
        overdue = any((e := self._descriptor.entity(n)) is not None and e.aged_by for n in self._names)
        named = self._role(table) if table.is_current else None
        usual = next((r.field for r in table.time_roles if not r.is_default), table.time_roles[0].field)
        due = next(r.field for r in table.time_roles if r.is_default)
        field = due if overdue else named or usual
        return [{"field": field, "op": "<", "value": unix(last) - ages[0] * _DAY}]

    def _nulls(self, table: Entity) -> list[str]:
        """Columns that are said to be empty: `ohne Telefonnummer`, `keine E-Mail`."""
        found: list[str] = []
        for before, item in self._pairs():
            if not before.is_word("without", "not"):
                continue
            for sense in item.senses:
                entity = self._descriptor.entity(sense.name) if isinstance(sense, EntitySense) else None
                if entity is not None and entity.field and entity.parent_entity == table.name:
                    found.append(entity.field)
                elif entity is not None and entity.name == self._party_entity() != table.name:
                    found += [r.joins[0][0] for r in self._party_relations(table)]
        return found

    def _party_relations(self, table: Entity) -> list[Relation]:
        """The way from a table's rows to their party."""
        party = self._party_entity()
        return [r for r in self._descriptor.relations if r.from_entity == table.name and r.to_entity == party]

    def _side_of(self, table: Entity, name: str) -> dict[str, str]:
        """The side of what is open that a set of members is another word for: what customers owe."""
        for verb in self._descriptor.party_verbs:
            for figure in verb.by_kind.values():
                if verb.is_open and figure.of == table.name and figure.also == name:
                    return figure.where
        return {}

    def _timed(self, table: Entity) -> list[Filter] | Lacking | Refused:
        """The times named, by the date that is meant."""
        periods = list(self._scan.periods)
        if not periods:
            return []
        period = periods[0]
        if not table.time_roles:
            return Refused("not_read", period.said)
        if len(periods) > 1:
            return Refused("several_times", periods[1].said)
        if table.is_current and self._is_now(period) and not self._is_role_named(table):
            return []
        role = self._role(table)
        if role is None:
            return Refused("only_now", period.said) if table.is_current else Lacking("which_date")
        return [within(role, period)]

    def _is_now(self, period: Period) -> bool:
        """Whether a day is the last that the tables know: how things stand now is how they stood then."""
        last = self._measures.last_day
        return last is not None and period.end == last and period.is_point

    def _is_role_named(self, table: Entity) -> bool:
        said = {item.text.casefold() for item in self._scan.items}
        return any(w.casefold() in said for role in table.time_roles for w in role.words.of(self._scan.language))

    def _role(self, table: Entity) -> str | None:
        """The date that is meant: the one a word names; else the usual, unless rows say how things stand now."""
        said = {item.text.casefold() for item in self._scan.items}
        named = [
            role.field
            for role in table.time_roles
            if any(w.casefold() in said for w in role.words.of(self._scan.language))
            or any(self._is_field_named(role.field, table, n) for n in self._names)
        ]
        verb = self._verb()
        usual = next((role.field for role in table.time_roles if role.is_default), None)
        if named and table.is_current and named[0] != usual and not (verb is not None and verb.is_open):
            return None
        if named:
            return named[0]
        if table.is_current and self._scan.says("must") and self._scan.periods[0].bound is Bound.UNTIL:
            return usual
        if table.is_current:
            return None
        return next((role.field for role in table.time_roles if role.is_default), None)

    def _is_field_named(self, field: str, table: Entity, name: str) -> bool:
        entity = self._descriptor.entity(name)
        return entity is not None and entity.field == field and entity.parent_entity == table.name

    def _is_filtered(self, asked: RowsAsked, name: str) -> bool:
        entity = self._descriptor.entity(name)
        return entity is not None and any(f["field"] == entity.field for f in asked.filters)

    def _is_one_row(self, asked: RowsAsked, table: Entity) -> bool:
        named = {table.code, *table.row_name}
        by_name = any(f["field"] in table.row_name and f["op"] == "IN" for f in asked.filters)
        return by_name or any(f["field"] in named and f["op"] == "=" for f in asked.filters)

    def _is_by_date(self, table: Entity) -> bool:
        """`open invoices by due date`: the rows, which are in that order."""
        roles = {role.field for role in table.time_roles if role.field in table.order}
        pairs = [(a, b) for a, b in pairwise(self._scan.items) if a.is_word("each", "by") and a.span[1] == b.span[0]]
        return any(self._named_field(s.name) in roles for _, b in pairs for s in b.senses if isinstance(s, EntitySense))

    def _per_column(self, table: Entity) -> str | None:
        """`by currency`, `per country`: the column that a figure is to be broken down by, from the rows of a table."""
        party, path = self._party_entity(), self._party_path(table)
        root = (path or "").rpartition(".")[0]
        for before, item in pairwise(self._scan.items):
            named = [self._descriptor.entity(s.name) for s in item.senses if isinstance(s, EntitySense)]
            entity = next((e for e in named if e is not None and e.field), None)
            if entity is None or not before.is_word("each", "by") or before.span[1] != item.span[0]:
                continue
            if entity.semantic_type is SemanticType.UNIT:
                return self._measures.unit_of(table.name)
            if entity.semantic_type is not SemanticType.DIMENSION or entity.field == table.code:
                continue
            if entity.parent_entity == table.name and all(role.field != entity.field for role in table.time_roles):
                return entity.field
            if entity.parent_entity == party and table.name != party and root:
                return f"{root}.{entity.field}"
        return None

    def _named_field(self, name: str) -> str | None:
        entity = self._descriptor.entity(name)
        return entity.field if entity is not None else None

    def _own_unit(self) -> str | None:
        """The unit that is one's own, where the model says so."""
        return next((e.own for e in self._descriptor.entities if e.own and e.semantic_type is SemanticType.UNIT), None)

    def _loose_unit(self) -> str | None:
        """`invoices in a currency`: units are asked for each by itself, of each row, or not at all."""
        units = {e.name for e in self._descriptor.entities if e.semantic_type is SemanticType.UNIT}
        items = self._scan.items
        for at, item in enumerate(items):
            named = any(isinstance(s, EntitySense) and s.name in units for s in item.senses)
            near = items[max(0, at - 2) : at]
            if named and not any(i.is_word("each", "by", "list", "in_which", "apart", "and") for i in near):
                return item.text
        return None

    def _mixes_kinds(self, table: Entity, filters: Sequence[Filter]) -> bool:
        """Whether rows of both sides, what is owed to us and by us, would be taken together."""
        verb = next((v for v in self._descriptor.party_verbs if v.is_open), None)
        if verb is None or next(iter(verb.by_kind.values())).of != table.name:
            return False
        sides = {field for figure in verb.by_kind.values() for field in figure.where}
        path = self._party_path(table)
        one = table.code and any(flt["field"] in (table.code, path) for flt in filters)
        kinds = any(
            str(flt["field"]).endswith(self._measures.movements.party_kind if self._measures.movements else "")
            for flt in filters
        )
        return not one and not kinds and not any(flt["field"] in sides for flt in filters)


def merged(filters: Sequence[Filter]) -> list[Filter]:
    """Several values of one column are alternatives: customers and suppliers."""
    kept: list[Filter] = []
    for flt in filters:
        same = next(
            (k for k in kept if k["field"] == flt["field"] and k["op"] in ("=", "IN") and flt["op"] == "="), None
        )
        if same is None:
            if flt not in kept:
                kept.append(dict(flt))
        elif same["op"] == "=" and same["value"] != flt["value"]:
            same["op"], same["value"] = "IN", [same["value"], flt["value"]]
    return kept
