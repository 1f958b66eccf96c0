"""BM25 as sparse vectors: one form for the forms of a word, in both languages."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.vectors.postings import Postings
from arch_team.vectors.sparse import SparseEncoder, SparseVector, average_length_of, term_id, terms_of
from arch_team.vectors.words import fold, stem

ENCODER = SparseEncoder(average_length=3)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Rechnungen", "Rechnung"),
        ("Prüfung", "Pruefungen"),
        ("reports", "report"),
        ("stopping", "stop"),
        ("Maße", "Masse"),
    ],
)
def test_forms_and_spellings_of_a_word_are_one_term(one: str, other: str) -> None:
    assert terms_of(one) == terms_of(other)


def test_words_without_a_topic_count_only_where_there_are_no_others() -> None:
    assert terms_of("Das ist die Rechnung") == terms_of("the Rechnung")
    assert terms_of("to be or not to be") != []


def test_a_repeated_term_weighs_more_but_never_without_end() -> None:
    once, often = ENCODER.encode("pump"), ENCODER.encode("pump " * 50)
    assert once.indices == often.indices
    assert once.values[0] < often.values[0] < ENCODER.k1 + 1
    assert ENCODER.encode_query("pump pump").values == (2.0,)


def test_a_long_text_pays_for_its_length() -> None:
    short, long = ENCODER.encode("pump"), ENCODER.encode("pump and a valve, a pipe, a tank and a sensor")
    assert short.values[0] > dict(zip(long.indices, long.values, strict=True))[term_id(stem("pump"))]


@given(st.text(max_size=80))
def test_any_text_gives_sorted_ids_of_32_bits_and_weights_above_zero(text: str) -> None:
    vector = ENCODER.encode(text)
    assert list(vector.indices) == sorted(set(vector.indices))
    assert all(0 <= index < 2**32 for index in vector.indices)
    assert all(weight > 0 for weight in vector.values)
    assert bool(vector) == bool(terms_of(text))
    assert fold(fold(text)) == fold(text)


def test_the_mean_length_is_never_below_one() -> None:
    assert average_length_of(["pump valve", "tank"]) == 1.5
    assert average_length_of([""]) == 1
    assert average_length_of([]) > 1


@given(
    st.lists(st.dictionaries(st.integers(0, 6), st.floats(0.1, 3), max_size=4), max_size=8),
    st.dictionaries(st.integers(0, 6), st.floats(0.1, 3), max_size=4),
)
def test_the_postings_rank_as_the_formula_says(texts: list[dict[int, float]], query: dict[int, float]) -> None:
    postings = Postings()
    for row, text in enumerate(texts):
        held = vector(text)
        postings.add(row, [np.array(held.indices, np.uint32)], [np.array(held.values, np.float32)])
    rows, scores = postings.scores(vector(query), np.ones(len(texts), np.bool_))
    expected: dict[int, float] = {}
    for row, text in enumerate(texts):
        shared = query.keys() & text.keys()
        if shared:
            expected[row] = sum(query[term] * text[term] * rarity(term, texts) for term in shared)
    assert dict(zip(rows.tolist(), scores.tolist(), strict=True)) == pytest.approx(expected)


def test_what_is_gone_counts_neither_as_found_nor_for_rarity() -> None:
    postings = Postings()
    postings.add(
        0, [np.array([1, 2], np.uint32), np.array([1], np.uint32)], [np.ones(2, np.float32), np.ones(1, np.float32)]
    )
    rows, scores = postings.scores(vector({1: 1.0}), np.array([False, True]))
    assert rows.tolist() == [1]
    assert scores.tolist() == pytest.approx([math.log(0.5 / 1.5 + 1)])


def vector(weights: dict[int, float]) -> SparseVector:
    ordered = sorted(weights.items())
    return SparseVector(tuple(term for term, _ in ordered), tuple(weight for _, weight in ordered))


def rarity(term: int, texts: list[dict[int, float]]) -> float:
    having = sum(term in text for text in texts)
    return math.log((len(texts) - having + 0.5) / (having + 0.5) + 1)
