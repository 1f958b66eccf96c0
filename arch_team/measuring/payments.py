"""When something was paid: the bookings that settle a debt or an invoice, with their day, text and amount."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import takewhile

from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import Filter, RowMake, RowsAsked
from arch_team.measuring.row_words import MEMBERS
from arch_team.measuring.scan import Scan
from arch_team.measuring.vocabulary import MemberSense, SetSense, language_words
from arch_team.ontologies.descriptor import Entity
from arch_team.ontologies.roles import PartyVerb
from arch_team.text.periods import Period, unix

_QUARTER = 3
_OF_A_TIME = ("edge", "grain")
_NEAR = 2
"""Words before a time that may say what it is to it."""


def payments(
    measures: Measures,
    verb: PartyVerb,
    *,
    titles: tuple[str, ...],
    codes: Sequence[str] = (),
    texts: Sequence[str] = (),
    period: Period | None = None,
    since: date | None = None,
) -> RowsAsked | None:
    """The bookings that move some members and the money, or name something in their text; those after a day, where
    what they are for began then. None: they are not kept."""
    entity = _entries(measures)
    money = sorted(code for figure in verb.by_kind.values() for code in measures.sets[figure.of].codes)
    if entity is None or not (codes or texts) or not entity.searched:
        return None
    filters: list[Filter] = [{"field": MEMBERS, "op": "IN", "value": list(dict.fromkeys(money))}]
    if codes:
        filters.append({"field": MEMBERS, "op": "IN", "value": sorted(codes)})
    for text in texts:
        filters.append({"field": entity.searched[0], "op": "ILIKE", "value": f"%{text}%"})
    if period is not None:
        when = next(role.field for role in entity.time_roles if role.is_default)
        filters.append({"field": when, "op": "BETWEEN", "value": [unix(period.start), unix(period.end)]})
    if since is not None:
        when = next(role.field for role in entity.time_roles if role.is_default)
        filters.append({"field": when, "op": ">", "value": unix(since)})
    times = (period,) if period is not None else ()
    asked = RowsAsked(entity.name, RowMake.LIST, tuple(filters), entity.measure, fields=entity.list_columns)
    return replace(asked, times=times, titles=titles)


def _entries(measures: Measures) -> Entity | None:
    """The table whose rows movements belong to."""
    moving = next((e.name for e in measures.descriptor.entities if e.movements is not None), None)
    names = [r.to_entity for r in measures.descriptor.relations if r.from_entity == moving]
    return next((e for e in measures.descriptor.entities if e.name in names and e.searched and e.time_roles), None)


def is_for(scan: Scan, at: int) -> bool:
    """Whether the time at a place is what something is for, and not when it happened: `for the third quarter`."""
    is_day, words = scan.periods[at].is_point or scan.periods[at].is_start, language_words(scan.language)
    said = _said_before(scan, at)
    part = said not in words.within and not scan.periods[at].is_year
    remitted = part and any(token.folded in words.remits for token in scan.tokens)
    return not is_day and (said in words.meant_for or remitted or (not said and _is_its_own(scan, at)))


def _is_its_own(scan: Scan, at: int) -> bool:
    """`When was the 2024 dividend paid?`, `Dividende 2024`: a year said with the thing is what it is for, where the
    question is when."""
    start, end = scan.period_places[at]
    things = [item.span for item in scan.items if item.of(SetSense) or item.of(MemberSense)]
    return scan.says("when") and any(end == first or start == last for first, last in things)


def is_within(scan: Scan, at: int) -> bool:
    """Whether it is said that something happened in the time at a place: `paid in 2024`."""
    return _said_before(scan, at) in language_words(scan.language).within


def _said_before(scan: Scan, at: int) -> str:
    """The word that says what a time is of, the nearest before it."""
    words, start = language_words(scan.language), scan.period_places[at][0]
    near = [token.folded for token in scan.tokens[:start]][::-1]
    edges = [*takewhile(lambda word: any(w.klass in _OF_A_TIME for _, w in words.matches([word], 0)), near)]
    told = near[: len(edges) + _NEAR]  # `for the financial year`
    return next((word for word in told if word in words.meant_for or word in words.within), "")


def written_as(measures: Measures, period: Period) -> tuple[str, ...]:
    """How the time that a payment is for stands in texts of books. Empty: there is no one way."""
    months, moving = period.months, measures.movements
    if period.is_year:
        return (str(period.end.year),)
    is_quarter = months is not None and months[2] - months[1] == _QUARTER - 1 and months[2] % _QUARTER == 0
    if months is None or not is_quarter or moving is None or not moving.quarter_text:
        return ()
    return (moving.quarter_text.format(number=months[2] // _QUARTER, year=months[0]),)
