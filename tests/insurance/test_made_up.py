"""The same domain and the same calls on rows made up here: what each shows is known without any gold."""

from collections import Counter
from datetime import datetime
from decimal import Decimal

import pytest

from arch_team.featuredata.calls import Scalar

from .a_few_calls import A_FEW_CALLS
from .answers import Answer, carried_out, read_together
from .company import Company
from .on_views import FORMERLY_A_FEW, FORMERLY_NONE
from .one_call import ONE_CALL

EVERY_ANSWER = {
    f"{way}-{answer.key}": answer
    for way, answers in (("tables", (*ONE_CALL, *A_FEW_CALLS)), ("views", (*FORMERLY_A_FEW, *FORMERLY_NONE)))
    for answer in answers
}

Known = list[tuple[Scalar, ...]]
EUR = Decimal

KNOWN: dict[str, Known] = {
    "tables-f1b8ef": [(5,)],
    "tables-d51d70": [("C-1",)],
    "tables-aa04aa": [
        ("C-1", datetime(2018, 12, 1), datetime(2019, 5, 1)),
        ("C-2", datetime(2019, 3, 1), None),
        ("C-3", datetime(2019, 4, 1), datetime(2020, 2, 1)),
        ("C-4", None, None),
        ("C-5", None, None),
    ],
    "tables-fd5797": [("C-1", EUR("100.10")), ("C-1", EUR("50.05")), ("C-3", EUR("70.00"))],
    "tables-c340bd": [("P-10", 101), ("P-20", 101), ("P-30", 103)],
    "tables-a8f3cd": [(201, 1), (202, 1)],
    "tables-419b16": [("P-10", 2), ("P-20", 2)],
    "tables-43461e": [("P-10", EUR("2500.50")), ("P-20", EUR("900.00")), ("P-30", EUR("450.00"))],
    "tables-5b813c": [("C-1", EUR("170.15")), ("C-2", EUR("300.00")), ("C-3", EUR("100.00")), ("C-4", EUR("40.00"))],
    "tables-adff04": [("C-1", EUR("176.70")), ("C-2", EUR("300.00")), ("C-3", EUR("120.00")), ("C-4", EUR("40.00"))],
    "tables-205ac9": [(201, "P-10", "C-1", EUR("5.55")), (202, "P-20", "C-3", EUR("10.01"))],
    "tables-b4454e": [
        (201, "P-10", "C-1", "Hail"),
        (202, "P-20", "C-3", "Avalanche"),
        (202, "P-20", "C-4", "Avalanche"),
    ],
    "views-b42369": [
        (201, "P-10", "C-1", EUR("100.10")),
        (201, "P-10", "C-1", EUR("50.05")),
        (202, "P-20", "C-3", EUR("70.00")),
    ],
    "views-6f7ead": [("P-10", EUR("476.70")), ("P-20", EUR("160.00"))],
    "views-d99256": [(201, EUR("476.70")), (202, EUR("160.00"))],
    "views-1e5723": [("P-10", "Hail", EUR("176.70")), ("P-20", "Avalanche", EUR("160.00"))],
    "views-985f30": [(101, EUR("3400.50")), (103, EUR("450.00"))],
}
"""Figures added up by hand. Nothing is multiplied by a second payment, nothing dropped for a missing reserve."""


def told(company: Company, answer: Answer) -> Counter[tuple[Scalar, ...]]:
    together = read_together(carried_out(company.tools(), answer))
    return Counter(tuple(row[name] for name in answer.columns) for row in together)


@pytest.mark.parametrize("name", KNOWN)
def test_the_calls_tell_what_is_known(name: str, made_up: Company) -> None:
    assert told(made_up, EVERY_ANSWER[name]) == Counter(KNOWN[name])


@pytest.mark.parametrize("answer", [pytest.param(answer, id=name) for name, answer in EVERY_ANSWER.items()])
def test_every_call_of_every_answer_runs(answer: Answer, made_up: Company) -> None:
    tools = made_up.tools()
    assert any(carried_out(tools, answer))
    assert [log.validation_failure_code for log in tools.log] == [None] * len(answer.steps)


@pytest.mark.parametrize("answer", FORMERLY_A_FEW, ids=lambda answer: answer.key)
def test_one_call_on_views_tells_the_same_as_a_few_on_tables(answer: Answer, made_up: Company) -> None:
    assert told(made_up, answer) == told(made_up, EVERY_ANSWER[f"tables-{answer.key}"])
