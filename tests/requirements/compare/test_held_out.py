"""Pairs and sets that nothing was fitted on, at the default threshold. The bounds lie just under what was measured."""

from functools import lru_cache
from itertools import combinations

import pytest

from arch_team.requirements.compare.comparison import FOR, NAMES, calibration
from tests.requirements.compare.labelled import (
    Labelled,
    are_duplicates,
    found,
    held_out_pairs,
    held_out_sets,
    similarity,
)

PRECISION, RECALL = 0.89, 0.81
LEAST = {"de": (0.92, 0.79), "en": (0.92, 0.76), "cross": (0.79, 0.99), "long": (0.99, 0.66)}
"""Precision and recall: of German, English, across both, and of long texts."""
MOST_WRONG = {
    "number": 0, "negation": 0, "actor": 1, "object": 0, "action": 0, "condition": 1, "scope": 2, "template": 0,
    "other": 0,
}  # fmt: skip


@lru_cache(maxsize=1)
def called() -> dict[Labelled, bool]:
    found(all_texts())  # All are embedded at once, and remembered.
    return {pair: are_duplicates(pair.one, pair.other) for pair in held_out_pairs()}


def all_texts() -> list[str]:
    return [text for pair in held_out_pairs() for text in (pair.one, pair.other)]


def measured(part: str | None = None) -> tuple[float, float]:
    pairs = {pair: call for pair, call in called().items() if part in (None, pair.part)}
    right = sum(pair.kind == "same" and call for pair, call in pairs.items())
    return right / sum(pairs.values()), right / sum(pair.kind == "same" for pair in pairs)


def test_as_many_are_found_and_as_many_are_right_as_was_measured() -> None:
    precision, recall = measured()
    assert precision >= PRECISION
    assert recall >= RECALL


@pytest.mark.parametrize("part", list(LEAST))
def test_so_it_is_in_each_language_across_both_and_for_long_texts(part: str) -> None:
    precision, recall = measured(part)
    assert precision >= LEAST[part][0]
    assert recall >= LEAST[part][1]


@pytest.mark.parametrize("kind", list(MOST_WRONG))
def test_what_differs_is_no_duplicate(kind: str) -> None:
    wrong = [(pair.one, pair.other) for pair, call in called().items() if pair.kind == kind and call]
    assert len(wrong) <= MOST_WRONG[kind], wrong


def test_every_kind_of_difference_is_held_to_a_bound() -> None:
    assert {pair.kind for pair in held_out_pairs()} == {*MOST_WRONG, "same"}


@pytest.mark.parametrize("name", list(held_out_sets()))
def test_a_set_of_one_subject_without_duplicates_has_hardly_any(name: str) -> None:
    texts = held_out_sets()[name]
    assert len(found(texts).pairs) <= 1, f"of {len(list(combinations(texts, 2)))} pairs"


@pytest.mark.parametrize("threshold", [0.95, 0.9, 0.6, 0.4])
def test_a_threshold_only_leaves_out_what_does_not_exceed_it(threshold: float) -> None:
    all_pairs = found(all_texts(), threshold=-1).pairs
    assert found(all_texts(), threshold).pairs == tuple(pair for pair in all_pairs if pair.similarity > threshold)


def test_what_speaks_against_a_duplicate_never_raises_the_similarity() -> None:
    weights: dict[str, float] = calibration()["weights"]
    assert weights.keys() == set(NAMES)
    assert all(weight >= 0 if name in FOR else weight <= 0 for name, weight in weights.items())


def test_the_example_of_the_requirement_is_a_duplicate_at_the_default_setting() -> None:
    assert similarity("Video-Wasserzeichen für Urheberrecht", "Wasserzeichen in Videos einfügen") > 0.9
