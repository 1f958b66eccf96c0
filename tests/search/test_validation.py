"""The four typical mistakes, each with its published message and the way out."""

import math
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.search.contracts import LLMScoredItem, ScoringContext, SearchCandidate
from arch_team.search.contracts_model import SearchModel
from arch_team.search.validation import (
    CUSTOM_FACET_SCORE,
    FACET_SCORE,
    INVALID_DIMENSION,
    NAIVE_DATE,
    TOO_FEW_BUCKETS,
    SearchInputError,
    parsed,
)
from tests.search.examples import PATIENT

ITEM: dict[str, object] = {"candidate_id": "a", "score": 50, "reason": "r"}


@pytest.mark.parametrize(
    ("model", "data", "code", "message", "remedy"),
    [
        (
            SearchCandidate,
            {"id": "a", "detected_date": "2024-06-01T09:00:00"},
            NAIVE_DATE,
            "detected_date must include timezone information",
            "2024-06-01T09:00:00+02:00",
        ),
        (
            SearchCandidate,
            {"id": "a", "detected_date": datetime(2024, 6, 1, 9)},
            NAIVE_DATE,
            "detected_date must include timezone information",
            "Add an offset or Z",
        ),
        (SearchCandidate, {"id": "a", "detected_date": "2024-06-01"}, NAIVE_DATE, "timezone", "Z"),
        (
            ScoringContext,
            {"question": "q", "min_diversity_buckets": 0},
            TOO_FEW_BUCKETS,
            "min_diversity_buckets must be at least 1",
            "leave the field out",
        ),
        (ScoringContext, {"question": "q", "min_diversity_buckets": -3}, TOO_FEW_BUCKETS, "at least 1", "at least 1"),
        (
            LLMScoredItem,
            {**ITEM, "facet_coverage": {"FINANCE": 0.5}},
            INVALID_DIMENSION,
            "invalid coverage dimension: FINANCE",
            "custom_facets",
        ),
        (LLMScoredItem, {**ITEM, "facet_coverage": {"legal": 0.5}}, INVALID_DIMENSION, "legal", "custom_facets"),
        (
            LLMScoredItem,
            {**ITEM, "custom_facets": {"CUSTOM_X": "0.4"}},
            CUSTOM_FACET_SCORE,
            "custom facet scores must be numeric",
            "0.0 to 1.0",
        ),
        (LLMScoredItem, {**ITEM, "custom_facets": {"x": -0.1}}, CUSTOM_FACET_SCORE, "must be numeric", "0.0 to 1.0"),
        (LLMScoredItem, {**ITEM, "custom_facets": {"x": 1.1}}, CUSTOM_FACET_SCORE, "must be numeric", "0.0 to 1.0"),
        (LLMScoredItem, {**ITEM, "custom_facets": {"x": True}}, CUSTOM_FACET_SCORE, "must be numeric", "0.0 to 1.0"),
        (LLMScoredItem, {**ITEM, "custom_facets": {"x": math.nan}}, CUSTOM_FACET_SCORE, "numeric", "0.0 to 1.0"),
        (LLMScoredItem, {**ITEM, "facet_coverage": {"LEGAL": "high"}}, FACET_SCORE, "must be numeric", "0.0 to 1.0"),
    ],
)
def test_a_typical_mistake_says_what_to_do(
    model: type[SearchModel], data: dict[str, object], code: str, message: str, remedy: str
) -> None:
    with pytest.raises(SearchInputError) as error:
        parsed(model, data)
    assert error.value.code == code
    assert message in str(error.value)
    assert remedy in error.value.next_step


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({**ITEM, "custom_facets": {"report ing": 0.1, "REPORT_ING": 0.2}}, "given twice"),
        ({**ITEM, "custom_facets": {"": 0.1}}, "need a name"),
        ({**ITEM, "custom_facets": {"CUSTOM_": 0.1}}, "need a name"),
        ({**ITEM, "facet_coverage": [0.1]}, "object of names and scores"),
        ({**ITEM, "score": 101}, "less than or equal to 100"),
        ({**ITEM, "reason": "  "}, "at least 1 character"),
    ],
)
def test_other_broken_items_are_refused_by_field(data: dict[str, object], problem: str) -> None:
    with pytest.raises(SearchInputError, match=problem) as error:
        parsed(LLMScoredItem, data)
    assert error.value.field in str(error.value)


def test_a_date_that_has_no_utc_is_an_error_like_any_other() -> None:
    with pytest.raises(SearchInputError, match="outside the calendar"):
        parsed(SearchCandidate, {"id": "a", "detected_date": "0001-01-01T00:00:00+05:00"})


def test_json_that_cannot_be_read_is_an_error_like_any_other() -> None:
    with pytest.raises(SearchInputError, match="Invalid JSON"):
        parsed(ScoringContext, '{"question": ')


@PATIENT
@given(st.datetimes(timezones=st.none()))
def test_no_naive_date_ever_gets_in(date: datetime) -> None:
    with pytest.raises(SearchInputError):
        parsed(SearchCandidate, {"id": "a", "detected_date": date.isoformat()})


@PATIENT
@given(st.dictionaries(st.text(), st.one_of(st.floats(), st.text(), st.booleans(), st.none()), max_size=3))
def test_custom_facets_are_shares_under_their_prefix_or_an_error(facets: dict[str, object]) -> None:
    try:
        item = parsed(LLMScoredItem, {**ITEM, "custom_facets": facets})
    except SearchInputError:
        return
    assert len(item.custom_facets) == len(facets)
    assert all(name.startswith("CUSTOM_") and 0 <= share <= 1 for name, share in item.custom_facets.items())
