"""What a question says, as values for the slots of canonical patterns."""

from arch_team.featuredata.catalog import Catalog
from arch_team.ontologies.descriptor import CanonicalQueryPattern, Entity, OntologyDescriptor
from arch_team.reading.binding import pins_of
from arch_team.reading.periods import Period
from arch_team.reading.question import Reading, reader_of

Slots = dict[str, str | int]


def slots_of(reading: Reading, ontology: OntologyDescriptor) -> Slots:
    """Only what the question pins. A slot it leaves open is not in it."""
    out: Slots = {
        field: next(iter(values)) for field, values in kinds_in(reading, ontology).items() if len(values) == 1
    }
    out |= _periods(reading)
    if reading.accounts:
        out["accountNumber"] = reading.accounts[0]
    for low, high in pins_of(reading, ontology).ranges[:1]:
        out["accountFrom"], out["accountTo"] = low, high
        if low.endswith("000") and high == low[0] + "999":
            out["accountPrefix"] = low[0]
    if reading.top:
        out["limit"] = reading.top
    if reading.amounts:
        out["minAmount"] = int(reading.amounts[0].value)
    if reading.references:
        out["reference"] = reading.references[0]
    name = next(iter((*reading.quoted, *(word for word in reading.unread if word[:1].isupper()))), None)
    if name:
        out |= {"text": name, "name": name, "city": name}
    return out


def kinds_in(reading: Reading, ontology: OntologyDescriptor) -> dict[str, set[str | int]]:
    """The kinds of thing a question speaks of, by the column that tells them apart.

    Who says customer also means, among invoices, those of customers: a concept whose name begins with another's name is
    of that kind too.
    """
    named = [entity for entity in reading.entities() if entity.field is None and _values(entity)]
    out: dict[str, set[str | int]] = {}
    for entity in named:
        for field, value in _values(entity):
            out.setdefault(field, set()).add(value)
    for entity in named:
        for other in ontology.entities:
            if other.field is None and other.name.startswith(entity.name) and other.name != entity.name:
                for field, value in _values(other):
                    if field not in {f for each in named for f, _ in _values(each)}:
                        out.setdefault(field, set()).add(value)
    return out


def _values(entity: Entity) -> list[tuple[str, str | int]]:
    return [(i.field, i.value) for i in entity.invariants if i.field and i.value is not None]


def _periods(reading: Reading) -> Slots:
    if not reading.periods:
        return {}
    latest = max(reading.periods, key=lambda period: period.end)
    earliest = min(reading.periods, key=lambda period: period.end)
    out: Slots = {"year": latest.end.year, "previousYear": latest.end.year - 1}
    if earliest.end.year < latest.end.year:
        out["previousYear"] = earliest.end.year
    month = _month(latest)
    if month is not None:
        out["month"] = month
    if latest.months and not latest.is_year:
        _, out["fromMonth"], out["toMonth"] = latest.months
    out["from"], out["to"] = latest.seconds
    return out


def _month(period: Period) -> int | None:
    """0 for the year's own row: the whole year, or the state at its end."""
    if period.is_year or (period.is_point and (period.end.month, period.end.day) == (12, 31)):
        return 0
    whole = period.months
    if whole and not period.is_point and whole[1] not in (1, whole[2]):
        return None  # some months in the middle of a year: no one row is theirs
    return period.month_end[1] if period.month_end else None


def open_slots(pattern: CanonicalQueryPattern, values: Slots) -> set[str]:
    """The slots of a pattern that the values leave open."""
    return set(pattern.samples) - set(values)


def pinned_columns(catalog: Catalog, question: str) -> Slots:
    """The period the question pins, by the columns that hold it. Empty where it pins none, or more than one."""
    if catalog.ontology is None:
        return {}
    reading = reader_of(catalog.ontology).read(question)
    if len(reading.periods) != 1:
        return {}
    values = _periods(reading)
    return {"periodYear": values["year"], "periodMonth": values["month"]} if "month" in values else {}
