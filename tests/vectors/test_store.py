"""A store keeps texts with their vectors for one tenant, and finds them again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from qdrant_client import QdrantClient

from arch_team.errors import UsageError
from arch_team.settings import Settings
from arch_team.vectors.points import Point
from arch_team.vectors.server import Server
from arch_team.vectors.sparse import SparseEncoder, SparseVector
from arch_team.vectors.store import VectorStore
from tests.vectors.handmade import AXES, Axes

pytestmark = pytest.mark.filterwarnings("ignore:Payload indexes have no effect in the local Qdrant")

ENCODER = SparseEncoder(average_length=4)
TEXTS = {
    "a": "north north pole expedition",
    "b": "north east wind over the pole",
    "c": "up and away with the balloon",
    "ü/ 1\0": "east of eden",
}


def point(own: str, text: str, **payload: object) -> Point:
    return Point(own, AXES.one(text), {"text": text, **payload}, ENCODER.encode(text))


def embedded() -> VectorStore:
    return VectorStore.in_memory("texts", tenant="one", embedder=AXES)


def on_a_server() -> VectorStore:
    """Qdrant's own engine behind its client, as a server would answer."""
    return VectorStore(Server(QdrantClient(location=":memory:"), "memory"), "texts", tenant="one", embedder=AXES)


@pytest.fixture(params=[embedded, on_a_server])
def store(request: pytest.FixtureRequest) -> Iterator[VectorStore]:
    """Every store does the same."""
    with request.param() as opened:
        opened.upsert(
            point(own, text, kind="sky" if own == "c" else "ground", tags=[own, "all"]) for own, text in TEXTS.items()
        )
        yield opened


def ids(found: list[object]) -> list[str]:
    return [str(getattr(one, "id", "")) for one in found]


def test_the_nearest_come_first_with_their_cosine_and_payload(store: VectorStore) -> None:
    hits = store.search_dense(AXES.one("north"), 2)
    assert ids([*hits]) == ["a", "b"]
    assert hits[0].score == pytest.approx(1)
    assert hits[1].score == pytest.approx(0.5**0.5)
    assert hits[0].payload == {"text": TEXTS["a"], "kind": "ground", "tags": ["a", "all"]}
    assert ids([*store.search_dense(AXES.one("north"), 9, at_least=0.8)]) == ["a"]


def test_words_find_what_shares_one_the_rarer_the_better(store: VectorStore) -> None:
    hits = store.search_sparse(ENCODER.encode_query("expedition to the pole"), 9)
    assert ids([*hits]) == ["a", "b"]
    assert hits[0].score > hits[1].score > 0
    assert store.search_sparse(ENCODER.encode_query("nothing of it"), 9) == []
    assert store.search_sparse(SparseVector((), ()), 9) == []


def test_a_condition_narrows_every_way_of_reading(store: VectorStore) -> None:
    assert ids([*store.search_dense(AXES.one("up north"), 9, where={"kind": "sky"})]) == ["c"]
    assert ids([*store.search_sparse(ENCODER.encode_query("pole"), 9, where={"tags": ["b", "c"]})]) == ["b"]
    assert {one.id for one in store.scroll(where={"tags": "all"})} == set(TEXTS)
    assert store.count(where={"kind": "ground"}) == 3


def test_what_is_asked_for_by_id_comes_in_that_order_with_its_vector_where_wanted(store: VectorStore) -> None:
    found = store.get(["ü/ 1\0", "nobody", "a"], with_dense=True)
    assert ids([*found]) == ["ü/ 1\0", "a"]
    assert found[1].dense is not None
    assert found[1].dense.tolist() == pytest.approx(AXES.one(TEXTS["a"]).tolist())
    assert store.get(["a"])[0].dense is None


def test_writing_an_id_again_replaces_it_and_its_words(store: VectorStore) -> None:
    assert store.upsert([point("a", "up in the air")]) == 1
    assert store.count() == len(TEXTS)
    assert store.get(["a"])[0].payload == {"text": "up in the air"}
    assert ids([*store.search_sparse(ENCODER.encode_query("pole expedition"), 9)]) == ["b"]


