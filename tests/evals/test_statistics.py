"""Statistics that hold: the question is the unit, tests are exact, and the same figures give the same intervals."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arch_team.evals.statistics import compare, percentile, rate, sign_flip, spread

Outcomes = dict[str, list[float]]


def questions(*outcomes: float, repeats: int = 1) -> Outcomes:
    return {f"q{number}": [outcome] * repeats for number, outcome in enumerate(outcomes)}


class TestRate:
    def test_repeats_do_not_narrow_the_interval(self) -> None:
        once = rate(questions(1, 1, 1, 0, 0, 1, 0, 1))
        often = rate(questions(1, 1, 1, 0, 0, 1, 0, 1, repeats=10))
        assert once is not None
        assert often is not None
        assert (often.value, often.low, often.high) == (once.value, once.low, once.high)
        assert (often.questions, often.runs) == (8, 80)

    def test_all_right_is_not_certainty(self) -> None:
        found = rate(questions(*[1] * 19))
        assert found is not None
        assert (found.value, found.high) == (1.0, 1.0)
        assert found.low == pytest.approx(0.832, abs=0.001)  # Wilson, 19 of 19

    def test_questions_that_vary_within_tell_more_than_those_that_do_not(self) -> None:
        """The same 50 %: eight questions that are each right every other time, and eight that are always or never."""
        within = rate({f"q{n}": [1.0, 0.0] for n in range(8)})
        between = rate(questions(1, 1, 1, 1, 0, 0, 0, 0, repeats=2))
        assert within is not None
        assert between is not None
        assert within.high - within.low <= between.high - between.low

    def test_nothing_has_no_rate(self) -> None:
        assert rate({}) is None

    @given(
        st.dictionaries(st.text(max_size=3), st.lists(st.sampled_from([0.0, 1.0]), min_size=1, max_size=4), min_size=1)
    )
    def test_the_rate_lies_in_its_interval(self, clusters: Outcomes) -> None:
        found = rate(clusters)
        assert found is not None
        assert 0 <= found.low <= found.value <= found.high <= 1


class TestPairedTest:
    def test_five_questions_lost_and_none_won_is_no_chance(self) -> None:
        assert sign_flip([Fraction(-1)] * 5, worse_only=True) == 1 / 32
        assert sign_flip([Fraction(-1)] * 5) == 2 / 32

    def test_ties_say_nothing(self) -> None:
        lost = [Fraction(-1)] * 4
        assert sign_flip([*lost, *[Fraction(0)] * 10], worse_only=True) == sign_flip(lost, worse_only=True)
        assert sign_flip([Fraction(0)] * 3) == 1.0
        assert sign_flip([]) == 1.0

    @settings(deadline=None)
    @given(st.lists(st.fractions(-1, 1, max_denominator=5), min_size=1, max_size=7))
    def test_it_counts_every_pattern_of_signs(self, differences: list[Fraction]) -> None:
        seen = sum(differences)
        totals = [
            sum(sign * d for sign, d in zip(signs, differences, strict=True))
            for signs in product((1, -1), repeat=len(differences))
        ]
        assert sign_flip(differences) == sum(abs(t) >= abs(seen) for t in totals) / len(totals)
        assert sign_flip(differences, worse_only=True) == sum(t <= seen for t in totals) / len(totals)

    def test_it_is_exact_for_many_questions(self) -> None:
        assert sign_flip([Fraction(1)] * 60) == 2 / 2**60


class TestCompare:
    def test_only_questions_both_have_count(self) -> None:
        found = compare("b", {"x": [1.0], "y": [1.0]}, "a", {"x": [0.0], "z": [1.0]})
        assert found is not None
        assert (found.questions, found.difference, found.gained, found.lost) == (1, 1.0, 1, 0)
        assert compare("b", {"x": [1.0]}, "a", {"y": [1.0]}) is None

    def test_a_large_lead_is_found_and_its_interval_leaves_zero_out(self) -> None:
        found = compare("b", questions(*[1] * 15, 0, 0, 0, 0), "a", questions(*[0] * 15, 0, 0, 0, 0))
        assert found is not None
        assert found.p_value < 0.001
        assert found.low > 0

    def test_a_draw_is_no_difference(self) -> None:
        found = compare("b", questions(1, 0), "a", questions(0, 1))
        assert found is not None
        assert (found.difference, found.p_value) == (0.0, 1.0)

    @settings(max_examples=8, deadline=None)
    @given(
        st.dictionaries(
            st.sampled_from("abcdef"), st.lists(st.sampled_from([0.0, 1.0]), min_size=1, max_size=3), min_size=1
        )
    )
    def test_the_same_twice_is_the_same_and_the_other_way_round_the_opposite(self, one: Outcomes) -> None:
        other = {name: [1.0 - value for value in values] for name, values in one.items()}
        there, again, back = (compare("x", a, "y", b) for a, b in ((one, other), (one, other), (other, one)))
        assert there == again
        assert there is not None
        assert back is not None
        assert (back.difference, back.p_value) == (-there.difference, there.p_value)


def test_percentiles_and_spread() -> None:
    assert percentile([], 0.5) == 0.0
    assert percentile([3.0], 0.95) == 3.0
    assert percentile([1.0, 2.0, 3.0, 4.0], 0.5) == 2.5
    assert percentile([1.0, 2.0], 0.95) == pytest.approx(1.95)
    assert spread([0.9]) == 0.0
    assert spread([0.8, 1.0]) == pytest.approx(0.1)
