"""From what the words stand for to rows: a table that all of them speak of, and what of its rows is asked."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from arch_team.measuring.asked import Lacking, Refused, Subject
from arch_team.measuring.composing import Composer
from arch_team.measuring.events import are_rows_only, event_of, events, kind_in
from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import Filter, PartyAsked, RowMake, RowsAsked
from arch_team.measuring.scanning import Age, Amount, Code, Item, Quoted, Scan, Value
from arch_team.measuring.vocabulary import EntitySense, MemberSense, PartySense, SetSense, SideSense, VerbSense, Word
from arch_team.modelling.described import stems_of
from arch_team.ontologies.descriptor import Entity, SemanticType
from arch_team.ontologies.roles import PartyFigure, PartyVerb
from arch_team.text.periods import Bound, Period, unix

_LIGHT = frozenset(
    {
        "define",
        "that_is",
        "light",
        "carrying",
        "edge",
        "span_to",
        "passive",
        "relative",
        "code",
        "amount",
        "list",
        "who",
        "asks",
        "still",
        "now",
        "must",
        "posted",
        "and",
        "or",
        "only",
        "spend",
        "each",
        "texted",
        "unit",
        "acquired",
        "happened",
        "behind",
    }
)
_USED: dict[RowMake, frozenset[str]] = {
    RowMake.COUNT: frozenset(
        {"between", "without", "count", "total", "outside", "abroad", "above", "below", "not", "confirm", "any"}
    ),
    RowMake.SUM: frozenset({"total", "above", "below", "outside", "between"}),
    RowMake.AVERAGE: frozenset({"average"}),
    RowMake.LIST: frozenset(
        {"any", "between", "without", "called", "outside", "abroad", "above", "below", "not", "texted", "confirm"}
    ),
    RowMake.EXTREME: frozenset({"highest", "lowest", "latest", "first", "top", "when", "total"}),
    RowMake.ATTRIBUTE: frozenset({"total", "and", "called", "when"}),
    RowMake.SHARE: frozenset({"share", "share_of", "percent"}),
    RowMake.BY_PARTY: frozenset({"highest", "lowest", "top", "who"}),
}
_PARTY_USED = frozenset(
    {
        "gross",
        "net",
        "highest",
        "lowest",
        "top",
        "who",
        "share",
        "share_of",
        "whole",
        "percent",
        "after",
        "without",
        "total",
    }
)
_DAY = 86_400
MEMBERS = "*members"
"""Stands for the members that a row's movements are of."""


