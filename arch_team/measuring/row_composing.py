"""From what the words stand for to rows: a table that all of them speak of, and what of its rows is asked."""

from dataclasses import replace
from itertools import pairwise

from arch_team.measuring.asked import Asked, Lacking, Refused
from arch_team.measuring.events import event_of
from arch_team.measuring.member_rows import on_members
from arch_team.measuring.row_asked import Filter, PartyAsked, RowMake, RowsAsked
from arch_team.measuring.row_events import RowEvents
from arch_team.measuring.row_filters import merged
from arch_team.measuring.row_making import EVERY
from arch_team.measuring.scan import Code, Item, Quoted, Scan
from arch_team.measuring.used_words import ROW_ALWAYS, ROW_MADE_WITH
from arch_team.measuring.vocabulary import EntitySense, MemberSense, PartySense, SetSense, Value, VerbSense
from arch_team.ontologies.descriptor import Entity, SemanticType


class RowComposer(RowEvents):
    """Puts one question for rows together."""

    def sure(self) -> RowsAsked | PartyAsked | Lacking | Refused | None:
        """What speaks of rows or parties whatever else it names: a row by its number, parties of some place."""
        return self.quoted() or self.placed() or self._leading()

    def _leading(self) -> RowsAsked | None:
        """`the share of the largest debtor in what is open`: who it is, and their part of all. None: nothing such."""
        scan, verb = self._scan, next((v for v in self._descriptor.party_verbs if v.is_open), None)
        if not (scan.says("share", "share_of", "percent") and scan.says("highest", "top")) or verb is None:
            return None
        table = self._descriptor.entity(next(iter(verb.by_kind.values())).of)
        rows = any(self._table_entity(name) is table for name in self._names) or self._verb() is verb
        if table is None or not rows or scan.periods or scan.relative or self._parties() is not None:
            return None
        used: set[int] = set()
        filters = merged([*self._filters(table, used)])
        sides = tuple(figure.also for figure in verb.by_kind.values() if figure.also)
        known = ROW_ALWAYS | {"share", "share_of", "percent", "highest", "top", "whole", "total", "single"}
        if self._mixes_kinds(table, filters) or self._left(known, sides, frozenset(used)):
            return None
        return RowsAsked(
            table.name,
            RowMake.BY_PARTY,
            tuple(filters),
            table.measure,
            fields=table.list_columns,
            titles=tuple(item.text for item in scan.items if item.of(EntitySense)),
            group=self._party_path(table),
            limit=self._limit(),
            wants_share=True,
        )

    def asked(self) -> Asked | RowsAsked | PartyAsked | Lacking | Refused | None:
        party = self._party_figure()
        if party is not None:
            return party
        table = self._table()
        if table is None or isinstance(table, Lacking | Refused):
            return table
        return self._of(table)

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
        if of_members and self._asks_member() and not self._scan.periods:
            return self._descriptor.entity(member) if member else None
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

    def _is_other_level(self, item: Item) -> bool:
        """Whether an item names nothing but members of which the rows of what is open say nothing."""
        senses = [s for s in item.senses if isinstance(s, SetSense | MemberSense | Code)]
        also = {figure.also for verb in self._descriptor.party_verbs for figure in verb.by_kind.values()}
        sets = self._measures.sets
        rows = {code for name in also if name in sets for code in sets[name or ""].codes}
        return bool(senses) and len(senses) == len(item.senses) and not any(self._codes(s) & rows for s in senses)

    def _asks_member(self) -> bool:
        """`on which account is rent booked`: the member, and not what was booked there."""
        member = self._measures.levels.members
        listed = [b for a, b in pairwise(self._scan.items) if a.is_word("list") and a.span[1] == b.span[0]]
        named = any(isinstance(s, EntitySense) and s.name == member for item in listed for s in item.senses)
        coded = any(item.of(Code) or item.of(VerbSense) for item in self._scan.items)
        return named and self._scan.says("posted") and not coded and not self._scan.says("count", "amount", "total")

    def _one_party(self) -> str | None:
        """`how much does the customer owe`: one is spoken of, and nobody says which."""
        if self._scan.says("highest", "lowest", "top", "who", "in_which", "each", "list", "most", "latest"):
            return None
        for before, item in pairwise(self._scan.items):
            article = before.is_word("this_one", "one_of_them") and before.span[1] == item.span[0]
            for sense in item.senses if article else ():
                entity = self._descriptor.entity(sense.name) if isinstance(sense, EntitySense) else None
                if entity is not None and self._is_kind(sense) and self._is_single(item, entity):
                    return item.text
        return None

    def _of(self, table: Entity) -> Asked | RowsAsked | PartyAsked | Lacking | Refused | None:
        scan = self._scan
        parties = self._parties()
        several = self._several_parties() if isinstance(parties, Lacking) else {}
        path = self._party_path(table)
        if isinstance(parties, Lacking) and not (several and path):
            return parties
        one = self._one_party() if parties is None and table.is_current else None
        if one is not None:
            return Lacking("which_member", one)
        used: set[int] = set()
        filters = [*self._filters(table, used)]
        if isinstance(parties, Lacking):
            parties = None
            filters.append({**next(iter(several.values())), "field": path})
        if parties is not None:
            if path is None:
                return None
            filters.append({"field": path, "op": "=", "value": parties[0]})
        aged = self._aged(table)
        if isinstance(aged, Refused):
            return aged
        filters += aged
        empty: list[Filter] = [{"field": field, "op": "IS NULL"} for field in self._nulls(table)]
        filters = merged([*filters, *empty])
        span = next((i for i in scan.items if i.is_word("between")), None)
        if span is not None and scan.units and any(i.of(Code) and i.span[0] == span.span[1] for i in scan.items):
            return Refused("not_read", span.text)  # amounts that look like numbers of members, or like years
        if not scan.periods and scan.relative:
            return Lacking("time")  # of which year
        if not scan.periods and table.is_current and scan.says("by_us") and not self._says_open(table):
            return Lacking("time")
        timed = self._timed(table)
        if isinstance(timed, Refused) and timed.why == "only_now":
            was_open = self._says_open(table) and any(period.is_point for period in scan.periods)
            owed = self._owed_then(table, filters) if was_open and not parties else None
            if owed is not None:
                return owed
            return (None if self._says_open(table) else self._events(table, filters, parties, used)) or timed
        if not scan.periods and scan.says("now") and self._is_role_named(table):
            return Refused("not_read", scan.words("now")[0].text)  # due today
        units = [e for n in self._names if (e := self._descriptor.entity(n)) and e.semantic_type is SemanticType.UNIT]
        loose = self._loose_unit()
        if loose is not None:
            return Refused("not_read", loose)
        if units and not self._measures.unit_of(table.name):
            named = (i.text for i in scan.items if EntitySense(units[0].name) in i.senses)
            return Refused("not_read", next(named))
        if not scan.periods and scan.says("latest", "first") and parties and not self._says_open(table):
            last = self._events(table, filters, parties, used)
            if last is not None:
                return last
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
        one = self._one_of(table, filters) if not scan.periods else None
        if one is not None:
            return Lacking("which_member", one)
        stray = next((i.text for at, i in enumerate(scan.items) if at not in used and self._is_other_level(i)), None)
        if table.is_current and stray is not None:
            return Refused("not_read", stray)  # when a loan falls due, no invoice says
        if self._mixes_kinds(table, filters) and not scan.says("count"):
            return Lacking("each_kind" if self._lists_all() else "which_kind", options=tuple(self._verb_kinds()))
        verbs = [v for v in self._descriptor.party_verbs if not v.is_open]
        if asked.is_question and verb is not None and verb.reduces and self._is_one_row(asked, table) and aged == []:
            left = self._left(ROW_ALWAYS | ROW_MADE_WITH[RowMake.COUNT], (), frozenset(used))
            paid = replace(asked, make=RowMake.COUNT, expects_none=True, wants_amount=True)
            return Refused("not_read", left) if left else paid
        if asked.is_question and any(i.of(VerbSense) for i in scan.items) and self._verb() in verbs:
            return Refused("not_read", next(i.text for i in scan.items if i.of(VerbSense)))
        made = self._made(asked, table, fields)
        if made is None or isinstance(made, Lacking | Refused):
            return made
        if several and made.make is RowMake.SUM:
            made = replace(made, make=RowMake.BY_PARTY, group=path, limit=EVERY, wants_amount=True)
        elif several and made.make not in (RowMake.LIST, RowMake.BY_PARTY, RowMake.ATTRIBUTE):
            return Refused("several_questions", [i.text for i in scan.items if i.of(PartySense)][-1])
        if made.make is RowMake.LIST and (scan.says("total") or self._points_nowhere(table)):
            return Lacking("subject")
        if made.make is RowMake.LIST and table.name == self._measures.levels.members and scan.says("amount"):
            return Lacking("subject")  # how much is on the account
        if made.make is RowMake.LIST and self._shows_only_sets(table):
            return Lacking("time")  # `show me the costs`: how much they were, not which accounts they are
        if made.make is RowMake.LIST and table.name == self._party_entity() and scan.says("by"):
            return Lacking("subject")  # by customer, and nothing says what
        if made.make is RowMake.LIST and not self._asks_for_rows():
            return Lacking("subject")
        party = self._party_path(table) or ""
        shows = party in made.fields and made.make not in (
            RowMake.SUM,
            RowMake.AVERAGE,
            RowMake.COUNT,
        )
        if scan.says("who") and not shows and made.make is not RowMake.BY_PARTY and table.name != self._party_entity():
            return Refused("not_read", scan.words("who")[0].text)
        between = next((i for i in scan.words("between") if _ends_with(scan, i)), None)
        if between is not None:
            return Refused("not_read", between.text)
        stray = self._stray_column(table, made)
        if stray is not None:
            return Refused("not_read", stray)
        taxed = frozenset({"taxed"} if table.movements is None else ())
        left = self._left(ROW_ALWAYS | ROW_MADE_WITH[made.make] | taxed, self._open_sets(), frozenset(used))
        if left or scan.says("total"):  # the total of a booking is all that it was
            return Refused("not_read", left) if left else made
        return on_members(self._measures, made, self._side())

    def _stray_column(self, table: Entity, made: RowsAsked) -> str | None:
        """A column of the parties that is asked for beside rows of another table, and goes into nothing."""
        party = self._party_entity()
        used = {str(flt["field"]).rpartition(".")[2] for flt in made.filters} | {
            name.rpartition(".")[2] for name in (*made.fields, made.group or "")
        }
        for item in self._scan.items:
            named = [e for s in item.senses if isinstance(s, EntitySense) and (e := self._descriptor.entity(s.name))]
            own = [e for e in named if e.field and e.parent_entity == party and table.name != party]
            if own and len(own) == len(named) and not any(e.field in used for e in own):
                return item.text
        return None


def _ends_with(scan: Scan, item: Item) -> bool:
    """Whether neither a time nor an amount nor anything else stands behind an item."""
    timed = any(start >= item.span[1] for start, _ in scan.period_places)
    return not timed and not any(other.span[0] >= item.span[1] for other in scan.items)
