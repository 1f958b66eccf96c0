"""A form is a value: it survives JSON as it is."""

from datetime import date, datetime
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import (
    Arithmetic,
    Both,
    Bucket,
    Column,
    Compare,
    Condition,
    Either,
    Expression,
    Figure,
    Form,
    Given,
    Grain,
    Lookup,
    Member,
    Not,
    Order,
    Output,
    Related,
    Step,
)

names = st.text(max_size=8)
plain = st.one_of(
    st.text(max_size=12),
    st.integers(),
    st.booleans(),
    st.decimals(allow_nan=False, allow_infinity=False),
    st.dates(date(1, 1, 1)),
    st.datetimes(datetime(1, 1, 1)).map(lambda moment: moment.replace(fold=0)),
)
steps = st.builds(Step, field=names, table=names, key=names)
columns = st.builds(Column, field=names, via=st.lists(steps, max_size=2).map(tuple))
functions = st.sampled_from(Function)


def _forms(parts: st.SearchStrategy[Expression], below: st.SearchStrategy[Form] | None) -> st.SearchStrategy[Form]:
    compares = st.builds(
        Compare,
        left=parts,
        op=st.sampled_from(Op),
        right=st.none() | parts,
        values=st.lists(plain, max_size=2).map(tuple),
    )
    simple: st.SearchStrategy[Condition] = compares
    if below is not None:
        simple = compares | st.builds(Member, left=columns, form=below, negated=st.booleans())
    few = st.lists(simple, max_size=2).map(tuple)
    conditions: st.SearchStrategy[Condition] = (
        simple | st.builds(Either, of=few) | st.builds(Both, of=few) | st.builds(Not, of=simple)
    )
    listed = st.lists(conditions, max_size=2).map(tuple)
    return st.builds(
        Form,
        table=names,
        outputs=st.lists(st.builds(Output, name=names, value=parts), max_size=2).map(tuple),
        where=listed,
        group_by=st.lists(parts, max_size=2).map(tuple),
        having=listed,
        order_by=st.lists(st.builds(Order, by=parts, descending=st.booleans()), max_size=2).map(tuple),
        limit=st.none() | st.integers(1, 100),
        distinct=st.booleans(),
    )


leaves: st.SearchStrategy[Expression] = (
    columns
    | st.builds(Figure, function=functions, of=st.none() | columns)
    | st.builds(Bucket, grain=st.sampled_from(Grain), of=columns)
    | st.builds(Given, value=plain)
)
small = _forms(leaves, None)
nested: st.SearchStrategy[Expression] = (
    leaves
    | st.builds(Lookup, form=small)
    | st.builds(Related, function=functions, of=st.none() | columns, rows=small, link=columns, to=names)
    | st.builds(
        Arithmetic,
        operation=st.sampled_from(["difference", "ratio", "percent", "sum", "span"]),
        left=leaves,
        right=leaves,
    )
)


@settings(max_examples=60, deadline=None)
@given(_forms(nested, small))
def test_a_form_comes_back_from_json_as_it_was(form: Form) -> None:
    back = Form.model_validate_json(form.to_json())
    assert back == form
    assert repr(back) == repr(form)  # a decimal is no text, and true is not one
    assert hash(back) == hash(form)
    assert Form.model_validate(form.to_wire()) == form


def test_a_value_keeps_its_type() -> None:
    for value in (Decimal("1.50"), date(2025, 3, 1), datetime(2025, 3, 1, 8), True, 1, "2025-03-01"):
        back = Given.model_validate_json(Given(value=value).to_json())
        assert (type(back.value), back.value) == (type(value), value)
