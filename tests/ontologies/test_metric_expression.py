"""What metrics are computed of, as people write it."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.ontologies.metric_expression import (
    ExpressionFault,
    Number,
    Operation,
    Part,
    RowCount,
    Sign,
    Total,
    leaves,
    parsed,
)

A, B, C = Total("t", "a"), Total("t", "b"), RowCount("t")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("t.a", A),
        ("t.a / count(t)", Operation("/", A, C)),
        ("t.a - t.b - count(t)", Operation("-", Operation("-", A, B), C)),
        ("t.a + t.b * 2", Operation("+", A, Operation("*", B, Number(Decimal(2))))),
        ("(t.a + t.b) / 1.5", Operation("/", Operation("+", A, B), Number(Decimal("1.5")))),
        ('"order lines"."net price"', Total("order lines", "net price")),
    ],
)
def test_parts_bind_as_in_arithmetic(text: str, part: Part) -> None:
    assert parsed(text) == part


@pytest.mark.parametrize("text", ["", "t.", "t", "t.a /", "(t.a", "t.a t.b", "t.a % t.b", "count(t", "count()", ")"])
def test_what_is_no_expression_says_where(text: str) -> None:
    with pytest.raises(ExpressionFault, match=r"."):
        parsed(text)


_LEAVES = st.sampled_from([A, B, C])
_SIGNS: st.SearchStrategy[Sign] = st.sampled_from(["+", "-", "*", "/"])
_PARTS: st.SearchStrategy[Part] = st.recursive(
    _LEAVES, lambda inner: st.builds(Operation, _SIGNS, inner, inner), max_leaves=8
)


def _written(part: Part) -> str:
    match part:
        case Operation():
            return f"({_written(part.left)} {part.sign} {_written(part.right)})"
        case Total():
            return f"{part.table}.{part.field}"
        case RowCount():
            return f"count({part.table})"
        case Number():
            return str(part.value)


@given(_PARTS)
def test_what_is_written_with_brackets_comes_back(part: Part) -> None:
    assert parsed(_written(part)) == part
    assert len(list(leaves(part))) == _written(part).count("t.") + _written(part).count("count")
