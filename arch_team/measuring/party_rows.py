"""Single doings of parties, such as payments: the largest, the latest, those above an amount."""

from collections.abc import Collection
from dataclasses import replace

from arch_team.measuring.asked import Lacking, Refused
from arch_team.measuring.events import events
from arch_team.measuring.row_asked import Filter, RowMake, RowsAsked
from arch_team.measuring.row_filters import RowFilters
from arch_team.measuring.scan import Amount
from arch_team.measuring.used_words import ROW_ALWAYS, ROW_MADE_WITH, SINGLE_WITH
from arch_team.measuring.vocabulary import PartySense, VerbSense
from arch_team.ontologies.roles import PartyFigure, PartyVerb
from arch_team.text.periods import unix
from arch_team.text.stems import stems_of


class PartyRows(RowFilters):
    """Reads questions for movements with parties, one by one."""

    def _doings(
        self, verb: PartyVerb, party: tuple[str, ...] | None, kinds: Collection[str]
    ) -> RowsAsked | Lacking | Refused | None:
        """`payments above 20,000`, `when did they last pay`. None: it is no question for single ones."""
        scan = self._scan
        latest = scan.says("latest", "first") and (party is not None or self._says_thing(verb))
        amounts = [(at, s.value) for at, i in enumerate(scan.items) for s in i.senses if isinstance(s, Amount)]
        compared = scan.says("above", "below") and len(amounts) == 1
        listed = self._says_thing(verb) and (compared or scan.says("count", "list") or not scan.says("amount", "total"))
        dated = scan.says("when", "count") and party is not None
        largest = party is not None and self._ranks_single(verb)
        if not verb.reduces or verb.is_open or not (latest or listed or dated or largest):
            return None
        ranks = scan.says("highest", "lowest", "top") and not largest
        if ranks or scan.says("share", "share_of", "each", "average") or self._names_rows():
            return None
        kind = self._kind_of(party[0]) if party else next(iter(kinds), "") if len(kinds) == 1 else ""
        if not kind:
            return Lacking("which_kind", options=tuple(self._verb_kinds()))
        if not scan.periods and not latest:
            return Lacking("time")
        if len(scan.periods) > 1:
            return Refused("several_times", scan.periods[1].said)
        period = scan.periods[0] if scan.periods else None
        unit = next(iter(scan.units)) if len(scan.units) == 1 else None
        asked = events(self._measures, verb, kind, party[0] if party else None, period, unit)
        if asked is None:
            return None
        places = self._places()
        used = set(places)
        role = self._measures.movements
        root = (role.party or "").rpartition(".")[0] if role is not None else ""
        of_place = tuple({**flt, "field": f"{root}.{flt['field']}"} for flt in places.values())
        asked = replace(asked, filters=(*asked.filters, *of_place))
        if compared:
            used.add(amounts[0][0])
            op = ">" if scan.says("above") else "<"
            more: Filter = {"field": asked.measure, "op": op, "value": str(amounts[0][1])}
            asked = replace(asked, filters=(*asked.filters, more))
        titles = tuple(item.text for item in scan.items if item.of(VerbSense))
        asked = replace(asked, titles=(*titles, *(party or ())), is_question=self._is_question())
        if largest:
            is_max, limit = not scan.says("lowest"), self._limit()
            asked = replace(asked, make=RowMake.EXTREME, order=asked.measure, is_max=is_max, limit=limit)
        elif latest:
            entity = self._descriptor.entity(asked.table)
            when = next((role.field for role in entity.time_roles if role.is_default), None) if entity else None
            is_last = scan.says("latest")
            asked = replace(asked, make=RowMake.EXTREME, order=when, is_max=is_last, limit=self._limit())
        elif scan.says("count"):
            asked = replace(asked, make=RowMake.COUNT, wants_amount=self._says_amount())
        elif scan.says("total") or (scan.says("amount") and not scan.says("list", "when")):
            asked = replace(asked, make=RowMake.SUM)
        known = (ROW_ALWAYS | ROW_MADE_WITH[asked.make] | {"when", "latest", "first", "added"}) - {"not", "without"}
        left = self._left(known, (), frozenset(used))
        return Refused("not_read", left) if left else asked

    def _names_rows(self) -> bool:
        """Whether rows of a table are named: what is asked is of them."""
        moving = self._measures.movements
        party = self._descriptor.table_of(moving.parties or "") if moving else None
        return any(self._descriptor.table_of(name) not in (party, None) for name in self._names)

    def _says_thing(self, verb: PartyVerb | None) -> bool:
        """Whether one such doing is named, or several: a payment."""
        language = self._scan.language
        things = {stems_of(word, language) for word in (verb.things.of(language) if verb is not None else ())}
        return any(item.of(VerbSense) and stems_of(item.text, language) in things for item in self._scan.items)

    def _said_kinds(self, verb: PartyVerb | None) -> set[str]:
        """The kinds of party that a word for what is done tells of: a customer payment."""
        language = self._scan.language
        texts = {stems_of(item.text, language) for item in self._scan.items if item.of(VerbSense)}
        said = verb.said_of.items() if verb is not None and not verb.is_open else ()
        if verb is not None and verb.classes and len(verb.by_kind) == 1:
            return set(verb.by_kind)
        return {kind for kind, words in said if any(stems_of(word, language) in texts for word in words.of(language))}

    def _ranks_single(self, verb: PartyVerb) -> bool:
        """`the biggest customer payment`: one of them, not what somebody paid in all."""
        items = [item for item in self._scan.items if not item.is_word("single")]
        ranks = [at for at, item in enumerate(items) if item.is_word("highest", "lowest")]
        language = self._scan.language
        things = {stems_of(word, language) for word in verb.things.of(language)}
        nouns = [at for at, i in enumerate(items) if i.of(VerbSense) and stems_of(i.text, language) in things]
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
        left = self._left(ROW_ALWAYS | SINGLE_WITH, (), codes=self._measures.sets[figure.of].codes)
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

    def _places(self) -> dict[int, Filter]:
        """What the parties' own columns are said to hold, by the item that says so."""
        party = self._party_entity()
        table = self._descriptor.entity(party) if party else None
        found: dict[int, Filter] = {}
        outside = self._scan.says("outside")
        for at, item in enumerate(self._scan.items):
            for sense in item.senses:
                place = self._place(sense)
                flt = self._of_value(table, place, outside or self._is_elsewhere(sense)) if table and place else None
                if flt is not None and not item.of(PartySense):
                    found[at] = flt
                    break
        return found
