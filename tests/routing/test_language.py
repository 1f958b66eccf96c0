"""The language of a question: right on short ones, fast, German where it stays unclear."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.routing.language import language_of, spoken_language

GERMAN = """Banksaldo 2025? | Umsatz? | Saldo | Offene Posten | Offene Rechnungen? | Kosten Juli | Löhne
| Lohnkosten Q3 | Hallo | Danke | Debitoren? | Wie geht's? | MWST? | Kontostand 1020 | Top 5 Kunden
| Gewinn vor Steuern | Jahresabschluss 2024 | Spesen Müller | Liquidität | Anforderung 7 prüfen
| Buchungen Mai | Was ist der Saldo der Bank? | Zeig mir alle Rechnungen | Umsatz Acme Ltd 2025
| Übersicht | Banksaldo per 31.12.2025? | Debitoren per 31.12.2025 | Mahnungen | Fällige Rechnungen | Und im Vorjahr?"""
ENGLISH = """What is our revenue? | Open invoices? | Revenue | Balance | balance 1020? | hello | hi | thanks
| Top 5 customers | show debtors | profit 2024 | Overdue invoices | cash on hand | Payroll Q3
| expenses by month | Who are you? | what is 12 times 7 | bye | What is the balance of Konto 1020?
| customers in Zürich | Customer churn | net income | open items | requirement 7 | list suppliers
| Show Umsatz by month | and last year? | List all suppliers outside Switzerland and Liechtenstein."""


def _listed(texts: str) -> list[str]:
    return [text.strip() for text in texts.split("|")]


@pytest.mark.parametrize("text", _listed(GERMAN))
def test_german(text: str) -> None:
    assert language_of(text) == "de"


@pytest.mark.parametrize("text", _listed(ENGLISH))
def test_english(text: str) -> None:
    assert language_of(text) == "en"


@pytest.mark.parametrize("text", ["", "?", "1 + 2", "2025", "1020", "Bank", "Budget", "Q3", "xyzzy", "…"])
def test_german_where_it_stays_unclear(text: str) -> None:
    assert language_of(text) == "de"


@pytest.mark.parametrize(
    "text", ["你好", "什么是机器学习", "账户余额是多少？", "计算 1+2+3", "服务器的IP", "Alpenblick 的余额是多少"]
)
def test_chinese_is_recognised_and_answered_in_english_where_there_is_no_chinese(text: str) -> None:
    assert spoken_language(text) == "zh"
    assert language_of(text) == "en"


def test_a_chinese_name_does_not_make_a_question_chinese() -> None:
    assert spoken_language("What is the balance of the customer 王 at year end?") == "en"
    assert spoken_language("Wie hoch ist der Saldo des Kunden 王 per Ende Jahr?") == "de"


@given(st.text(max_size=60))
def test_every_text_has_a_language(text: str) -> None:
    assert language_of(text) in {"de", "en"}


def test_it_is_fast_once_loaded() -> None:
    spoken_language("warm up xyzzy")
    texts = [
        f"{text} {number}" for number, text in enumerate(_listed(GERMAN) + _listed(ENGLISH) + ["xyzzy plugh"] * 20)
    ]
    start = time.perf_counter()
    for text in texts:
        spoken_language(text)
    assert (time.perf_counter() - start) / len(texts) < 0.005


FOREIGN = """Quel est le solde bancaire au 31.12.2025 ? | Combien de factures sont ouvertes ?
| ¿Cuál es el saldo del banco a 31.12.2025? | Qual è il saldo bancario al 31.12.2025?
| Wat is het banksaldo per 31.12.2025?
| Jaki jest stan konta bankowego? | Quais faturas estão em aberto? | Какой баланс на счете?
| Quelles factures sont en retard et de combien de jours ? | L'application doit être rapide.
| Hur mycket är banksaldot?"""


@pytest.mark.parametrize("text", _listed(FOREIGN))
def test_a_language_we_do_not_speak_is_always_answered_in_german(text: str) -> None:
    assert language_of(text) == "de"
