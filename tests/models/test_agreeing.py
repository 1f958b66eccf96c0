"""Two readers that found several things: the one that both found is an answer, where one of them found nothing else."""

from hypothesis import given
from hypothesis import strategies as st

from arch_team.forms.form import Form
from arch_team.models.embedded.agreeing import Tried, found_by_all
from arch_team.models.embedded.plan import ROW, Found

FORM = Form(table="boats")
SENTENCE, PIECES = frozenset({"sentence"}), frozenset({"pieces"})
BOTH = SENTENCE | PIECES


def tried(readers: frozenset[str], *rows: tuple[object, ...]) -> Tried:
    found = tuple({ROW: at, **{f"c{n}": v for n, v in enumerate(row)}} for at, row in enumerate(rows, 1))
    return Tried(FORM, Found("e1", found), readers)


def test_what_all_find_is_the_first() -> None:
    first = tried(SENTENCE, (3,))
    assert found_by_all([first, tried(PIECES, (3,))]) is first


def test_what_one_of_two_readers_leaves_open_the_other_settles() -> None:
    first = tried(SENTENCE, ("Ann",), ("Bob",))
    assert found_by_all([tried(SENTENCE, ("Cid",)), first, tried(PIECES, ("Bob", 2), ("Ann", 1))]) is first


def test_one_reader_alone_settles_nothing() -> None:
    assert found_by_all([tried(SENTENCE, (3,)), tried(SENTENCE, (4,))]) is None
    assert found_by_all([tried(frozenset(), (3,)), tried(frozenset(), (4,))]) is None


def test_two_things_that_both_found_are_asked_about() -> None:
    assert found_by_all([tried(BOTH, (3,)), tried(BOTH, (4,))]) is None


def test_where_each_finds_something_else_as_well_it_is_asked() -> None:
    assert found_by_all([tried(BOTH, (3,)), tried(SENTENCE, (4,)), tried(PIECES, (5,))]) is None


def test_nothing_is_no_agreement() -> None:
    """That two readings find nothing does not make them the same."""
    assert found_by_all([tried(SENTENCE, (0,)), tried(PIECES, (0,)), tried(PIECES, (7,))]) is None


rows = st.lists(st.tuples(st.integers(1, 3)), min_size=1, max_size=2)
some = st.lists(st.tuples(st.sampled_from([SENTENCE, PIECES, BOTH]), rows), min_size=1, max_size=5)


@given(some)
def test_an_answer_is_what_every_reader_found(found: list[tuple[frozenset[str], list[tuple[int]]]]) -> None:
    all_tried = [tried(readers, *shown) for readers, shown in found]
    one = found_by_all(all_tried)
    if one is None:
        return
    mine = sorted(map(str, (row["c0"] for row in one.found.rows)))
    same = [t for t in all_tried if sorted(map(str, (row["c0"] for row in t.found.rows))) == mine]
    readers = frozenset[str]().union(*(t.readers for t in all_tried))
    assert frozenset[str]().union(*(t.readers for t in same)) == readers
