"""Near pairs are those that comparing each with each would find."""

from collections import defaultdict
from unittest.mock import patch

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from arch_team.vectors import near_pairs as module
from arch_team.vectors.embedding import Matrix
from arch_team.vectors.near_pairs import NearPairs, near_pairs

WHOLE = st.integers(0, 50).flatmap(lambda count: arrays(np.float32, (count, 3), elements=st.integers(-3, 3).map(float)))
"""Of whole numbers, so that every product is exact."""
BLOCKS = st.sampled_from([1, 16, 200, 1_000, 16_000_000])


def listed(found: NearPairs) -> list[tuple[int, int, float]]:
    return list(zip(found.one.tolist(), found.other.tolist(), found.product.tolist(), strict=True))


def each_with_each(rows: Matrix, at_least: float) -> list[tuple[int, int, float]]:
    products = rows @ rows.T
    return [
        (one, other, float(products[one, other]))
        for one in range(len(rows))
        for other in range(one + 1, len(rows))
        if products[one, other] >= at_least
    ]


@settings(deadline=None)
@given(WHOLE, st.integers(-5, 20), BLOCKS)
def test_they_are_those_of_each_with_each_wherever_the_blocks_end(rows: Matrix, at_least: int, block: int) -> None:
    with patch.object(module, "BLOCK_NUMBERS", block):
        found = near_pairs(rows, at_least)
    expected = each_with_each(rows, at_least)
    assert listed(found) == expected
    counted = [sum(row in pair[:2] for pair in expected) for row in range(len(rows))]
    assert found.near.tolist() == counted


@settings(deadline=None)
@given(WHOLE, st.integers(-5, 20), BLOCKS, st.integers(1, 6))
def test_of_a_crowded_row_the_best_are_kept_and_never_more(rows: Matrix, at_least: int, block: int, most: int) -> None:
    with patch.object(module, "BLOCK_NUMBERS", block):
        found = near_pairs(rows, at_least, most_per_row=most)
    expected: defaultdict[int, list[float]] = defaultdict(list)
    for one, _, product in each_with_each(rows, at_least):
        expected[one].append(product)
    kept: defaultdict[int, list[float]] = defaultdict(list)
    for one, _, product in listed(found):
        kept[one].append(product)
    assert {one: sorted(products) for one, products in kept.items()} == {
        one: sorted(sorted(products)[-most:]) for one, products in expected.items()
    }
    assert set(listed(found)) <= set(each_with_each(rows, at_least))
    assert found.near.tolist() == near_pairs(rows, at_least).near.tolist()


def test_equal_vectors_by_the_hundred_give_no_more_than_was_allowed() -> None:
    found = near_pairs(np.ones((300, 2), dtype=np.float32), 1.0, most_per_row=4)
    assert len(found) <= 4 * 300
    assert found.near.tolist() == [299] * 300


def test_the_vectors_given_stay_as_they_are_and_progress_is_told_to_the_end() -> None:
    rows = np.eye(40, dtype=np.float32)
    told: list[tuple[int, int]] = []
    with patch.object(module, "BLOCK_NUMBERS", 1):
        near_pairs(rows, 0.5, progress=lambda done, total: told.append((done, total)))
    assert np.array_equal(rows, np.eye(40, dtype=np.float32))
    assert told == [(16, 40), (32, 40), (40, 40)]