def test_removing_by_id_and_by_condition_tells_how_many_went(store: VectorStore) -> None:
    assert store.delete(ids=["a", "nobody"]) == 1
    assert store.delete(where={"kind": "sky"}) == 1
    assert store.delete(ids=["b"], where={"kind": "sky"}) == 0
    assert store.delete(ids=[]) == 0
    assert store.count() == 2
    assert store.clear() == 2
    assert store.search_dense(AXES.one("north"), 9) == []
    assert store.search_sparse(ENCODER.encode_query("pole"), 9) == []


def test_nothing_is_removed_where_nothing_says_what(store: VectorStore) -> None:
    with pytest.raises(UsageError, match="what to remove"):
        store.delete()
    with pytest.raises(UsageError, match="what to remove"):
        store.delete(where={})
    assert store.count() == len(TEXTS)


def test_tenants_share_ids_and_never_meet(store: VectorStore) -> None:
    with store.for_tenant("two", AXES) as theirs:
        assert theirs.count() == 0
        assert theirs.search_dense(AXES.one("north"), 9) == []
        theirs.upsert([point("a", "east")])
        assert theirs.delete(where={"kind": "ground"}) == 0
        assert theirs.clear() == 1
    assert store.get(["a"])[0].payload["text"] == TEXTS["a"]
    assert store.count() == len(TEXTS)


def test_a_store_without_a_tenant_is_refused() -> None:
    with pytest.raises(UsageError, match="tenant"):
        VectorStore.in_memory("texts", tenant="", embedder=AXES)


@pytest.mark.parametrize("vector", [[1.0, 0.0], [1.0, 0.0, float("nan")], [[1.0, 0.0, 0.0]]])
def test_a_vector_that_does_not_fit_is_refused(store: VectorStore, vector: list[float]) -> None:
    with pytest.raises(UsageError, match="3 finite numbers"):
        store.search_dense(vector, 1)
    with pytest.raises(UsageError, match="`x`"):
        store.upsert([Point("x", vector)])


def test_names_of_the_store_are_not_the_callers(store: VectorStore) -> None:
    with pytest.raises(UsageError, match="_tenant"):
        store.upsert([Point("x", AXES.one("up"), {"_tenant": "two"})])
    with pytest.raises(UsageError, match="_tenant"):
        store.search_dense(AXES.one("up"), 1, where={"_tenant": "two"})


def test_what_was_stored_in_a_folder_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    with VectorStore.open("texts", tenant="one", embedder=AXES, settings=settings) as first:
        first.upsert([point("a", TEXTS["a"])])
        with VectorStore.open("texts", tenant="one", embedder=AXES, settings=settings) as beside:
            assert beside.count() == 1
        assert first.count() == 1
    with VectorStore.open("texts", tenant="one", embedder=AXES, settings=settings) as again:
        assert ids([*again.search_dense(AXES.one("north"), 1)]) == ["a"]
        assert ids([*again.search_sparse(ENCODER.encode_query("pole"), 1)]) == ["a"]


def test_two_models_never_share_a_collection(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    VectorStore.open("texts", tenant="one", embedder=AXES, settings=settings).close()
    with pytest.raises(UsageError, match="holds vectors of axes"):
        VectorStore.open("texts", tenant="one", embedder=Axes("another"), settings=settings)


def test_all_points_come_back_with_their_vectors_to_be_written_elsewhere(store: VectorStore) -> None:
    with VectorStore.in_memory("texts", tenant="other", embedder=AXES) as copy:
        assert copy.upsert(store.points()) == len(TEXTS)
        for found, own in ((copy, store),):
            query = ENCODER.encode_query("expedition to the pole")
            assert [(hit.id, hit.score) for hit in found.search_sparse(query, 9)] == [
                (hit.id, pytest.approx(hit.score, rel=1e-5)) for hit in own.search_sparse(query, 9)
            ]
            assert ids([*found.search_dense(AXES.one("north"), 2)]) == ids([*own.search_dense(AXES.one("north"), 2)])


def test_the_state_tells_of_a_change(store: VectorStore) -> None:
    before = store.state()
    assert store.state() == before
    store.upsert([point("new", "up")])
    assert store.state() != before
