"""Questions that quote one row by its number: what it was booked on, whether it is paid, what of it is tax."""

from dataclasses import replace

from arch_team.measuring.asked import Lacking, Refused
from arch_team.measuring.events import event_of, within
from arch_team.measuring.party_figures import PartyFigures
from arch_team.measuring.payments import payments
from arch_team.measuring.row_asked import Filter, RowMake, RowsAsked
from arch_team.measuring.row_words import MEMBERS
from arch_team.measuring.used_words import ROW_ALWAYS
from arch_team.measuring.vocabulary import EntitySense, SideSense, Value, VerbSense
from arch_team.ontologies.descriptor import Entity, SemanticType
from arch_team.ontologies.roles import PartyVerb


class ReferenceRows(PartyFigures):
    """Reads questions for one row that is named by its number."""

    def quoted(self) -> RowsAsked | Lacking | Refused | None:
        """What is asked of the row. None: no row is quoted, or something else is asked of it."""
        places = self._references()
        if len(places) != 1 or self._scan.relative or self._is_told():
            return None
        [(at, hits)] = places.items()
        if self._scan.periods:
            return self._moved_by(at, hits)
        return (
            self._paid_row(at, hits)
            or self._movements_of(at, hits)
            or self._entry(at, hits)
            or self._open_row(at, hits)
        )

    def _moved_by(self, at: int, hits: dict[str, str]) -> RowsAsked | None:
        """`the input tax in the return of the third quarter (MW-3)`: what a booking of that time moved on members."""
        scan = self._scan
        entry = next((self._descriptor.entity(name) for name in hits if name in self._moving_tables()), None)
        places = {i for i, item in enumerate(scan.items) if self._codes_of(item.senses)}
        members = frozenset(code for i in places for code in self._codes_of(scan.items[i].senses))
        if entry is None or not members or len(scan.periods) != 1 or any(item.of(VerbSense) for item in scan.items):
            return None
        [period] = scan.periods
        if any(self._measures.members[code].is_flow for code in members) or scan.says("count", "share", "average"):
            return None
        if self._left(ROW_ALWAYS | {"total"}, (), frozenset({at, *places})) or self._other_column(entry):
            return None
        when = next(role.field for role in entry.time_roles if role.is_default)
        filters: tuple[Filter, ...] = (
            {"field": entry.code, "op": "=", "value": hits[entry.name]},
            within(when, period),
            {"field": MEMBERS, "op": "IN", "value": sorted(members)},
        )
        return RowsAsked(
            entry.name,
            RowMake.TEXT_SUM,
            filters,
            entry.measure,
            fields=entry.list_columns,
            times=scan.periods,
            titles=(hits[entry.name],),
            levels=members,
        )

    def _open_row(self, at: int, hits: dict[str, str]) -> RowsAsked | Lacking | None:
        """`from whom is KR-5`, `the amount of RE-9`, where it stands among what is open."""
        scan = self._scan
        current = next((e for n in hits if (e := self._descriptor.entity(n)) is not None and e.is_current), None)
        parties, path = self._parties(), self._party_path(current) if current is not None else None
        owed = [v.name for v in self._descriptor.party_verbs if v.is_open]
        done = {s.name for item in scan.items for s in item.senses if isinstance(s, VerbSense)}
        if current is None or done - set(owed) or scan.says("count", "not", "what_for", "happened", "posted"):
            return None
        columns = self._columns_of_row(current)
        places: dict[int, Filter] = {place: {} for place in columns}
        if self._left(ROW_ALWAYS | {"when", "total"}, (), frozenset({at, *columns})) or self._unused_column(places):
            return None
        if isinstance(parties, Lacking) or not (scan.says("who", "when", "amount", "total") or columns):
            return parties if isinstance(parties, Lacking) else None
        filters: tuple[Filter, ...] = ({"field": current.code, "op": "=", "value": hits[current.name]},)
        days = [role.field for role in current.time_roles if role.is_default and scan.says("when")]
        whole = self._whole_amount(current) if scan.says("amount", "total") else None
        kinds = any(self._is_kind(s) for item in scan.items for s in item.senses)
        party = (path,) if path and (scan.says("who") or kinds) else ()
        open_ = (current.measure,) if done and current.measure else ()
        fields = (*current.row_name, *party, *days, *columns.values(), *((whole,) if whole else ()), *open_)
        fields = tuple(dict.fromkeys(fields))
        return self._with(RowsAsked(current.name, RowMake.ATTRIBUTE, filters, fields=fields), parties)

    def _columns_of_row(self, current: Entity) -> dict[int, str]:
        """The places that name columns of a table, and the columns."""
        found: dict[int, str] = {}
        for at, item in enumerate(self._scan.items):
            named = [e for s in item.senses if isinstance(s, EntitySense) and (e := self._descriptor.entity(s.name))]
            own = [e.field for e in named if e.parent_entity == current.name and e.field]
            if own and own[0]:
                found[at] = own[0]
        return found

    def _whole_amount(self, current: Entity) -> str | None:
        """What a row was of, beside what is still open of it."""
        amounts = [
            e.field
            for e in self._descriptor.entities
            if e.parent_entity == current.name and e.semantic_type is SemanticType.MEASURE and e.field
        ]
        return next((f for f in amounts if f != current.measure), None) if len(amounts) == 2 else None

    def _entry(self, at: int, hits: dict[str, str]) -> RowsAsked | None:
        """`from whom is KR-5`, `amount and date of RE-9`: the booking with its party, where it is in no other table."""
        scan = self._scan
        told = scan.says("what_for") or (scan.says("who") and scan.says("by_us", "role"))
        booked = [name for name in hits if len(hits) == 1 or (name in self._moving_tables() and told)]
        entry = self._descriptor.entity(booked[0]) if booked else None
        path = self._party_path(entry) if entry is not None else None
        kinds = any(self._is_kind(s) for item in scan.items for s in item.senses)
        asks = scan.says("who", "when", "amount", "total", "what_for") or kinds
        if entry is None or entry.is_current or path is None or not asks or entry.name not in self._moving_tables():
            return None
        named = [n for n in self._names if n != entry.name and not self._is_field_of(n, entry.name)]
        named = [n for n in named if n != self._party_entity() and not self._is_booked_as(n, entry)]
        if any(not self._is_kind(EntitySense(n)) for n in named):
            return None
        known = ROW_ALWAYS | {"when", "taxed", "total", "what_for"}
        known = known | {"by_us"} if scan.says("who") else known
        if self._left(known, (), frozenset({at})) or any(i.of(VerbSense) for i in scan.items):
            return None
        if scan.says("who") and scan.says("happened", "posted", "acquired", "spend"):
            return None  # who did something to it, nothing says
        filters: list[Filter] = [{"field": entry.code, "op": "=", "value": hits[entry.name]}]
        filters += [flt for n in self._names for flt in self._of_set(entry, n)]
        parties = self._parties()
        asked = RowsAsked(entry.name, RowMake.LIST, tuple(filters), entry.measure, fields=entry.list_columns)
        if scan.says("who") or kinds:
            dates = [role.field for role in entry.time_roles if role.is_default and scan.says("when")]
            amount = [entry.measure] if scan.says("amount", "total", "taxed") and entry.measure else []
            text = entry.searched if scan.says("what_for") else ()
            asked = replace(asked, make=RowMake.ATTRIBUTE, fields=(*entry.row_name, path, *text, *dates, *amount))
        return self._with(replace(asked, titles=(hits[entry.name],)), None if isinstance(parties, Lacking) else parties)

    def _is_booked_as(self, name: str, entry: Entity) -> bool:
        """Whether a noun is for what rows of another table were once booked as: the invoice of a booking."""
        entity = self._descriptor.entity(name)
        table = self._table_entity(name)
        is_event = table is not None and event_of(self._measures, table) is not None
        return is_event and entry.name in self._moving_tables() and entity is not None and entity.field is None

    def _references(self) -> dict[int, dict[str, str]]:
        """Places that quote a row: the tables it stands in, each with the number as it is kept there."""
        codes = {e.python_class: (e.name, e.code) for e in self._descriptor.entities if e.python_class and e.code}
        found: dict[int, dict[str, str]] = {}
        for at, item in enumerate(self._scan.items):
            for sense in item.senses:
                for table, field, text in sense.hits if isinstance(sense, Value) else ():
                    name, code = codes.get(table, ("", None))
                    entity = self._descriptor.entity(name)
                    if code == field and entity is not None and entity.list_columns:
                        found.setdefault(at, {})[name] = text
        return found

    def _paid_row(self, at: int, hits: dict[str, str]) -> RowsAsked | Lacking | Refused | None:
        """`When did we pay invoice 17?`, `is it paid, or is something open?`: of what is open, and of payments."""
        scan = self._scan
        verbs = [v for v in self._descriptor.party_verbs if v.reduces and self._says_verb(v.name)]
        owed = [v for v in self._descriptor.party_verbs if v.is_open and self._says_verb(v.name)]
        if owed and not verbs and scan.says("when"):
            return self._due_of(at, hits)
        if not verbs or scan.says("list", "count"):
            return None
        asks = self._is_question() or scan.says("or", "confirm", "still")
        asks = asks and not scan.says("not")
        used = frozenset({at, *(i for i, item in enumerate(scan.items) if i == 0 and item.of(SideSense))})  # `Hab ich`
        known = ROW_ALWAYS | {"taxed", "total", "what_is_left", "when", "confirm", "not"}
        left = self._left(known, (), used) or self._unused_column({})
        text, parties = next(iter(hits.values())), self._parties()
        if isinstance(parties, Lacking):
            return parties
        current = next((e for n in hits if (e := self._descriptor.entity(n)) is not None and e.is_current), None)
        if scan.says("when") and scan.says("must"):
            return self._due_of(at, hits)
        if scan.says("when") or (asks and current is None):
            paid = payments(self._measures, verbs[0], titles=(text,), texts=(text,))
            paid = self._with(paid, parties) if paid is not None else None
            paid = replace(paid, is_question=asks and not scan.says("when")) if paid is not None else None
            return Refused("not_read", left) if left else paid
        if current is None and not scan.says("who", "not"):
            lacks = self._left(known | {"after"}, (), used) or self._unused_column({})
            return self._moved_money(verbs[0], text) if not lacks else None
        whole = self._whole_amount(current) if current is not None else None
        if current is None or whole is None or current.measure is None or scan.says("who"):
            return None
        filters: tuple[Filter, ...] = ({"field": current.code, "op": "=", "value": hits[current.name]},)
        asked = RowsAsked(current.name, RowMake.ATTRIBUTE, filters, fields=(*current.row_name, whole, current.measure))
        asked = self._with(replace(asked, settled=(whole, current.measure), is_question=asks), parties)
        return Refused("not_read", left) if left else asked

    def _moved_money(self, verb: PartyVerb, text: str) -> RowsAsked | None:
        """`how much was paid on invoice 17`: what bookings that name it moved of the money, which may be less."""
        moving = next((e for e in self._descriptor.entities if e.movements is not None), None)
        role, entry = self._measures.movements, next((e for e in self._descriptor.entities if e.searched), None)
        if moving is None or role is None or entry is None:
            return None
        link = role.date.rpartition(".")[0]
        said = f"{link}.{entry.searched[0]}"
        money = sorted({code for figure in verb.by_kind.values() for code in self._measures.sets[figure.of].codes})
        filters: tuple[Filter, ...] = (
            {"field": role.member, "op": "IN", "value": money},
            {"field": said, "op": "ILIKE", "value": f"%{text}%"},
        )
        fields = (role.date, *(f"{link}.{name}" for name in entry.row_name), said, role.rise, role.fall)
        return RowsAsked(moving.name, RowMake.LIST, filters, fields=fields, titles=(text,))

    def _due_of(self, at: int, hits: dict[str, str]) -> RowsAsked | Lacking | None:
        current = next((e for n in hits if (e := self._descriptor.entity(n)) is not None and e.is_current), None)
        left = self._left(ROW_ALWAYS | {"when", "total"}, (), frozenset({at})) or self._unused_column({})
        parties = self._parties()
        if current is None or left:
            return None
        due = self._due(current, hits)
        return parties if isinstance(parties, Lacking) else self._with(due, parties) if due is not None else None

    def _due(self, table: Entity, hits: dict[str, str]) -> RowsAsked | None:
        """`by when must it be paid`: the day that rows of what is open are known by."""
        day = next((role.field for role in table.time_roles if role.is_default), None)
        path = self._party_path(table) if self._scan.says("who") else None
        if day is None:
            return None
        filters: tuple[Filter, ...] = ({"field": table.code, "op": "=", "value": hits[table.name]},)
        amount = (table.measure,) if self._scan.says("amount", "total") and table.measure else ()
        fields = (*table.row_name, *((path,) if path else ()), day, *amount)
        return RowsAsked(table.name, RowMake.ATTRIBUTE, filters, fields=fields)

    def _with(self, asked: RowsAsked, parties: tuple[str, ...] | None) -> RowsAsked:
        """Only where the party is the one that is named."""
        table = self._descriptor.entity(asked.table)
        path = self._party_path(table) if parties and table is not None else None
        if path is None or parties is None:
            return asked
        more: Filter = {"field": path, "op": "=", "value": parties[0]}
        return replace(asked, filters=(*asked.filters, more))

    def _movements_of(self, at: int, hits: dict[str, str]) -> RowsAsked | Refused | None:
        """`the postings of MW-17`, `on which account was KR-5 booked`, `the tax on RE-9`: the lines of a booking."""
        scan = self._scan
        moving = next((e for e in self._descriptor.entities if e.movements is not None), None)
        entry = next((self._descriptor.entity(name) for name in hits if name in self._moving_tables()), None)
        role = moving.movements if moving is not None else None
        if moving is None or entry is None or role is None or any(item.of(VerbSense) for item in scan.items):
            return None
        members = frozenset(code for item in scan.items for code in self._codes_of(item.senses))
        if not (members or self._asks_lines(entry, moving)) or scan.says("count", "share", "share_of", "average"):
            return None
        relations = self._descriptor.relations
        to_entry = next(r for r in relations if r.from_entity == moving.name and r.to_entity == entry.name)
        to_member = next(
            (r for r in relations if r.from_entity == moving.name and r.to_entity == self._measures.levels.members),
            None,
        )
        named = (f"{to_member.path_name}.{self._measures.levels.name}",) if to_member is not None else ()
        field = f"{to_entry.path_name}.{entry.code}"
        filters: list[Filter] = [{"field": field, "op": "=", "value": hits[entry.name]}]
        if members:
            filters.append({"field": role.member, "op": "IN", "value": sorted(members)})
        fields = (role.member, *named, *((role.text,) if role.text else ()), role.rise, role.fall)
        places = {i for i, item in enumerate(scan.items) if self._codes_of(item.senses)}
        left = self._left(ROW_ALWAYS | {"total"}, (), frozenset({at, *places})) or self._other_column(entry)
        if left:
            return Refused("not_read", left)
        return RowsAsked(moving.name, RowMake.LIST, tuple(filters), fields=fields, titles=(hits[entry.name],))

    def _codes_of(self, senses: tuple[object, ...]) -> frozenset[str]:
        return next((self._codes(s) for s in senses if self._is_of_members(s)), frozenset())  # type: ignore[arg-type]

    def _asks_lines(self, entry: Entity, moving: Entity) -> bool:
        """Whether the lines are asked for: by their name, as what is behind it, as several bookings, or the members."""
        named = [(item, s.name) for item in self._scan.items for s in item.senses if isinstance(s, EntitySense)]
        lines = any(name == moving.name for _, name in named)
        several = any(name == entry.name and not self._is_single(item, entry) for item, name in named)
        on = any(name == self._measures.levels.members for _, name in named)
        return lines or several or self._scan.says("behind") or (on and self._scan.says("list", "posted"))

    def _other_column(self, entry: Entity) -> str | None:
        """A column that is asked for and that lines do not show."""
        for item in self._scan.items:
            named = [e for s in item.senses if isinstance(s, EntitySense) and (e := self._descriptor.entity(s.name))]
            fields = [e for e in named if e.field and e.semantic_type is not SemanticType.UNIT]
            shown = any(e.parent_entity == entry.name and e.field == entry.code for e in fields)
            if fields and not shown and all(e.semantic_type is not SemanticType.MEASURE for e in fields):
                return item.text
        return None

    def _says_verb(self, name: str) -> bool:
        return any(isinstance(s, VerbSense) and s.name == name for item in self._scan.items for s in item.senses)