class RowComposer:
    """Puts one question for rows together."""

    def __init__(self, scan: Scan, measures: Measures) -> None:
        self._scan, self._measures, self._descriptor = scan, measures, measures.descriptor

    def asked(self) -> RowsAsked | PartyAsked | Lacking | Refused | None:
        party = self._party_figure()
        if party is not None:
            return party
        table = self._table()
        if table is None or isinstance(table, Lacking | Refused):
            return table
        return self._of(table)

    # parties

    @property
    def _names(self) -> list[str]:
        """Entities that the question names."""
        return [s.name for item in self._scan.items for s in item.senses if isinstance(s, EntitySense)]

    def _parties(self) -> tuple[str, ...] | Lacking | None:
        """The one party that is named. None: no party is."""
        found: list[tuple[str, ...]] = [s.names for item in self._scan.items for s in self._best_parties(item)]
        if not found:
            return None
        both = set(found[0]).intersection(*map(set, found[1:]))
        names = tuple(sorted(both)) or tuple(dict.fromkeys(name for names in found for name in names))
        kinds = self._kinds()
        kept = [n for n in names if not kinds or self._kind_of(n) in kinds] or list(names)
        whole = [s for item in self._scan.items for s in self._best_parties(item) if not s.is_part]
        if len(kept) > 1 or not whole:
            item = next(i for i in self._scan.items if i.of(PartySense))
            return Lacking("which_member", item.text, tuple(kept))
        return tuple(kept)

    def _best_parties(self, item: Item) -> list[PartySense]:
        found = [s for s in item.senses if isinstance(s, PartySense)]
        if any(isinstance(s, SetSense | MemberSense) for s in item.senses) and self._verb() is None:
            return []
        return [min(found, key=lambda s: len(s.names))] if found else []

    def _kind_of(self, name: str) -> str:
        return next((p.kind for p in self._measures.parties if p.name == name), "")

    def _kinds(self) -> set[str]:
        """The kinds of party that the question names: customers, suppliers."""
        moving = self._measures.movements
        if moving is None:
            return set()
        found: set[str] = set()
        for name in self._names:
            entity = self._descriptor.entity(name)
            for known in entity.invariants if entity else ():
                if known.field == moving.party_kind and known.value is not None:
                    found.add(str(known.value))
        return found

    def _verb(self) -> PartyVerb | None:
        names = [s.name for item in self._scan.items for s in item.senses if isinstance(s, VerbSense)]
        verbs = [verb for verb in self._descriptor.party_verbs if verb.name in names]
        if any(verb.reduces for verb in verbs) and self._scan.says("must") and self._scan.says("still", "amount"):
            verbs = [verb for verb in self._descriptor.party_verbs if verb.is_open] or verbs  # what is still to be paid
        return min(verbs, key=lambda verb: verb.is_open) if verbs else None

    def _party_figure(self) -> PartyAsked | RowsAsked | Lacking | Refused | None:
        """Revenue, invoices and payments by party, from movements."""
        scan = self._scan
        verb = self._verb()
        party = self._parties()
        kinds = self._kinds()
        sets = [s.name for item in scan.items for s in item.senses if isinstance(s, SetSense)]
        flows = [name for name in sets if self._measures.sets[name].is_flow]
        subjects = Composer(scan, self._measures).flows()
        if isinstance(party, Lacking) and (verb is not None or flows or subjects or scan.says("spend")):
            return party
        if party is None and not kinds:
            return None
        if isinstance(party, Lacking):
            return None
        ranks = scan.says("highest", "lowest", "top", "who")
        if verb is not None and verb.is_open and not subjects:
            return None
        if party is None and not ranks and not scan.says("each"):
            return None
        if not scan.periods:
            return (
                Lacking("time")
                if (verb and not verb.is_open) or flows or (ranks and party is None and not self._other_rows())
                else None
            )
        name = party[0] if party else None
        kind = self._kind_of(name) if name else next(iter(kinds), "")
        figure = verb.by_kind.get(kind) if verb else None
        if figure is not None and not subjects:
            known = self._measures.sets[figure.of]
            if name is None and verb is not None and self._ranks_single(verb):
                return self._single(figure, kind)
            of = Subject(next(i.text for i in scan.items if i.of(VerbSense)), known.codes, known.sign, known.is_flow)
            side = figure.side
        elif figure is not None:
            return Refused("several_questions", subjects[0].title)
        elif len(subjects) == 1 and verb is None:
            of, side = subjects[0], "net"
        else:
            return Lacking("subject") if name and not self._other_rows() else None
        left = self._left(_LIGHT | _PARTY_USED, (), codes=of.codes)
        if left:
            return Refused("not_read", left)
        units = {item.detail("unit") for item in scan.words("unit")}
        limit = self._limit() if ranks and name is None else None
        return PartyAsked(
            of.title,
            of.codes,
            side,
            of.sign,
            scan.periods,
            name,
            kind or None,
            limit,
            not scan.says("lowest"),
            scan.says("share", "share_of"),
            units.pop() if len(units) == 1 else None,
        )

    def _ranks_single(self, verb: PartyVerb) -> bool:
        """`the biggest customer payment`: one of them, not what somebody paid in all."""
        items = self._scan.items
        ranks = [at for at, item in enumerate(items) if item.is_word("highest", "lowest")]
        nouns = [
            at for at, i in enumerate(items) if any(isinstance(s, VerbSense) and s.name == verb.name for s in i.senses)
        ]
        return any(0 < noun - rank <= 2 for rank in ranks for noun in nouns)

    def _single(self, figure: PartyFigure, kind: str) -> RowsAsked | Refused:
        """The largest single movement with parties of a kind."""
        entity = next(e for e in self._descriptor.entities if e.movements is not None)
        role = entity.movements
        assert role is not None  # noqa: S101
        [period, *more] = self._scan.periods
        if more or figure.side == "net":
            return Refused("not_read", self._scan.periods[-1].said)
        measure = role.rise if figure.side == "rise" else role.fall
        root = (role.party or "").rpartition(".")[0]
        filters: list[Filter] = [
            {"field": role.member, "op": "IN", "value": sorted(self._measures.sets[figure.of].codes)},
            {"field": role.date, "op": "BETWEEN", "value": [unix(period.start), unix(period.end)]},
            {"field": f"{root}.{role.party_kind}", "op": "=", "value": kind},
        ]
        entry = role.date.rpartition(".")[0]
        fields = tuple(name for name in entity.list_columns if name.startswith(entry))
        left = self._left(_LIGHT | _PARTY_USED, (), codes=self._measures.sets[figure.of].codes)
        if left:
            return Refused("not_read", left)
        return RowsAsked(
            entity.name,
            RowMake.EXTREME,
            tuple(filters),
            measure,
            order=measure,
            is_max=not self._scan.says("lowest"),
            fields=(*fields, role.party or "", measure),
            times=(period,),
            titles=tuple(item.text for item in self._scan.items if item.of(VerbSense)),
        )

    def _other_rows(self) -> bool:
        return any(self._is_row_table(name) for name in self._names)

    def _is_row_table(self, name: str) -> bool:
        entity = self._descriptor.entity(name)
        moving = self._measures.movements
        party = moving.parties if moving else None
        return entity is not None and self._descriptor.table_of(name) != self._descriptor.table_of(party or "")

    # rows

    def _table(self) -> Entity | Lacking | Refused | None:
        """The table whose rows are asked for."""
        tables: dict[str, int] = {}
        for name in self._names:
            table = self._table_entity(name)
            named = self._descriptor.entity(name)
            if named is not None and named.semantic_type is SemanticType.UNIT:
                continue  # each table has it
            if table is not None:
                tables[table.name] = tables.get(table.name, 0) + 1
        verb = self._verb()
        if verb is not None and verb.is_open:
            of = next(iter(verb.by_kind.values())).of
            tables[of] = tables.get(of, 0) + 1
        for item in self._scan.items:
            for sense in item.senses:
                if isinstance(sense, Value):
                    for table, _, _ in sense.hits:
                        found = next((e for e in self._descriptor.entities if e.python_class == table), None)
                        if found is not None and found.name not in tables and found.list_columns:
                            tables.setdefault(found.name, 0)
        member, party = self._measures.levels.members, self._party_entity()
        order = [name for name in tables if name not in (member, party)]
        if self._scan.says("posted") and self._scan.periods and not tables:
            moving = self._moving_tables()
            entries = [name for name in moving if (e := self._descriptor.entity(name)) is not None and e.list_columns]
            if not any(i.of(SetSense) or i.of(Code) or i.of(MemberSense) for i in self._scan.items) and entries:
                return self._descriptor.entity(entries[0])
        quoted = any(item.of(Quoted) for item in self._scan.items)
        if quoted and not tables and self._scan.says("posted", "texted"):
            texts = [e for e in self._descriptor.entities if e.searched and e.list_columns]
            return texts[0] if texts else None
        of_members = any(i.of(SetSense) or i.of(Code) or i.of(MemberSense) for i in self._scan.items)
        if of_members and (self._scan.says("posted", "behind") or (self._side() and order)):
            return next((e for e in self._descriptor.entities if e.movements is not None), None)
        if verb is not None and verb.is_open:
            of = next(iter(verb.by_kind.values())).of
            return self._descriptor.entity(of)
        counted = [name for name in order if tables[name]]
        past = [name for name in counted if (e := self._descriptor.entity(name)) and event_of(self._measures, e)]
        if past and all(name in past or name in self._moving_tables() for name in counted):
            counted = past if self._scan.periods else counted
        if len(counted) == 1:
            return self._descriptor.entity(counted[0])
        if counted:
            return None
        attributes = [n for n in self._names if self._is_field_of(n, party)]
        if party in tables or attributes or self._parties():
            return self._descriptor.entity(party) if party else None
        if len(order) == 1:
            return self._descriptor.entity(order[0])
        if member in tables or any(i.of(SetSense) or i.of(Code) for i in self._scan.items):
            return self._descriptor.entity(member)
        return None

    def _side(self) -> str | None:
        """The one side of movements that is named."""
        said = {s.sides for item in self._scan.items for s in item.senses if isinstance(s, SideSense)}
        sides = {sides[0] for sides in said if len(sides) == 1} & {"rise", "fall"}
        return sides.pop() if len(sides) == 1 else None

    def _is_field_of(self, name: str, table: str | None) -> bool:
        entity = self._descriptor.entity(name)
        return entity is not None and entity.field is not None and entity.parent_entity == table

    def _party_entity(self) -> str | None:
        return self._measures.movements.parties if self._measures.movements else None

    def _table_entity(self, name: str) -> Entity | None:
        table = self._descriptor.table_of(name)
        return next((e for e in self._descriptor.entities if e.python_class == table and table), None)

    def _of(self, table: Entity) -> RowsAsked | Lacking | Refused | None:
        scan = self._scan
        parties = self._parties()
        if isinstance(parties, Lacking):
            return parties
        used: set[int] = set()
        filters = [*self._filters(table, used)]
        if parties is not None:
            path = self._party_path(table)
            if path is None:
                return None
            filters.append({"field": path, "op": "=", "value": parties[0]})
        aged = self._aged(table)
        if isinstance(aged, Refused):
            return aged
        filters += aged
        empty: list[Filter] = [{"field": field, "op": "IS NULL"} for field in self._nulls(table)]
        filters = _merged([*filters, *empty])
        timed = self._timed(table)
        if isinstance(timed, Refused) and timed.why == "only_now":
            return self._events(table, filters, parties, used) or timed
        if isinstance(timed, Lacking | Refused):
            return timed
        filters += timed
        fields = [n for n in self._names if self._is_field_of(n, table.name)]
        measures = [
            e.field
            for n in fields
            if (e := self._descriptor.entity(n)) and e.semantic_type is SemanticType.MEASURE and e.field
        ]
        verb = self._verb()
        if verb is not None and verb.is_open and table.measure and table.measure not in measures:
            measures.insert(0, table.measure)
        asked = RowsAsked(
            table.name,
            RowMake.LIST,
            tuple(filters),
            measures[0] if measures else table.measure,
            measures[1] if len(measures) > 1 else None,
            fields=table.list_columns,
            times=scan.periods,
            titles=tuple(item.text for item in scan.items if item.of(EntitySense)),
            is_question=self._is_question(),
            counted_from=self._measures.last_day if aged else None,
        )
        if self._mixes_kinds(table, filters) and not scan.says("count"):
            kinds = self._verb_kinds()
            return Lacking("which_kind", options=tuple(kinds))
        verbs = [v for v in self._descriptor.party_verbs if not v.is_open]
        if asked.is_question and verb is not None and verb.reduces and self._is_one_row(asked, table) and aged == []:
            left = self._left(_LIGHT | _USED[RowMake.COUNT], (), frozenset(used))
            paid = replace(asked, make=RowMake.COUNT, expects_none=True, wants_amount=True)
            return Refused("not_read", left) if left else paid
        if asked.is_question and any(i.of(VerbSense) for i in scan.items) and self._verb() in verbs:
            return Refused("not_read", next(i.text for i in scan.items if i.of(VerbSense)))
        made = self._made(asked, table, fields)
        if made is None or isinstance(made, Lacking | Refused):
            return made
        if made.make is RowMake.LIST and (scan.says("total") or self._points_nowhere(table)):
            return Lacking("subject")
        shows = any("." in name for name in made.fields)
        if scan.says("who") and not shows and made.make is not RowMake.BY_PARTY and table.name != self._party_entity():
            return Refused("not_read", scan.words("who")[0].text)
        left = self._left(_LIGHT | _USED[made.make], self._open_sets(), frozenset(used))
        return Refused("not_read", left) if left else made

    def _events(
        self, table: Entity, filters: Sequence[Filter], parties: tuple[str, ...] | None, used: set[int]
    ) -> RowsAsked | Lacking | Refused | None:
        """Rows of the past, where the table only knows what is open: among movements."""
        scan, verb, path = self._scan, event_of(self._measures, table), self._party_path(table)
        own = self._verb()
        if verb is None or (own is not None and own is not verb) or len(scan.periods) != 1:
            return None
        unit_field = self._unit_field(table) or ""
        sides = {field for v in self._descriptor.party_verbs for figure in v.by_kind.values() for field in figure.where}
        root = (path or "").rpartition(".")[0]
        kind_path = f"{root}.{self._measures.movements.party_kind}" if self._measures.movements else ""
        if not are_rows_only(filters, (*sides, path or "", kind_path, unit_field)):
            return None
        named = self._kinds()
        kind = self._kind_of(parties[0]) if parties else kind_in(self._measures, filters) or next(iter(named), None)
        if kind is None or len(named) > 1:
            return Lacking("which_kind", options=tuple(self._verb_kinds()))
        unit = next((str(flt["value"]) for flt in filters if flt["field"] == unit_field), None)
        asked = events(self._measures, verb, kind, parties[0] if parties else None, scan.periods[0], unit)
        if asked is None:
            return None
        titles = (*(item.text for item in scan.items if item.of(EntitySense)), *(parties or ()))
        asked = replace(asked, titles=titles, is_question=self._is_question())
        ranks = scan.says("highest", "lowest", "top")
        if ranks and self._asks_party() and not parties:
            asked = replace(asked, make=RowMake.BY_PARTY, group=asked.fields[-2], measure=None, limit=self._limit())
            asked = replace(asked, is_max=not scan.says("lowest"))
        elif ranks:
            is_max, limit = not scan.says("lowest"), self._limit()
            asked = replace(asked, make=RowMake.EXTREME, order=asked.measure, is_max=is_max, limit=limit)
        elif scan.says("count"):
            asked = replace(asked, make=RowMake.COUNT, wants_amount=self._says_amount())
        elif scan.says("total", "amount") and not self._lists():
            asked = replace(asked, make=RowMake.SUM)
        left = self._left(_LIGHT | _USED[asked.make] | {"count", "order"}, (), frozenset(used))
        return Refused("not_read", left) if left else asked

    def _is_question(self) -> bool:
        items = self._scan.items
        return bool(items) and ((items[0].is_word("asks") and items[0].span[0] == 0) or self._scan.says("confirm"))

    def _made(self, asked: RowsAsked, table: Entity, fields: Sequence[str]) -> RowsAsked | Lacking | Refused | None:
        scan = self._scan
        if scan.says("not") and not self._nulls(table):
            if not asked.is_question:
                return Refused("not_read", scan.words("not")[0].text)
            return replace(asked, make=RowMake.COUNT, expects_none=True)
        if scan.says("share", "share_of"):
            sets = [flt for name in self._names for flt in self._of_set(table, name)]
            whole = [flt for flt in asked.filters if not sets or flt != sets[-1]]
            if not sets or not whole or asked.measure is None:
                return Lacking("whole")
            return replace(asked, make=RowMake.SHARE, filters=tuple(whole), part=(sets[-1],))
        if (
            scan.says("highest", "lowest", "top")
            and self._asks_party()
            and table.name != self._party_entity()
            and asked.measure
        ):
            path = self._party_path(table)
            return replace(
                asked, make=RowMake.BY_PARTY, group=path, is_max=not scan.says("lowest"), limit=self._limit()
            )
        side = self._side()
        if side is not None and table.movements is not None:
            field = table.movements.rise if side == "rise" else table.movements.fall
            other = table.movements.fall if side == "rise" else table.movements.rise
            shown = tuple(name for name in asked.fields if name != other)
            asked = replace(asked, measure=field, fields=shown)
        if scan.says("highest", "lowest") and asked.measure:
            return replace(
                asked, make=RowMake.EXTREME, order=asked.measure, is_max=not scan.says("lowest"), limit=self._limit()
            )
        if scan.says("count") and scan.says("latest", "first", "highest", "lowest"):
            return Refused("several_questions", scan.words("count")[0].text)
        if scan.says("latest", "first") and table.time_roles:
            when = next(role.field for role in table.time_roles if role.is_default)
            return replace(asked, make=RowMake.EXTREME, order=when, is_max=scan.says("latest"), limit=self._limit())
        if scan.says("count") and self._counts_parties(table):
            return Refused("not_read", scan.words("count")[0].text)
        if len(scan.words("count")) > 1:
            return Refused("several_questions", scan.words("count")[1].text)
        if scan.says("count"):
            return replace(asked, make=RowMake.COUNT, wants_amount=self._says_amount())
        if scan.says("average") and asked.measure:
            return replace(asked, make=RowMake.AVERAGE)
        plain = [n for n in fields if (e := self._descriptor.entity(n)) and e.semantic_type is not SemanticType.MEASURE]
        wanted = [n for n in plain if not self._is_filtered(asked, n)]
        if self._is_one_row(asked, table) and (wanted or asked.measure) and (wanted or self._says_measure()):
            shown = tuple(e.field for n in wanted if (e := self._descriptor.entity(n)) and e.field)
            more = tuple(m for m in (asked.measure, asked.also_measure) if m) if self._says_measure() else ()
            whom = self._party_path(table) if any(self._is_kind(s) for i in scan.items for s in i.senses) else None
            shown = (*shown, whom) if whom and scan.says("list", "who") else shown
            if scan.says("when") and not any(role.field in shown for role in table.time_roles):
                return Refused("not_read", scan.words("when")[0].text)
            return replace(asked, make=RowMake.ATTRIBUTE, fields=(*table.row_name, *shown, *more))
        if self._is_one_row(asked, table) and table.name != self._party_entity():
            return asked
        if asked.measure and (scan.says("total", "amount") or self._says_measure()) and not self._lists():
            return replace(asked, make=RowMake.SUM)
        if self._verb() is not None and asked.measure and not scan.says("list") and not self._lists():
            return replace(asked, make=RowMake.SUM)
        return asked

    def _points_nowhere(self, table: Entity) -> bool:
        """`the bookings of the account`, and no account is named."""
        members = self._measures.levels.members
        if table.name == members or (table.name not in self._moving_tables() and table.movements is None):
            return False
        items = self._scan.items
        said = any(isinstance(s, EntitySense) and s.name == members for item in items for s in item.senses)
        return said and not any(item.of(Code) or item.of(SetSense) or item.of(MemberSense) for item in items)

    def _verb_kinds(self) -> list[str]:
        """The kinds of party, as people call them."""
        moving = self._measures.movements
        found: list[str] = []
        for entity in self._descriptor.entities:
            if moving is not None and any(i.field == moving.party_kind for i in entity.invariants):
                found.append(next(iter(entity.labels.of(self._scan.language)), entity.name))
        return found

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

    def _open_sets(self) -> tuple[str, ...]:
        verb = self._verb()
        return tuple(figure.also for figure in verb.by_kind.values() if figure.also) if verb and verb.is_open else ()

    def _asks_party(self) -> bool:
        """`which customer`: those the rows are with are asked for."""
        items = self._scan.items
        kinds = [at for at, item in enumerate(items) if any(self._is_kind(s) for s in item.senses)]
        named = [at for at, item in enumerate(items) if item.of(EntitySense)]
        asked = [any(i.is_word("list", "who", "top") for i in items[max(0, at - 3) : at]) for at in kinds[:1]]
        who = [at for at, item in enumerate(items) if item.is_word("who")]
        first = bool(who) and (not named or who[0] < named[0])
        return (any(asked) and named[:1] == kinds[:1]) or first

    def _counts_parties(self, table: Entity) -> bool:
        """`How many customers pay late?` counts customers: their invoices are something else."""
        items = self._scan.items
        counted = next((at for at, item in enumerate(items) if item.is_word("count")), 0)
        following = next((i for i in items[counted + 1 :] if i.of(EntitySense) or i.of(VerbSense)), None)
        is_party = following is not None and any(self._is_kind(s) for s in following.senses)
        return is_party and table.name != self._party_entity()

    def _is_kind(self, sense: object) -> bool:
        entity = self._descriptor.entity(sense.name) if isinstance(sense, EntitySense) else None
        moving = self._measures.movements
        return (
            entity is not None and moving is not None and any(i.field == moving.party_kind for i in entity.invariants)
        )

    def _says_rows(self, table: Entity) -> bool:
        """Whether the rows themselves are named: invoices, bookings; not only those they are with."""
        return any(
            (e := self._table_entity(n)) is not None and e.name == table.name for n in self._names
        ) and not self._scan.says("who")

    def _says_amount(self) -> bool:
        """Whether how much is asked beside how many."""
        entities = (self._descriptor.entity(n) for n in self._names)
        named = any(e is not None and e.semantic_type is SemanticType.MEASURE for e in entities)
        amounts = [i for i in self._scan.words("amount") if not i.is_word("count")]
        verb = self._verb()
        asked = bool(amounts) or self._scan.says("total") or (verb is not None and verb.is_open)
        return named or (asked and self._scan.says("and"))

    def _says_measure(self) -> bool:
        entities = (self._descriptor.entity(n) for n in self._names)
        return (
            any(e is not None and e.semantic_type is SemanticType.MEASURE for e in entities) or self._verb() is not None
        )

    def _lists(self) -> bool:
        first = self._scan.items[0] if self._scan.items else None
        rows = first is not None and first.is_word("list") and bool(self._names)
        return self._scan.says("list") and not self._scan.says("total") and (rows or not self._scan.says("amount"))

    def _is_filtered(self, asked: RowsAsked, name: str) -> bool:
        entity = self._descriptor.entity(name)
        return entity is not None and any(f["field"] == entity.field for f in asked.filters)

    def _is_one_row(self, asked: RowsAsked, table: Entity) -> bool:
        named = {table.code, *table.row_name}
        return any(f["field"] in named and f["op"] == "=" for f in asked.filters)

    def _limit(self) -> int:
        numbers = [s.value for item in self._scan.items for s in item.senses if isinstance(s, Amount)]
        return int(numbers[0]) if len(numbers) == 1 and 1 < numbers[0] <= 50 else 1

    def _party_path(self, table: Entity) -> str | None:
        """The path from a table's rows to the name of their party."""
        moving, party = self._measures.movements, self._party_entity()
        if moving is None or party is None:
            return None
        if table.name == party:
            return moving.party_name
        relation = next(
            (r for r in self._descriptor.relations if r.from_entity == table.name and r.to_entity == party), None
        )
        return f"{relation.path_name}.{moving.party_name}" if relation else None

    def _filters(self, table: Entity, used: set[int]) -> Iterator[Filter]:
        scan = self._scan
        negated = scan.says("outside")
        members: frozenset[str] = frozenset()
        for at, item in enumerate(scan.items):
            for sense in item.senses:
                if isinstance(sense, EntitySense):
                    yield from self._of_set(table, sense.name)
                elif isinstance(sense, Value):
                    found = self._of_value(table, sense, negated)
                    if found is not None:
                        used.add(at)
                        yield found
                        break
                elif isinstance(sense, Quoted) and table.searched:
                    used.add(at)
                    text = sense.text.rstrip(" .…")
                    yield {"field": table.searched[0], "op": "ILIKE", "value": f"%{text}%"}
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
        units = {item.detail("unit") for item in scan.words("unit")}
        if len(units) == 1 and (unit := self._unit_field(table)) is not None:
            yield {"field": unit, "op": "=", "value": units.pop()}

    def _moving_tables(self) -> tuple[str, ...]:
        """The tables whose rows are made of movements."""
        moving = next((e.name for e in self._descriptor.entities if e.movements is not None), None)
        return tuple(
            r.to_entity
            for r in self._descriptor.relations
            if r.from_entity == moving and r.to_entity not in (self._measures.levels.members,)
        )

    def _open_kinds(self) -> set[str]:
        """Whose side an open figure is on: of customers, of suppliers; told by who is named, or by who owes whom."""
        parties = self._parties()
        if isinstance(parties, tuple):
            return {self._kind_of(parties[0])}
        verb = self._verb()
        named = [s.name for item in self._scan.items for s in item.senses if isinstance(s, SetSense)]
        of = {kind for kind, figure in verb.by_kind.items() if figure.also in named} if verb else set[str]()
        texts = {stems_of(item.text, self._scan.language) for item in self._scan.items if item.of(VerbSense)}
        for kind, words in (verb.said_of if verb and self._scan.says("who", "highest", "lowest") else {}).items():
            if any(stems_of(word, self._scan.language) in texts for word in words.of(self._scan.language)):
                of.add(kind)
        return self._kinds() | of

    def _unit_field(self, table: Entity) -> str | None:
        entity = next((e for e in self._descriptor.entities if e.semantic_type is SemanticType.UNIT), None)
        return entity.field if entity else None

    def _codes(self, sense: SetSense | Code | MemberSense) -> frozenset[str]:
        if isinstance(sense, SetSense):
            return self._measures.sets[sense.name].codes
        return frozenset(sense.codes)

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

    def _of_value(self, table: Entity, value: Value, negated: bool) -> Filter | None:
        own = next((h for h in value.hits if h[0] == table.python_class), None)
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
        for before, item in pairwise(self._scan.items):
            if not before.is_word("without", "not"):
                continue
            for sense in item.senses:
                entity = self._descriptor.entity(sense.name) if isinstance(sense, EntitySense) else None
                if entity is not None and entity.field and entity.parent_entity == table.name:
                    found.append(entity.field)
        return found

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
        start, end = unix(period.start), unix(period.end)
        if period.bound is Bound.UNTIL:
            return [{"field": role, "op": "<=", "value": end}]
        if period.bound is Bound.SINCE:
            return [{"field": role, "op": ">=", "value": start}]
        return [{"field": role, "op": "BETWEEN", "value": [start, end]}]

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

    def _is_net_of(self, at: int) -> bool:
        """`net of tax`, `after cash discounts`: what was paid, or sold, is without them."""
        for item in reversed(self._scan.items[:at]):
            if item.is_word("after"):
                return True
            if not (item.is_word("light") or item.of(SetSense) or item.of(MemberSense)):
                return False
        return False

    def _left(
        self,
        known: frozenset[str],
        sets: Sequence[str],
        used: frozenset[int] = frozenset(),
        codes: frozenset[str] = frozenset(),
    ) -> str | None:
        """A word that nothing uses."""
        for at, item in enumerate(self._scan.items):
            if at in used:
                continue
            for sense in item.senses:
                if isinstance(sense, EntitySense | PartySense | VerbSense):
                    break
                if isinstance(sense, SideSense) and self._side() is not None:
                    break
                if isinstance(sense, Word) and sense.klass in known:
                    break
                if isinstance(sense, SetSense | MemberSense) and self._is_net_of(at):
                    break
                if isinstance(sense, SetSense | MemberSense | Code) and codes & self._codes(sense):
                    break
                if isinstance(sense, SetSense) and (
                    sense.name in sets
                    or (sets and self._measures.sets[sense.name].codes & self._measures.sets[sets[0]].codes)
                ):
                    break
                if isinstance(sense, Age):
                    break
                if (
                    isinstance(sense, Word)
                    and sense.klass in ("older", "above")
                    and any(i.of(Age) for i in self._scan.items)
                ):
                    break
                if isinstance(sense, Amount) and self._limit() == int(sense.value):
                    break
            else:
                return item.text
        return None


def _merged(filters: Sequence[Filter]) -> list[Filter]:
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
