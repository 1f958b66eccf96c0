"""Facets read from words, in both languages; what is needed, gained, open and worth taking in."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.search.contracts import CoverageDimension, LLMScoredItem
from arch_team.search.coverage import (
    coverage_delta,
    covered_by,
    facets_in,
    keyword_map,
    need_of,
    recommended_ingest,
)
from arch_team.wire import Language
from tests.search.examples import PATIENT, golden

D = CoverageDimension
PUBLISHED: dict[str, list[str]] = json.loads(golden("facet_keywords.json"))


@pytest.mark.parametrize(("name", "keyword"), [(name, word) for name, words in PUBLISHED.items() for word in words])
def test_every_published_keyword_is_known_and_found(name: str, keyword: str) -> None:
    assert keyword in keyword_map()[D(name)]
    assert facets_in(f"On {keyword.title()}, in short.")[D(name)] >= 0.5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Die Datenschutz-Grundverordnung regelt die Verarbeitung.", {D.LEGAL, D.ACCESS_PRIVACY_SECURITY}),
        ("Videoüberwachung am Arbeitsplatz", {D.MONITORING_SURVEILLANCE}),
        ("Ueberwachung der Beschäftigten", {D.MONITORING_SURVEILLANCE}),
        ("Der Arbeitsablauf hat drei Schritte.", {D.PROCEDURAL}),
        ("Personenbezogene Daten und ihre Klassifizierung", {D.DATA_CATEGORIES}),
        ("Zugriffe werden protokolliert.", {D.LOGGING_AUDIT, D.ACCESS_PRIVACY_SECURITY}),
        ("Auswertungen und Kennzahlen", {D.ANALYTICS_REPORTING}),
        ("Anbindung über einen Endpunkt", {D.API_INTEGRATION}),
        ("The logic of catalogues is biological.", set[CoverageDimension]()),
        ("", set[CoverageDimension]()),
    ],
)
def test_facets_in_german_and_english(text: str, expected: set[CoverageDimension]) -> None:
    assert set(facets_in(text)) == expected


def test_more_keywords_cover_more_and_never_all() -> None:
    shares = [facets_in(text)[D.LEGAL] for text in ("law", "law and policy", "law, policy, gdpr", "law law law")]
    assert shares == [0.5, 0.75, 0.875, 0.5]


@PATIENT
@given(st.text(max_size=200))
def test_facets_are_shares_of_any_text(text: str) -> None:
    assert all(0 < share < 1 for share in facets_in(text).values())


def test_together_sources_cover_what_the_best_of_them_does() -> None:
    assert covered_by([{D.LEGAL: 0.2, D.TECHNICAL: 0.5}, {D.LEGAL: 0.9}]) == {D.LEGAL: 0.9, D.TECHNICAL: 0.5}


def test_the_need_is_what_is_asked_for_and_not_held() -> None:
    need = need_of("Which law applies to audits?", {D.LEGAL: 0.75})
    assert need.missing == {D.LEGAL: 0.25, D.LOGGING_AUDIT: 1.0}
    assert need.filled_by({D.LOGGING_AUDIT: 1.0, D.TECHNICAL: 1.0}) == pytest.approx(0.8)
    assert need.filled_by({D.LEGAL: 1.0, D.LOGGING_AUDIT: 1.0}) == pytest.approx(1.0)
    assert need.filled_by({}) == 0


def test_a_question_that_names_no_facet_needs_what_the_held_leave_open_or_nothing() -> None:
    assert set(need_of("Zebras?", {D.LEGAL: 1.0}).missing) == set(D) - {D.LEGAL}
    nothing = need_of("Zebras?", None)
    assert nothing.missing == {}
    assert nothing.filled_by({D.LEGAL: 1.0}) == 0


@PATIENT
@given(
    st.dictionaries(st.sampled_from(D), st.floats(0, 1)),
    st.dictionaries(st.sampled_from(D), st.floats(0, 1)),
    st.sampled_from(["law", "law and api", "zebra"]),
)
def test_what_is_filled_is_a_share(
    held: dict[CoverageDimension, float], facets: dict[CoverageDimension, float], question: str
) -> None:
    assert 0 <= need_of(question, held).filled_by(facets) <= 1 + 1e-9


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Adds LEGAL (0.20 → 0.90). Still open: LOGGING_AUDIT."),
        ("de", "Ergänzt LEGAL (0.20 → 0.90). Noch offen: LOGGING_AUDIT."),
    ],
)
def test_the_delta_says_what_came_and_what_is_open(language: Language, told: str) -> None:
    held = {D.LEGAL: 0.2, D.TECHNICAL: 0.5}
    need = need_of("Which law applies to audits?", held)
    top = {D.LEGAL: 0.9, D.TECHNICAL: 0.4}
    assert coverage_delta(held, top, need, covered_from=0.5, language=language, unavailable=False) == told


def test_the_delta_of_nothing_new() -> None:
    told = coverage_delta({D.LEGAL: 0.9}, {}, need_of("law", {}), covered_from=0.5, language="en", unavailable=False)
    assert told == "Adds no coverage."


def item(own: str, **facets: float) -> LLMScoredItem:
    shares = {D(name): share for name, share in facets.items()}
    return LLMScoredItem(candidate_id=own, score=1, reason="r", facet_coverage=shares)


def test_recommended_are_the_fewest_that_fill_the_gaps() -> None:
    ranked = [
        item("held", LEGAL=1.0),
        item("weak", LEGAL=0.4),
        item("first", LEGAL=0.9, TECHNICAL=0.9),
        item("same", LEGAL=0.9),
        item("audit", LOGGING_AUDIT=0.6),
        item("api", API_INTEGRATION=0.9),
    ]
    need = need_of("law, audit", {D.TECHNICAL: 0.9})
    chosen = recommended_ingest(
        ranked, {D.TECHNICAL: 0.9}, need, already_held=frozenset({"held"}), covered_from=0.5, limit=5, language="en"
    )
    assert [(each.candidate_id, each.reason) for each in chosen] == [
        ("first", "Fills LEGAL, which no held document covers."),
        ("audit", "Fills LOGGING_AUDIT, which no held document covers."),
    ]
