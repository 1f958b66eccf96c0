"""A true figure that answers another question does not leave, whoever drafted it."""

import asyncio
from typing import Any

import pytest

from arch_team.models.scripted import Call, Scripted
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society

BALANCES = "TrusteeDataAccountBalance"


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(home=tmp_path_factory.mktemp("off-topic"), db=None, model=None)


def ask(settings: Settings, question: str, call: Call, draft: str) -> Answer:
    society = Society(
        settings, client=Scripted(call, f"{draft} READY_FOR_VALIDATION"), engine_first=False, seconds=20, max_rounds=2
    )
    return asyncio.run(society.ask(question, language="de"))


def pinned(*more: dict[str, Any], year: object = 2025) -> list[dict[str, Any]]:
    op = "IN" if isinstance(year, list) else "="
    return [
        {"field": "periodYear", "op": op, "value": year},
        {"field": "periodMonth", "op": "=", "value": 0},
        *more,
    ]


def balances(*filters: dict[str, Any], fields: tuple[str, ...] = ("closingBalance",), year: object = 2025) -> Call:
    columns = ["accountNumber", "accountName", "periodYear", *fields, "currency"]
    return Call("queryTable", {"tableName": BALANCES, "fields": columns, "filters": pinned(*filters, year=year)})


ACCOUNT_1020 = {"field": "accountNumber", "op": "=", "value": "1020"}


@pytest.mark.parametrize(
    ("question", "call", "draft"),
    [
        pytest.param(
            "Wie hoch war das Budget 2025?",
            balances(ACCOUNT_1020),
            "Das Budget beträgt {{e1.r0.closingBalance}}.",
            id="a word nothing in the rows speaks of",
        ),
        pytest.param(
            "Wie hoch war der Personalaufwand 2025?",
            Call("aggregateTable", {"tableName": BALANCES, "aggregate": "SUM", "field": "closingBalance",
                                    "filters": pinned(), "groupBy": ["currency"]}),
            "Er betrug {{e1.r0.sum_closingBalance}}.",
            id="no filter on the account the question names",
        ),
        pytest.param(
            "Wie hoch war der gesamte Personalaufwand 2025?",
            Call("aggregateTable", {"tableName": BALANCES, "aggregate": "SUM", "field": "closingBalance",
                                    "filters": pinned({"field": "account.accountType", "op": "=", "value": "expense"}),
                                    "groupBy": ["currency"]}),
            "Er betrug {{e1.r0.sum_closingBalance}}.",
            id="all expense for one kind of it",
        ),
        pytest.param(
            "Wie hoch war der Eröffnungssaldo von Konto 1020 im Jahr 2025?",
            balances(ACCOUNT_1020),
            "Er betrug {{e1.r0.closingBalance}}.",
            id="the closing balance for the opening balance",
        ),
        pytest.param(
            "Hat sich der Saldo von Konto 1020 von 2024 auf 2025 erhöht?",
            balances(ACCOUNT_1020),
            "Ja, auf {{e1.r0.closingBalance}}.",
            id="one of the two years",
        ),
        pytest.param(
            "Hat sich der Saldo von Konto 1020 von 2024 auf 2025 erhöht?",
            balances(ACCOUNT_1020, year=[2024, 2025]),
            "Ja, um {{e1.r1.closingBalance}}. Vorher {{e1.r0.closingBalance}}.",
            id="a level called a change",
        ),
        pytest.param(
            "Welche Kunden schulden uns am meisten?",
            Call("aggregateTable", {"tableName": "TrusteeDataOpenInvoice", "aggregate": "SUM", "field": "openAmount",
                                    "filters": [{"field": "direction", "op": "=", "value": "payable"}],
                                    "groupBy": ["contact.name", "currency"]}),
            "{{e1.r0.contact.name}}: {{e1.r0.sum_openAmount}}.",
            id="suppliers for customers",
        ),
        pytest.param(
            "Wie hoch war der Umsatz im 4. Quartal 2025?",
            Call("aggregateTable", {"tableName": BALANCES, "aggregate": "SUM", "field": "closingBalance",
                                    "filters": pinned({"field": "accountNumber", "op": "LIKE", "value": "3%"}),
                                    "groupBy": ["currency"]}),
            "Er betrug {{negated(e1.r0.sum_closingBalance)}}.",
            id="the year for a quarter",
        ),
        pytest.param(
            "Wie hoch war der Personalaufwand im März 2025?",
            Call("aggregateTable", {"tableName": BALANCES, "aggregate": "SUM", "field": "closingBalance",
                                    "filters": [{"field": "periodYear", "op": "=", "value": 2025},
                                                {"field": "periodMonth", "op": "=", "value": 3},
                                                {"field": "accountNumber", "op": "LIKE", "value": "5%"}],
                                    "groupBy": ["currency"]}),
            "Er betrug {{e1.r0.sum_closingBalance}}.",
            id="since January for March",
        ),
        pytest.param(
            "Wie hoch war der Beratungsertrag im Jahr 2025?",
            Call("queryTable", {"tableName": BALANCES, "fields": ["accountNumber", "closingBalance", "currency"],
                                "filters": [{"field": "periodYear", "op": "=", "value": 2025},
                                            {"field": "periodMonth", "op": "=", "value": 6},
                                            {"field": "accountNumber", "op": "=", "value": "3400"}]}),
            "Er betrug {{negated(e1.r0.closingBalance)}}.",
            id="June for the year",
        ),
        pytest.param(
            "Um wie viel hat sich der Saldo von Konto 1020 von 2024 auf 2025 verändert?",
            balances(ACCOUNT_1020, year=[2023, 2024]),
            "Von {{e1.r0.closingBalance}} auf {{e1.r1.closingBalance}}.",
            id="both years one too early",
        ),
    ],
)  # fmt: skip
def test_it_is_not_approved(question: str, call: Call, draft: str, settings: Settings) -> None:
    answer = ask(settings, question, call, draft)
    assert answer.status != "approved"
    assert answer.text == ""


