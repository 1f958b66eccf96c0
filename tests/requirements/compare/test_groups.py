"""Groups of duplicates: one core, no chains, nothing together that a person has parted."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from arch_team.requirements.compare import find_duplicates
from arch_team.vectors.grouping import grouped
from tests.requirements.compare.labelled import as_set, found, model

EXPORT = [
    "Users shall be able to export reports as PDF.",
    "Reports can be exported as PDF by users.",
    "The system shall let users export a report in PDF format.",
]
LOGOUT = ["The user is logged out after 15 minutes.", "After 15 minutes the user must be logged out."]
ALONE = "The engine shall stop when it overheats."


def never(one: int, other: int) -> bool:
    return False


def test_a_group_holds_all_that_say_the_same_in_the_order_of_the_set() -> None:
    duplicates = found([EXPORT[0], LOGOUT[0], EXPORT[1], ALONE, LOGOUT[1], EXPORT[2]])
    assert duplicates.groups == (("R0", "R2", "R5"), ("R1", "R4"))
    assert len(duplicates.pairs) == 4


def test_two_that_exclude_each_other_share_no_group_though_a_third_is_like_both() -> None:
    with_15 = "The system shall log out inactive users after 15 minutes."
    texts = [with_15, "The system shall log out inactive users.", with_15.replace("15", "30")]
    duplicates = found(texts, threshold=0.6)
    assert not any({"R0", "R2"} <= set(group) for group in duplicates.groups)


def test_a_rejected_pair_shares_no_group_though_a_third_is_like_both() -> None:
    requirements = as_set(EXPORT)
    duplicates = find_duplicates(requirements, embedder=model(), rejected=[("R2", "R0")])
    assert {frozenset((pair.one, pair.other)) for pair in duplicates.pairs} == {
        frozenset(("R0", "R1")),
        frozenset(("R1", "R2")),
    }
    assert len(duplicates.groups) == 1
    assert len(duplicates.groups[0]) == 2


def test_copies_are_paired_with_the_first_of_them_and_make_one_group() -> None:
    duplicates = found([ALONE, EXPORT[0], ALONE, ALONE.upper(), EXPORT[1]])
    assert [(pair.one, pair.other) for pair in duplicates.pairs if pair.similarity == 1] == [("R0", "R2"), ("R0", "R3")]
    assert duplicates.groups == (("R0", "R2", "R3"), ("R1", "R4"))


def test_a_chain_is_no_group() -> None:
    chain = list(pairwise(range(6)))
    groups = grouped(chain, (), never)
    assert max(map(len, groups)) == 3


def test_ten_thousand_copies_are_one_group() -> None:
    star = [(0, other) for other in range(1, 10_000)]
    rejected = [frozenset((other, other + 20_000)) for other in range(10_000)]
    assert grouped(star, rejected, never) == [list(range(10_000))]


@settings(deadline=None, max_examples=200)
@given(
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)).filter(lambda pair: pair[0] != pair[1]), max_size=40),
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)).filter(lambda pair: pair[0] != pair[1]), max_size=6),
    st.sets(st.integers(0, 12), max_size=2),
)
def test_every_group_has_a_core_and_no_two_that_must_stay_apart(
    pairs: list[tuple[int, int]], rejected: list[tuple[int, int]], excluding: set[int]
) -> None:
    like = {frozenset(pair) for pair in pairs}
    groups = grouped(pairs, [frozenset(pair) for pair in rejected], lambda a, b: {a, b} == excluding)
    members = [member for group in groups for member in group]
    assert len(members) == len(set(members))
    for group in groups:
        assert len(group) > 1
        assert any(all(core == other or frozenset((core, other)) in like for other in group) for core in group)
        assert not any({one, other} <= set(group) for one, other in rejected)
        assert len(excluding) < 2 or not excluding <= set(group)
