"""Files as people have them: German and English numbers, dates and encodings, workbooks, several files at once."""

import json
import time
from collections.abc import Callable, Iterator
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest
from openpyxl import Workbook
from typer.testing import CliRunner

from arch_team.console.app import app
from arch_team.errors import SourceUnavailable, UsageError
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import Column, Form, Output
from arch_team.forms.running import run_form
from arch_team.modelling.keys import keys_of
from arch_team.settings import Settings
from arch_team.society import open_data
from arch_team.tools.files import open_files
from arch_team.tools.session import DataSource

Opening = Callable[..., DataSource]


@pytest.fixture
def opening(tmp_path: Path) -> Iterator[Opening]:
    opened: list[DataSource] = []

    def open_(*paths: Path) -> DataSource:
        opened.append(open_files(paths, Settings(home=tmp_path)))
        return opened[-1]

    yield open_
    for source in opened:
        source.close()


def types(source: DataSource, table: str) -> dict[str, FieldType]:
    return {name: field.type for name, field in source.provider.tables[table].fields.items()}


def values(source: DataSource, table: str, column: str) -> list[object]:
    form = Form(table=table, outputs=(Output(name="value", value=Column(field=column)),))
    return sorted((row[0] for row in run_form(form, source.provider).rows), key=str)


def written(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


GERMAN = (
    "Kunden Nr;Größe;Betrag;Anzahl;Datum;Zeit;Konto\n"
    "1;groß;1.800,00;1.200;31.12.2025;31.12.2025 08:15;0100\n"
    "2;klein;-2,50;17;01.02.2025;01.02.2025 09:00;1020\n"
)


class TestText:
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
    def test_german(self, opening: Opening, tmp_path: Path, encoding: str) -> None:
        source = opening(written(tmp_path, "Verkäufe 2025.csv", GERMAN, encoding))
        table = "Verkäufe_2025"
        assert types(source, table) == {
            "Kunden Nr": FieldType.INTEGER,
            "Größe": FieldType.STRING,
            "Betrag": FieldType.DECIMAL,
            "Anzahl": FieldType.INTEGER,
            "Datum": FieldType.DATE,
            "Zeit": FieldType.DATETIME,
            "Konto": FieldType.STRING,
        }
        assert values(source, table, "Größe") == ["groß", "klein"]
        assert values(source, table, "Betrag") == [Decimal("-2.50"), Decimal("1800.00")]
        assert values(source, table, "Anzahl") == [1200, 17]
        assert values(source, table, "Datum") == [date(2025, 2, 1), date(2025, 12, 31)]
        assert values(source, table, "Zeit") == [datetime(2025, 2, 1, 9), datetime(2025, 12, 31, 8, 15)]
        assert values(source, table, "Konto") == ["0100", "1020"]

    @pytest.mark.parametrize(
        ("column", "kind", "first"),
        [
            (["1", "-2", "0"], FieldType.INTEGER, -2),
            (["1.5", "2", ""], FieldType.DECIMAL, Decimal("1.50")),
            (["1,800.50", "20"], FieldType.DECIMAL, Decimal("1800.50")),
            (["1'800.50", "20"], FieldType.DECIMAL, Decimal("1800.50")),
            (["1,800", "2,500"], FieldType.STRING, "1,800"),
            (["1.800", "2.500"], FieldType.DECIMAL, Decimal("1.80")),
            (["1,5", "2"], FieldType.DECIMAL, Decimal("1.50")),
            (["007", "12"], FieldType.STRING, "007"),
            (["2025-01-31", "2025-02-01"], FieldType.DATE, date(2025, 1, 31)),
            (["2025-01-31 00:00:00", "2025-02-01T00:00:00"], FieldType.DATE, date(2025, 1, 31)),
            (["2025-01-31 08:00", "2025-02-01"], FieldType.DATETIME, datetime(2025, 1, 31, 8)),
            (["31.02.2025", "01.02.2025"], FieldType.STRING, "01.02.2025"),
            (["12/31/2025", "01/02/2025"], FieldType.DATE, date(2025, 1, 2)),
            (["31/12/2025", "01/02/2025"], FieldType.DATE, date(2025, 2, 1)),
            (["01/02/2025", "03/04/2025"], FieldType.STRING, "01/02/2025"),
            (["true", "False"], FieldType.BOOLEAN, False),
            (["12a", "13"], FieldType.STRING, "12a"),
        ],
    )
    def test_what_a_column_is(
        self, opening: Opening, tmp_path: Path, column: list[str], kind: FieldType, first: object
    ) -> None:
        lines = "\n".join(f"x;{value}" for value in column)
        source = opening(written(tmp_path, "t.csv", f"a;b\n{lines}\n"))
        assert types(source, "t")["b"] is kind
        assert values(source, "t", "b")[0] == first

    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_odd_layouts(self, opening: Opening, tmp_path: Path, end: str) -> None:
        """Lines before the heading, a separator at every end, headings twice, separators and line ends in quotes."""
        lines = ["Export of 2025", "", "name;name;Amount, net;", '"A;B ""x""";"two', 'lines";1,50;', "C;d;2,25;", ""]
        source = opening(written(tmp_path, "t.csv", end.join(lines)))
        assert list(types(source, "t")) == ["name", "name_2", "Amount, net"]
        assert values(source, "t", "name") == ['A;B "x"', "C"]
        assert values(source, "t", "name_2") == [f"two{end}lines", "d"][::-1]
        assert values(source, "t", "Amount, net") == [Decimal("1.50"), Decimal("2.25")]

    @pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
    def test_separators(self, opening: Opening, tmp_path: Path, separator: str) -> None:
        rows = (("a", "b"), ("1", "x y"), ("2", "z"))
        text = "\n".join(separator.join(row) for row in rows)
        assert values(opening(written(tmp_path, "t.txt", text)), "t", "b") == ["x y", "z"]

    def test_one_column(self, opening: Opening, tmp_path: Path) -> None:
        assert values(opening(written(tmp_path, "t.csv", "name\nA B\nC\n")), "t", "name") == ["A B", "C"]

    def test_a_late_row_changes_what_its_column_is(self, opening: Opening, tmp_path: Path) -> None:
        numbers = "\n".join(f"{i},{i},2025-01-01" for i in range(1, 5000))
        source = opening(written(tmp_path, "t.csv", f"a,b,c\n{numbers}\n5000,007,2025-01-01\n5001,1.5,soon\n"))
        assert types(source, "t") == {"a": FieldType.INTEGER, "b": FieldType.STRING, "c": FieldType.STRING}

    @pytest.mark.thorough
    def test_a_million_rows_open_in_seconds(self, opening: Opening, tmp_path: Path) -> None:
        path = tmp_path / "large.csv"
        duckdb.sql(
            "COPY (SELECT i AS id, 'name ' || i AS name, DATE '2020-01-01' + CAST(i % 999 AS INT) AS day, "
            f"i / 100 AS amount FROM range(1000000) t(i)) TO '{path}' (HEADER)"
        )
        started, worked = time.perf_counter(), time.process_time()
        source = opening(path)
        assert min(time.perf_counter() - started, time.process_time() - worked) < 3
        assert types(source, "large")["amount"] is FieldType.DECIMAL


class TestWorkbooks:
    def test_every_sheet_is_a_table(self, opening: Opening, tmp_path: Path) -> None:
        book = Workbook()
        orders = book.active
        assert orders is not None
        orders.title = "Orders"
        for row in (["Orders of 2025"], [], ["id", "customer id", "day", "paid"]):
            orders.append(row)
        orders.append([1, 7, datetime(2025, 1, 31), True])
        orders.append([2, 7, datetime(2025, 2, 1), None])
        customers = book.create_sheet("Customers")
        customers.append(["id", "Name"])
        customers.append([7, "Müller, Anna"])
        book.create_sheet("Notes").append(["nothing here"])
        path = tmp_path / "shop.xlsx"
        book.save(path)
        source = opening(path)
        assert set(source.provider.tables) == {"Orders", "Customers"}
        assert types(source, "Orders") == {
            "id": FieldType.INTEGER,
            "customer id": FieldType.INTEGER,
            "day": FieldType.DATE,
            "paid": FieldType.BOOLEAN,
        }
        assert values(source, "Customers", "Name") == ["Müller, Anna"]
        assert [(key.table, key.to_table) for key in keys_of(source.provider).foreign_keys] == [("Orders", "Customers")]

    def test_one_without_rows_or_that_is_none(self, opening: Opening, tmp_path: Path) -> None:
        Workbook().save(tmp_path / "bare.xlsx")
        with pytest.raises(SourceUnavailable, match="heading row"):
            opening(tmp_path / "bare.xlsx")
        with pytest.raises(SourceUnavailable, match=r"odd\.xlsx is called \.xlsx and is no workbook"):
            opening(written(tmp_path, "odd.xlsx", "no workbook"))


class TestSeveral:
    def test_they_are_one_database(self, opening: Opening, tmp_path: Path) -> None:
        (tmp_path / "old").mkdir()
        first = written(tmp_path, "sales.csv", "sku,amount\nx,1.50\n")
        second = written(tmp_path / "old", "sales.csv", "sku;amount\nx;1,25\n")
        third = written(tmp_path, "products.csv", "sku,label\nx,Apple\n")
        source = opening(first, second, third)
        assert set(source.provider.tables) == {"sales", "sales_2", "products"}
        assert source.name == "sales.csv, sales.csv, products.csv"
        assert values(source, "sales_2", "amount") == [Decimal("1.25")]

    def test_the_settings_name_them(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        paths = [written(tmp_path, f"{name}.csv", "a\n1\n") for name in ("one", "two")]
        monkeypatch.setenv("ARCH_TEAM_FILES", json.dumps([str(path) for path in paths]))
        source = open_data(Settings(home=tmp_path))
        assert set(source.provider.tables) == {"one", "two"}
        source.close()

    def test_the_command_takes_them(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        seen: list[Settings] = []

        def stop(settings: Settings, **_: object) -> None:
            seen.append(settings)
            raise KeyboardInterrupt

        monkeypatch.setattr("arch_team.society.Society", stop)
        one, other = tmp_path / "a.csv", tmp_path / "b.csv"
        for path in (one, other):
            path.write_text("id\n1\n", encoding="utf-8")
        CliRunner().invoke(app, ["ask", "how many?", "--file", str(one), "--file", str(other)])
        assert (seen[0].file, seen[0].files) == (one, (other,))


def test_errors_say_what_to_do(opening: Opening, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file"):
        opening(written(tmp_path, "a.csv", "a\n1\n"), tmp_path / "missing.csv")
    with pytest.raises(UsageError, match="no known kind") as odd:
        opening(written(tmp_path, "a.xls", "x"))
    assert ".xlsx" in odd.value.next_step
    with pytest.raises(SourceUnavailable, match="is empty"):
        opening(written(tmp_path, "empty.csv", ""))
    with pytest.raises(SourceUnavailable, match="is empty"):
        opening(written(tmp_path, "blank.csv", "\n  \n\n"))
    with pytest.raises(SourceUnavailable, match=r"cannot be read as a table$"):
        opening(written(tmp_path, "late.csv", "\n" * 1_000 + "a,b\n1,2\n"))
    with pytest.raises(SourceUnavailable, match="line 3"):
        opening(written(tmp_path, "ragged.csv", "a,b\n1,2\n1,2,3\n"))
