"""Rows of the past of a table that only knows what is open now: each is a movement, such as an invoice once written."""

from collections.abc import Sequence

from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import Filter, RowMake, RowsAsked
from arch_team.measuring.scan import Scan
from arch_team.measuring.vocabulary import EntitySense
from arch_team.ontologies.descriptor import Entity
from arch_team.ontologies.roles import PartyVerb
from arch_team.text.periods import Bound, Period, unix


def event_of(measures: Measures, table: Entity) -> PartyVerb | None:
    return next((verb for verb in measures.descriptor.party_verbs if verb.events == table.name), None)


def no_event(measures: Measures, asked: RowsAsked, scan: Scan) -> str:
    """Invoices that were asked for where every movement of an account would be told. Empty: they are told."""
    moving = next((e for e in measures.descriptor.entities if e.movements is not None), None)
    role = moving.movements if moving is not None else None
    if role is None or moving is None or asked.table != moving.name:
        return ""
    if any(flt["field"] in (role.rise, role.fall) for flt in asked.filters):
        return ""
    table_of = measures.descriptor.table_of
    tables = {table_of(verb.events) for verb in measures.descriptor.party_verbs if verb.events}
    for item in scan.items:
        for sense in item.senses:
            entity = measures.descriptor.entity(sense.name) if isinstance(sense, EntitySense) else None
            if entity is not None and entity.field is None and table_of(entity.name) in tables:
                return item.text
    return ""


def kind_in(measures: Measures, filters: Sequence[Filter]) -> str | None:
    """The kind of party that a filter on what is open stands for: what is to be received is from customers."""
    for verb in measures.descriptor.party_verbs:
        for kind, figure in verb.by_kind.items():
            sides = [{"field": field, "op": "=", "value": value} for field, value in figure.where.items()]
            if verb.is_open and sides and all(side in filters for side in sides):
                return kind
    return None


def events(
    measures: Measures, verb: PartyVerb, kind: str, party: str | None, period: Period | None, unit: str | None
) -> RowsAsked | None:
    """Those with parties of a kind, or with one of them, in a period or at any time."""
    entity = next((e for e in measures.descriptor.entities if e.movements is not None), None)
    figure, role = verb.by_kind.get(kind), entity.movements if entity else None
    if entity is None or role is None or figure is None or figure.side == "net" or role.party is None:
        return None
    measure = role.rise if figure.side == "rise" else role.fall
    root = role.party.rpartition(".")[0]
    filters: list[Filter] = [
        {"field": role.member, "op": "IN", "value": sorted(measures.sets[figure.of].codes)},
        {"field": measure, "op": ">", "value": 0},
        {"field": role.party, "op": "=", "value": party}
        if party
        else {"field": f"{root}.{role.party_kind}", "op": "=", "value": kind},
    ]
    if period is not None:
        filters.insert(1, within(role.date, period))
    if unit:
        filters.append({"field": role.unit, "op": "=", "value": unit})
    entry = role.date.rpartition(".")[0]
    shown = tuple(name for name in entity.list_columns if name.startswith(entry))
    fields = (*shown, *(() if party else (role.party,)), measure)
    return RowsAsked(
        entity.name, RowMake.LIST, tuple(filters), measure, fields=fields, times=(period,) if period else ()
    )


def within(field: str, period: Period) -> Filter:
    """The filter of a date by a time: a stretch, or all since or until then."""
    if period.bound is Bound.UNTIL:
        return {"field": field, "op": "<=", "value": unix(period.end)}
    if period.bound is Bound.SINCE:
        return {"field": field, "op": ">=", "value": unix(period.start)}
    return {"field": field, "op": "BETWEEN", "value": [unix(period.start), unix(period.end)]}


def are_rows_only(filters: Sequence[Filter], allowed: Sequence[str]) -> bool:
    """Whether filters say nothing but whose rows are meant: what is overdue now says nothing of the past."""
    return all(flt["field"] in allowed for flt in filters)
