"""One or two letters wrong: the known word that is clearly nearest, or none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.reading.spelling import SHORTEST, nearest

KNOWN = ("journal", "salaries", "salary", "internet", "umsatz", "abschreibungen", "receivables", "konto", "kosten")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("jornal", "journal"),
        ("Internt", "internet"),
        ("Ummsatz", "umsatz"),
        ("recievables", "receivables"),
        ("Abschreibugen", "abschreibungen"),
    ],
)
def test_a_slip_is_read_as_the_nearest_word(said: str, meant: str) -> None:
    assert nearest(said, KNOWN) == meant


@pytest.mark.parametrize("said", ["cash", "Zebrastreifen", "Meier", "1020", "xumsatz", ""])
def test_what_is_near_nothing_stays_unknown(said: str) -> None:
    assert nearest(said, KNOWN) is None


def test_two_different_words_equally_near_leave_it_open() -> None:
    assert nearest("kasten", ("kosten", "kästen", "karten")) is None


@given(st.sampled_from([word for word in KNOWN if len(word) >= SHORTEST + 2]), st.data())
def test_a_letter_left_out_is_found_again(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(word) - 1))
    assert (nearest(word[:at] + word[at + 1 :], [word]) or word) == word