def test_what_was_asked_is_approved(settings: Settings) -> None:
    answer = ask(
        settings,
        "Hat sich der Saldo von Konto 1020 von 2024 auf 2025 erhöht?",
        balances(ACCOUNT_1020, year=[2024, 2025]),
        "Von {{e1.r0.closingBalance}} auf {{e1.r1.closingBalance}}.",
    )
    assert answer.status == "approved"
    assert "152'400.00" in answer.text


def test_the_reason_is_a_word_for_the_model_not_for_the_user(settings: Settings) -> None:
    answer = ask(settings, "Wie hoch war das Budget 2025?", balances(ACCOUNT_1020), "{{e1.r0.closingBalance}}.")
    assert "OFF_TOPIC" not in (answer.reason or "")


def test_what_moved_in_a_month_may_be_the_difference_of_its_two_balances(settings: Settings) -> None:
    answer = ask(
        settings,
        "Wie hoch war der Umsatz im Mai 2025?",
        Call(
            "queryTable",
            {
                "tableName": BALANCES,
                "fields": ["accountNumber", "openingBalance", "closingBalance", "currency"],
                "filters": [
                    {"field": "periodYear", "op": "=", "value": 2025},
                    {"field": "periodMonth", "op": "=", "value": 5},
                    {"field": "accountNumber", "op": "LIKE", "value": "3%"},
                ],
            },
        ),
        "Er betrug {{difference(sum(e1.openingBalance), sum(e1.closingBalance))}}.",
    )
    assert answer.status == "approved", answer.reason
    assert "268'599.85" in answer.text


