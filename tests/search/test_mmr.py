"""Maximal marginal relevance beside a plain reference, and the two ways to compare texts."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from arch_team.search.freshness import Floats
from arch_team.search.mmr import Pick, cosine, mmr, word_overlap
from tests.search.examples import PATIENT

SHARES = st.floats(0, 1, width=16)
PROBLEMS = st.integers(1, 9).flatmap(
    lambda size: st.tuples(
        hnp.arrays(np.float64, size, elements=SHARES), hnp.arrays(np.float64, (size, size), elements=SHARES)
    )
)


def plain_mmr(relevance: list[float], similarity: list[list[float]], limit: int, trade_off: float) -> list[Pick]:
    """Straight from the definition: each time, look at every one that is left and at every one picked before."""
    picked: list[Pick] = []
    while len(picked) < min(limit, len(relevance)):
        best: tuple[float, int, float] | None = None
        for place in range(len(relevance)):
            if any(pick.place == place for pick in picked):
                continue
            nearest = max((similarity[pick.place][place] for pick in picked), default=0.0)
            worth = trade_off * relevance[place] - (1 - trade_off) * nearest
            if best is None or worth > best[0]:
                best = (worth, place, nearest)
        assert best is not None
        picked.append(Pick(best[1], best[2]))
    return picked


@PATIENT
@given(PROBLEMS, st.integers(0, 12), SHARES)
def test_mmr_equals_the_definition(problem: tuple[Floats, Floats], limit: int, trade_off: float) -> None:
    relevance, similarity = problem
    picks = mmr(relevance, lambda place: similarity[place], limit=limit, trade_off=trade_off)
    assert picks == plain_mmr(relevance.tolist(), similarity.tolist(), limit, trade_off)


@PATIENT
@given(PROBLEMS)
def test_all_relevance_is_the_order_of_relevance(problem: tuple[Floats, Floats]) -> None:
    relevance, similarity = problem
    picks = mmr(relevance, lambda place: similarity[place], limit=99, trade_off=1.0)
    assert [pick.place for pick in picks] == sorted(range(len(relevance)), key=lambda place: -relevance[place])


def test_a_copy_gives_way_to_something_new() -> None:
    texts = ["data residency in germany", "data residency in germany", "who may audit the logs"]
    picks = mmr(np.array([1.0, 0.99, 0.8]), word_overlap(texts), limit=2, trade_off=0.7)
    assert [pick.place for pick in picks] == [0, 2]


@PATIENT
@given(st.lists(st.text("ab c", max_size=12), min_size=1, max_size=6))
def test_word_overlap_is_jaccard(texts: list[str]) -> None:
    words = [set(re.findall(r"\w+", text)) for text in texts]
    one_to_all = word_overlap(texts)
    for place, mine in enumerate(words):
        expected = [len(mine & other) / len(mine | other) if mine | other else 0.0 for other in words]
        assert one_to_all(place).tolist() == pytest.approx(expected)


def test_cosine_of_unit_vectors_and_never_below_zero() -> None:
    vectors = np.array([[1, 0], [0.6, 0.8], [-1, 0]], dtype=np.float32)
    assert cosine(vectors)(0).tolist() == pytest.approx([1.0, 0.6, 0.0])
