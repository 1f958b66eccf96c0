"""The charts are whole SVG, say their figures as text, and are the same bytes each time."""

from collections.abc import Callable, Sequence
from xml.etree import ElementTree

import pytest

from arch_team.evals.charts import accuracy_chart, tokens_chart, verdict_chart
from arch_team.evals.statistics import Rate
from arch_team.evals.summary import ModeFigures, RepairFigures

RATE = Rate(value=0.25, low=0.1, high=0.5, questions=8, runs=8)
REPAIRS = RepairFigures(
    triggered_runs=0,
    succeeded_runs=0,
    conversion=None,
    rejects=0,
    rejects_per_run=0.0,
    answered_next_round=0,
    attempts=0,
    successes=0,
    codes={},
)


def mode(name: str, **verdicts: int) -> ModeFigures:
    counts = {v: verdicts.get(v, 0) for v in ("right", "incomplete", "asked", "refused", "timeout", "wrong")}
    return ModeFigures(
        mode=name,
        questions=8,
        runs=sum(counts.values()),
        accuracy=RATE,
        verdicts=counts,
        wrong=RATE,
        false_refusals=None,
        false_questions=None,
        numeric_correctness=None,
        pattern_compliance=None,
        forbidden_tool_runs=0,
        consistent=0.0,
        repairs=REPAIRS,
        rounds=0,
        tool_calls=0,
        llm_calls=8,
        prompt_tokens=8000,
        completion_tokens=800,
        cost=0.0,
    )


MODES = [mode("baseline", right=2, wrong=6), mode("<ontology> & more", right=6, refused=2)]


@pytest.mark.parametrize("chart", [accuracy_chart, verdict_chart, tokens_chart])
def test_it_is_svg_and_the_same_each_time(chart: Callable[[Sequence[ModeFigures]], str]) -> None:
    drawn = chart(MODES)
    assert drawn == chart(MODES)
    root = ElementTree.fromstring(drawn)  # noqa: S314
    assert root.tag.endswith("svg")
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert {"baseline", "<ontology> & more"} <= set(texts)


def test_the_figures_are_written_beside_the_bars() -> None:
    assert ">25.0 %<" in accuracy_chart(MODES)
    assert ">1'100<" in tokens_chart(MODES)
    drawn = verdict_chart(MODES)
    assert "wrong: 6" in drawn
    assert "refused: 2" in drawn


def test_bars_are_as_long_as_their_figures() -> None:
    root = ElementTree.fromstring(verdict_chart(MODES))  # noqa: S314
    bars = [e for e in root.iter() if e.tag.endswith("rect") and len(e)]
    widths = [float(bar.attrib["width"]) for bar in bars]
    assert widths == pytest.approx([520 * n / 8 for n in (2, 6, 6, 2)], abs=0.01)
