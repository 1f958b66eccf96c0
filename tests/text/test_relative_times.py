"""Times that are counted from today are written as the days they are."""

from datetime import date

import pytest

from arch_team.text.relative_times import with_days_named
from arch_team.wire import Language

TODAY = date(2026, 11, 19)


@pytest.mark.parametrize(
    ("text", "language", "dated"),
    [
        ("orders placed last year", "en", "orders placed in 2025"),
        ("orders this month", "en", "orders in 2026-11"),
        ("orders in the last 30 days", "en", "orders from 2026-10-21 to 2026-11-19"),
        ("orders over the past 3 months", "en", "orders from 2026-08-20 to 2026-11-19"),
        ("sales in the last year", "en", "sales from 2025-11-20 to 2026-11-19"),
        ("orders since last month", "en", "orders since 2026-10-01"),
        ("orders before last year", "en", "orders before 2025"),
        ("orders last quarter", "en", "orders from 2026-07-01 to 2026-09-30"),
        ("orders of this week", "en", "orders from 2026-11-16 to 2026-11-22"),
        ("what was ordered yesterday", "en", "what was ordered on 2026-11-18"),
        ("Umsatz im letzten Jahr", "de", "Umsatz im Jahr 2025"),
        ("Bestellungen der letzten 3 Monate", "de", "Bestellungen vom 2026-08-20 bis 2026-11-19"),
        ("Umsatz im Vormonat", "de", "Umsatz im 2026-10"),
        ("vor dem letzten Jahr", "de", "vor 2025"),
        ("diese Woche", "de", "vom 2026-11-16 bis 2026-11-22"),
        ("seit gestern", "de", "seit 2026-11-18"),
    ],
)
def test_what_is_counted_from_today(text: str, language: Language, dated: str) -> None:
    assert with_days_named(text, TODAY, language) == dated


@pytest.mark.parametrize(
    "text",
    [
        "the last month with sales",
        "the last year of birth",
        "in the last month of 2024",
        "the last quarter 2024",
        "the last 3 orders",
        "der letzte Monat mit Umsatz",
        "im letzten Quartal 2024",
        "das letzte Jahr",
        "the last 5000 days",
    ],
)
def test_what_is_one_among_the_rows_or_of_a_named_time_stays(text: str) -> None:
    assert with_days_named(text, TODAY, "de" if text.startswith(("d", "im ")) else "en") == text


def test_the_last_day_of_a_short_month_is_kept() -> None:
    dated = with_days_named("in the last 1 months", date(2025, 3, 31), "en")
    assert dated == "from 2025-03-01 to 2025-03-31"
