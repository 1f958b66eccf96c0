"""The question's words in a text, and what is told of documents that are held."""

import pytest

from arch_team.search.contracts import SearchCandidate
from arch_team.search.heuristics import shortened
from arch_team.search.relevance import lexical_relevance, matched, terms_of_question
from arch_team.search.summaries import key_points, summarised
from arch_team.search.tuning import Tuning
from tests.search.examples import QUESTION, candidate

SENTENCES = [
    "Employee data stays in Germany.",
    "The canteen opens at noon.",
    "Residency is checked yearly.",
    "Policies are published on the intranet.",
    "Employees sign them.",
    "Parking is free.",
    "Data residency governs backups as well.",
]


@pytest.mark.parametrize(
    ("question", "text", "found"),
    [
        ("Which policies govern residency?", "The policy on residency governs.", ("policies", "govern", "residency")),
        ("Wem gehören die Grundstücke?", "Das Grundstueck gehört ihr.", ("gehören", "Grundstücke")),
        ("Wem gehören die Grundstuecke?", "Das Grundstück", ("Grundstuecke",)),
        ("Grundstücke", "GRUNDSTUECK und Haus", ("Grundstücke",)),
        ("Größe", "die grösste, die groesste, die größte", ("Größe",)),
        ("Which API?", "A rapid reply", ()),
        ("Which API?", "the api's limits", ("API",)),
        ("is it the", "it is", ("is", "it")),
        ("", "anything", ()),
    ],
)
def test_words_are_found_in_their_other_forms(question: str, text: str, found: tuple[str, ...]) -> None:
    assert matched(terms_of_question(question), text) == found


def test_rare_words_and_titles_count_more() -> None:
    offered = [
        SearchCandidate(id="a", snippet="data data data"),
        SearchCandidate(id="b", snippet="data residency"),
        SearchCandidate(id="c", title="data residency"),
        SearchCandidate(id="d", snippet="zebra"),
    ]
    shares = lexical_relevance(terms_of_question("data residency"), offered).tolist()
    assert shares[3] == 0 < shares[0] < shares[1] < shares[2] == pytest.approx(1)
    assert shares[0] < 0.5 * shares[1]


@pytest.mark.parametrize(
    ("text", "count"), [(" ".join(SENTENCES), 5), ("The canteen opens. Parking is free. One. Two.", 3)]
)
def test_three_to_five_points_are_told(text: str, count: int) -> None:
    points = key_points(text, terms_of_question(QUESTION), Tuning())
    assert len(points) == count
    places = [text.index(point) for point in points]
    assert places == sorted(places)


def test_the_nearest_points_are_told() -> None:
    points = key_points(" ".join(SENTENCES), terms_of_question(QUESTION), Tuning())
    assert points == tuple(SENTENCES[place] for place in (0, 2, 3, 4, 6))
    assert key_points("Only one.", terms_of_question(QUESTION), Tuning()) == ("Only one.",)


def test_passages_of_one_document_are_summed_up_together() -> None:
    passages = [
        candidate("p1", "The law says so.", url="https://law.test/1"),
        candidate("p2", "Audits are yearly.", url="https://law.test/1"),
        candidate("p3", "Data.", url="https://law.test/2"),
    ]
    first, second = summarised(passages, QUESTION, Tuning())
    assert first.key_points == ("The law says so.", "Audits are yearly.")
    assert {facet.value for facet in first.coverage_facets} == {"LEGAL", "LOGGING_AUDIT"}
    assert second.url == "https://law.test/2"


@pytest.mark.parametrize(("text", "limit", "cut"), [("short", 20, "short"), ("one two three", 9, "one two…")])
def test_texts_are_cut_at_a_word(text: str, limit: int, cut: str) -> None:
    assert shortened(text, limit) == cut
