"""From what the words stand for to rows: a table that all of them speak of, and what of its rows is asked."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from arch_team.measuring.asked import Asked, Lacking, Refused, Subject
from arch_team.measuring.events import are_rows_only, event_of, events, kind_in
from arch_team.measuring.member_rows import on_members
from arch_team.measuring.references import ReferenceRows
from arch_team.measuring.row_asked import Filter, PartyAsked, PartyMake, RowMake, RowsAsked
from arch_team.measuring.row_filters import merged
from arch_team.measuring.scan import Amount, Code, Item, Quoted, Scan
from arch_team.measuring.used_words import PARTY_MADE_WITH, ROW_ALWAYS, ROW_MADE_WITH
from arch_team.measuring.vocabulary import EntitySense, MemberSense, PartySense, SetSense, Value, VerbSense
from arch_team.ontologies.descriptor import Entity, SemanticType
from arch_team.ontologies.roles import PartyVerb
from arch_team.text.folding import folded

_EVERY = 50
"""Parties that are shown where each is asked for."""


class RowComposer(ReferenceRows):
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

    def _beyond(self, asked: RowsAsked, table: Entity) -> RowsAsked | Refused | None:
        """`which customers owe more than 20,000`: what each owes in all, and not an invoice of theirs. None: it is of
        single rows, or of no amount."""
        sized = [flt for flt in asked.filters if flt["field"] == table.measure and flt["op"] in (">", "<")]
        rows = [n for n in self._names if (e := self._descriptor.entity(n)) and e.field is None]
        single = any(self._table_entity(n) is table for n in rows)
        path = self._party_path(table)
        if not table.is_current or len(sized) != 1 or single or not self._asks_party() or path is None:
            return None
        if self._scan.says("highest", "lowest", "top", "count", "average", "not"):
            return Refused("not_read", self._scan.words("above" if self._scan.says("above") else "below")[0].text)
        [bound] = sized
        kept = tuple(flt for flt in asked.filters if flt is not bound)
        of = (str(bound["op"]), Decimal(str(bound["value"])))
        total = self._scan.says("total", "amount")
        return replace(
            asked, make=RowMake.BY_PARTY, filters=kept, group=path, limit=_EVERY, beyond=of, wants_amount=total
        )

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
            made = replace(made, make=RowMake.BY_PARTY, group=path, limit=_EVERY, wants_amount=True)
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

    def _owed_then(self, table: Entity, filters: Sequence[Filter]) -> Asked | None:
        """`what did we owe suppliers at year end`: what is open is only known now, but the member that holds it has its
        level. None: rows are meant, or more than one member holds it."""
        scan, verb = self._scan, self._verb()
        rows = [name for name in self._names if self._table_entity(name) is table]
        if (
            verb is None
            or rows
            or len(scan.periods) > 1
            or scan.says("count", "list", "who", "highest", "lowest", "top")
        ):
            return None
        kind = kind_in(self._measures, filters)
        of = self._measures.sets.get(verb.by_kind[kind].also or "") if kind in verb.by_kind else None
        sides = set(verb.by_kind[kind].where) if kind in verb.by_kind else set[str]()
        moving, path = self._measures.movements, self._party_path(table) or ""
        sides |= {f"{path.rpartition('.')[0]}.{moving.party_kind}"} if moving is not None else set()
        left = self._left(ROW_ALWAYS | {"total", "amount"}, self._open_sets(), frozenset())
        if of is None or len(of.codes) != 1 or left or any(flt["field"] not in sides for flt in filters):
            return None
        entity = self._descriptor.entity(of.name)
        title = next(iter(entity.labels.of(scan.language)), of.name) if entity is not None else of.name
        return Asked((Subject(title, of.codes, of.sign, of.is_flow),), scan.periods)

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

    def _events(
        self, table: Entity, filters: Sequence[Filter], parties: tuple[str, ...] | None, used: set[int]
    ) -> RowsAsked | PartyAsked | Lacking | Refused | None:
        """Rows of the past, where the table only knows what is open: among movements."""
        scan, verb, path = self._scan, event_of(self._measures, table), self._party_path(table)
        own = self._verb()
        if verb is None or (own is not None and own is not verb) or len(scan.periods) > 1:
            return None
        unit_field = self._unit_field(table) or ""
        sides = {field for v in self._descriptor.party_verbs for figure in v.by_kind.values() for field in figure.where}
        root = (path or "").rpartition(".")[0]
        kind_path = f"{root}.{self._measures.movements.party_kind}" if self._measures.movements else ""
        sizes = [flt for flt in filters if flt["field"] == table.measure and flt["op"] in (">", "<")]
        placed = [
            flt for flt in filters if root and str(flt["field"]).startswith(f"{root}.") and flt["op"] in ("=", "!=")
        ]
        placed = [flt for flt in placed if flt["field"] not in (path, kind_path)]
        allowed = (*sides, path or "", kind_path, unit_field, *(str(flt["field"]) for flt in (*sizes, *placed)))
        if not are_rows_only(filters, allowed):
            return None
        named = self._kinds() or self._our_kinds()
        kind = self._kind_of(parties[0]) if parties else kind_in(self._measures, filters) or next(iter(named), None)
        if kind is None or len(named) > 1:
            return Lacking("which_kind", options=tuple(self._verb_kinds()))
        unit = next((str(flt["value"]) for flt in filters if flt["field"] == unit_field), None)
        period = scan.periods[0] if scan.periods else None
        asked = events(self._measures, verb, kind, parties[0] if parties else None, period, unit)
        if asked is None:
            return None
        titles = (*(item.text for item in scan.items if item.of(EntitySense)), *(parties or ()))
        role = self._measures.movements
        own = (role.party or "").rpartition(".")[0] if role is not None else ""
        more = [{**flt, "field": asked.measure} for flt in sizes]
        more += [{**flt, "field": f"{own}.{str(flt['field']).rpartition('.')[2]}"} for flt in placed]
        asked = replace(asked, filters=(*asked.filters, *more), titles=titles, is_question=self._is_question())
        ranks = scan.says("highest", "lowest", "top")
        if ranks and self._asks_party() and not parties:
            of = asked.measure if self._says_amount() or scan.says("amount", "taxed", "total") else None
            asked = replace(asked, make=RowMake.BY_PARTY, group=asked.fields[-2], measure=of, limit=self._limit())
            asked = replace(asked, is_max=not scan.says("lowest"))
        elif ranks:
            is_max, limit = not scan.says("lowest"), self._limit()
            asked = replace(asked, make=RowMake.EXTREME, order=asked.measure, is_max=is_max, limit=limit)
        elif scan.says("latest", "first") and role is not None:
            is_max, limit = scan.says("latest"), self._limit()
            asked = replace(asked, make=RowMake.EXTREME, order=role.date, is_max=is_max, limit=limit)
        elif scan.says("by_grain") and period is not None and parties and not more:
            return self._by_time(verb, kind, parties[0], unit)
        elif scan.says("count"):
            asked = replace(asked, make=RowMake.COUNT, wants_amount=self._says_amount())
        elif scan.says("average"):
            asked = replace(asked, make=RowMake.AVERAGE)
        elif (scan.says("total", "amount") or (scan.says("spend") and not more)) and not self._lists():
            asked = replace(asked, make=RowMake.SUM)
        known = (ROW_ALWAYS | ROW_MADE_WITH[asked.make] | {"count", "by_us", "taxed", "gross"}) - {"not"}
        left = self._left(known, (), frozenset(used))
        return Refused("not_read", left) if left else asked

    def _by_time(self, verb: PartyVerb, kind: str, party: str, unit: str | None) -> PartyAsked | Refused:
        """`invoices of Ann per year`: what they came to, in each of the stretches."""
        figure, scan = verb.by_kind[kind], self._scan
        of = self._measures.sets[figure.of]
        noun = next((item.text for item in scan.items if item.of(EntitySense)), of.name)
        times = tuple(map(self._stretch, scan.periods))
        asked = PartyAsked(noun, of.codes, figure.side, of.sign, times, party, kind, unit=unit)
        known = ROW_ALWAYS | PARTY_MADE_WITH[PartyMake.SERIES] | {"taxed", "total", "span_to"}
        left = self._left(known, ())
        return Refused("not_read", left) if left else replace(asked, make=PartyMake.SERIES, grain=self._said_grain())

    def _says_open(self, table: Entity) -> bool:
        """Whether the rows are said to be open: `open invoices`, and not invoices of any time."""
        verb = next((v for v in self._descriptor.party_verbs if v.is_open), None)
        words = {word.casefold() for word in verb.labels.of(self._scan.language)} if verb is not None else set[str]()
        named = [i for i in self._scan.items if any(isinstance(s, EntitySense) for s in i.senses)]
        said = {word for item in named for word in item.text.casefold().split()}
        return bool(words & said) or (self._verb() is not None and self._verb() is verb)

    def _made(self, asked: RowsAsked, table: Entity, fields: Sequence[str]) -> RowsAsked | Lacking | Refused | None:
        scan = self._scan
        if scan.says("not") and not self._nulls(table):
            if not asked.is_question:
                return Refused("not_read", scan.words("not")[0].text)
            return replace(asked, make=RowMake.COUNT, expects_none=True)
        if scan.says("share", "share_of"):
            theirs = [flt for flt in asked.filters if flt["field"] == self._party_path(table)]
            sets = [flt for name in self._names for flt in self._of_set(table, name)]
            verbs, moving = self._descriptor.party_verbs, self._measures.movements
            sides = {field for verb in verbs for figure in verb.by_kind.values() for field in figure.where}
            sides |= {moving.party_kind} if moving is not None else set()
            if theirs and all(str(flt["field"]).rpartition(".")[2] in sides for flt in sets):
                sets = theirs  # their part of all, where nothing is said of some of theirs
            whole = [flt for flt in asked.filters if not sets or flt != sets[-1]]
            if not sets or not whole or asked.measure is None:
                return Lacking("whole")
            return replace(asked, make=RowMake.SHARE, filters=tuple(whole), part=(sets[-1],))
        beyond = self._beyond(asked, table)
        if beyond is not None:
            return beyond
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
        path = self._party_path(table)
        if self._asks_whose() and asked.measure and path and table.name != self._party_entity():
            return replace(asked, make=RowMake.BY_PARTY, group=path, limit=_EVERY, wants_amount=True)
        if self._is_by_date(table) and not scan.says("total", "amount", "count"):
            return asked
        column = self._per_column(table)
        if column is not None and (asked.measure or scan.says("count")):
            if scan.says("average", "latest", "first", "highest", "lowest", "not"):
                return Refused("not_read", scan.words("each")[0].text)
            of = None if scan.says("count") else asked.measure
            if of is not None and column == self._measures.unit_of(table.name):
                return replace(asked, make=RowMake.SUM)  # what is of several units is never one figure
            return replace(asked, make=RowMake.BY_PARTY, group=column, measure=of, limit=_EVERY, wants_amount=bool(of))
        if self._is_per_party() and path and table.name != self._party_entity():
            of = None if scan.says("count") else asked.measure
            if scan.says("average", "latest", "first", "highest", "lowest", "not"):
                return Refused("not_read", scan.words("each")[0].text)
            if of is not None or scan.says("count"):
                return replace(
                    asked, make=RowMake.BY_PARTY, group=path, measure=of, limit=_EVERY, wants_amount=bool(of)
                )
        side = self._side()
        if side is not None and table.movements is not None:
            field = table.movements.rise if side == "rise" else table.movements.fall
            other = table.movements.fall if side == "rise" else table.movements.rise
            shown = tuple(name for name in asked.fields if name != other)
            moved: tuple[Filter, ...] = (
                ({"field": field, "op": ">", "value": 0},) if scan.says("highest", "lowest") else ()
            )
            asked = replace(asked, measure=field, fields=shown, filters=(*asked.filters, *moved))
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
        if scan.says("count") and self._counts_things(table):
            return Refused("not_counted", scan.words("count")[0].text)
        if scan.says("count") and scan.says("spend", "earned") and scan.says("and"):
            return Refused("several_questions", scan.words("count")[0].text)
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
            sums = self._says_measure() or any(not i.is_word("count") for i in scan.words("amount"))
            more = tuple(m for m in (asked.measure, asked.also_measure) if m) if sums else ()
            whom = self._party_path(table) if any(self._is_kind(s) for i in scan.items for s in i.senses) else None
            shown = (whom, *shown) if whom else shown
            if scan.says("when") and not any(role.field in shown for role in table.time_roles):
                return Refused("not_read", scan.words("when")[0].text)
            return replace(asked, make=RowMake.ATTRIBUTE, fields=(*table.row_name, *shown, *more))
        if self._is_one_row(asked, table) and table.name != self._party_entity():
            return asked
        if self._asks_columns(wanted):
            return replace(asked, fields=(*asked.fields, *self._more_columns(asked, wanted)))
        by_unit = scan.says("apart") and len(scan.units) > 1
        if asked.measure and (scan.says("total", "amount") or self._says_measure() or by_unit) and not self._lists():
            numbers = self._loose_numbers()
            return Refused("several_questions", numbers[0].text) if numbers else replace(asked, make=RowMake.SUM)
        if self._verb() is not None and asked.measure and not scan.says("list") and not self._lists():
            return replace(asked, make=RowMake.SUM)
        shown = [name for name in wanted if self._named_field(name) not in self._nulls(table)]
        return replace(asked, fields=(*asked.fields, *self._more_columns(asked, shown)))

    def _asks_columns(self, wanted: Sequence[str]) -> bool:
        """`… number and amount, please`: columns of each row, not what they come to."""
        scan = self._scan
        loose = self._loose_numbers()
        joined = scan.says("and") or any(token.text == "," for token in scan.tokens)
        entities = [e for n in self._names if (e := self._descriptor.entity(n)) is not None]
        amounts = scan.says("amount") or any(e.semantic_type is SemanticType.MEASURE for e in entities)
        return joined and amounts and not scan.says("total") and bool(loose or wanted)

    def _loose_numbers(self) -> list[Item]:
        """`numbers and amounts`: words for the numbers of rows, and no number behind them."""
        items = self._scan.items
        coded = {item.span[0] for item in items if item.of(Code) or item.of(Amount) or item.of(Value)}
        return [i for i in items if i.is_word("code") and not i.of(EntitySense) and i.span[1] not in coded]

    def _more_columns(self, asked: RowsAsked, wanted: Sequence[str]) -> list[str]:
        fields = [e.field for n in wanted if (e := self._descriptor.entity(n)) and e.field]
        return [field for field in fields if field not in asked.fields]

    def _lists_all(self) -> bool:
        """`which open items fall due`: rows of both sides may be shown, each under its own."""
        first = next((i for i in self._scan.items if not i.is_word("light") or i.is_word("list")), None)
        lists = first is not None and first.is_word("list") and not self._scan.says("amount", "total", "average")
        return (lists or self._asks_whose()) and not self._scan.says(
            "highest", "lowest", "latest", "first", "top", "share", "not"
        )

    def _is_per_party(self) -> bool:
        """`per customer`: a figure of each of them."""
        items = [i for i in self._scan.items if not i.is_word("light") or i.is_word("each")]
        return any(a.is_word("each") and any(self._is_kind(s) for s in b.senses) for a, b in pairwise(items))

    def _asks_whose(self) -> bool:
        """`how much is overdue, and with whom`: the figure of each of them too."""
        ranks = self._scan.says("highest", "lowest", "latest", "first", "top", "count")
        whom = self._scan.says("who") or self._asks_party()
        return whom and self._scan.says("and") and self._scan.says("amount", "total") and not ranks

    def _one_of(self, table: Entity, filters: Sequence[Filter]) -> str | None:
        """`show me the entry`, `on which account is that booked`: one row is meant, and nothing says which."""
        scan = self._scan
        if scan.says("highest", "lowest", "latest", "first", "top", "count", "each", "average", "define", "called"):
            return None
        posted = scan.words("posted")
        if posted and table.name == self._measures.levels.members and not filters:
            before = max(posted[0].span[0] - 1, 0)
            return scan.question[scan.tokens[before].start : scan.tokens[posted[0].span[1] - 1].end]
        for item in scan.items:
            entities = [e for s in item.senses if isinstance(s, EntitySense) and (e := self._descriptor.entity(s.name))]
            for entity in [e for e in entities if self._table_entity(e.name) is table and self._is_single(item, e)]:
                own = list(self._of_set(table, entity.name))
                names_row = entity.field in (None, table.code) and (not own or not self._is_question())
                if names_row and all(flt in own for flt in filters):
                    return item.text
        return None

    def _shows_only_sets(self, table: Entity) -> bool:
        """Whether flows are to be shown, and nothing says that the members are meant which they are booked on."""
        scan, members = self._scan, self._measures.levels.members
        named = [i for i in scan.items if not (i.is_word("light", "carrying", "list") and not i.of(SetSense))]
        sets = [s for item in named for s in item.senses if isinstance(s, SetSense)]
        if table.name != members or not sets or not scan.items[0].is_word("list"):
            return False
        labels = tuple(map(folded, table.labels.of(scan.language)))
        is_flow = all(self._measures.sets[s.name].is_flow for s in sets)
        return is_flow and all(i.of(SetSense) and not folded(i.text).endswith(labels) for i in named)

    def _asks_for_rows(self) -> bool:
        """Whether rows are asked for at all: a value by itself, `the one in Zurich`, does not say what of it."""
        named = (EntitySense, VerbSense, PartySense, Quoted, SetSense, MemberSense, Code)
        said = any(item.of(kind) for item in self._scan.items for kind in named)
        return said or self._scan.says("list", "who", "when", "amount", "posted", "behind", "define")

    def _points_nowhere(self, table: Entity) -> bool:
        """`the bookings of the account`, and no account is named."""
        members = self._measures.levels.members
        if table.name == members or (table.name not in self._moving_tables() and table.movements is None):
            return False
        items = self._scan.items
        said = any(isinstance(s, EntitySense) and s.name == members for item in items for s in item.senses)
        return said and not any(item.of(Code) or item.of(SetSense) or item.of(MemberSense) for item in items)

    def _counts_things(self, table: Entity) -> bool:
        """`how many letters`, where texts name letters: a booking may be of several, and of one there may be two."""
        values = [s for item in self._scan.items for s in item.senses if isinstance(s, Value)]
        by_text = any(field in table.searched for value in values for _, field, _ in value.hits)
        named = any(self._table_entity(name) is table for name in self._names)
        return by_text and not (named or self._scan.units or self._scan.says("posted", "how_often"))

    def _counts_parties(self, table: Entity) -> bool:
        """`How many customers pay late?` counts customers: their invoices are something else."""
        items = self._scan.items
        counted = next((at for at, item in enumerate(items) if item.is_word("count")), 0)
        following = next((i for i in items[counted + 1 :] if i.of(EntitySense) or i.of(VerbSense)), None)
        is_party = following is not None and any(self._is_kind(s) for s in following.senses)
        return is_party and table.name != self._party_entity()


def _ends_with(scan: Scan, item: Item) -> bool:
    """Whether neither a time nor an amount nor anything else stands behind an item."""
    timed = any(start >= item.span[1] for start, _ in scan.period_places)
    return not timed and not any(other.span[0] >= item.span[1] for other in scan.items)
