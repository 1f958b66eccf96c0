"""Questions for rows by a word of their text: what was spent on flowers, how many letters were registered."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from arch_team.measuring.asked import Lacking, Refused
from arch_team.measuring.events import event_of, events, within
from arch_team.measuring.row_asked import Filter, RowMake, RowsAsked
from arch_team.measuring.row_filters import RowFilters, merged
from arch_team.measuring.row_words import MEMBERS
from arch_team.measuring.scan import Amount, Code, Item, Quoted
from arch_team.measuring.used_words import ROW_ALWAYS
from arch_team.measuring.vocabulary import EntitySense, MemberSense, SetSense, SideSense, VerbSense, Word
from arch_team.ontologies.descriptor import Entity, SemanticType
from arch_team.text.folding import folded

_KNOWN = ROW_ALWAYS | {
    *("total", "above", "below", "when", "count", "how_often", "highest", "lowest", "latest", "first", "confirm"),
    *("taxed", "untaxed", "net", "gross", "as_per"),
}

_FEW = 15
"""Texts of which rows are shown without asking when."""


class TextRows(RowFilters):
    """Reads one question whose words are all known or held in texts."""

    def asked(self) -> RowsAsked | Lacking | Refused | None:
        """The rows, or what they come to. None: it asks for more than that."""
        scan = self._scan
        table = next((e for e in self._descriptor.entities if e.searched and e.time_roles and e.list_columns), None)
        parties = self._parties()
        if table is None or scan.relative or isinstance(parties, Lacking) or len(scan.periods) > 1 or self._is_told():
            return None
        if not all(map(self._is_used, scan.items)) or self._is_of_a_level() or self._asks_what_it_is():
            return None
        texts = [s.text for item in scan.items for s in item.senses if isinstance(s, Quoted)]
        title = ", ".join(f"«{item.text}»" for item in scan.items if item.of(Quoted))
        nouns = [n for n in self._names if (e := self._descriptor.entity(n)) is not None and e.field is None]
        rows = next((e for n in nouns if (e := self._table_entity(n)) and event_of(self._measures, e)), None)
        if rows is not None:
            return self._of_events(rows, table, texts, title, parties)
        filters: list[Filter] = [{"field": table.searched[0], "op": "ILIKE", "value": f"%{t}%"} for t in texts]
        if parties is not None:
            filters.append({"field": self._party_path(table), "op": "=", "value": parties[0]})
        filters += [flt for name in self._names for flt in self._of_set(table, name)]
        if scan.periods:
            when = next(role.field for role in table.time_roles if role.is_default)
            filters.append(within(when, scan.periods[0]))
        unit = self._unit_field(table)
        if len(scan.units) == 1 and unit is not None:
            filters.append({"field": unit, "op": "=", "value": next(iter(scan.units))})
        amounts = [s.value for item in scan.items for s in item.senses if isinstance(s, Amount)]
        if amounts and table.measure:
            op = ">" if scan.says("above") else "<"
            filters.append({"field": table.measure, "op": op, "value": str(amounts[0])})
        asked = RowsAsked(
            table.name,
            RowMake.LIST,
            tuple(merged(filters)),
            table.measure,
            fields=table.list_columns,
            times=scan.periods,
            titles=(title,),
            is_question=self._is_question(),
        )
        return self._made(asked, table)

    def _made(self, asked: RowsAsked, table: Entity) -> RowsAsked | Lacking | None:
        scan, verb = self._scan, self._verb()
        if scan.says("when") and verb is not None and verb.reduces:
            return None  # when it was booked is not when it was paid
        of_more = any(flt["op"] != "ILIKE" for flt in asked.filters)
        named = frozenset(code for item in scan.items for code in self._members_of(item))
        flows = frozenset(code for code in named if self._measures.members[code].is_flow)
        parts = any(isinstance(s, MemberSense) and not s.is_whole for item in scan.items for s in item.senses)
        if flows and flows != named and parts and not self._wide_flows():
            return None  # words of several names: which of them is meant, is not told
        if named:
            wide = self._wide_flows()
            asked = replace(asked, flows=wide or flows)
            within_members: Filter = {"field": MEMBERS, "op": "IN", "value": sorted(wide or named)}
            asked = replace(asked, filters=(*asked.filters, within_members))
        elif scan.says("spend", "earned") and not scan.says("when"):
            sign = 1 if scan.says("spend") else -1
            moved = frozenset(m.code for m in self._measures.members.values() if m.is_flow and m.sign == sign)
            of_flows: Filter = {"field": MEMBERS, "op": "IN", "value": sorted(moved)}
            asked = replace(asked, flows=moved, filters=(*asked.filters, of_flows))
        if asked.is_question and (named or scan.says("spend", "earned")):
            return None
        if named and not flows and not self._wide_flows():
            asked = replace(asked, levels=named)  # what a booking moved of a level is not what it comes to
        if scan.says("count") and scan.says("spend", "earned", "amount", "total"):
            return None  # how many, and how much: each by itself
        if scan.says("count"):
            rows = any((e := self._table_entity(name)) is not None and e.name == table.name for name in self._names)
            rows = rows or scan.says("posted", "how_often")
            return replace(asked, make=RowMake.COUNT) if rows else None  # how many things, no booking says
        if scan.says("highest", "lowest"):
            is_max, limit = scan.says("highest"), self._limit()
            return replace(asked, make=RowMake.EXTREME, order=table.measure, is_max=is_max, limit=limit)
        if scan.says("latest", "first"):
            when = next(role.field for role in table.time_roles if role.is_default)
            is_max, limit = scan.says("latest"), self._limit()
            return replace(asked, make=RowMake.EXTREME, order=when, is_max=is_max, limit=limit)
        sums = scan.says("amount", "total", "spend", "earned", "add") or bool(flows) or self._is_paid()
        loose = any(item.is_word("edge", "grain", "by_grain") for item in scan.items) or of_more
        if not scan.periods and not scan.says("when", "define") and (loose or not (sums or self._are_few())):
            return Lacking("time")
        if scan.says("untaxed", "net") and (asked.levels or not sums):
            return None  # rows, and what they put on a level, are told with the tax
        return replace(asked, make=RowMake.TEXT_SUM) if sums or asked.levels else asked

    def _are_few(self) -> bool:
        """Whether hardly any text holds what is looked for: all that there is of it can be shown."""
        looked = [folded(s.text) for item in self._scan.items for s in item.senses if isinstance(s, Quoted)]
        return sum(all(word in text for word in looked) for text in self._measures.texts) <= _FEW

    def _of_events(
        self, rows: Entity, table: Entity, texts: list[str], title: str, parties: tuple[str, ...] | None
    ) -> RowsAsked | Lacking | None:
        """Invoices by a word of their text: among movements."""
        scan, verb = self._scan, event_of(self._measures, rows)
        filters = [flt for name in self._names for flt in self._of_set(rows, name)]
        kinds = self._kinds() | set(self._verb_sides(filters))
        kind = self._kind_of(parties[0]) if parties else next(iter(kinds)) if len(kinds) == 1 else None
        if kind is None:
            return Lacking("each_kind", options=tuple(self._verb_kinds()))
        if not scan.periods or verb is None:
            return Lacking("time") if verb is not None else None
        if any(self._members_of(item) for item in scan.items):
            return None
        unit = next(iter(scan.units)) if len(scan.units) == 1 else None
        asked = events(self._measures, verb, kind, parties[0] if parties else None, scan.periods[0], unit)
        role = self._measures.movements
        if asked is None or role is None or scan.says("highest", "lowest", "latest", "first", "above", "below"):
            return None
        path = f"{role.date.rpartition('.')[0]}.{table.searched[0]}"
        more: tuple[Filter, ...] = tuple({"field": path, "op": "ILIKE", "value": f"%{text}%"} for text in texts)
        asked = replace(asked, filters=(*asked.filters, *more), titles=(title,), is_question=self._is_question())
        if scan.says("count"):
            return replace(asked, make=RowMake.COUNT, wants_amount=self._says_amount())
        return replace(asked, make=RowMake.SUM) if scan.says("amount", "total") and not self._lists() else asked

    def _verb_sides(self, filters: list[Filter]) -> Iterator[str]:
        """The kinds of party whose side of what is open a filter names."""
        for verb in self._descriptor.party_verbs:
            for kind, figure in verb.by_kind.items():
                if any(flt["field"] == f and flt["value"] == v for flt in filters for f, v in figure.where.items()):
                    yield kind

    def _members_of(self, item: Item) -> frozenset[str]:
        senses = [s for s in item.senses if isinstance(s, SetSense | MemberSense | Code)]
        return self._codes(senses[0]) if senses else frozenset()

    def _wide_flows(self) -> frozenset[str]:
        """Of a whole class, income or costs as such, all that are of the same sign: the texts say which are meant."""
        for item in self._scan.items:
            for sense in item.senses:
                entity = self._descriptor.entity(sense.name) if isinstance(sense, SetSense) else None
                known = self._measures.sets[entity.name] if entity is not None else None
                if entity is None or known is None or not known.is_flow:
                    continue
                if entity.semantic_type is SemanticType.ACCOUNT_CLASS or known.is_kind:
                    members = self._measures.members.values()
                    return frozenset(m.code for m in members if m.is_flow and m.sign == known.sign)
        return frozenset()

    def _is_of_a_level(self) -> bool:
        """`provision at 31 December`: how much there is of it then, not what was booked."""
        named = any(self._members_of(item) for item in self._scan.items)
        return any(p.is_point and (named or p.start != p.end) for p in self._scan.periods)

    def _asks_what_it_is(self) -> bool:
        """`at which rate did we sell`: of the thing itself, not of the rows that mention it."""
        items = [i for i in self._scan.items if not i.is_word("light") or i.is_word("list")]
        pairs = pairwise(items)
        asked = any(a.is_word("list") and b.of(Quoted) for a, b in pairs)
        return asked and not self._scan.says("posted") and any(self._members_of(item) for item in items)

    def _is_used(self, item: Item) -> bool:
        """Whether an item goes into what is asked."""
        if item.of(VerbSense) or item.of(SideSense):
            return bool(item.of(VerbSense)) and self._is_paid()
        for sense in item.senses:
            if isinstance(sense, Quoted | SetSense | MemberSense | Code):
                return True
            if isinstance(sense, Word) and sense.klass in _KNOWN and self._has_object(sense.klass):
                return True
            if isinstance(sense, Amount):
                return self._scan.says("above", "below") or self._limit() > 1
            if isinstance(sense, EntitySense):
                return self._is_row_word(sense)
        return item in self._named_parties()

    def _is_paid(self) -> bool:
        """`paid for lunches`: what the rows come to, where nobody is named who was paid."""
        verb = self._verb()
        paid = verb is not None and verb.reduces and not self._named_parties()
        return paid and not self._is_question() and not self._scan.says("when", "by_us")

    def _named_parties(self) -> list[Item]:
        return [item for item in self._scan.items if self._best_parties(item)]

    def _is_row_word(self, sense: EntitySense) -> bool:
        """Whether a noun is for the rows themselves, for parties of a kind, or for invoices."""
        own = self._table_entity(sense.name)
        entity = self._descriptor.entity(sense.name)
        if entity is None or own is None or entity.field is not None:
            return entity is not None and entity.semantic_type in (SemanticType.UNIT, SemanticType.MEASURE)
        known = bool(own.searched) or event_of(self._measures, own) is not None
        return known or self._is_kind(sense) or own.name == self._measures.levels.members
