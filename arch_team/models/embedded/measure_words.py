"""What is asked, in one line: so that a person sees a misreading at once."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import cast

from arch_team.measuring.asked import Asked, Make, Side
from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import Filter, PartyAsked, PartyMake, RowMake, RowsAsked
from arch_team.measuring.row_words import MEMBERS
from arch_team.models.embedded.texts import Voice
from arch_team.text.messages import messages_of
from arch_team.text.periods import Period
from arch_team.wire import Language

_MOST = 6


def line_of(asked: Asked | RowsAsked | PartyAsked, measures: Measures, language: Language) -> str:
    texts = messages_of("arch_team.models.embedded", "reading_texts.yaml", language)
    say = texts.with_terms(measures.terms(language))
    voice = Voice(language)
    if isinstance(asked, Asked):
        named = [f"{s.title} ({_codes(s.codes)})" for s in asked.subjects]
        parts = [say("and").join(named)] if named else [_title(asked.name, measures, language)]
        if asked.side not in (Side.NET, Side.CLOSING):
            parts.append(say(f"side_{asked.side.value}"))
        if asked.make is not Make.VALUE:
            parts.append(say(f"make_{asked.make.value.replace(' ', '_')}"))
        if asked.grain:
            parts.append(say(f"grain_{asked.grain}"))
        if asked.amount is not None:
            parts.append(f"{asked.comparison} {asked.amount}")
        return ", ".join([*parts, *_times(asked.times, voice)])
    if isinstance(asked, PartyAsked):
        moving = measures.movements
        kind = _called(measures, moving.party_kind, asked.kind, language) if moving and asked.kind else []
        parts = [f"{asked.title} ({_codes(asked.codes)})", asked.party or next(iter(kind), asked.kind or "")]
        parts += [_condition(flt, measures, language) for flt in asked.where]
        if asked.make not in (PartyMake.TOTAL, PartyMake.RANK):
            parts.append(say(f"party_{asked.make.value.replace(' ', '_')}"))
        parts.append(say(f"grain_{asked.grain}") if asked.grain else "")
        if asked.amount is not None:
            parts.append(f"{asked.comparison} {asked.amount}{' %' if asked.is_percent else ''}")
        return ", ".join([*filter(None, parts), *_times(asked.times, voice)])
    table = measures.descriptor.entity(asked.table)
    label = next(iter(table.labels.of(language)), asked.table) if table else asked.table
    conditions = [_condition(flt, measures, language) for flt in (*asked.filters, *asked.part)]
    made = say(f"rows_{asked.make.value.replace(' ', '_')}", table=label)
    by = (asked.group or "").rpartition(".")[2]
    named = [e for e in measures.descriptor.entities if e.field == by and by]
    if named and measures.movements is not None and by != measures.movements.party_name:
        made = say("rows_by_column", table=label, column=next(iter(named[0].labels.of(language)), by))
    if asked.make is RowMake.BY_PARTY:
        each = say("rows_count" if asked.measure is None else "rows_sum", table="").strip()
        made = f"{each} {made}"
    bound = [f"{asked.beyond[0]} {asked.beyond[1]}"] if asked.beyond else []
    return ", ".join([made, *bound, *conditions])


def _title(name: str, measures: Measures, language: Language) -> str:
    """What people call a report, a metric or a term."""
    model = measures.descriptor
    named = next((one for one in (*model.reports, *model.metrics, *model.entities) if one.name == name), None)
    return next(iter(named.labels.of(language)), name) if named else name


def _codes(codes: Iterable[str]) -> str:
    listed = sorted(codes)
    return ", ".join(listed) if len(listed) <= _MOST else f"{listed[0]} … {listed[-1]}"


def _times(times: Iterable[Period], voice: Voice) -> list[str]:
    return [voice.span(time) for time in times]


def _condition(flt: Filter, measures: Measures, language: Language) -> str:
    """A filter as people would say it: the column by its label, a day as a day."""
    path = str(flt["field"])
    name = path.rpartition(".")[2]
    found = [e for e in measures.descriptor.entities if e.field == name]
    label = next((word for e in found for word in e.labels.of(language)[:1]), name)
    times = {role.field.rpartition(".")[2] for e in measures.descriptor.entities for role in e.time_roles}
    given = flt.get("value", "")
    values = cast("list[object]", given) if isinstance(given, list) else [given]
    if path == MEMBERS:
        return f"{measures.terms(language)['Members']} {_codes(map(str, values))}"
    meant = _called(measures, name, values[0], language) if flt["op"] == "=" else []
    if meant and not any(e.field == name for e in found):
        return meant[0]  # the rows have a name of their own: customer invoices
    if flt["op"] in ("ILIKE", "LIKE"):
        return f"{label}: «{str(values[0]).strip('%')}»"
    said = [_day(value) if name in times and isinstance(value, int) else str(value) for value in values]
    op = str(flt["op"]).replace("BETWEEN", "").replace("IN", "=").strip()
    joint = " – " if flt["op"] == "BETWEEN" else ", "
    return " ".join(part for part in (label, op, joint.join(said)) if part)


def _called(measures: Measures, field: str, value: object, language: Language) -> list[str]:
    """What rows with a value in a field are called: customers, customer invoices."""
    return [
        word
        for entity in measures.descriptor.entities
        for known in entity.invariants
        if known.field == field and known.value == value and value is not None
        for word in entity.labels.of(language)[:1]
    ]


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, tz=UTC).date().isoformat()
