"""A new requirement against the stored ones, in an embedded Qdrant."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arch_team.requirements.compare import DuplicateIndex
from arch_team.requirements.learned import Decision, Learned
from arch_team.requirements.model import Requirement
from arch_team.settings import Settings
from arch_team.vectors.store import VectorStore
from tests.requirements.compare.labelled import held_out_sets, model

STORED = [
    *(Requirement(id=f"S{number}", text=text) for number, text in enumerate(held_out_sets()["service_desk"][:9])),
    Requirement(id="LOCK", text="The account is locked after 5 failed logins.", place="line 7"),
    Requirement(id="PAY", text="Drivers can pay the parking fee with their smartphone."),
]
NEW = Requirement(id="NEW", text="Das Konto wird nach fünf fehlgeschlagenen Anmeldungen gesperrt.")


@pytest.fixture
def store() -> Iterator[VectorStore]:
    with VectorStore.in_memory("requirements", tenant="a", embedder=model()) as opened:
        yield opened


@pytest.fixture
def index(store: VectorStore) -> DuplicateIndex:
    filled = DuplicateIndex(store, model())
    assert filled.add(STORED) == len(STORED)
    return filled


def test_a_new_requirement_is_held_against_all_stored_ones_across_languages(index: DuplicateIndex) -> None:
    found = index.check(NEW)
    assert [(pair.one, pair.other) for pair in found] == [("NEW", "LOCK")]
    assert found[0].similarity > 0.9
    assert found[0].reason.startswith("Beide sagen dasselbe in zwei Sprachen: ")


def test_what_differs_in_a_number_is_not_reported_but_shown_where_asked_for(index: DuplicateIndex) -> None:
    new = Requirement(id="NEW", text="The account is locked after 3 failed logins.")
    assert index.check(new) == ()
    shown = index.check(new, threshold=0.5)[0]
    assert (shown.other, shown.similarity) == ("LOCK", 0.7)
    assert "5 failed" in shown.reason


def test_checking_stores_nothing_and_a_requirement_is_no_duplicate_of_itself(index: DuplicateIndex) -> None:
    assert index.check(NEW) == index.check(NEW)
    assert index.check(STORED[-1]) == ()


def test_the_same_text_under_another_id_is_found(index: DuplicateIndex) -> None:
    assert [(pair.other, pair.similarity) for pair in index.check(STORED[-1].model_copy(update={"id": "Z"}))] == [
        ("PAY", 1.0)
    ]


def test_adding_again_replaces_and_removing_forgets(index: DuplicateIndex, store: VectorStore) -> None:
    index.add([Requirement(id="LOCK", text="The engine stops when it overheats.")])
    assert store.count() == len(STORED)
    assert index.check(NEW) == ()
    index.add([STORED[-2]])
    assert index.check(NEW) != ()
    assert index.remove(["LOCK", "nobody"]) == 1
    assert index.remove([]) == 0
    assert index.check(NEW) == ()


def test_all_that_is_stored_can_be_searched_for_duplicates_at_once(index: DuplicateIndex) -> None:
    index.add([NEW])
    assert [frozenset((pair.one, pair.other)) for pair in index.find().pairs] == [frozenset(("NEW", "LOCK"))]
    assert [set(group) for group in index.find().groups] == [{"NEW", "LOCK"}]


def test_a_rejected_pair_stays_rejected_for_the_new_and_for_the_stored(store: VectorStore, tmp_path: Path) -> None:
    learned = Learned.of(Settings(home=tmp_path), tenant="a")
    index = DuplicateIndex(store, model(), learned)
    index.add(STORED)
    assert index.check(NEW)
    learned.decide(Decision("pair", STORED[-2].text, other=NEW.text))
    assert index.check(NEW) == ()
    index.add([NEW])
    assert index.find().pairs == ()


def test_tenants_do_not_meet(store: VectorStore, index: DuplicateIndex) -> None:
    with store.for_tenant("b", model()) as theirs:
        other = DuplicateIndex(theirs, model())
        assert other.check(NEW) == ()
        other.add([NEW])
        assert other.check(NEW.model_copy(update={"id": "AGAIN"}))[0].similarity == 1
        assert other.remove(["LOCK"]) == 0
    assert index.check(NEW)[0].other == "LOCK"


def test_an_empty_store_and_a_text_without_words_have_no_duplicates(store: VectorStore, index: DuplicateIndex) -> None:
    assert index.check(Requirement(id="X", text="…!?")) == ()
    store.clear()
    assert index.check(NEW) == ()
    assert index.find() == ((), ())
