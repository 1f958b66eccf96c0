"""Words in one spelling, whichever way a text is coded."""

import re
import unicodedata

from hypothesis import example, given
from hypothesis import strategies as st

from arch_team.vectors.words import fold, is_plain, words_of

GERMAN = st.text(alphabet="aeouqsxAEOUÄÖÜäöüß -_1K", max_size=30)


@given(GERMAN)
@example("Größe über Quäle, Queue")
def test_a_letter_and_its_mark_fold_like_the_letter_that_has_it(text: str) -> None:
    assert is_plain(text)
    assert fold(unicodedata.normalize("NFD", text)) == fold(text)
    assert fold(text).isascii()


@given(GERMAN)
def test_each_word_of_a_plain_text_folds_alone(text: str) -> None:
    assert words_of(text) == [fold(word) for word in re.findall(r"[^\W_]+", text)]


@given(st.text(alphabet=[chr(code) for code in range(128)], max_size=40))
def test_signs_and_spaces_part_words(text: str) -> None:
    assert words_of(text) == re.findall(r"[^\W_]+", fold(text))
