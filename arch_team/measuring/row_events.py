"""Rows of the past, where a table only knows what is open now: they are found among movements."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from arch_team.measuring.asked import Asked, Lacking, Refused, Subject
from arch_team.measuring.events import are_rows_only, event_of, events, kind_in
from arch_team.measuring.row_asked import Filter, PartyAsked, PartyMake, RowMake, RowsAsked
from arch_team.measuring.row_making import RowMaking
from arch_team.measuring.used_words import PARTY_MADE_WITH, ROW_ALWAYS, ROW_MADE_WITH
from arch_team.measuring.vocabulary import EntitySense
from arch_team.ontologies.descriptor import Entity
from arch_team.ontologies.roles import PartyVerb


class RowEvents(RowMaking):
    """Reads what was open then, and what was invoiced or paid in a time."""

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
        if any(kind != each for each in named):
            return Refused("not_read", next((i.text for i in scan.items if i.of(EntitySense)), ""))
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
        if ranks and self._asks_party() and not parties and not self._ranks_row():
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
        elif scan.says("count") and self._counted_kind() and period is not None and not parties and not more:
            return self._counted_parties(verb, kind, unit)
        elif scan.says("count"):
            asked = replace(asked, make=RowMake.COUNT, wants_amount=self._says_amount())
        elif scan.says("average") and (one := self._each_kind()):
            return Refused("not_read", one)  # of each of them, not of each row
        elif scan.says("average"):
            asked = replace(asked, make=RowMake.AVERAGE)
        elif (scan.says("total", "amount") or (scan.says("spend") and not more)) and not self._lists():
            asked = replace(asked, make=RowMake.SUM)
        known = (ROW_ALWAYS | ROW_MADE_WITH[asked.make] | {"count", "by_us", "taxed", "gross"}) - {"not"}
        left = self._left(known, (), frozenset(used))
        return Refused("not_read", left) if left else asked

    def _counted_kind(self) -> str:
        """`how many customers did we invoice`: the parties that are counted, and not their rows. Empty: rows are."""
        return self._kind_behind("count")

    def _counted_parties(self, verb: PartyVerb, kind: str, unit: str | None) -> PartyAsked | Refused:
        figure, scan = verb.by_kind[kind], self._scan
        of = self._measures.sets[figure.of]
        noun = next((i.text for i in reversed(scan.items) if i.of(EntitySense)), of.name)
        times = tuple(map(self._stretch, scan.periods))
        asked = PartyAsked(noun, of.codes, figure.side, of.sign, times, None, kind, unit=unit, make=PartyMake.COUNT)
        left = self._left(ROW_ALWAYS | PARTY_MADE_WITH[PartyMake.COUNT] | {"by_us", "self"}, ())
        return Refused("not_read", left) if left else asked

    def _each_kind(self) -> str:
        """`on average per customer`. Empty: nothing of the kind."""
        return self._kind_behind("each")

    def _kind_behind(self, klass: str) -> str:
        for before, item in pairwise(self._scan.items):
            named = any(isinstance(s, EntitySense) and self._is_kind(s) for s in item.senses)
            if before.is_word(klass) and named and before.span[1] == item.span[0]:
                return item.text
        return ""

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
