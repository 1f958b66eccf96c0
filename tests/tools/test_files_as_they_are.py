"""Files as people have them: headings that are signs, quotes of every kind, written days, cells that mean nothing,
units beside the figures, rows of totals."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from openpyxl import Workbook

from arch_team.errors import SourceUnavailable
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import Column, Form, Output
from arch_team.forms.running import run_form
from arch_team.onboarding.overview import overview_of
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society
from arch_team.tools.files import open_file
from arch_team.tools.session import DataSource

Opening = Callable[[str], DataSource]


@pytest.fixture
def opening(tmp_path: Path) -> Iterator[Opening]:
    opened: list[DataSource] = []

    def open_(text: str) -> DataSource:
        path = tmp_path / "t.csv"
        path.write_text(text, encoding="utf-8", newline="")
        opened.append(open_file(path, Settings(home=tmp_path)))
        return opened[-1]

    yield open_
    for source in opened:
        source.close()


def types(source: DataSource) -> dict[str, FieldType]:
    return {name: field.type for name, field in source.provider.tables["t"].fields.items()}


def values(source: DataSource, column: str) -> list[object]:
    form = Form(table="t", outputs=(Output(name="value", value=Column(field=column)),))
    return sorted((row[0] for row in run_form(form, source.provider).rows), key=str)


def column_of(source: DataSource) -> tuple[str, FieldType, list[object]]:
    """The second column of a table: its name, type and values."""
    name = list(types(source))[1]
    return name, types(source)[name], values(source, name)


def ask(folder: Path, name: str, text: str, question: str) -> Answer:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return asyncio.run(Society(Settings(home=folder, file=path, db=None, model=None)).ask(question, language="en"))


class TestHeadings:
    @pytest.mark.parametrize("sign", ["#", "№", "%", "+/-", "+/–", "±", "€", "?", "*", "…", "👍", "_", "Nr.", "Ø"])
    def test_any_sign_may_be_one(self, tmp_path: Path, sign: str) -> None:
        text = f"{sign},Party,Votes\n1,Red,200\n2,Blue,300\n"
        answer = ask(tmp_path, "parties.csv", text, "How many parties are there?")
        assert (answer.status, answer.text.split()[-1]) == ("approved", "2"), answer.reason

    def test_they_get_a_name(self, opening: Opening) -> None:
        source = opening("#,Party,%,+/-,?,*,€,#\n1,Red,40.5,-1,x,y,5.50,3\n")
        names = ["No.", "Party", "Percent", "Plus/minus", "column5", "column6", "Amount (EUR)", "No._2"]
        assert list(types(source)) == names

    def test_a_number_is_asked_for_by_its_word(self, tmp_path: Path) -> None:
        answer = ask(tmp_path, "players.csv", "#,Player\n7,Anna\n12,Berta\n", "What number does Anna have?")
        assert (answer.status, "7" in answer.text) == ("approved", True), answer.reason

    @pytest.mark.parametrize(
        ("question", "shown"), [("What are the votes of Red?", "200"), ("What is the votes percent of Red?", "40.5")]
    )
    def test_the_same_words_with_a_sign_are_another_column(self, tmp_path: Path, question: str, shown: str) -> None:
        text = "Party,Votes,Votes %\nRed,200,40.5\nBlue,300,59.5\n"
        answer = ask(tmp_path, "parties.csv", text, question)
        assert (answer.status, shown in answer.text) == ("approved", True), answer.reason

    def test_headings_of_the_same_words_are_two_columns(self, tmp_path: Path) -> None:
        text = "Party,Seats (won),Seats won\nRed,3,4\nBlue,5,6\n"
        assert ask(tmp_path, "parties.csv", text, "How many parties are there?").status == "approved"
        assert ask(tmp_path, "parties.csv", text, "Seats won of Red?").status == "needs_clarification"


class TestQuotes:
    def test_escaped_by_a_backslash(self, opening: Opening) -> None:
        source = opening('a,b,c\n1,"say ""hi"", twice",x\n'.replace('""', '\\"') + '2,"two\nlines","\\"y\\""\n3,z,\n')
        assert values(source, "b") == ['say "hi", twice', "two\nlines", "z"]
        assert values(source, "c") == ['"y"', None, "x"]
        assert types(source)["a"] is FieldType.INTEGER

    def test_far_below(self, opening: Opening) -> None:
        rows = "".join(f'{i},"x"\n' for i in range(900))
        source = opening(f'a,b\n{rows}900,"the \\"y\\""\n')
        assert values(source, "b")[0] == 'the "y"'

    def test_a_backslash_at_the_end_of_a_cell_is_one(self, opening: Opening) -> None:
        source = opening('a,b\n"C:\\","x ""y"""\n"D:\\","z"\n')
        assert values(source, "a") == ["C:\\", "D:\\"]
        assert values(source, "b") == ['x "y"', "z"]

    def test_rows_without_their_last_cells(self, opening: Opening) -> None:
        source = opening("a,b,c\n1,2,3\n4,5\n6,7,8\n")
        assert values(source, "c") == [3, 8, None]

    def test_remarks_below_the_table_are_no_rows(self, opening: Opening) -> None:
        source = opening("a,b,c\n1,2,3\n4,5,6\n\nSource: own figures\n")
        assert values(source, "a") == [1, 4]
        assert "Source: own figures" in source.provider.tables["t"].description

    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ("a,b\n1,2\n1,2,3\n", 3),
            ('x\n\na,b,c\n1,"say \\"hi\\"",3\n1,2,3\n1,2,3,4\n', 6),
            ("a,b,c\n1,a line\nbreak,3\n1,2,3\n4,5,6\n", 3),
            ('a,b\n1,"open\n2,x\n', 2),
        ],
    )
    def test_other_columns_are_an_error_with_its_line(self, opening: Opening, text: str, line: int) -> None:
        with pytest.raises(SourceUnavailable, match=f"line {line} "):
            opening(text)


