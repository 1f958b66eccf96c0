"""What the embedded operator advises a model to do."""

from typing import cast

import pytest

from arch_team.models.embedded.advice import Advice, advice_on
from arch_team.settings import Settings
from arch_team.tools.session import DataSource, open_source


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> DataSource:
    return open_source(Settings(home=tmp_path_factory.mktemp("advice"), db=None, model=None))


def advised(source: DataSource, question: str) -> Advice:
    ontology = source.catalog.ontology
    assert ontology is not None
    return advice_on(question, ontology, "de", source.tools)


def test_the_calls_that_answer_the_question_and_what_to_show_of_them(source: DataSource) -> None:
    advice = advised(source, "Wie hoch war der Umsatz im Mai 2025?")

    assert [(call.tool, call.arguments["field"]) for call in advice.calls] == [
        ("aggregateTable", "closingBalance"),
        ("aggregateTable", "openingBalance"),
    ]
    assert "{{difference(negated(e1.r0.sum_closingBalance), negated(e2.r0.sum_openingBalance))}}" in advice.draft


def test_looking_a_name_up_is_not_among_the_calls(source: DataSource) -> None:
    advice = advised(source, "Wie viel war Ende März 2024 auf dem Sparkonto?")

    assert [call.arguments["tableName"] for call in advice.calls] == ["TrusteeDataAccountBalance"]
    assert "{{e1.r0.closingBalance}}" in advice.draft


def test_what_is_left_open_is_to_be_asked(source: DataSource) -> None:
    advice = advised(source, "Wie hoch ist der Banksaldo?")

    assert advice.ask
    assert advice.calls == ()


def test_no_advice_where_a_word_is_not_understood(source: DataSource) -> None:
    assert advised(source, "Wie hoch war der Zwirbelfaktor 2025?") == Advice()


def test_it_is_followed_once_every_call_was_made_in_whatever_order(source: DataSource) -> None:
    advice = advised(source, "Wie hoch war der Umsatz im Mai 2025?")
    made = [
        (call.tool, {**call.arguments, "filters": turned(call.arguments["filters"])}, f"e{at}")
        for at, call in enumerate(reversed(advice.calls), start=4)
    ]

    assert advice.followed(made)
    assert "negated(e5.r0.sum_closingBalance), negated(e4.r0.sum_openingBalance)" in advice.draft_on(made)
    assert not advice.followed(made[:1])
    assert advice.open(made[:1]) == advice.calls[:1]
    assert advice.draft_on(made[:1]) == ""
    assert not Advice().followed(made)


def test_the_draft_counts_on_the_order_of_the_rows(source: DataSource) -> None:
    advice = advised(source, "In welchem Monat 2025 war der Saldo von Konto 1020 am höchsten?")
    (call,) = advice.calls
    made = [(call.tool, {**call.arguments, "orderBy": [{"field": "periodMonth", "direction": "desc"}]}, "e1")]

    assert advice.followed(made)
    assert advice.open(made) == (call,)
    assert advice.draft_on(made) == ""


def test_yes_and_no_are_told(source: DataSource) -> None:
    assert advised(source, "Lagen auf Konto 1020 Ende 2025 mehr als 100'000 Franken?").draft.startswith("Ja.")


def turned(filters: object) -> list[object]:
    return list(reversed(cast("list[object]", filters)))
