"""On tables nobody prepared, a draft of anybody but the engine is held to the form of the question."""

from collections.abc import Iterator
from typing import Any

import pytest

from arch_team.agents.desk import Task
from arch_team.agents.engine_desk import EngineDesk
from arch_team.evidence.verdict import GuardResult
from arch_team.settings import Settings
from arch_team.tools.files import open_files
from arch_team.tools.session import DataSource

ORDERS = """order_id,customer,city,status,amount,order_date
1,Anna,Bern,open,120.50,2024-01-10
2,Beat,Basel,cancelled,80.00,2024-03-05
3,Anna,Bern,open,200.00,2025-02-14
4,Clara,Chur,cancelled,45.25,2025-05-20
5,Beat,Basel,open,310.00,2025-06-01
"""
Call = dict[str, Any]
CANCELLED = [{"field": "status", "op": "=", "value": "cancelled"}]
SHOWN = "Result: {{e2.r0.count}}"


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DataSource]:
    folder = tmp_path_factory.mktemp("orders")
    (folder / "orders.csv").write_text(ORDERS, encoding="utf-8")
    source = open_files([folder / "orders.csv"], Settings(home=folder, db=None, model=None))
    yield source
    source.close()


def checked(source: DataSource, question: str, draft: str, *calls: Call) -> GuardResult:
    assert source.engine is not None
    desk = EngineDesk(Task(question, "en", Settings(model=None)), source, source.engine)
    desk.data.call("browseTable", {"tableName": "orders"})
    for call in calls:
        tool = "aggregateTable" if "aggregate" in call else "queryTable"
        result = desk.data.call(tool, {"tableName": "orders", **call})
        assert result.success, result.error
    return desk.check(draft)


def count(*filters: Call, **more: object) -> Call:
    return {"aggregate": "COUNT", "filters": list(filters), **more}


def of(function: str, field: str, *filters: Call, **more: object) -> Call:
    return {"aggregate": function, "field": field, "filters": list(filters), **more}


TRUE: tuple[tuple[str, Call, str], ...] = (
    ("How many orders are cancelled?", count(*CANCELLED), SHOWN),
    ("How many orders are cancelled?", count({"field": "status", "op": "IN", "value": ["cancelled"]}), SHOWN),
    ("How many orders are cancelled?", {"fields": ["order_id"], "filters": CANCELLED}, "There are {{count(e2)}}."),
    ("What is the average amount?", of("AVG", "amount"), "The average is {{e2.r0.avg_amount}}."),
    (
        "What is the total amount of cancelled orders?",
        of("SUM", "amount", *CANCELLED),
        "{{e2.r0.sum_amount}} in total.",
    ),
    ("What is the highest amount?", of("MAX", "amount"), "The highest amount is {{e2.r0.max_amount}}."),
    ("Show the number of orders for each city", count(groupBy=["city"]), "Orders by city:\n{{rows(e2)}}"),
    ("List the customers of cancelled orders", {"fields": ["customer"], "filters": CANCELLED}, "- Beat\n- Clara"),
)


@pytest.mark.parametrize(("question", "call", "draft"), TRUE)
def test_what_the_form_gives_is_approved(orders: DataSource, question: str, call: Call, draft: str) -> None:
    result = checked(orders, question, draft, call)
    assert result.ok, result.findings


WRONG: tuple[tuple[str, str, Call, str], ...] = (
    ("filter dropped", "How many orders are cancelled?", count(), SHOWN),
    ("other value", "How many orders are cancelled?", count({**CANCELLED[0], "value": "open"}), SHOWN),
    ("negated", "How many orders are cancelled?", count({**CANCELLED[0], "op": "!="}), SHOWN),
    ("other aggregate", "What is the average amount?", of("SUM", "amount"), "The average is {{e2.r0.sum_amount}}."),
    ("other aggregate", "What is the highest amount?", of("SUM", "amount"), "It is {{e2.r0.sum_amount}}."),
    ("other column", "What is the average amount?", of("MAX", "order_id"), "It is {{e2.r0.max_order_id}}."),
    ("a group missing", "Show the number of orders for each city", count(groupBy=["city"]),
     "- Basel: {{e2.r0.count}}\n- Bern: {{e2.r1.count}}"),
    ("other grouping", "Show the number of orders for each city", count(groupBy=["customer"]), "{{rows(e2)}}"),
    ("one row of many", "What is the highest amount?", {"fields": ["amount"]}, "It is {{e2.r0.amount}}."),
    ("row missing", "List the customers of cancelled orders", {"fields": ["customer"], "filters": CANCELLED}, "- Beat"),
    ("row too many", "List the customers of cancelled orders", {"fields": ["customer"]}, "- Beat\n- Clara\n- Anna"),
    ("only looked at", "How many orders are cancelled?", count(), "There are {{count(e1)}}."),
    ("no for yes", "Are there any cancelled orders?", count(*CANCELLED), "No: {{e2.r0.count}}"),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "question", "call", "draft"), WRONG)
def test_one_change_is_refused_with_what_to_do(
    orders: DataSource, kind: str, question: str, call: Call, draft: str
) -> None:
    result = checked(orders, question, draft, call)
    assert not result.ok, kind
    assert all(finding.hint for finding in result.findings)


def test_the_same_figure_from_other_rows_is_no_answer(orders: DataSource) -> None:
    """Basel has as many orders as there are cancelled ones."""
    basel = count({"field": "city", "op": "=", "value": "Basel"})
    (finding,) = checked(orders, "How many orders are cancelled?", SHOWN, basel).findings
    assert finding.code == "OFF_TOPIC"
    assert "status = cancelled" in finding.hint


UNREAD = "How many weird orders per city were cancelled in 2025?"


def test_where_no_form_is_read_the_word_that_no_call_explains_is_named(orders: DataSource) -> None:
    call = count(
        *CANCELLED, {"field": "order_date", "op": "BETWEEN", "value": ["2025-01-01", "2025-12-31"]}, groupBy=["city"]
    )
    result = checked(orders, UNREAD, "{{rows(e2)}}", call)
    assert [finding.quote for finding in result.findings] == ["weird"]


@pytest.mark.parametrize(
    ("call", "word"),
    [
        (of("SUM", "amount", *CANCELLED, groupBy=["city"]), "How many"),
        (count(*CANCELLED), "per"),
        (count(groupBy=["city"]), "cancelled"),
        (count(*CANCELLED, groupBy=["city"]), "2025"),
    ],
)
def test_every_cue_and_number_must_be_in_the_calls(orders: DataSource, call: Call, word: str) -> None:
    quotes = [finding.quote for finding in checked(orders, UNREAD, "{{rows(e2)}}", call).findings]
    assert {"weird", word} <= set(quotes)


def test_a_list_is_all_rows_or_says_that_it_is_a_part(orders: DataSource) -> None:
    question, call = "Which weird customers are there, by city?", {"fields": ["customer", "city"]}
    short = "- {{e2.r0.customer}}, {{e2.r0.city}}\n- {{e2.r1.customer}}, {{e2.r1.city}}"
    messages = [finding.message for finding in checked(orders, question, short, call).findings]
    assert any("rows, and" in message for message in messages)
    said = [finding.message for finding in checked(orders, question, f"For example:\n{short}", call).findings]
    assert not any("rows, and" in message for message in said)
