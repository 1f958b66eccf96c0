"""A reader finds the names of the data in a question: folded, longest first, within the tenant, in bounded memory."""

import gc
import time
import weakref

import pytest

from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.provider import SqlProvider
from arch_team.modelling.values import FRESH_FOR, Hit, ValueIndex, values_of
from tests.featuredata.own import KINDS
from tests.semantics.conftest import SHOP, Opened

PLACES = (
    "CREATE TABLE place (id INTEGER, name VARCHAR(200), kind VARCHAR(20), seen VARCHAR(30))",
    "INSERT INTO place VALUES (1, 'New York', 'city', '2025-01-01'), "
    "(2, 'New York City Hall', 'hall', '2025-01-02 08:00'), (3, 'Zürich', 'city', '2025-01-01'), "
    "(4, 'O''Brien  Street', 'street', NULL), (5, 'new york', 'City', NULL), "
    "(6, 'Washington, D.C.', 'city', NULL), (7, 'C++', '', NULL), (8, 'C', '-', NULL), "
    f"(9, '{'long ' * 30}', 'city', NULL)",
)


@pytest.fixture(params=KINDS)
def places(request: pytest.FixtureRequest, opened: Opened) -> SqlProvider:
    return opened(str(request.param), *PLACES)


def found(index: ValueIndex, question: str, start: int = 0) -> tuple[int, list[str]]:
    end, hits = index.longest(question.split(), start)
    return end, [hit.value for hit in hits]


class TestFinding:
    def test_a_phrase(self, places: SqlProvider) -> None:
        index = ValueIndex(places)
        assert index.lookup("zurich") == (Hit("place", "name", "Zürich"),)
        assert index.lookup("ZÜRICH") == (Hit("place", "name", "Zürich"),)
        assert [hit.value for hit in index.lookup("o'brien street")] == ["O'Brien  Street"]
        assert {hit.value for hit in index.lookup("New York")} == {"New York", "new york"}
        assert [hit.value for hit in index.lookup("C++")] == ["C++"]
        assert [hit.value for hit in index.lookup("c")] == ["C"]
        assert index.lookup("York") == ()
        assert index.lookup("long " * 30) == ()
        assert index.lookup("") == index.lookup("-") == ()

    def test_the_longest_span(self, places: SqlProvider) -> None:
        index = ValueIndex(places)
        assert found(index, "in new york city hall ?", 1) == (5, ["New York City Hall"])
        assert found(index, "in new york ?", 1) == (3, ["New York", "new york"])
        assert found(index, "in new jersey ?", 1) == (1, [])
        assert found(index, "in o'brien street .", 1) == (3, ["O'Brien  Street"])
        assert found(index, "washington , d.c. ?") == (3, ["Washington, D.C."])
        assert found(index, "new , york") == (0, [])
        assert found(index, "new \0 york") == (0, [])
        assert found(index, "? new york") == (0, [])

    def test_dates_are_no_names(self, places: SqlProvider) -> None:
        index = ValueIndex(places)
        assert index.is_dated("place", "seen")
        assert not index.is_dated("place", "name")
        assert index.lookup("2025-01-01") == ()

    def test_a_slip_of_the_pen(self, places: SqlProvider) -> None:
        index = ValueIndex(places)
        assert index.near("washingtn") == ("washington",)
        assert index.near("Zürihc") == ("zurich",)
        assert index.near("streeet") == ("street",)
        assert index.near("york") == ()
        assert index.near("zurich") == ()
        assert index.near("winterthur") == ()


class TestBounds:
    def test_a_large_column_is_asked_in_the_database(self, places: SqlProvider) -> None:
        index = ValueIndex(places, most_of_a_column=6)
        memory = index.memory()
        assert memory.asked == (("place", "name"),)
        assert memory.entries == 4  # the kinds, but for what has no letter
        assert found(index, "in new york city hall ?", 1) == (5, ["New York City Hall"])
        assert found(index, "washington , d.c. ?") == (3, ["Washington, D.C."])
        assert found(index, "a city ?", 1) == (2, ["City", "city"])
        assert [hit.value for hit in index.lookup("c++")] == ["C++"]
        if places.dialect.__class__.__name__ != "Postgres":
            assert [hit.value for hit in index.lookup("zurich")] == ["Zürich"]

    def test_all_values_together_are_bounded(self, places: SqlProvider) -> None:
        memory = ValueIndex(places, most_of_all=6).memory()
        assert memory.entries <= 6
        assert memory.asked == (("place", "name"),)
        assert 0 < memory.bytes < 4_000

    def test_only_values_of_the_tenant(self, opened: Opened) -> None:
        provider = opened("sqlite", *SHOP, mandate="mine")
        for index in (ValueIndex(provider), ValueIndex(provider, most_of_a_column=0)):
            assert [hit.value for hit in index.lookup("anna")] == ["Anna"]
            assert index.lookup("zoe") == index.lookup("plum") == index.lookup("theirs") == ()

    def test_it_is_read_once_and_again_after_a_while(self, places: SqlProvider) -> None:
        now = [0.0]
        index = ValueIndex(places, clock=lambda: now[0])
        first = index.lookup("zurich")
        assert index.lookup("zurich")[0] is first[0]
        now[0] = FRESH_FOR + 1
        assert index.lookup("zurich")[0] is not first[0]

    def test_it_goes_with_its_provider(self, opened: Opened) -> None:
        provider = opened("sqlite", *PLACES)
        index = values_of(provider)
        assert values_of(provider) is index
        index.lookup("zurich")
        other = SqlProvider(provider._engine, Catalog({}), provider.scope)  # pyright: ignore[reportPrivateUsage]
        gone = weakref.ref(values_of(other))
        del other
        gc.collect()
        assert gone() is None


@pytest.mark.thorough
def test_a_question_against_many_values_is_quick(opened: Opened) -> None:
    provider = opened(
        "duckdb",
        "CREATE TABLE big AS SELECT 'name ' || i || ' of ' || (i % 1000) AS a, 'word' || i AS b FROM range(45000) t(i)",
    )
    index = ValueIndex(provider)
    assert index.memory().entries == 90_000
    said = "name of name 17 word99 and others like them in the big old house over there ?"
    question = said.split() * 2
    started = time.perf_counter()
    for _ in range(20):
        for at in range(len(question)):
            index.longest(question, at)
    assert (time.perf_counter() - started) / 20 < 0.005