class TestDays:
    @pytest.mark.parametrize(
        "cell",
        [
            "18 March 1987",
            "March 18, 1987",
            "Mar 18, 1987",
            "18. März 1987",
            "18. Mär. 1987",
            "18-Mar-1987",
            "18th of March 1987",
            "Wednesday, 18 March 1987",
            "Mi., 18. März 1987",
            "MARCH 18 1987",
        ],
    )
    def test_written(self, opening: Opening, cell: str) -> None:
        source = opening(f"a;b\nx;{cell}\ny;2 Sept. 1990\nz;2. Dez. 2024\n")
        days = [date(1987, 3, 18), date(1990, 9, 2), date(2024, 12, 2)]
        assert column_of(source) == ("b", FieldType.DATE, days)

    @pytest.mark.parametrize(
        "cell", ["31 February 1987", "18 March 87", "18.3.24", "Easter, 18 March 1987", "March 1987"]
    )
    def test_left_as_text(self, opening: Opening, cell: str) -> None:
        assert column_of(opening(f"a;b\nx;{cell}\ny;{cell}\n"))[1] is FieldType.STRING

    def test_they_are_asked_for(self, tmp_path: Path) -> None:
        text = "Name,Born\nAnna,18 March 1987\nBerta,2 Sept. 1990\n"
        answer = ask(tmp_path, "people.csv", text, "Who was born after 1988?")
        assert (answer.status, "Berta" in answer.text, "Anna" in answer.text) == ("approved", True, False)


