"""Reading documents: text under its headings, with what is known about it, and a clear word where there is none."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.documents import (
    Document,
    FileContent,
    FoundFile,
    UnreadableDocument,
    chunks_of,
    find_files,
    kind_of,
    read_document,
    read_file,
)
from arch_team.documents.metadata import host_of, parsed_date
from arch_team.documents.pdf import repeated_lines
from arch_team.documents.plain import cleaned, decoded
from tests.search.examples import PATIENT
from tests.search.files import (
    HANDBOOK,
    POLICY,
    blank_pdf_bytes,
    docx_bytes,
    empty_docx_bytes,
    encrypted_pdf_bytes,
    pdf_bytes,
)


def read(tmp_path: Path, name: str, content: str | bytes) -> Document:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_document(read_file(path))


def texts(document: Document) -> dict[str, str]:
    return {" › ".join(document.path_of(section)): section.text for section in document.sections}


def test_markdown_headings_become_the_path(tmp_path: Path) -> None:
    document = read(tmp_path, "h.md", HANDBOOK)
    found = texts(document)
    assert list(found) == [
        "Handbuch › 3 Sicherheit",
        "Handbuch › 3 Sicherheit › 3.2 Zugriff",
        "Handbuch › 3 Sicherheit › 3.3 Protokolle",
    ]
    assert found["Handbuch › 3 Sicherheit"] == "Dieses Kapitel regelt die Sicherheit der Systeme."
    assert document.facts.date == datetime(2024, 5, 1, tzinfo=UTC)
    assert document.facts.date_source == "document"
    assert (document.facts.host, document.facts.licence) == ("example.org", "CC BY 4.0")


def test_markdown_code_is_not_read_as_headings_and_tables_keep_their_rows(tmp_path: Path) -> None:
    code, table = "```sh\n# not a heading\n```", "| a | b |\n|---|---|\n| 1 | 2 |"
    source = f"# A\n\n{code}\n\nSetext\n------\n\n{table}\n\n- one\n- two\n  more\n"
    found = texts(read(tmp_path, "x.md", source))
    assert found == {"A": "# not a heading", "A › Setext": "a | b\n1 | 2\n\n- one\n- two more"}


@pytest.mark.parametrize("front", ["---\n: [\n---\n", "---\n- a\n---\n", "---\n\n---\n", "---\ndate: nonsense\n---\n"])
def test_a_front_matter_that_says_nothing_does_not_matter(tmp_path: Path, front: str) -> None:
    document = read(tmp_path, "x.md", front + "Some text.")
    assert "Some text." in document.sections[-1].text
    assert document.facts.date_source == "file"


def test_several_top_headings_stand_under_the_files_name(tmp_path: Path) -> None:
    assert list(texts(read(tmp_path, "notes.md", "# A\nx\n# B\ny"))) == ["notes › A", "notes › B"]


def test_html_gives_what_a_reader_sees(tmp_path: Path) -> None:
    document = read(tmp_path, "p.html", POLICY)
    assert texts(document) == {
        "Retention policy": "Invoices are kept for ten years.",
        "Retention policy › Logs": "Access logs are deleted after 90 days.\n\nKind | Years\nInvoice | 10",
    }
    assert document.facts.date == datetime(2023, 2, 3, tzinfo=UTC)
    assert document.facts.licence == "https://example.org/by"
    assert document.facts.language == "en"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<html><nav>Menu <p>All of it stands in a menu that is never closed.", "Menu"),
        ("<html><head><title>T</title><body><h1>Open heading<p>Text.</p>", "Text."),
        ("<!doctype html><p>a<br>b&amp;c", "a\nb&c"),
        ("<html><body><pre>  keep\n   this</pre></body>", "  keep\n   this"),
        ("<html><p>unclosed <b>bold <i>both</p><script>x()", "unclosed bold both"),
    ],
)
def test_untidy_html_is_read_as_far_as_it_goes(tmp_path: Path, source: str, text: str) -> None:
    assert text in read(tmp_path, "x.html", source).sections[0].text


def test_html_in_an_old_encoding(tmp_path: Path) -> None:
    page = '<html><head><meta charset="iso-8859-1"></head><body><p>Gebühr für Änderungen</p></body></html>'
    assert read(tmp_path, "x.htm", page.encode("latin-1")).sections[0].text == "Gebühr für Änderungen"


def test_docx_headings_lists_tables_and_properties(tmp_path: Path) -> None:
    document = read(tmp_path, "b.docx", docx_bytes())
    assert texts(document) == {
        "Betriebshandbuch › Betrieb › Sicherung": (
            "Sicherungen laufen jede Nacht um 02:00 Uhr.\n\n- Bänder lagern extern.\n\nSystem | Tage\nArchiv | 30"
        )
    }
    assert document.facts.date == datetime(2022, 7, 8, tzinfo=UTC)


def test_pdf_pages_bookmarks_and_properties(tmp_path: Path) -> None:
    content = pdf_bytes(
        "The first page speaks of access.",
        "The second page breaks a sen-\ntence and goes\non here.",
        title="Guide",
        bookmarks=(("1 Access", 0), ("2 Rest", 1)),
    )
    document = read(tmp_path, "g.pdf", content)
    assert [(document.path_of(s), s.page) for s in document.sections] == [
        (("Guide", "1 Access"), 1),
        (("Guide", "2 Rest"), 2),
    ]
    assert document.sections[1].text == "The second page breaks a sentence and goes on here."
    assert document.facts.date == datetime(2024, 1, 31, 11, tzinfo=UTC)


def test_running_heads_of_a_pdf_are_left_out(tmp_path: Path) -> None:
    topics = ("bank", "stock", "staff", "rent", "tax")
    pages = [f"ACME Handbook\nThis page speaks of {topic}.\nPage {n} of 5" for n, topic in enumerate(topics, 1)]
    document = read(tmp_path, "r.pdf", pdf_bytes(*pages))
    assert [section.text for section in document.sections] == [f"This page speaks of {topic}." for topic in topics]
    assert repeated_lines(pages[:3]) == frozenset()


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("blank.pdf", blank_pdf_bytes(), "no text"),
        ("locked.pdf", encrypted_pdf_bytes(), "password"),
        ("broken.pdf", b"%PDF-1.7\n%%EOF garbage", "PDF"),
        ("cut.pdf", pdf_bytes("Some words on a page.")[:200], "PDF"),
        ("named.pdf", b"just text", "none"),
        ("broken.docx", docx_bytes()[:-300], "DOCX"),
        ("rubbish.docx", b"PK\x03\x04 nothing in it", "DOCX"),
        ("named.docx", b"just text", "none"),
        ("empty.docx", empty_docx_bytes(), "no text"),
        ("empty.txt", b"", "empty"),
        ("blank.md", b" \n\t\n", "empty"),
        ("only-head.md", b"---\ntitle: x\n---\n", "no text"),
        ("script.html", b"<html><script>alert(1)</script></html>", "no text"),
        ("picture.txt", b"\x89PNG\r\n\x1a\n\x00\x00\x00", "not text"),
        ("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "not text"),
        ("table.csv", b"a,b\n1,2\n", "csv"),
        ("utf16.txt", b"\xff\xfea\x00b", "utf-16"),
    ],
)
def test_what_cannot_be_read_says_why_and_what_to_do(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    with pytest.raises(UnreadableDocument, match=says) as caught:
        read(tmp_path, name, content)
    assert caught.value.next_step


def test_an_owner_password_does_not_lock_a_reader_out(tmp_path: Path) -> None:
    import io

    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter()
    writer.append(PdfReader(io.BytesIO(pdf_bytes("Everybody may read this."))))
    writer.encrypt("", owner_password="boss", algorithm="AES-256")  # noqa: S106 - of a test file
    buffer = io.BytesIO()
    writer.write(buffer)
    assert read(tmp_path, "o.pdf", buffer.getvalue()).sections[0].text == "Everybody may read this."


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "big.txt").write_text("x" * 200)
    with pytest.raises(UnreadableDocument, match="larger than 100 bytes"):
        read_file(tmp_path / "big.txt", max_bytes=100)


def test_a_docx_that_unpacks_to_gigabytes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arch_team.documents.archives.LARGEST_CONTENT", 1_000)
    with pytest.raises(UnreadableDocument, match="unpacks"):
        read(tmp_path, "bomb.docx", docx_bytes())


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(UnreadableDocument, match="plain file"):
        read_file(tmp_path / "pipe.txt")


def test_a_folder_gives_the_documents_in_it_and_no_others(tmp_path: Path) -> None:
    for name in ("b.md", "a/deep/c.txt", ".git/x.md", "picture.png", "a/.hidden.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("text")
    assert found_in(tmp_path) == ["b.md", "a/deep/c.txt"]


def test_links_are_followed_nowhere_and_told_of_where_something_is_missed(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    for folder in (outside, inside):
        folder.mkdir()
    (outside / "secret.md").write_text("secret")
    (inside / "a.md").write_text("text")
    (inside / "loop").symlink_to(inside)
    (inside / "self.md").symlink_to(inside / "self.md")
    (inside / "out.md").symlink_to(outside / "secret.md")
    (inside / "same.md").symlink_to(inside / "a.md")
    found = list(find_files([inside]))
    assert [f.path.name for f in found if f.problem is None] == ["a.md"]
    assert {f.path.name: _said(f) for f in found if f.problem} == {
        "out.md": "it is a link that leads out of the folder",
        "self.md": "it is a link that leads nowhere or back to itself",
    }


def test_a_file_named_twice_is_taken_once_and_a_missing_one_told(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("text")
    found = list(find_files([tmp_path / "a.md", tmp_path, tmp_path / "missing.md"]))
    assert [(f.path.name, f.problem is None) for f in found] == [("a.md", True), ("missing.md", False)]


def test_a_file_named_directly_is_taken_by_what_it_holds(tmp_path: Path) -> None:
    assert kind_of("README", b"plain words") == "text"
    assert kind_of("page.txt", b"<!DOCTYPE html><html><p>x") == "html"
    assert kind_of("paper.bin", pdf_bytes("x")) == "pdf"
    assert kind_of("letter", docx_bytes()) == "docx"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2024-05-01", datetime(2024, 5, 1, tzinfo=UTC)),
        ("2024-05-01T10:00:00+02:00", datetime(2024, 5, 1, 8, tzinfo=UTC)),
        ("2024-05-01T08:00:00Z", datetime(2024, 5, 1, 8, tzinfo=UTC)),
        ("1.5.2024", datetime(2024, 5, 1, tzinfo=UTC)),
        ("2024-05", datetime(2024, 5, 1, tzinfo=UTC)),
        ("Wed, 01 May 2024 08:00:00 GMT", datetime(2024, 5, 1, 8, tzinfo=UTC)),
        ("D:20240501", datetime(2024, 5, 1, tzinfo=UTC)),
        ("31.2.2024", None),
        ("last spring", None),
        ("", None),
        (None, None),
        (2024, None),
    ],
)
def test_dates_as_documents_write_them(written: object, meant: datetime | None) -> None:
    assert parsed_date(written) == meant


@PATIENT
@given(st.text(max_size=60))
def test_any_text_as_a_date_is_an_aware_date_or_none(text: str) -> None:
    parsed = parsed_date(text)
    assert parsed is None or parsed.tzinfo is UTC


@PATIENT
@given(st.binary(max_size=300), st.sampled_from(["x.md", "x.html", "x.txt", "x.pdf", "x.docx", "x"]))
def test_no_bytes_bring_a_reader_down(content: bytes, name: str) -> None:
    said = ""
    try:
        kind = kind_of(name, content)
        document = read_document(FileContent(Path(name), content, kind, datetime(2024, 1, 1, tzinfo=UTC)))
        said = document.sections[0].text.strip()
    except UnreadableDocument as error:
        said = error.next_step
    assert said


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("x.md", "["), ("x.md", "*"), ("x.md", "_a"), ("x.md", "<!--"), ("x.md", "`"), ("x.md", "| a "), ("x.md", "-"),
        ("x.md", "# #"), ("x.md", "!["), ("x.html", "<"), ("x.html", "<div>"), ("x.html", "<nav></x>"),
        ("x.html", "<td>a"), ("x.html", "&"), ("x.txt", "."), ("x.txt", "a. "), ("x.txt", "1. "),
        ("x.txt", "\n "), ("x.txt", "[1]"),
    ],
)  # fmt: skip
def test_hostile_repetition_costs_no_more_than_its_length(name: str, unit: str) -> None:
    """A hundred thousand characters, whose square would be minutes."""
    import time
    from contextlib import suppress

    content = (unit * (100_000 // len(unit)) + "x").encode()
    file = FileContent(Path(name), content, kind_of(name, content), datetime(2024, 1, 1, tzinfo=UTC))
    started = time.process_time()
    with suppress(UnreadableDocument):
        chunks_of(read_document(file))
    assert time.process_time() - started < 15


@PATIENT
@given(st.text())
def test_cleaned_text_steers_no_terminal(text: str) -> None:
    assert not any(ord(c) < 32 and c not in "\n\t" for c in cleaned(text))
    assert decoded(cleaned(text).encode()) == cleaned(text)


@pytest.mark.parametrize(
    ("url", "host"),
    [("https://www.Example.org/x", "example.org"), ("http://a.b:80/", "a.b"), ("not a url", None), (None, None)],
)
def test_hosts(url: str | None, host: str | None) -> None:
    assert host_of(url) == host


def found_in(folder: Path) -> list[str]:
    return [str(found.path.relative_to(folder)) for found in find_files([folder])]


def _said(found: FoundFile) -> str:
    return str(found.problem)
