"""The series of an answer: read off its own text, every value a proven figure."""

from decimal import Decimal
from typing import Any

import pytest

from arch_team.evidence.verdict import CellEvidence, Figure, FigureKind
from arch_team.runs.answer import Answer
from arch_team.runs.answer_changes import changes_between
from arch_team.runs.answer_series import series_of

FORM = {
    "form": {
        "outputs": [
            {"name": "year", "value": {"kind": "bucket"}},
            {"name": "name", "value": {"kind": "column"}},
            {"name": "total", "value": {"kind": "figure"}},
            {"name": "n", "value": {"kind": "figure"}},
        ]
    }
}


def answer(*lines: tuple[str, list[tuple[str, str, Any]]], head: str = "What:\n", **more: Any) -> Answer:
    """An answer of lines, each with the cells in it: display, column, value."""
    text, figures = head, list[Figure]()
    for line, cells in lines:
        at = len(text)
        text += line + "\n"
        for display, column, value in cells:
            start = text.index(display, at)
            at = start + len(display)
            evidence = CellEvidence(entry="e1", call_id="c1", tool="aggregateTable", table="t", row="r0", column=column)
            figures.append(
                Figure(display=display, value=value, kind=FigureKind.CELL, start=start, evidence=(evidence,), **more)
            )
    return Answer(
        run_id="r",
        question="q",
        language="en",
        status="approved",
        text=text,
        figures=tuple(figures),
        evidence=({"id": "e1", "arguments": FORM, "columns": [], "rows": []},),
    )


def test_a_list_by_year_is_a_line() -> None:
    series = series_of(
        answer(
            *((f"- {year}, {amount}", [(str(year), "year", year), (amount, "total", Decimal(amount))])
              for year, amount in ((2023, "10.00"), (2024, "-5.50"), (2025, "7.00")))
        )
    )  # fmt: skip
    assert series is not None
    assert [(point.label, point.values) for point in series.points] == [
        ("2023", (Decimal("10.00"),)),
        ("2024", (Decimal("-5.50"),)),
        ("2025", (Decimal("7.00"),)),
    ]
    assert series.kind == "line"


def test_a_list_by_name_is_bars_and_counts_are_amounts() -> None:
    series = series_of(
        answer(
            ("- Adler AG, Bern: 3", [("Adler AG", "name", "Adler AG"), ("3", "n", 3)]),
            ("- Birke: 4", [("Birke", "name", "Birke"), ("4", "n", 4)]),
        )
    )
    assert series is not None
    assert [point.label for point in series.points] == ["Adler AG Bern", "Birke"]
    assert series.kind == "bar"


def test_a_table_names_its_columns() -> None:
    rows = [("| Jan. 2025 | 1.00 | 2.00 |", [("1.00", "total", "1.00"), ("2.00", "total", "2.00")]),
            ("| Feb. 2025 | 3.00 | 4.00 |", [("3.00", "total", "3.00"), ("4.00", "total", "4.00")]),
            ("| März 2025 | 5.00 | 6.00 |", [("5.00", "total", "5.00"), ("6.00", "total", "6.00")])]  # fmt: skip
    series = series_of(answer(*rows, head="| Month | In | Out |\n|---|---|---|\n"))
    assert series is not None
    assert series.names == ("In", "Out")
    assert series.kind == "line"


def per(lines: str) -> Answer:
    """An answer of lines `label amount`, the last word of a line being its amount, `CHF20.00` with its unit."""
    shown: list[tuple[str, list[tuple[str, str, Any]]]] = []
    for line in lines.split("; "):
        amount = line.rpartition(" ")[2]
        shown.append((f"- {line}", [(amount, "total", amount.lstrip("CEFHRU"))]))
    made = answer(*shown)
    figures = [f.model_copy(update={"unit": f.display[:3] if f.display[0].isalpha() else None}) for f in made.figures]
    return made.model_copy(update={"figures": tuple(figures)})


@pytest.mark.parametrize(
    ("lines", "kind", "labels", "groups"),
    [
        (
            "2025-01, CHF20.00; 2025-01, EUR10.00; 2025-02, CHF7.00; 2025-02, EUR5.00; 2025-03, EUR9.00",
            "line", ("2025-01", "2025-02", "2025-03"), ("CHF", "EUR"),
        ),
        (
            "2023, Adler: 1.00; 2023, Birke: 2.00; 2024, Adler: 3.00; 2024, Birke: 4.00; 2025, Birke: 5.00",
            "line", ("2023", "2024", "2025"), ("Adler", "Birke"),
        ),
        (
            "2025-01, Adler: CHF1.00; 2025-01, Adler: EUR2.00; 2025-02, Birke: EUR4.00",
            "bar", ("2025-01", "2025-02"), ("Adler CHF", "Adler EUR", "Birke EUR"),
        ),
        ("Adler, CHF1.00; Adler, EUR2.00; Birke, CHF3.00", "bar", ("Adler", "Birke"), ("CHF", "EUR")),
        ("Adler, Bern: 1.00; Adler, Basel: 2.00; Birke: 3.00", "bar", ("Adler Bern", "Adler Basel", "Birke"), ("",)),
    ],
)  # fmt: skip
def test_what_stands_several_times_at_one_time_is_a_group(
    lines: str, kind: str, labels: tuple[str, ...], groups: tuple[str, ...]
) -> None:
    series = series_of(per(lines))
    assert series is not None
    assert (series.kind, series.labels, series.groups) == (kind, labels, groups)
    assert len({(point.label, point.group) for point in series.points}) == len(lines.split("; "))


def test_changes_of_several_groups_are_told_apart() -> None:
    before = per("2025-01, CHF20.00; 2025-01, EUR10.00; 2025-02, CHF7.00")
    after = per("2025-01, CHF25.00; 2025-01, EUR10.00; 2025-02, CHF7.00")
    assert [(one.label, one.before, one.after) for one in changes_between(before, after)] == [
        ("2025-01 CHF", "CHF20.00", "CHF25.00")
    ]


@pytest.mark.parametrize(
    "lines",
    [
        [("- one: 1.00", [("1.00", "total", "1.00")])],
        [("- a: 1.00, 2.00", [("1.00", "n", "1.00"), ("2.00", "n", "2.00")]), ("- b: 3.00", [("3.00", "n", "3.00")])],
        [("- Adler", [("Adler", "name", "Adler")]), ("- Birke", [("Birke", "name", "Birke")])],
        [("- 2023", [("2023", "year", 2023)]), ("- 2024", [("2024", "year", 2024)])],
    ],
)  # fmt: skip
def test_what_is_no_series_is_not_drawn(lines: list[tuple[str, list[tuple[str, str, Any]]]]) -> None:
    assert series_of(answer(*lines)) is None


def test_only_an_approved_answer_has_one() -> None:
    shown = answer(("- a: 1.00", [("1.00", "total", "1.00")]), ("- b: 2.00", [("2.00", "total", "2.00")]))
    assert series_of(shown) is not None
    assert series_of(shown.model_copy(update={"status": "refused"})) is None


def test_changes_are_told_line_by_line() -> None:
    before = answer(("- a: 1.00", [("1.00", "total", "1.00")]), ("- b: 2.00", [("2.00", "total", "2.00")]))
    after = answer(("- a: 1.00", [("1.00", "total", "1.00")]), ("- c: 9.00", [("9.00", "total", "9.00")]))
    assert [(one.label, one.before, one.after) for one in changes_between(before, after)] == [
        ("b", "2.00", None),
        ("c", None, "9.00"),
    ]
    assert changes_between(before, before) == ()