class TestNothing:
    @pytest.mark.parametrize("cell", ["-", "–", "—", "n/a", "N/A", "#N/A", "k.A.", "k. A.", "?", "unknown"])
    @pytest.mark.parametrize(
        ("other", "kind"), [("12", FieldType.INTEGER), ("1.5", FieldType.DECIMAL), ("2025-01-31", FieldType.DATE)]
    )
    def test_in_a_column_of_one_type(self, opening: Opening, cell: str, other: str, kind: FieldType) -> None:
        name, found, held = column_of(opening(f"a;b\nx;{other}\ny;{cell}\nz;{other}\n"))
        assert (name, found, held.count(None)) == ("b", kind, 1)

    def test_far_below(self, opening: Opening) -> None:
        source = opening("a;b\n" + "".join(f"x;{i}\n" for i in range(1, 5000)) + "y;n/a\n")
        found = source.tools().call("aggregateTable", {"tableName": "t", "aggregate": "SUM", "field": "b"})
        assert found.data is not None
        assert found.data["rows"][0]["sum_b"] == sum(range(1, 5000))

    @pytest.mark.parametrize("cells", [["red", "-"], ["-", "?"], ["-", "-", "3"], ["none", "3"]])
    def test_left_as_they_are(self, opening: Opening, cells: list[str]) -> None:
        source = opening("a;b\n" + "".join(f"x;{cell}\n" for cell in cells))
        assert column_of(source) == ("b", FieldType.STRING, sorted(cells))


class TestUnits:
    @pytest.mark.parametrize(
        ("cells", "name", "most"),
        [
            (["1.200,50 €", "3,00 €"], "b (EUR)", Decimal("1200.50")),
            (["1.200 €", "300 €"], "b (EUR)", 1200),
            (["€ 1.200,50", "-€ 3,00"], "b (EUR)", Decimal("1200.50")),
            (["$1,234", "$5"], "b ($)", 1234),
            (["$1,234", "-$5"], "b ($)", 1234),
            (["CHF 1'200.50", "CHF 2.00"], "b (CHF)", Decimal("1200.50")),
            (["Fr. 1'200.50", "Fr. 2.00"], "b (CHF)", Decimal("1200.50")),
            (["12 %", "7%"], "b (%)", 12),
            (["45.3 km", "2 km", "-"], "b (km)", Decimal("45.30")),
            (["90 km/h", "50 km/h"], "b (km/h)", 90),
            (["1'200,50", "2,25"], "b", Decimal("1200.50")),
            (["1 200,50", "2,25"], "b", Decimal("1200.50")),
            (["1\u202f200.5", "2.25"], "b", Decimal("1200.50")),
            (["1\u00a0200\u00a0000", "2"], "b", 1200000),
            (["−30", "–5", "7"], "b", 7),
            (["1.", "2."], "b", 2),
        ],
    )
    def test_the_figures_are_numbers_and_the_heading_says_the_unit(
        self, opening: Opening, cells: list[str], name: str, most: object
    ) -> None:
        found, kind, held = column_of(opening("a;b\n" + "".join(f"x;{cell}\n" for cell in cells)))
        assert (found, kind.is_number) == (name, True)
        assert max(value for value in held if isinstance(value, int | Decimal)) == most

    @pytest.mark.parametrize(
        ("heading", "unit"),
        [
            ("Weg (km)", "km"),
            ("Weg in Kilometern", "km"),
            ("weg_km", "km"),
            ("Preis (€)", "€"),
            ("Preis in Euro", "€"),
            ("Price ($)", "$"),
            ("Share %", "%"),
        ],
    )
    def test_a_heading_that_says_it_already(self, opening: Opening, heading: str, unit: str) -> None:
        source = opening(f"a;{heading}\nx;12 {unit}\ny;3 {unit}\n")
        assert list(types(source))[1] == heading
        assert types(source)[heading] is FieldType.INTEGER

    @pytest.mark.parametrize(
        "cells",
        [["12 km", "3 m"], ["12 km", "3"], ["Room 12", "Room 13"], ["1980s", "1990s"], ["5M", "7M"], ["€ 5", "$ 5"]],
    )
    def test_left_as_text(self, opening: Opening, cells: list[str]) -> None:
        assert column_of(opening("a;b\n" + "".join(f"x;{cell}\n" for cell in cells)))[1] is FieldType.STRING

    def test_they_are_asked_for(self, tmp_path: Path) -> None:
        text = "Article;Price\nTable;1.200,50 €\nChair;99,50 €\n"
        answer = ask(tmp_path, "articles.csv", text, "What is the price of the chair?")
        assert (answer.status, "99.50" in answer.text) == ("approved", True), answer.reason


