"""What a question says, as values for the slots of canonical patterns."""

from arch_team.featuredata.catalog import Catalog
from arch_team.ontologies.descriptor import CanonicalQueryPattern, OntologyDescriptor
from arch_team.reading.binding import pins_of
from arch_team.reading.periods import Period
from arch_team.reading.question import Reading, reader_of

Slots = dict[str, str | int]


def slots_of(reading: Reading, ontology: OntologyDescriptor) -> Slots:
    """Only what the question pins. A slot it leaves open is not in it."""
    out: Slots = {}
    for entity in reading.entities():
        for invariant in entity.invariants:
            if invariant.field and invariant.value is not None and entity.field is None:
                out.setdefault(invariant.field, invariant.value)
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