@pytest.mark.parametrize(
    "draft",
    [
        pytest.param("Das Konto ist in Ordnung.", id="nothing of the rows"),
        pytest.param("NOT_APPROVED: WRONG_LABEL: another row.", id="what the seats said"),
        pytest.param("APPROVE: es sind {{e1.r0.closingBalance}}.", id="the approver's word with a true figure"),
        pytest.param("{{e1.r0.closingBalance}} is evidence e1, row r0, column c.", id="how it is addressed"),
    ],
)
def test_what_is_no_answer_does_not_leave(settings: Settings, draft: str) -> None:
    answer = ask(settings, "Saldo 1020 Ende 2025?", balances(ACCOUNT_1020), draft)

    assert not answer.ok
    assert answer.text == ""


def test_names_written_out_are_an_answer(settings: Settings) -> None:
    customers = Call(
        "queryTable",
        {
            "tableName": "TrusteeDataContact",
            "fields": ["name", "city"],
            "filters": [
                {"field": "contactType", "op": "=", "value": "customer"},
                {"field": "city", "op": "=", "value": "Zürich"},
            ],
        },
    )
    question = "Welche Kunden sind in Zürich?"
    rows = ask(settings, question, customers, "{{e1.r0.name}}").evidence[0]["rows"]

    answer = ask(settings, question, customers, f"Kunden in Zürich: {', '.join(row[0] for row in rows)}.")

    assert answer.ok, answer.reason


@pytest.mark.parametrize(
    ("draft", "approved"),
    [
        pytest.param("Es sind {{e1.r0.closingBalance}}.", False, id="one account of three"),
        pytest.param(
            "1020: {{e1.r0.closingBalance}}, 1021: {{e1.r1.closingBalance}}, 1022: {{e1.r2.closingBalance}}.",
            True,
            id="all of them, their total left to the reader",
        ),
    ],
)
def test_half_an_answer_does_not_leave(settings: Settings, draft: str, approved: bool) -> None:
    call = balances({"field": "accountNumber", "op": "LIKE", "value": "102%"})

    answer = ask(settings, "Was ist der Banksaldo per 31.12.2025?", call, draft)

    assert answer.ok is approved, answer.reason


@pytest.mark.parametrize(
    ("question", "approved"),
    [
        ("Wie gross waren die Sachanlagen (Konten 1500 bis 1529) per Ende 2025?", True),
        ("Sachanlagen (Konten 1500 bis 1529) per Ende 2025, pro Konto?", False),
    ],
)
def test_a_total_answers_unless_each_is_asked_for(settings: Settings, question: str, approved: bool) -> None:
    call = balances({"field": "accountNumber", "op": "BETWEEN", "value": ["1500", "1529"]})

    answer = ask(settings, question, call, "Zusammen {{sum(e1.closingBalance)}}.")

    assert answer.ok is approved, answer.reason


def test_a_list_of_names_is_whole(settings: Settings) -> None:
    austria = [
        {"field": "contactType", "op": "=", "value": "customer"},
        {"field": "country", "op": "=", "value": "AT"},
    ]
    call = Call("queryTable", {"tableName": "TrusteeDataContact", "fields": ["name", "city"], "filters": austria})
    question = "Welche Kunden sind in Österreich?"

    assert not ask(settings, question, call, "{{e1.r0.name}}, {{e1.r0.city}}.").ok
    assert ask(settings, question, call, "{{e1.r0.name}} und {{e1.r1.name}}.").ok


def test_a_change_alone_answers_how_much_changed(settings: Settings) -> None:
    call = balances({"field": "accountNumber", "op": "=", "value": "1020"}, year=[2024, 2025])

    answer = ask(
        settings,
        "Um wie viel hat sich der Saldo von Konto 1020 von Ende 2024 bis Ende 2025 verändert?",
        call,
        "Er hat sich um {{difference(e1.r1.closingBalance, e1.r0.closingBalance)}} verändert.",
    )

    assert answer.ok, answer.reason


EQUITY = "Wie gross war das Eigenkapital Ende 2024 (ohne den Gewinn 2024)?"
