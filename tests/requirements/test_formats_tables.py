"""CSV and Excel: which sheet, which columns, which encoding, and what is said about the rest."""

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from arch_team.errors import ArchTeamError, DataError, UsageError
from arch_team.requirements.read import Specification, Wanted, read_bytes, read_file
from tests.requirements.reading import outcome

SAMPLES = Path(__file__).parent / "samples"


def csv(content: str, wanted: Wanted | None = None, encoding: str = "utf-8") -> Specification:
    return read_bytes(content.encode(encoding), "spec.csv", wanted)


def pairs(specification: Specification) -> list[tuple[str, str]]:
    return [(r.id, r.text) for r in specification.requirements]


def codes(specification: Specification) -> set[str]:
    return {note.code for note in specification.notes}


def workbook(**sheets: list[list[object]]) -> bytes:
    book = Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_the_sample_with_a_title_above_its_headings() -> None:
    found = read_file(SAMPLES / "stories.csv")
    assert [r.id for r in found.requirements] == ["SHOP-1", "SHOP-2", "SHOP-3", "SHOP-3 (2)"]
    assert [r.language for r in found.requirements] == ["en", "de", "en", "de"]
    assert found.entries[1].requirement.text.startswith('Als Kunde möchte ich meine "Wunschliste" teilen,\ndamit')
    assert codes(found) == {"columns", "rows_without_text", "ids_twice"}
    assert found.entries[1].requirement.line == 5


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_delimiters_and_encodings(delimiter: str, encoding: str) -> None:
    rows = [["Nr", "Anforderung"], ["A1", "Die Tür muss öffnen."], ["A2", "Die Tür muss schließen."]]
    found = csv("\r\n".join(delimiter.join(row) for row in rows), encoding=encoding)
    assert pairs(found) == [("A1", "Die Tür muss öffnen."), ("A2", "Die Tür muss schließen.")]
    assert ("encoding" in codes(found)) == (encoding == "cp1252")


@pytest.mark.parametrize(
    ("heading", "id_", "text"),
    [
        ("ID,Requirement,Comment", 0, 1),
        ("Titel,Beschreibung,Anforderungs-ID", 2, 1),
        ("Requirement ID,Title,Description", 0, 2),
        ("Kennung,Anforderungstext,Quelle", 0, 1),
        ("Key,Summary,Assignee", 0, 1),
        ("Object Identifier,Object Text,Object Heading", 0, 1),
    ],
)
def test_known_headings(heading: str, id_: int, text: int) -> None:
    cells = ["other", "other", "other"]
    cells[id_], cells[text] = "X-1", "The door shall open."
    assert pairs(csv(f"{heading}\n{','.join(cells)}\n")) == [("X-1", "The door shall open.")]


def test_without_known_headings_the_wordiest_column_is_taken_and_a_note_says_so() -> None:
    found = csv("Foo,Bar,Baz\nX1,low,The pump shall start within 5 s.\nX2,high,The pump shall stop within 5 s.\n")
    assert pairs(found) == [("X1", "The pump shall start within 5 s."), ("X2", "The pump shall stop within 5 s.")]
    assert codes(found) == {"columns_guessed"}


def test_a_table_of_figures_is_no_list_of_requirements() -> None:
    with pytest.raises(UsageError, match="no column of spec"):
        csv("Measure;Smella\nPrecision;0.7\nRecall;0.8\n")


def test_a_column_may_be_named_or_numbered() -> None:
    content = "id,requirement,old wording\nR1,The door shall open.,Open the door.\n"
    assert pairs(csv(content, Wanted(column="Old Wording"))) == [("R1", "Open the door.")]
    assert pairs(csv(content, Wanted(column="3", id_column="2"))) == [("The door shall open.", "Open the door.")]
    with pytest.raises(UsageError, match="no column 'wording'") as caught:
        csv(content, Wanted(column="wording"))
    assert "old wording" in caught.value.next_step


def test_commas_that_nobody_quoted_lose_nothing() -> None:
    assert pairs(csv("id,text\nR1,The door shall open, close and lock.\nR2,The door shall stop.\n")) == [
        ("R1", "The door shall open, close and lock."),
        ("R2", "The door shall stop."),
    ]
    assert pairs(csv("requirement\nThe door shall open, close and lock.\nThe door shall stop.\n")) == [
        ("REQ_1", "The door shall open, close and lock."),
        ("REQ_2", "The door shall stop."),
    ]


def test_a_quote_that_is_not_closed_is_told_with_its_line() -> None:
    with pytest.raises(DataError, match="begins in line 2 does not end"):
        csv('id;text\n1;"The door shall open.\n2;The door shall close.\n')


def test_excel_takes_the_sheet_with_the_headings() -> None:
    data = workbook(
        Deckblatt=[["Lastenheft"], ["Version", 3]],
        Anforderungen=[
            ["Stand"],
            [],
            ["Nr.", "Anforderung"],
            [1, "Die Tür muss öffnen."],
            [2.0, "Sie soll schließen."],
        ],
    )
    found = read_bytes(data, "spec.xlsx")
    assert pairs(found) == [("1", "Die Tür muss öffnen."), ("2", "Sie soll schließen.")]
    assert found.entries[0].requirement.place == "sheet Anforderungen, row 4"
    assert found.entries[0].cell == "Anforderungen!B4"
    assert codes(found) == {"sheet", "columns"}


def test_excel_takes_the_sheet_asked_for() -> None:
    data = workbook(
        A=[["ID", "Text"], ["a", "The door shall open."]], B=[["ID", "Text"], ["b", "The door shall close."]]
    )
    assert pairs(read_bytes(data, "spec.xlsx", Wanted(sheet="b"))) == [("b", "The door shall close.")]
    assert pairs(read_bytes(data, "spec.xlsx", Wanted(sheet="2"))) == [("b", "The door shall close.")]
    with pytest.raises(UsageError, match="no sheet 'C'") as caught:
        read_bytes(data, "spec.xlsx", Wanted(sheet="C"))
    assert "A, B" in caught.value.next_step


def test_formulas_without_a_result_are_told() -> None:
    data = workbook(S=[["ID", "Text"], ["a", "The door shall open."], ["b", '="The door "&A1']])
    found = read_bytes(data, "spec.xlsx")
    assert pairs(found) == [("a", "The door shall open.")]
    assert codes(found) == {"columns", "formulas"}


CELLS = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.lists(CELLS, min_size=1, max_size=4), max_size=6), st.sampled_from(",;\t|"))
def test_any_table_gives_requirements_or_a_clear_error(rows: list[list[str]], delimiter: str) -> None:
    found = outcome("\n".join(delimiter.join(row) for row in rows).encode(), "spec.csv")
    if isinstance(found, ArchTeamError):
        assert found.next_step
        return
    assert all(entry.requirement.text.strip() and entry.requirement.line for entry in found.entries)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.text('ab" \n;ü', min_size=1, max_size=15).filter(str.strip), min_size=1, max_size=5))
def test_quoted_cells_are_found_where_they_stand(cells: list[str]) -> None:
    quoted = [f"{n};" + '"' + cell.replace('"', '""') + '"' for n, cell in enumerate(cells)]
    raw = "id;requirement\n" + "\n".join(quoted)
    lines = raw.split("\n")
    found = csv(raw)
    assert [r.text for r in found.requirements] == [cell.strip() for cell in cells]
    for number, one in enumerate(found.requirements):
        assert one.line is not None
        assert lines[one.line - 1].startswith(f"{number};")
