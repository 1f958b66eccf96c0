"""What the outputs promise: nothing lost, nothing executed, and findings at their place."""

import csv
import io
import json
from datetime import date
from html.parser import HTMLParser
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from arch_team.documents.spreadsheets import harmless
from arch_team.requirements.model import Finding, Span
from arch_team.requirements.report import OUTPUTS, Report, written
from arch_team.requirements.report.pages import to_html
from arch_team.requirements.report.report import segments
from tests.requirements.handmade import report


class _Page(HTMLParser):
    """Reads a page as a browser would: tags that must be closed are, and text is collected."""

    VOID = ("meta", "input", "br", "rect", "line", "link", "img")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text.append(data)


def page(of: Report) -> _Page:
    parsed = _Page()
    parsed.feed(to_html(of, date(2025, 11, 3)))
    parsed.close()
    assert parsed.open == []
    return parsed


def wire(of: Report, output: str) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(written(of, cast("Any", output))))


def test_the_summary_in_figures() -> None:
    summary = report(fail_under=0.7).summary
    assert (summary.count, summary.passed, summary.failed) == (4, 2, 2)
    assert summary.mean == pytest.approx(0.6625)
    assert summary.histogram == (0, 0, 0, 1, 0, 0, 1, 1, 0, 1)
    assert (summary.findings["error"], summary.suppressed) == (2, 1)
    assert (summary.below, summary.ok) == (("R-1", "R-2"), False)
    assert report(fail_under=0.3).summary.ok
    assert report().summary.ok


def test_json_holds_the_whole_review() -> None:
    of = report(fail_under=0.7)
    out = wire(of, "json")
    assert out["review"] == of.review.to_wire()
    assert out["summary"]["failUnder"] == 0.7
    assert out["files"][0]["name"] == "specs/app.csv"
    assert out["files"][0]["notes"][0]["code"] == "columns"


def test_csv_has_a_row_for_each_and_no_formula() -> None:
    rows = list(csv.reader(io.StringIO(written(report(), "csv").decode())))
    assert len(rows) == 5
    head = rows[0]
    assert head[:7] == ["ID", "Datei", "Stelle", "Sprache", "Text", "Wert", "Urteil"]
    assert rows[2][head.index("Text")] == "'=cmd|'/c calc'!A1 muss der Kunde sehen."
    assert rows[1][head.index("Vorschläge")] == "'+ eine Metrik"
    assert rows[1][head.index("Wert nachher")] == "0.95"
    assert rows[1][head.index("Stelle")] == "Zeile 2"


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=20))
def test_no_text_becomes_a_formula(text: str) -> None:
    cell = harmless(text)
    assert isinstance(cell, str)
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_the_workbook_holds_text_as_text() -> None:
    book = load_workbook(io.BytesIO(written(report(fail_under=0.7), "xlsx")))
    (sheet,) = book.worksheets
    assert sheet.title == "Anforderungen"
    assert sheet.freeze_panes == "B2"
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)
    assert sheet["E3"].value == "=cmd|'/c calc'!A1 muss der Kunde sehen."
    assert sheet["E3"].data_type == "s"
    assert sheet["E3"].quotePrefix
    assert sheet["F2"].value == 0.3
    assert sheet.auto_filter.ref == "A1:U5"
    coloured = {str(area.sqref) for area in sheet.conditional_formatting}
    assert {"F2:F5", "H2:H5", "S2:S5"} <= coloured
    assert sheet["S1"].value == "Wert nachher"


def test_html_is_one_file_without_scripts_or_anything_from_elsewhere() -> None:
    html = to_html(report(fail_under=0.7), date(2025, 11, 3))
    parsed = page(report(fail_under=0.7))
    assert not {"script", "link", "img", "iframe", "b-0"} & set(parsed.seen)
    assert not [name for name, _ in parsed.attributes if name.startswith("on") or name == "style"]
    assert all((value or "").startswith("#") for name, value in parsed.attributes if name in ("href", "src"))
    assert "default-src 'none'" in html
    assert "http://" not in html.replace("http-equiv", "")
    assert "https://" not in html


def test_html_shows_hostile_text_as_text() -> None:
    shown = "".join(page(report()).text)
    assert "<script>alert(1)</script> [bold]shall[/bold] stay :fire: text." in shown
    assert 'Die App muss "schnell" sein; <b>sehr</b>.' in shown
    assert "beide <schnell>" in shown


def test_html_marks_words_and_open_points_and_links_duplicates() -> None:
    html = to_html(report())
    assert '<mark class="error" title="Vague: &#39;schnell&#39; &lt;i&gt;.">schnell</mark>' in html
    assert '<span class="gap">[Metrik?]</span>' in html
    assert 'href="#r-R-3"' in html
    assert 'id="r-R-3"' in html
    assert "unterdrückt: accepted by the &lt;board&gt;" in html
    assert "0,30 → 0,95" in html


@pytest.mark.parametrize(("language", "word"), [("de", "Mittel je Kriterium"), ("en", "Mean per criterion")])
def test_reports_speak_german_and_english(language: Any, word: str) -> None:
    of = report(language)
    assert word in to_html(of)
    assert f'<html lang="{language}">' in to_html(of)
    assert ("nicht bestanden" in written(of, "lines").decode()) == (language == "de")


def test_lines_are_of_the_form_editors_jump_to() -> None:
    lines = written(report(fail_under=0.7), "lines").decode().splitlines()
    assert lines[0] == "specs/app.csv:2: R-1: Wert 0,30"
    assert lines[1] == "specs/app.csv:2: Fehler vague-quality: Vague: 'schnell' <i>."
    assert lines[-1] == "4 Anforderungen, 2 bestanden, 2 nicht bestanden, 2 unter der Schwelle 0,70"
    assert not any("R-4" in line for line in lines)


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=30), st.lists(st.tuples(st.integers(0, 35), st.integers(0, 35)), max_size=4))
def test_segments_are_the_text_again(text: str, places: list[tuple[int, int]]) -> None:
    spans = tuple(Span(start=min(p), end=max(p), text="") for p in places)
    finding = Finding(
        rule="r", criterion="clarity", level="info", message="", reference="", spans=spans, weight=0.1
    )  # fmt: skip
    assert "".join(segment.text for segment in segments(text, (finding,))) == text


def test_every_output_can_be_written() -> None:
    assert all(written(report(), output) for output in OUTPUTS)
