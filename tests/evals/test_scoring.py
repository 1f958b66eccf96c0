"""The verdict: what a person reads decides, in every mode alike."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arch_team.evals.gold import GoldQuestion
from arch_team.evals.gold_loader import shipped
from arch_team.evals.repairs import repairs_of
from arch_team.evals.scoring import score, verdict_of
from arch_team.runs.answer import Answer
from arch_team.runs.trace import AgentTrace, ToolCallLog

_FOUND = shipped("trustee")
assert _FOUND is not None
GOLD = {question.id: question for question in _FOUND.usable().questions}


def answer(text: str = "", status: str = "approved", **more: object) -> Answer:
    given: dict[str, Any] = {"run_id": "r", "question": "", "language": "de", "status": status, "text": text, **more}
    return Answer.model_validate(given)


def verdict(question: str, text: str) -> str:
    return verdict_of(GOLD[question], answer(text))


class TestAmounts:
    @pytest.mark.parametrize(
        "text",
        [
            "Konto 1020: CHF 152'400.00, Konto 1021: CHF 28'100.00.",
            "1020: 152400.00 CHF; 1021: 28100 CHF",
            "Der Banksaldo beträgt 152.400,00 CHF (1020) und 28.100,00 CHF (1021), zusammen CHF 180'500.00.",
            "1020 CHF 152'400.00, 1021 CHF 28'100.00, 1022 EUR 15'226.95. Total CHF 180'500.00 per 31.12.2025.",
        ],
    )
    def test_right_in_any_notation_and_with_what_is_also_true(self, text: str) -> None:
        assert verdict("q01", text) == "right"

    @pytest.mark.parametrize(
        "text",
        [
            "Der Banksaldo beträgt 12345.67 CHF.",
            "Der Banksaldo beträgt 13'185'404.36 CHF.",
            "Konto 1020: CHF 152'400.00, Konto 1021: CHF 28'100.00, Konto 1100: CHF 257'751.78.",
            "Konto 1020: CHF 152'400.01, Konto 1021: CHF 28'100.00.",
            "Konto 1020: CHF 28'100.00, Konto 1021: CHF 152'400.00.",
            "Konto 1020: CHF -152'400.00, Konto 1021: CHF 28'100.00.",
            "Der Banksaldo ist 500 CHF.",
        ],
    )
    def test_wrong_with_an_amount_that_is_not_gold_or_under_another_name(self, text: str) -> None:
        assert verdict("q01", text) == "wrong"

    @pytest.mark.parametrize(
        "text",
        [
            "Konto 1020: CHF 152'400.00.",
            "1020: 152'400.00, 1021: 28'100.00.",
            "Zusammen CHF 180'500.00.",
        ],
    )
    def test_incomplete_without_a_wrong_one(self, text: str) -> None:
        assert verdict("q01", text) == "incomplete"

    def test_what_the_books_store_negative_may_be_said_either_way(self) -> None:
        assert verdict("q09", "Die Kreditoren betragen CHF 62'967.44.") == "right"
        assert verdict("q09", "Die Kreditoren betragen CHF -62'967.44.") == "right"

    def test_another_currency_is_another_figure(self) -> None:
        assert verdict("q11", "CHF 257'751.78 und EUR 11'560.00.") == "right"
        assert verdict("q11", "EUR 257'751.78 und CHF 11'560.00.") == "wrong"
        assert verdict("q11", "Zusammen CHF 269'311.78, EUR 0.") == "wrong"

    def test_a_count_is_a_figure_too(self) -> None:
        assert verdict("q07", "Im August 2025 gab es 96 Buchungen.") == "right"
        assert verdict("q07", "Im August 2025 gab es 97 Buchungen.") == "wrong"
        assert verdict("q07", "Es gab einige Buchungen.") == "incomplete"

    def test_a_false_premise_must_be_denied(self) -> None:
        assert verdict("q15", "Nein, auf Konto 1020 lagen CHF 152'400.00, nicht CHF 162'400.00.") == "right"
        assert verdict("q15", "Ja, auf Konto 1020 lagen CHF 162'400.00.") == "wrong"
        assert verdict("q15", "Auf Konto 1020 lagen CHF 152'400.00.") == "incomplete"

    def test_names_are_held_against_those_that_must_not_stand_there(self) -> None:
        right = "Anwaltskanzlei Wyss Hürlimann and Zürcher Holzbau Genossenschaft"
        assert verdict("q12", right) == "right"
        assert verdict("q12", f"{right}, Telekom Uto AG") == "wrong"
        assert verdict("q12", "Max Mustermann") == "wrong"

    def test_a_percentage_is_no_amount(self) -> None:
        assert verdict("q14", "Revenue fell by CHF 156,444.28 (-5.46 %).") == "right"
        assert verdict("q14", "Revenue fell by CHF 156,444.28 (-15.46 %).") == "wrong"


class TestWithoutAnAnswer:
    @pytest.mark.parametrize("status", ["refused", "exhausted"])
    def test_a_refusal_is_right_only_where_one_is_due(self, status: str) -> None:
        assert verdict_of(GOLD["q16"], answer(status=status, reason="no budget")) == "right"
        assert verdict_of(GOLD["q01"], answer(status=status, reason="no")) == "refused"
        assert verdict_of(GOLD["q18"], answer(status=status, reason="no")) == "refused"

    def test_an_error_is_no_refusal(self) -> None:
        assert verdict_of(GOLD["q16"], answer(status="failed", reason="boom")) == "failed"

    def test_a_question_back(self) -> None:
        assert verdict_of(GOLD["q18"], answer(status="needs_clarification", reason="When?")) == "right"
        assert verdict_of(GOLD["q01"], answer(status="needs_clarification", reason="When?")) == "asked"

    @pytest.mark.parametrize(
        ("status", "reason"),
        [("exhausted", "the run took longer than 45 s"), ("failed", "the model did not answer in time")],
    )
    def test_time_that_ran_out_is_never_right(self, status: str, reason: str) -> None:
        for question in ("q01", "q16", "q18"):
            assert verdict_of(GOLD[question], answer(status=status, reason=reason)) == "timeout"

    def test_a_model_without_our_words_declines_and_asks_in_its_own(self) -> None:
        assert verdict("q16", "The tables do not hold a budget for 2026.") == "right"
        assert verdict("q16", "The budget for 2026 is CHF 500,000.") == "wrong"
        assert verdict("q16", "The budget is planned in the accounting system.") == "incomplete"
        assert verdict("q18", "As of which date would you like to know it?") == "right"
        assert verdict("q18", "The bank balance is CHF 152,400.00.") == "wrong"
        assert verdict("q19", "Für 2019 gibt es keine Daten.") == "right"
        assert verdict("q19", "Der Umsatz im Jahr 2019 betrug 0.") == "wrong"
        assert verdict("q01", "Leider kann ich das nicht beantworten.") == "refused"
        assert verdict("q01", "Welches Konto meinen Sie?") == "asked"

    def test_figures_that_are_not_shown_do_not_count(self) -> None:
        hidden = answer("Der Banksaldo beträgt 12345.67 CHF.", status="refused", reason="blocked")
        assert verdict_of(GOLD["q01"], hidden) == "refused"


@settings(deadline=None)
@given(value=st.decimals(Decimal("10000"), Decimal("9999999"), places=2))
def test_no_other_amount_is_ever_right(value: Decimal) -> None:
    said = f"{value:,.2f}".replace(",", "'")
    found = verdict("q01", f"Konto 1020: CHF {said}; Konto 1021: CHF 28'100.00.")
    assert (found == "right") == (value == Decimal("152400.00"))


def call(tool: str, round_: int, code: str | None = None, **arguments: object) -> ToolCallLog:
    return ToolCallLog(
        call_id=f"c{round_}",
        round=round_,
        tool=tool,
        arguments=dict(arguments),
        success=code is None,
        validation_failure_code=code,
    )


def trace(*calls: ToolCallLog) -> AgentTrace:
    return AgentTrace.from_log(calls)


class TestRepairs:
    def test_a_run_without_rejects_triggers_nothing(self) -> None:
        found = repairs_of(trace(call("queryTable", 1)))
        assert (found.triggered, found.succeeded, found.conversion) == (False, False, None)

    def test_another_valid_call_in_the_next_round_is_a_repair_even_with_another_tool(self) -> None:
        found = repairs_of(trace(call("aggregateTable", 1, "INVALID_AGGREGATE_TARGET"), call("queryTable", 2)))
        assert (found.succeeded, found.answered_next_round, found.conversion) == (True, 1, 1.0)
        assert found.repair_attempts == 0, "the trace counts per tool"

    def test_a_call_that_is_rejected_again_was_no_repair_until_one_is_valid(self) -> None:
        found = repairs_of(
            trace(call("queryTable", 1, "X"), call("queryTable", 2, "X", a=1), call("queryTable", 3, a=2))
        )
        assert (found.succeeded, found.answered_next_round, found.validation_failures) == (True, 1, 2)

    def test_giving_up_is_no_repair(self) -> None:
        assert not repairs_of(trace(call("queryTable", 1, "X"))).succeeded
        assert not repairs_of(trace(call("queryTable", 1), call("queryTable", 2, "X"))).succeeded


class TestPatternAndTools:
    EVIDENCE: Mapping[str, Any] = {
        "id": "e1",
        "callId": "c1",
        "tool": "queryTable",
        "table": "TrusteeDataAccountBalance",
        "error": None,
        "arguments": {
            "filters": [
                {"field": "periodYear", "op": "=", "value": 2025},
                {"field": "periodMonth", "op": "=", "value": 0},
                {"field": "accountNumber", "op": "LIKE", "value": "102%"},
            ]
        },
    }

    def test_the_pattern_is_looked_for_in_the_evidence(self) -> None:
        assert score(GOLD["q01"], answer(evidence=[self.EVIDENCE])).pattern_match is True
        assert score(GOLD["q01"], answer()).pattern_match is False
        assert score(GOLD["q16"], answer()).pattern_match is None

    def test_only_a_forbidden_call_that_ran_counts(self) -> None:
        ran = trace(call("aggregateTable", 1))
        rejected = trace(call("aggregateTable", 1, "INVALID_AGGREGATE_TARGET"))
        assert score(GOLD["q01"], answer(trace=ran)).forbidden_used == ("aggregateTable",)
        assert score(GOLD["q01"], answer(trace=rejected)).forbidden_used == ()


def test_every_gold_question_is_right_when_it_says_just_the_gold() -> None:
    for question in GOLD.values():
        if question.is_answerable:
            assert verdict_of(question, answer(_gold_text(question))) == "right", question.id


def _gold_text(question: GoldQuestion) -> str:
    words = [alternatives[0] for alternatives in question.expected_answer_contains]
    parts = [
        f"{name.partition('.')[0]}: {figure.unit or ''} {figure.value}"
        for name, figure in question.expected_answer_numeric.items()
    ]
    return f"{', '.join(words)}: " + "; ".join(parts)
