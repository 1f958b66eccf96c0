"""Stems of phrases: the short way for plain words comes to what the tokens come to."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arch_team.text.stems import first_stem, noun_stem, stems_of
from arch_team.text.tokens import tokens_of
from arch_team.wire import Language

WORDS = st.text("aeBnsrtÄößé²", min_size=1, max_size=6)
PHRASES = st.lists(st.one_of(WORDS, st.sampled_from([" ", "  ", "-", "'s", "&", ".", "1", "_", "(", '"'])), max_size=8)


@given(PHRASES.map("".join), st.sampled_from(["de", "en"]))
@example("Debitoren-Ausstände", "de")
@example("cost of licences", "en")
@example("the company's debts", "en")
@example("a - b", "en")
def test_a_phrase_has_the_stems_of_its_tokens(phrase: str, language: Language) -> None:
    expected = tuple(noun_stem(token.folded, language) for token in tokens_of(phrase, language))
    assert stems_of(phrase, language) == expected
    assert first_stem(phrase, language) == (expected[0] if expected else None)


@pytest.mark.parametrize("phrase", ["", "  "])
def test_a_phrase_without_words_has_none(phrase: str) -> None:
    assert (stems_of(phrase, "de"), first_stem(phrase, "de")) == ((), None)


@pytest.mark.parametrize(
    ("who", "what"),
    [("Spieler", "Spiele"), ("Mieter", "Mieten"), ("Fahrer", "Fahrten"), ("Arbeiter", "Arbeiten"), ("Käufer", "Käufe")],
)
def test_who_does_is_not_what_is_done(who: str, what: str) -> None:
    assert stems_of(who, "de") != stems_of(what, "de")
    assert stems_of(who, "de") == stems_of(f"{who}n", "de") == stems_of(f"{who}s", "de")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kind", "Kinder"),
        ("Haus", "Häusern"),
        ("offen", "offener"),
        ("bezahlt", "bezahlter"),
        ("storniert", "stornierter"),
    ],
)
def test_an_ending_of_number_or_case_is_taken_off(one: str, other: str) -> None:
    assert stems_of(one, "de") == stems_of(other, "de")
