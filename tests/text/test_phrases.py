"""Phrases match as the whole pattern does, although only a part of it is compiled."""

import re
from datetime import date
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arch_team.evals.development import cases
from arch_team.evidence.masks import mask_patterns
from arch_team.evidence.placeholders import Placeholders
from arch_team.routing.calculation import grammar
from arch_team.routing.own_data import own_data_rules
from arch_team.text import period_patterns
from arch_team.text.folding import letters_folded
from arch_team.text.needs import DIGIT, needs_of
from arch_team.text.periods import periods_in
from arch_team.text.phrases import Phrases

QUESTIONS = sorted({str(case["question"]) for case in cases()})
SLOW = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)


@cache
def shipped() -> tuple[Phrases, ...]:
    """Everything in the package that is matched by phrases."""
    opening, _, grouping, rewrites = grammar()
    written = [found for found in vars(period_patterns).values() if isinstance(found, Phrases)]
    return (
        *written,
        *(pattern for _, pattern in period_patterns.PATTERNS),
        *mask_patterns(),
        *(pattern for _, pattern in Placeholders.shipped().patterns),
        *(rule.found for rule in own_data_rules()),
        *(opening, grouping, *(pattern for pattern, _ in rewrites)),
    )


@cache
def whole(phrases: Phrases) -> re.Pattern[str]:
    return re.compile(phrases.pattern, phrases.flags)


def groups(match: re.Match[str]) -> tuple[object, ...]:
    return match.span(), {name: said for name, said in match.groupdict().items() if said is not None}


def agree(phrases: Phrases, text: str) -> None:
    expected = whole(phrases)
    assert [groups(m) for m in phrases.finditer(text)] == [groups(m) for m in expected.finditer(text)]
    for name in ("search", "match", "fullmatch"):
        found, wanted = getattr(phrases, name)(text), getattr(expected, name)(text)
        assert (found and groups(found)) == (wanted and groups(wanted))
    assert phrases.sub("·", text) == expected.sub("·", text)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_matched_as_by_the_whole_pattern(question: str) -> None:
    for phrases in shipped():
        for text in (question, letters_folded(question)):
            agree(phrases, text)


@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
@given(st.data())
def test_what_a_pattern_matches_is_found(data: st.DataObject) -> None:
    phrases = data.draw(st.sampled_from(shipped()))
    text = data.draw(st.from_regex(whole(phrases)))
    agree(phrases, text)


@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
@given(st.data())
def test_a_single_way_to_say_it_is_found(data: st.DataObject) -> None:
    """A need too many would hide behind the other phrases of its pattern."""
    phrase = data.draw(
        st.sampled_from([phrase for phrases in shipped() if not phrases.flags for phrase in phrases.ways])
    )
    agree(Phrases(phrase), data.draw(st.from_regex(phrase)))


@pytest.mark.parametrize(
    ("pattern", "needs"),
    [
        ("wie oft", [("wie oft",)]),
        (r"add(s|ed)? up", [("add",), (" up",)]),
        (r"\bsaldo\w*\b", [("saldo",)]),
        (r"names? of", [("name",), (" of",)]),
        (r"e-?mails?", [("e",), ("mail",)]),
        (r"x{0,2}y{2,}z{3}", [("y",), ("z",)]),
        (r"(?:januar|jan)\.? (?P<y>\d\d)", [("januar", "jan"), (" ",), (DIGIT,), (DIGIT,)]),
        (r"mehr(?=[^?]* als\b)", [("mehr",), (" als",)]),
        (r"(?<!vat )number(?! of)", [("number",)]),
        (r"wie|was|\w+", []),
        (r"a|(?:b|)", []),
        (r"(?:abc)*", []),
        (r"\.\-\+", [(".-+",)]),
        (r"[()|]x", [("x",)]),
        (r"[]]x", [("x",)]),
        (r"(?i)abc", []),
        (r"(?i:abc)", []),
        (r"(a)\1", []),
        (r"(?P<a>a)(?P=a)", []),
        (r"\x41bc", []),
        (r"a{x}", []),
        ("", []),
    ],
)
def test_needs(pattern: str, needs: list[tuple[str, ...]]) -> None:
    re.compile(pattern)
    assert sorted(needs_of(pattern)) == sorted(needs)


def test_letters_that_count_as_another_where_capitals_do_not_matter() -> None:
    """Every sign that Python takes for an ASCII letter is taken for it here too, and beside other letters."""
    signs = set(re.findall("[a-z]", "".join(map(chr, range(0x110000))), re.IGNORECASE))
    assert len(signs) > 52
    for letter in "abcdefghijklmnopqrstuvwxyz":
        phrases = Phrases(f"x{letter}y", ignore_case=True)
        for sign in signs:
            if re.fullmatch(letter, sign, re.IGNORECASE):
                assert phrases.search(f"X{sign}Y"), (letter, sign)


def test_digits_of_other_scripts_are_digits() -> None:
    assert Phrases(r"nr \d").search("nr ٣")


def test_a_date_in_words_and_one_in_figures() -> None:
    found = periods_in("per 31.12.2025 und 3rd of march 2024")
    assert {period.end for period in found} == {date(2025, 12, 31), date(2024, 3, 3)}