DEPARTMENTS = "Department,Deputies,Senators\nNorth,29,4\nSouth,28,4\nEast,19,5\n"


class TestTotals:
    @pytest.mark.parametrize("label", ["Total", "TOTAL:", "Summe", "Gesamt", "Total general", "Total of all"])
    def test_the_last_row_is_left_out_and_told(self, tmp_path: Path, opening: Opening, label: str) -> None:
        text = f"{DEPARTMENTS}{label},76,13\n"
        answer = ask(tmp_path, "departments.csv", text, "Which department has the most deputies?")
        assert (answer.status, "North" in answer.text, "76" in answer.text) == ("approved", True, False)
        source = opening(text)
        assert values(source, "Department") == ["East", "North", "South"]
        assert label in overview_of(source, "en").tables[0].description

    def test_the_first_row_and_those_of_groups(self, opening: Opening) -> None:
        first = "Department,Deputies\nTotal,76\nNorth,29\nSouth,28\nEast,19\n"
        assert values(opening(first), "Deputies") == [19, 28, 29]
        groups = "Group,Name,n\nA,x,1\nA,y,2\nA,Total,3\nB,z,5\nB,u,6\nB,Total,11\n,Grand total,14\n"
        assert values(opening(groups), "n") == [1, 2, 5, 6]

    def test_a_column_is_read_without_it(self, opening: Opening) -> None:
        source = opening("Year,n,Average\n2001,10,2.5\n2002,20,3.5\nTotal,30,3.0\n")
        assert types(source)["Year"] is FieldType.INTEGER

    def test_of_a_workbook(self, tmp_path: Path) -> None:
        book = Workbook()
        sheet = book.active
        assert sheet is not None
        for row in (["Artikel", "Umsatz"], ["Tisch", 120.5], ["Stuhl", 79.5], ["Summe", 200]):
            sheet.append(row)
        book.save(tmp_path / "t.xlsx")
        source = open_file(tmp_path / "t.xlsx", Settings(home=tmp_path))
        assert values(source, "Artikel") == ["Stuhl", "Tisch"]
        source.close()

    def test_one_that_does_not_add_up_is_no_department(self, tmp_path: Path) -> None:
        """Rows may be missing: it is the last, has no other text, and no row has more."""
        answer = ask(tmp_path, "d.csv", f"{DEPARTMENTS}Total,130,36\n", "Which department has the most deputies?")
        assert "Total" not in answer.text
        assert answer.status == "approved"

    def test_one_that_may_be_a_row_of_its_own_is_not_ranked_among_the_others(self, tmp_path: Path) -> None:
        text = "Company,City,Revenue\nAlpha,Bern,200\nTotal,Paris,900\nBeta,Wien,300\n"
        ranked = ask(tmp_path, "companies.csv", text, "Which company has the highest revenue?")
        assert (ranked.status, "Total" in (ranked.reason or "")) == ("refused", True)
        named = ask(tmp_path, "companies.csv", text, "What is the revenue of Total?")
        assert (named.status, "900" in named.text) == ("approved", True), named.reason

    @pytest.mark.parametrize(
        "row", ["Total,20,5\n", "Total Recall,76,99\n", "Totality,76,13\n"], ids=["small", "a name", "a word"]
    )
    def test_a_row_that_is_only_called_so_stays(self, opening: Opening, row: str) -> None:
        assert len(values(opening(f"{DEPARTMENTS}{row}"), "Department")) == 4


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9, bytes(range(1, 256)) * 12])
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "picture.csv"
    path.write_bytes(content)
    with pytest.raises(SourceUnavailable, match=r"picture\.csv is called \.csv and holds no text"):
        open_file(path, Settings(home=tmp_path))
