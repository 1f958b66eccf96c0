"""The scorer is strict about what misleads: a false count, a false `none`, a list that was not filtered."""

from decimal import Decimal
from typing import Any

import pytest

from arch_team.evals.development import score
from arch_team.evidence.verdict import CellEvidence, Figure, FigureKind
from arch_team.runs.answer import Answer

CASE: dict[str, Any] = {
    "kind": "answerable",
    "expect": "answer",
    "figures": [{"value": "5", "unit": "count"}],
    "contains": [],
}


def cell(column: str) -> CellEvidence:
    return CellEvidence(entry="e1", call_id="c1", tool="queryTable", table="T", row="r0", column=column)


def figure(value: Decimal | int | str, column: str = "count", kind: FigureKind = FigureKind.CELL) -> Figure:
    return Figure(display=str(value), value=value, kind=kind, evidence=(cell(column),))


def answered(text: str, *figures: Figure) -> Answer:
    return Answer(run_id="r", question="q", language="de", status="approved", text=text, figures=figures)


def refused(reason: str) -> Answer:
    return Answer(run_id="r", question="q", language="de", status="refused", reason=reason)


def test_the_gold_count_is_right() -> None:
    assert score(CASE, answered("Anzahl: 5.", figure(5))) == "right"


def test_a_false_count_is_wrong() -> None:
    assert score(CASE, answered("Anzahl: 0.", figure(0))) == "wrong"


def test_a_missing_figure_without_any_other_is_incomplete() -> None:
    shown = (figure("Garage", "name"), figure(1766620800, "dueDate"), figure(7, kind=FigureKind.QUOTATION))
    assert score(CASE, answered("Garage, fällig 25.12.2025", *shown)) == "incomplete"


@pytest.mark.parametrize(
    "reason",
    [
        "Es gibt keinen Kontakt, auf den das zutrifft.",
        "No open invoice meets that description.",
        "There are no rows for rent in 2024.",
        "Für Miete gibt es 2024 keine Zeilen in den Daten.",
    ],
)
def test_a_false_none_is_wrong(reason: str) -> None:
    assert score(CASE, refused(reason)) == "wrong"


def test_a_refusal_that_claims_nothing_is_a_refusal() -> None:
    assert score(CASE, refused("«Zebra» verstehe ich hier nicht.")) == "refused"
    assert score({**CASE, "expect": "refuse"}, refused("Es gibt kein solches Konto.")) == "right"


def test_a_list_that_was_not_filtered_is_wrong() -> None:
    case = {**CASE, "figures": [], "contains": ["Ahornweg"], "excludes": ["Nordwind"]}
    assert score(case, answered("Stiftung Ahornweg")) == "right"
    assert score(case, answered("Nordwind AG, Stiftung Ahornweg")) == "wrong"


def test_an_answer_where_none_may_be_given_is_wrong() -> None:
    assert score({**CASE, "kind": "unanswerable", "expect": "refuse"}, answered("Alles gut.")) == "wrong"
