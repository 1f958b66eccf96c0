"""What holds for every set, in whatever order it comes."""

import re
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from arch_team.requirements.compare import Duplicates, find_duplicates
from arch_team.requirements.model import Requirement
from tests.requirements.compare.labelled import (
    are_duplicates,
    found,
    held_out_pairs,
    held_out_sets,
    model,
    similarity,
)

TEXTS = [
    *held_out_sets()["service_desk"][:8],
    *dict.fromkeys(text for pair in held_out_pairs()[:24] for text in (pair.one, pair.other)),
]
FEW = settings(deadline=None, max_examples=40)


def by_text(texts: Sequence[str], duplicates: Duplicates) -> tuple[dict[frozenset[str], float], set[frozenset[str]]]:
    text_of = {f"R{number}": text for number, text in enumerate(texts)}
    pairs = {frozenset((text_of[pair.one], text_of[pair.other])): pair.similarity for pair in duplicates.pairs}
    return pairs, {frozenset(text_of[member] for member in group) for group in duplicates.groups}


@FEW
@given(st.lists(st.sampled_from(TEXTS), unique=True, min_size=2, max_size=12).flatmap(st.permutations))
def test_the_order_of_a_set_changes_no_pair_and_no_group(texts: list[str]) -> None:
    assert by_text(texts, found(texts)) == by_text(sorted(texts), found(sorted(texts)))


@FEW
@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS))
def test_likeness_is_mutual(one: str, other: str) -> None:
    assert similarity(one, other) == similarity(other, one)
    assert are_duplicates(one, other) == are_duplicates(other, one)


@FEW
@given(st.lists(st.sampled_from(TEXTS), max_size=10), st.floats(0, 1))
def test_a_higher_threshold_only_takes_pairs_away(texts: list[str], threshold: float) -> None:
    low, high = found(texts, threshold * 0.9).pairs, found(texts, threshold).pairs
    assert set(high) <= set(low)
    assert all(pair.similarity > threshold for pair in high)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.text(max_size=60), max_size=6), st.text(min_size=1, max_size=80))
def test_any_text_at_all_is_like_itself_or_has_no_words(texts: list[str], text: str) -> None:
    requirements = [Requirement(id=f"R{number}", text=one) for number, one in enumerate([*texts, text, text])]
    pairs = find_duplicates(requirements, embedder=model()).pairs
    has_words = re.search(r"[^\W_]", text) is not None
    assert any(pair.other == requirements[-1].id and pair.similarity == 1 for pair in pairs) == has_words
