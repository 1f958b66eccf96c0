"""Tables in documents keep their rows and heads, in every kind of file, and can be asked like a file."""

import asyncio
import io
from pathlib import Path

import pytest

from arch_team.documents import Document, Section, chunks_of, read_document, read_file
from arch_team.documents.tables import tables_in, tables_of
from arch_team.errors import SourceUnavailable
from arch_team.runs.answer import Answer
from arch_team.search.knowledge import knowledge_of
from arch_team.settings import Settings
from arch_team.society import Society
from tests.search.files import pdf_bytes, table_pdf_bytes

PARTS = [
    ["Part", "Supplier", "Price"],
    ["Brake disc", "Meyer", "48.50"],
    ["Air filter", "Kunz", "12.00"],
    ["Spark plug", "Meyer", "9.50"],
    ["Gear box", "Vogt", "980.00"],
]
AS_TEXT = "\n".join(" | ".join(row) for row in PARTS)
HTML = "<h1>Parts</h1><table>" + "".join("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in PARTS)
MARKDOWN = "# Parts\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in [PARTS[0], ["---"] * 3, *PARTS[1:]])


def docx_of(rows: list[list[str]]) -> bytes:
    from docx import Document as new_document

    document = new_document()
    document.add_heading("Parts", level=1)
    table = document.add_table(rows=len(rows), cols=len(rows[0]))
    for cell, text in zip(table._cells, (c for row in rows for c in row), strict=True):  # pyright: ignore[reportPrivateUsage]
        cell.text = text
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def files() -> dict[str, bytes]:
    return {
        "parts.md": MARKDOWN.encode(),
        "parts.html": f"{HTML}</table>".encode(),
        "parts.docx": docx_of(PARTS),
        "parts.pdf": table_pdf_bytes(("Parts in stock", PARTS, "As of May.")),
        "plain.pdf": table_pdf_bytes(("Parts in stock", PARTS, "As of May."), ruled=False),
    }


def read(folder: Path, name: str, content: bytes) -> Document:
    path = folder / name
    path.write_bytes(content)
    return read_document(read_file(path))


@pytest.mark.parametrize("name", list(files()))
def test_rows_stand_under_their_heads_in_every_kind_of_file(tmp_path: Path, name: str) -> None:
    document = read(tmp_path, name, files()[name])
    assert AS_TEXT in "\n\n".join(section.text for section in document.sections)
    (table,) = tables_of(document)
    assert (table.head, table.rows[1]) == (("Part", "Supplier", "Price"), ("Air filter", "Kunz", "12.00"))


def test_text_around_a_table_stays_text_in_its_order(tmp_path: Path) -> None:
    document = read(tmp_path, "p.pdf", table_pdf_bytes(("Parts in stock", PARTS, "As of May.")))
    assert document.sections[0].text == f"Parts in stock\n\n{AS_TEXT}\n\nAs of May."
    assert tables_of(document)[0].name == "Parts in stock"


def test_a_table_that_goes_on_over_a_page_is_one_under_one_head(tmp_path: Path) -> None:
    pages = (("Parts", PARTS[:3], ""), ("", PARTS[3:], "As of May."))
    (table,) = tables_of(read(tmp_path, "p.pdf", table_pdf_bytes(*pages)))
    assert [row[0] for row in table.rows] == ["Brake disc", "Air filter", "Spark plug", "Gear box"]


def test_running_text_is_no_table(tmp_path: Path) -> None:
    text = "Invoices are kept for 10 years.\nLogs are kept for 90 days.\nAll else goes after 2 years."
    document = read(tmp_path, "t.pdf", pdf_bytes(text))
    assert tables_of(document) == ()
    assert document.sections[0].text == text


def test_a_passage_that_begins_within_a_table_begins_with_its_head() -> None:
    rows = "\n".join(f"Item {n} | {n * 100}" for n in range(1, 60))
    chunks = chunks_of(Document("text", "T", (Section(f"Item | Price\n{rows}"),)), limit=200, overlap=40)
    assert len(chunks) > 3
    assert all(chunk.text.startswith("Item | Price\nItem ") for chunk in chunks)
    assert "\n".join(chunk.text[chunk.fresh_from :] for chunk in chunks) == f"Item | Price\n{rows}"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Table 3: Prices\n\na | b\n1 | 2", ["Prices"]),
        ("A sentence that ends.\n\na | b\n1 | 2", [""]),
        ("a | b\n1 | 2 | 3", []),
        ("a | b", []),
        ("a | a\n1 | 2", []),
        ("| b\n1 |", [""]),
    ],
)
def test_what_is_a_table_and_what_it_is_called(text: str, names: list[str]) -> None:
    assert [table.name for table in tables_in(text)] == names


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("tables")
    settings = Settings(home=folder / "home", qdrant_url=None, model=None, mandate=None)
    (folder / "parts.pdf").write_bytes(files()["parts.pdf"])
    (folder / "staff.md").write_text("# Staff\n\n## Vacation\n\nEverybody has 25 days of vacation.\n")
    library = knowledge_of(settings).library("default")
    library.add([folder / "parts.pdf", folder / "staff.md"])
    library.close()
    return settings


class TestAsked:
    def ask(self, settings: Settings, question: str, skill: str | None = "knowledge") -> Answer:
        return asyncio.run(Society(settings, seconds=120).ask(question, skill=skill))

    def test_a_figure_comes_from_its_cell_and_the_document_is_named(self, settings: Settings) -> None:
        answer = self.ask(settings, "What is the price of the air filter?")
        assert answer.status == "approved"
        assert answer.figures[0].value == 12
        assert answer.figures[0].evidence[0].column == "Price"
        assert "parts.pdf" in (answer.source or "")
        assert "parts.pdf" in answer.warnings[-1]

    def test_a_table_is_computed_with(self, settings: Settings) -> None:
        answer = self.ask(settings, "What is the total price of the parts of supplier Meyer?")
        assert answer.figures[0].value == 58

    def test_without_a_skill_the_tables_of_documents_are_found_too(self, settings: Settings) -> None:
        answer = self.ask(settings, "Which parts have a price above 40?", skill=None)
        assert answer.status == "approved"
        assert "Gear box" in answer.text
        assert "Air filter" not in answer.text

    def test_sentences_are_quoted_as_before(self, settings: Settings) -> None:
        answer = self.ask(settings, "How many days of vacation does everybody have?")
        assert "25 days" in answer.text

    @pytest.mark.parametrize("name", ["parts.pdf", "parts.docx", "parts.html", "parts.md"])
    def test_a_document_may_be_named_as_a_file(self, tmp_path: Path, name: str) -> None:
        (tmp_path / name).write_bytes(files()[name])
        settings = Settings(home=tmp_path / "home", files=(tmp_path / name,), qdrant_url=None, model=None, mandate=None)
        answer = self.ask(settings, "What is the highest price?", skill="data")
        assert answer.figures[0].value == 980

    def test_a_document_without_a_table_says_what_to_do(self, tmp_path: Path) -> None:
        path = tmp_path / "t.md"
        path.write_text("# T\n\nOnly text.")
        settings = Settings(home=tmp_path / "home", files=(path,), qdrant_url=None, model=None, mandate=None)
        with pytest.raises(SourceUnavailable, match="no table") as raised:
            _ = Society(settings).source
        assert "knowledge add" in raised.value.next_step
