"""Finding held passages: by words, by meaning, across languages, and never another tenant's."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.search.contracts_stages import RetrievalQuery
from arch_team.search.trust import Trust, combined, coverage
from tests.search.examples import PATIENT
from tests.search.files import write_library
from tests.search.holding import Shelf, written


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    shelf = Shelf()
    folder = tmp_path_factory.mktemp("docs")
    shelf.library("a").add([write_library(folder / "a")])
    other = written(folder, "b/other.md", "# Gehälter\n\nDer Lohn der Direktion beträgt 250000 Franken.")
    shelf.library("b").add([other], sensitive=True)
    shelf.library("a").add(
        [written(folder, "c/rules.md", "# Rules\n\nLogs of the archive are kept.")], collection="archive"
    )
    return shelf


def best(shelf: Shelf, question: str, tenant: str = "a", collection: str | None = None) -> str | None:
    found = shelf.retriever().find(RetrievalQuery(tenant, question, 20, collection))
    return found.in_order()[0].place if found.passages else None


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("Wie lange werden Zugriffe aufbewahrt?", "Handbuch › 3 Sicherheit › 3.3 Protokolle"),
        ("Mindestlänge der Passwörter", "Handbuch › 3 Sicherheit › 3.2 Zugriff"),
        ("How long must passwords be?", "Handbuch › 3 Sicherheit › 3.2 Zugriff"),
        ("Wie lange werden Rechnungen aufbewahrt?", "Retention policy"),
        ("deleted access logs", "Retention policy › Logs"),
    ],
)
def test_the_right_passage_comes_first_in_either_language(shelf: Shelf, question: str, place: str) -> None:
    assert best(shelf, question) == place


def test_a_collection_narrows_the_search(shelf: Shelf) -> None:
    assert best(shelf, "logs", collection="archive") == "Rules"
    assert best(shelf, "logs", collection="nothing") is None


@pytest.mark.parametrize("question", ["Lohn der Direktion", "250000 Franken", "Gehälter", "salary of the board", "x"])
def test_a_tenant_never_sees_anothers_passages(shelf: Shelf, question: str) -> None:
    own = {passage.id for passage in shelf.passages("a")}
    found = shelf.retriever().find(RetrievalQuery("a", question, 50))
    assert set(found.passages) <= own
    assert set(found.hybrid.ids) | set(found.dense.ids) | set(found.sparse.ids) <= own
    assert shelf.retriever().find(RetrievalQuery("nobody", question, 50)).passages == {}
    theirs = tuple(passage.id for passage in shelf.passages("b"))
    assert shelf.retriever().passages("a", theirs) == ()


def test_what_the_pipeline_gets(shelf: Shelf) -> None:
    retrieved = asyncio.run(shelf.retriever().retrieve(RetrievalQuery("b", "Lohn", 5)))
    assert [candidate.trust_hint for candidate in retrieved.candidates] == ["sensitive"]
    assert retrieved.vectors is not None
    assert retrieved.vectors.shape == (1, 512)
    assert [arm.name for arm in retrieved.arms] == ["hybrid"]
    assert retrieved.arms[0].ids == tuple(candidate.id for candidate in retrieved.candidates)


@pytest.mark.parametrize("question", ["?", "…", "der die das", "x" * 5_000, "ß", "\ud800"])
def test_odd_questions_are_only_questions(shelf: Shelf, question: str) -> None:
    found = shelf.retriever().find(RetrievalQuery("a", question, 5))
    assert len(found.hybrid.ids) == len(set(found.hybrid.ids))


Scores = st.dictionaries(st.sampled_from("abcdefgh"), st.floats(0.01, 50), max_size=8)
Cosines = st.dictionaries(st.sampled_from("abcdefgh"), st.floats(-1, 1), max_size=8)


@PATIENT
@given(Scores, Cosines, st.floats(0, 1), st.floats(0, 2))
def test_the_fused_ranking_holds_everybody_once_and_never_ranks_a_worse_in_both_above(
    sparse: dict[str, float], dense: dict[str, float], lexical: float, meaning: float
) -> None:
    ranked = combined(sparse, dense, Trust(lexical, meaning))
    assert sorted(own for own, _ in ranked) == sorted(sparse.keys() | dense.keys())
    scores = [score for _, score in ranked]
    assert scores == sorted(scores, reverse=True)
    place = {own: rank for rank, (own, _) in enumerate(ranked)}
    for one in place:
        for other in place:
            worse = sparse.get(one, 0) < sparse.get(other, 0) and dense.get(one, 0) < dense.get(other, 0)
            if worse and (lexical > 0.01 or (meaning > 0.01 and dense.get(other, 0) > 0.01)):
                assert place[one] > place[other] or _tied(ranked, one, other)


def _tied(ranked: list[tuple[str, float]], one: str, other: str) -> bool:
    scores = dict(ranked)
    return abs(scores[one] - scores[other]) < 1e-9


@PATIENT
@given(Scores)
def test_with_one_arm_alone_its_order_stays(scores: dict[str, float]) -> None:
    expected = sorted(scores, key=lambda own: (-scores[own] / max(scores.values()), own))
    assert [own for own, _ in combined(scores, {}, Trust(1.0, 1.0))] == expected
    by_meaning = {own: score / 50 for own, score in scores.items()}
    assert {own for own, _ in combined({}, by_meaning, Trust(0.0, 1.0))} == set(scores)


def test_words_are_trusted_as_far_as_they_are_there() -> None:
    assert coverage("Wie lange werden Protokolle aufbewahrt?", "Protokolle werden lange aufbewahrt") == 1
    assert coverage("How long are logs kept?", "Protokolle werden aufbewahrt") == 0
    full = Trust.of("logs kept", "logs are kept", [50], reads_passages=False)
    assert (full.sparse, full.dense) == (1.0, 2.0)
    long = Trust.of("logs kept", "nothing of it", [1000] * 3, reads_passages=False)
    assert (long.sparse, long.dense) == (0.0, 0.1)
    assert Trust.of("logs", None, [1000], reads_passages=True) == Trust(0.0, 2.0)


@pytest.mark.thorough
def test_on_outside_data_the_fused_ranking_is_at_least_as_good_as_its_better_arm(outside_data: Path) -> None:
    """On a part of the collection, which the model can embed in a test's time. `bench.retrieval` measures the whole."""
    import tempfile

    from arch_team.vectors.embedding import default_embedder
    from bench.retrieval import Collection, Measured, collections_in, ndcg

    whole = next(each for each in collections_in(outside_data, "train"))
    queries = dict(list(whole.queries.items())[:25])
    judged = {query: whole.judged[query] for query in queries}
    wanted = {own for relevant in judged.values() for own in relevant}
    others = [own for own in whole.documents if own not in wanted][:20]
    documents = {own: whole.documents[own] for own in (*wanted, *others) if own in whole.documents}
    with tempfile.TemporaryDirectory() as home:
        held = Measured(Collection("part", documents, queries, judged), Path(home), default_embedder())
        rankings = held.arms()
        held.retriever.close()
    mean = {
        name: sum(ndcg(ranking[query], judged[query]) for query in judged) / len(judged)
        for name, ranking in rankings.items()
    }
    assert mean["hybrid"] >= max(mean["sparse"], mean["dense"]) - 0.005, mean
