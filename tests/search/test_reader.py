"""Sentences are read word by word, in both languages."""

import pytest

from arch_team.search.reader import Sentence, reader
from arch_team.vectors.contextual import contextual_encoder
from arch_team.vectors.embedding import default_embedder

LEAVE = Sentence("Each employee has 25 days of vacation a year.", "Leave")
CANTEEN = Sentence("The canteen opens at eleven.", "Food")
NIGHT = Sentence("A night costs 35 pounds, breakfast included.", "Living on site")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many vacation days do I get?", 0),
        ("Wie viele Ferientage habe ich?", 0),
        ("When does the canteen open?", 1),
        ("Wann macht die Kantine auf?", 1),
        ("Was kostet eine Übernachtung?", 2),
    ],
)
def test_the_sentence_that_speaks_of_it_is_the_best_in_either_language(question: str, answer: int) -> None:
    scores = reader().read(question, [LEAVE, CANTEEN, NIGHT], is_across=False).scores.tolist()
    assert scores.index(max(scores)) == answer


def test_a_word_is_laid_beside_its_translation_and_asking_words_count_little() -> None:
    read = reader().read("Wie viele Ferientage habe ich?", [LEAVE, CANTEEN], is_across=True)
    leave, canteen = read.own[read.words.index("Ferientage")].tolist()
    assert leave > 0.8 > 0.3 > canteen
    assert read.weights[read.words.index("Ferientage")] > 4 * read.weights[read.words.index("Wie")]


def test_what_stands_in_the_heading_or_beside_counts_too_but_less() -> None:
    bare = Sentence("It opens at eleven.")
    headed = Sentence("It opens at eleven.", "Canteen")
    beside = Sentence("It opens at eleven.", around=("The canteen is on the ground floor.",))
    read = reader().read("When does the canteen open?", [bare, headed, beside, CANTEEN], is_across=False)
    without, with_heading, with_neighbour, itself = read.full[read.words.index("canteen")].tolist()
    assert without < with_neighbour < itself
    assert without < with_heading < itself


def test_a_text_without_words_is_near_to_nothing() -> None:
    read = reader().read("When does the canteen open?", [Sentence("…"), CANTEEN], is_across=False)
    assert read.full[:, 0].max() == 0


def test_one_pass_gives_the_words_and_the_vector_that_the_encoder_gives() -> None:
    texts = ["Wie viele Ferientage habe ich im Jahr?", "--help prints it; see /etc/fstab.", "?"]
    read = list(contextual_encoder().read(texts))
    assert [each.words for each in read] == [
        ("Wie", "viele", "Ferientage", "habe", "ich", "im", "Jahr"),
        ("help", "prints", "it", "see", "etc", "fstab"),
        (),
    ]
    import numpy as np

    wholes = contextual_encoder().folded(
        np.array([each.summed for each in read]), np.array([each.pieces for each in read], np.float32)
    )
    assert np.allclose(wholes, default_embedder().embed(texts), atol=1e-4)
