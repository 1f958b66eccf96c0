"""The movements on some members: what was booked there, each with what it put on them, and not with all that it was."""

from dataclasses import replace
from typing import cast

from arch_team.measuring.asked import Asked, Lacking, Make, Side
from arch_team.measuring.events import within
from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import Filter, RowMake, RowsAsked
from arch_team.measuring.row_words import MEMBERS
from arch_team.ontologies.descriptor import Entity
from arch_team.text.periods import Bound
from arch_team.wire import Language


def on_members(measures: Measures, asked: RowsAsked, side: str | None = None) -> RowsAsked | Lacking:
    """Rows of bookings on members as the movements on them: an invoice with its tax is more than what was booked there.
    Where size matters and nothing tells on which side, that is asked. Any other question for rows stays what it is."""
    moving, entry = _tables(measures)
    codes = [flt["value"] for flt in asked.filters if flt["field"] == MEMBERS]
    if entry is not None and asked.table == entry.name and codes and entry.measure in asked.fields:
        asked = _put_there(measures, asked, entry)
    listed = asked.make in (RowMake.LIST, RowMake.EXTREME) and not asked.group
    if moving is None or entry is None or asked.table != entry.name or len(codes) != 1 or not listed:
        return asked
    [held], role = codes, moving.movements
    named = cast("list[str]", held) if isinstance(held, list) else []
    members = [measures.members[code] for code in named]
    if role is None or not members or asked.fields != entry.list_columns:
        return asked
    signs = {member.sign for member in members}
    flows = all(member.is_flow for member in members) and len(signs) == 1
    sized = asked.order == entry.measure or any(flt["field"] == entry.measure for flt in asked.filters)
    if len(members) == 1 and not sized:
        return asked  # what each moved there is told where they are shown
    if sized and side is None and not flows:
        return Lacking("each_side", asked.titles[-1] if asked.titles else "")
    measure = {"rise": role.rise, "fall": role.fall}.get(side or "") or (role.rise if signs == {1} else role.fall)
    root = role.date.rpartition(".")[0]

    def path(field: str) -> str:
        return measure if field == entry.measure else f"{root}.{field}"

    filters: list[Filter] = [{"field": role.member, "op": "IN", "value": held}]
    filters += [{**flt, "field": path(str(flt["field"]))} for flt in asked.filters if flt["field"] != MEMBERS]
    if sized:
        filters.append({"field": measure, "op": ">", "value": 0})
    order = path(asked.order) if asked.order else None
    return replace(
        asked, table=moving.name, filters=tuple(filters), measure=measure, order=order, fields=_shown(moving, entry)
    )


def _put_there(measures: Measures, asked: RowsAsked, entry: Entity) -> RowsAsked:
    """`how much of it was paid from the bank`: of a row by its number, what it put on members, not all that it was."""
    if asked.make is not RowMake.ATTRIBUTE:
        return asked
    held = next(flt["value"] for flt in asked.filters if flt["field"] == MEMBERS)
    codes = frozenset(cast("list[str]", held) if isinstance(held, list) else [str(held)])
    flows = frozenset(code for code in codes if measures.members[code].is_flow)
    levels = codes if not flows else frozenset[str]()
    return replace(asked, make=RowMake.TEXT_SUM, flows=flows, levels=levels, fields=entry.list_columns)


def what_for(measures: Measures, asked: Asked, language: Language) -> tuple[Asked | RowsAsked, ...]:
    """What a figure is made of: the movements of its time. Of a level they are those since the year began, on both
    sides, and how it stood before. Empty: it is no figure of one thing at one time."""
    moving, entry = _tables(measures)
    one = len(asked.subjects) == 1 and len(asked.times) == 1 and asked.make is Make.VALUE and not asked.more_sides
    if moving is None or entry is None or not one:
        return ()
    [subject], [period], role = asked.subjects, asked.times, moving.movements
    is_level = not subject.is_flow and asked.side in (Side.NET, Side.CLOSING)
    sided = asked.side in (Side.RISE, Side.FALL)
    if role is None or asked.against or not (is_level or ((subject.is_flow or sided) and not period.is_point)):
        return ()
    if is_level:
        period = replace(period, start=period.end.replace(month=1, day=1), is_point=False, bound=Bound.WITHIN)
    filters: tuple[Filter, ...] = (
        {"field": role.member, "op": "IN", "value": sorted(subject.codes)},
        within(role.date, period),
    )
    measure = role.rise if (asked.side is Side.RISE if sided else subject.sign > 0) else role.fall
    rows = RowsAsked(
        moving.name,
        RowMake.LIST,
        (*filters, {"field": measure, "op": ">", "value": 0}) if sided else filters,
        measure,
        fields=_shown(moving, entry),
        times=(period,),
        titles=(*entry.labels.of(language)[1:2], subject.title) if is_level else (subject.title,),
        may_be_none=is_level,
    )
    return (replace(asked, side=Side.OPENING, times=(period,)), rows) if is_level else (rows,)


def _tables(measures: Measures) -> tuple[Entity | None, Entity | None]:
    """The table of movements, and that of the rows they belong to."""
    entities = measures.descriptor.entities
    moving = next((e for e in entities if e.movements is not None), None)
    names = [r.to_entity for r in measures.descriptor.relations if moving is not None and r.from_entity == moving.name]
    return moving, next((e for e in entities if e.name in names and e.searched and e.time_roles), None)


def _shown(moving: Entity, entry: Entity) -> tuple[str, ...]:
    """What is shown of a movement, with the text of the row it belongs to, which says who it was with."""
    role = moving.movements
    root = role.date.rpartition(".")[0] if role is not None else ""
    text = f"{root}.{entry.searched[0]}"
    return tuple(text if role is not None and name == role.text else name for name in moving.list_columns)
