"""Reciprocal rank fusion beside a plain reference, its order, and bonuses that stay small."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.search.contracts_stages import Arm
from arch_team.search.fusion import bonus, fused_ranking, rrf_terms
from tests.search.examples import PATIENT

IDS = st.lists(st.text("abcdef", min_size=1, max_size=2), max_size=12)
ARMS = st.lists(st.tuples(st.sampled_from(["dense", "sparse", "llm", "given"]), IDS), max_size=4).map(
    lambda pairs: [Arm(name, tuple(ids)) for name, ids in pairs]
)
WEIGHTS = st.dictionaries(st.sampled_from(["dense", "sparse", "llm"]), st.floats(0, 5), max_size=3)
K = st.integers(1, 200)


def plain_rrf(arms: Sequence[Arm], k: int, weights: dict[str, float]) -> dict[str, float]:
    """The textbook: a document's score is the sum over lists of weight / (k + rank), ranks from 1."""
    scores: dict[str, float] = {}
    for arm in arms:
        rank = 0
        seen: set[str] = set()
        for own in arm.ids:
            if own not in seen:
                seen.add(own)
                rank += 1
                scores[own] = scores.get(own, 0.0) + weights.get(arm.name, 1.0) / (k + rank)
    return scores


@PATIENT
@given(ARMS, K, WEIGHTS)
def test_fusion_equals_the_textbook(arms: list[Arm], k: int, weights: dict[str, float]) -> None:
    ids, scores = fused_ranking(arms, k=k, weights=weights)
    assert dict(zip(ids, scores.tolist(), strict=True)) == pytest.approx(plain_rrf(arms, k, weights), abs=1e-15)
    assert scores.tolist() == sorted(scores.tolist(), reverse=True)


@PATIENT
@given(ARMS.flatmap(lambda arms: st.tuples(st.just(arms), st.permutations(arms))), K, WEIGHTS)
def test_the_order_of_the_lists_does_not_matter(
    twice: tuple[list[Arm], list[Arm]], k: int, weights: dict[str, float]
) -> None:
    (one, terms), (other, others) = (fused_ranking(arms, k=k, weights=weights) for arms in twice)
    assert one == other
    assert terms.tolist() == others.tolist()


@PATIENT
@given(ARMS, K, st.permutations(list("abcdef")))
def test_terms_follow_their_ids_whatever_their_order(arms: list[Arm], k: int, ids: list[str]) -> None:
    terms = dict(zip(ids, rrf_terms(ids, arms, k=k).tolist(), strict=True))
    assert terms == dict(zip(sorted(ids), rrf_terms(sorted(ids), arms, k=k).tolist(), strict=True))


def test_equals_stand_in_the_order_of_their_ids() -> None:
    ids, _ = fused_ranking([Arm("dense", ("b", "c")), Arm("sparse", ("a", "d"))], k=90)
    assert ids == ("a", "b", "c", "d")


def test_who_was_filtered_out_takes_no_rank() -> None:
    terms = rrf_terms(["a", "b"], [Arm("dense", ("gone", "a", "b"))], k=90)
    assert terms.tolist() == [1 / 91, 1 / 92]


def test_no_list_no_terms() -> None:
    ids, scores = fused_ranking([], k=90)
    assert ids == ()
    assert scores.tolist() == []


@PATIENT
@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=20), st.floats(0, 0.5), K)
def test_a_bonus_is_never_worth_more_than_its_scale(strengths: list[float], scale: float, k: int) -> None:
    given_out = bonus(np.array(strengths, dtype=np.float64), scale=scale, k=k)
    assert np.all(given_out >= 0)
    assert np.all(given_out <= scale / (k + 1))


@pytest.mark.parametrize(("lists", "reach"), [(1, 11), (2, 5), (3, 4)])
def test_one_full_bonus_lifts_over_near_ranks_only(lists: int, reach: int) -> None:
    """At k = 90 and the default scale, from `reach` to the top and from no rank below."""
    k, full = 90, float(bonus(np.ones(1), scale=0.1, k=90)[0])
    first = lists / (k + 1)
    assert lists / (k + reach) + full > first
    assert lists / (k + reach + 1) + full < first
