"""Who may be ranked: the freshness modes, the forbidden sources, the company's policy."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.search.contracts import FreshnessMode, ScoringContext, SearchCandidate
from arch_team.search.freshness import DAYS_A_MONTH, penalties
from arch_team.search.policy import DomainPolicy
from arch_team.search.prefilter import Kept, prefilter
from arch_team.search.tuning import Tuning
from tests.search.examples import NOW, PATIENT, QUESTION, candidate


def filtered(
    candidates: Sequence[SearchCandidate],
    mode: FreshnessMode = FreshnessMode.STANDARD,
    disallowed: tuple[str, ...] = (),
    blocked: tuple[str, ...] = (),
) -> Kept:
    context = ScoringContext(question=QUESTION, freshness_mode=mode, disallowed_sources=disallowed)
    return prefilter(candidates, context, policy=DomainPolicy(blocked=blocked), tuning=Tuning(), now=NOW)


@pytest.mark.parametrize(
    ("mode", "days", "kept"),
    [
        ("standard", 365, True),
        ("standard", 366, False),
        ("standard", -30, True),
        ("standard", None, True),
        ("software_docs_strict", 366, True),
        ("software_docs_strict", 1095, True),
        ("software_docs_strict", 1096, False),
        ("law_evergreen", 20_000, True),
    ],
)
def test_how_old_a_candidate_may_be(mode: str, days: int | None, kept: bool) -> None:
    outcome = filtered([candidate("a", days=days)], FreshnessMode(mode))
    assert [each.id for each in outcome.candidates] == (["a"] if kept else [])
    assert outcome.dropped == (() if kept else (("a", "stale"),))


def test_forbidden_sources_and_policy_are_dropped_by_name() -> None:
    outcome = filtered(
        [
            candidate("a", url="wiki://drafts/1"),
            candidate("b", url="https://spam.example/x"),
            candidate("c", url="https://spam.example/x", days=9999),
            candidate("d", url="https://fine.example/x"),
            candidate("d", url="https://fine.example/again"),
        ],
        disallowed=("wiki://drafts",),
        blocked=("spam.example",),
    )
    assert [each.url for each in outcome.candidates] == ["https://fine.example/x"]
    assert set(outcome.dropped) == {("a", "disallowed"), ("b", "policy"), ("c", "policy"), ("d", "duplicate_id")}


@PATIENT
@given(st.permutations([candidate(own, days=days) for own, days in zip("abcde", (1, 400, 30, None, 999), strict=True)]))
def test_what_is_kept_does_not_depend_on_the_order(candidates: list[SearchCandidate]) -> None:
    outcome = filtered(candidates)
    rows: list[int] = outcome.rows.tolist()
    assert [each.id for each in outcome.candidates] == ["a", "c", "d"]
    assert [candidates[row].id for row in rows] == ["a", "c", "d"]


def test_six_months_cost_twelve_points() -> None:
    ages = np.array([0.0, 6 * DAYS_A_MONTH, 12 * DAYS_A_MONTH, np.nan])
    assert penalties(ages, FreshnessMode.STANDARD, Tuning()).tolist() == pytest.approx([0, 12, 24, 0])
    assert penalties(ages, FreshnessMode.SOFTWARE_DOCS_STRICT, Tuning()).tolist() == pytest.approx([0, 12, 24, 0])
    assert penalties(ages, FreshnessMode.LAW_EVERGREEN, Tuning()).tolist() == [0, 0, 0, 0]
