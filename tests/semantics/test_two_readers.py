"""A question is read from its pieces and as a sentence: what both find is answered."""

import pytest

from arch_team import Society
from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Compare, Condition, Either, Figure, Form, Given, Order, Output
from arch_team.forms.same_asked import ask_the_same
from tests.following.test_rows_before import MARINA
from tests.semantics.asking import approved, opened

TOWN, NAME = Column(field="town"), Column(field="name")


def shown(*columns: Column, where: tuple[Condition, ...] = (), limit: int | None = None) -> Form:
    outputs = tuple(Output(name=each.field, value=each) for each in columns)
    order = (Order(by=Figure(function=Function.COUNT), descending=True),) if limit else ()
    return Form(table="skippers", outputs=outputs, where=where, order_by=order, limit=limit)


def equal(*values: str) -> tuple[Compare, ...]:
    return tuple(Compare(left=TOWN, op=Op.EQ, right=Given(value=value)) for value in values)


def test_either_of_two_values_is_one_of_both() -> None:
    either = shown(NAME, where=(Either(of=equal("Hull", "Whitby")),))
    among = shown(NAME, where=(Compare(left=TOWN, op=Op.IN, values=("Whitby", "Hull")),))
    assert ask_the_same(either, among)


def test_who_shows_more_of_the_same_rows_asks_the_same() -> None:
    assert ask_the_same(shown(NAME), shown(NAME, TOWN))
    assert not ask_the_same(shown(NAME), shown(TOWN))


@pytest.mark.parametrize(
    "other",
    [
        shown(NAME, where=equal("Hull")),
        shown(NAME, limit=1),
        shown(NAME, where=(Either(of=equal("Hull", "Whitby")),)),
        Form(table="boats", outputs=shown(NAME).outputs),
    ],
)
def test_other_rows_are_asked_otherwise(other: Form) -> None:
    assert not ask_the_same(shown(NAME), other)
    assert not ask_the_same(other, shown(NAME, where=equal("Whitby")))


@pytest.fixture(scope="module")
def marina(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("marina"), MARINA)


def test_what_both_find_is_answered(marina: Society) -> None:
    approved(marina, "How many skippers live in Hull or Whitby?", "en", ": 3")
