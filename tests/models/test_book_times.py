"""Whatever is made of a flow in whatever stretch of time, it is what single bookings come to: months, parts of years,
stretches over a new year, several years. The bookings are added up here, by no code of the package."""

import calendar
import itertools
import re
from collections.abc import Callable, Iterable
from datetime import date
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import NamedTuple

import duckdb
import pytest

from tests.models.conftest import Asked

LINES = """
SELECT l.accountNumber, CAST(to_timestamp(e.bookingDate) AT TIME ZONE 'UTC' AS DATE), l.debitAmount - l.creditAmount
FROM TrusteeDataJournalLine l JOIN TrusteeDataJournalEntry e ON l.journalEntryId = e.id
WHERE l.mandateId = 'alpenblick' AND e.mandateId = 'alpenblick'
"""
Stretch = tuple[date, date]
TIMES: dict[str, Stretch] = {
    "im Mai 2025": (date(2025, 5, 1), date(2025, 5, 31)),
    "im 2. Quartal 2025": (date(2025, 4, 1), date(2025, 6, 30)),
    "von Mai bis August 2025": (date(2025, 5, 1), date(2025, 8, 31)),
    "im zweiten Halbjahr 2024": (date(2024, 7, 1), date(2024, 12, 31)),
    "2024": (date(2024, 1, 1), date(2024, 12, 31)),
    "2023 bis 2025": (date(2023, 1, 1), date(2025, 12, 31)),
    "von November 2024 bis Februar 2025": (date(2024, 11, 1), date(2025, 2, 28)),
    "vom 15. März 2025 bis 20. Mai 2025": (date(2025, 3, 15), date(2025, 5, 20)),
}


MOST_REFUSED = 3
"""Of the questions on one flow in one time of whole months."""


class Flow(NamedTuple):
    title: str
    codes: frozenset[str]
    sign: int


FLOWS = (Flow("Raumaufwand", frozenset({"6000", "6040"}), 1), Flow("Beratungsertrag", frozenset({"3400"}), -1))
Sum = Callable[[Flow, Stretch], Decimal]


@pytest.fixture(scope="module")
def booked(demo_file: Path) -> Sum:
    with duckdb.connect(str(demo_file), read_only=True) as connection:
        lines: list[tuple[str, date, Decimal]] = connection.execute(LINES).fetchall()

    def added_up(flow: Flow, stretch: Stretch) -> Decimal:
        mine = (net for code, day, net in lines if code in flow.codes and stretch[0] <= day <= stretch[1])
        return flow.sign * sum(mine, Decimal(0))

    return added_up


def cut(stretch: Stretch, months: int) -> list[Stretch]:
    """The calendar's months, quarters or years in a stretch, each as much as is in it."""
    (first, last), found = stretch, list[Stretch]()
    for at in range(12 * first.year + first.month - 1, 12 * last.year + last.month):
        year, month = divmod(at, 12)
        day = date(year, month + 1, 1)
        end = date(year, month + 1, calendar.monthrange(year, month + 1)[1])
        if found and month % months:
            found[-1] = found[-1][0], min(end, last)
        else:
            found.append((max(day, first), min(end, last)))
    return found


def figures(text: str) -> set[Decimal]:
    return {Decimal(figure.replace("'", "")) for figure in re.findall(r"-?\d[\d']*\.\d\d", text)}


def tells(text: str, wanted: Iterable[Decimal]) -> bool:
    """Whether an answer, where it is one, shows all of these. That it cannot tell is said by a sign before the text."""
    shown = figures(text)
    return text[:1] in "-?" or all(round(each, 2) in shown for each in wanted)


@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.title)
@pytest.mark.parametrize("said", TIMES)
def test_it_is_what_bookings_come_to(ask: Asked, booked: Sum, flow: Flow, said: str) -> None:
    stretch, total = TIMES[said], partial(booked, flow)
    months, quarters, years = ([total(each) for each in cut(stretch, step)] for step in (1, 3, 12))
    told = [
        (f"{flow.title} {said}", [total(stretch)]),
        (f"{flow.title} {said} pro Monat", months),
        (f"{flow.title} {said} pro Quartal", quarters),
        (f"{flow.title} {said} pro Jahr", years),
        (f"In welchem Monat war der {flow.title} {said} am höchsten?", [max(months)]),
        (f"In welchem Monat war der {flow.title} {said} am tiefsten?", [min(months)]),
        (f"In welchem Jahr war der {flow.title} {said} am höchsten?", [max(years)]),
        (f"Durchschnittlicher {flow.title} pro Monat {said}", [sum(months, Decimal(0)) / len(months)]),
        (f"{flow.title} {said} kumuliert pro Monat", list(itertools.accumulate(months))),
        (
            f"{flow.title} {said} pro Konto",
            [booked(flow._replace(codes=frozenset({code})), stretch) for code in flow.codes],
        ),
    ]
    texts = {question: ask(question) for question, _ in told}
    assert not [(question, texts[question], wanted) for question, wanted in told if not tells(texts[question], wanted)]
    refused = [question for question, text in texts.items() if text[:1] in "-?"]
    assert len(refused) <= (len(told) if "März" in said else MOST_REFUSED), refused


@pytest.mark.parametrize("said", [said for said in TIMES if "März" not in said])
def test_a_total_is_told_of_every_whole_month(ask: Asked, booked: Sum, said: str) -> None:
    for flow in FLOWS:
        for question in (f"{flow.title} {said}", f"{flow.title} {said} pro Monat"):
            text = ask(question)
            assert text[:1] not in "-?", (question, text)


@pytest.mark.parametrize("said", TIMES)
def test_the_largest_are_those_of_the_whole_time(ask: Asked, booked: Sum, said: str) -> None:
    flows = [
        Flow(code, frozenset({code}), 1) for code in ("4000", "4200", "4210", "4400", "5000", "5700", "6000", "6570")
    ]
    largest = sorted((booked(flow, TIMES[said]) for flow in flows), reverse=True)[:3]
    assert tells(text := ask(f"Die drei grössten Aufwandkonten {said}"), largest), text
