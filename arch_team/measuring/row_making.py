"""What is made of rows: a list, a number, a sum, the largest, or what each party has of them."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from arch_team.measuring.asked import Lacking, Refused
from arch_team.measuring.references import ReferenceRows
from arch_team.measuring.row_asked import Filter, RowMake, RowsAsked
from arch_team.measuring.scan import Amount, Code, Item, Quoted
from arch_team.measuring.vocabulary import EntitySense, MemberSense, PartySense, SetSense, Value, VerbSense
from arch_team.ontologies.descriptor import Entity, SemanticType
from arch_team.text.folding import folded

EVERY = 50
"""Parties that are shown where each is asked for."""


class RowMaking(ReferenceRows):
    """Says what of the rows of a table is asked."""

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
            asked, make=RowMake.BY_PARTY, filters=kept, group=path, limit=EVERY, beyond=of, wants_amount=total
        )

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
            and not self._ranks_row()
            and table.name != self._party_entity()
            and asked.measure
        ):
            path = self._party_path(table)
            of = None if self._ranks_count() else asked.measure
            ranked = replace(asked, make=RowMake.BY_PARTY, group=path, measure=of, limit=self._limit())
            return replace(ranked, is_max=not scan.says("lowest"))
        path = self._party_path(table)
        if self._asks_whose() and asked.measure and path and table.name != self._party_entity():
            return replace(asked, make=RowMake.BY_PARTY, group=path, limit=EVERY, wants_amount=True)
        if self._is_by_date(table) and not scan.says("total", "amount", "count"):
            return asked
        column = self._per_column(table)
        if column is not None and (asked.measure or scan.says("count")):
            if scan.says("average", "latest", "first", "highest", "lowest", "not"):
                return Refused("not_read", scan.words("each")[0].text)
            of = None if scan.says("count") else asked.measure
            if of is not None and column == self._measures.unit_of(table.name):
                return replace(asked, make=RowMake.SUM)  # what is of several units is never one figure
            return replace(asked, make=RowMake.BY_PARTY, group=column, measure=of, limit=EVERY, wants_amount=bool(of))
        if self._is_per_party() and path and table.name != self._party_entity():
            of = None if scan.says("count") else asked.measure
            if scan.says("average", "latest", "first", "highest", "lowest", "not"):
                return Refused("not_read", scan.words("each")[0].text)
            if of is not None or scan.says("count"):
                return replace(asked, make=RowMake.BY_PARTY, group=path, measure=of, limit=EVERY, wants_amount=bool(of))
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
