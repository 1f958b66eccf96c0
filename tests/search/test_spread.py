"""Redundancy and diversity: a head from several sources, and nothing lost."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.search.diversity import diversified
from arch_team.search.redundancy import without_redundancy
from tests.search.examples import PATIENT


def test_the_second_of_a_host_counts_less() -> None:
    scores = np.array([1.0, 0.9, 0.8, 0.7, 0.6])
    hosts = ["a", "a", "b", "a", ""]
    fair = without_redundancy(scores, range(5), hosts, factor=0.85)
    assert fair.scores.tolist() == pytest.approx([1.0, 0.9 * 0.85, 0.8, 0.7 * 0.85, 0.6])
    assert fair.redundant.tolist() == [False, True, False, True, False]


def test_what_has_no_host_is_nobodys_second() -> None:
    fair = without_redundancy(np.array([1.0, 1.0]), range(2), ["", ""], factor=0.85)
    assert fair.scores.tolist() == [1.0, 1.0]


def test_the_best_of_a_missing_kind_comes_into_the_head() -> None:
    spread = diversified([0, 1, 2, 3, 4], ["com", "com", "com", "gov", "org"], head=3, least=2)
    assert spread.order == [0, 1, 3, 2, 4]
    assert spread.promoted == [3]


def test_a_head_that_is_diverse_enough_stays() -> None:
    spread = diversified([2, 0, 1], ["com", "gov", "org"], head=3, least=3)
    assert spread.order == [2, 0, 1]
    assert spread.promoted == []


@PATIENT
@given(
    st.lists(st.sampled_from(["com", "gov", "org", "edu"]), max_size=12).flatmap(
        lambda buckets: st.tuples(st.just(buckets), st.permutations(range(len(buckets))))
    ),
    st.integers(1, 8),
    st.integers(1, 6),
)
def test_the_head_has_as_many_kinds_as_it_can_and_nobody_is_lost(
    case: tuple[list[str], list[int]], head: int, least: int
) -> None:
    buckets, order = case
    spread = diversified(order, buckets, head=head, least=least)
    assert sorted(spread.order) == sorted(order)
    kinds = {buckets[place] for place in spread.order[:head]}
    assert len(kinds) >= min(least, head, len(set(buckets)))
    assert set(spread.promoted) <= set(spread.order[:head])
    assert order[:1] == spread.order[:1], "the best stays the best"
    after = [place for place in order if place not in spread.order[:head]]
    assert spread.order[head:] == after
