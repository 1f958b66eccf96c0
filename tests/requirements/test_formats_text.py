"""Plain text and Markdown: which lines are one requirement, what it is called, and where its words stand."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arch_team.errors import ArchTeamError, DataError
from arch_team.requirements.read import Specification, read_bytes, read_file
from tests.requirements.reading import outcome

SAMPLES = Path(__file__).parent / "samples"


def text(content: str, name: str = "spec.txt") -> Specification:
    return read_bytes(content.encode(), name)


def texts(content: str, name: str = "spec.txt") -> list[str]:
    return [requirement.text for requirement in text(content, name).requirements]


def ids(specification: Specification) -> list[str]:
    return [requirement.id for requirement in specification.requirements]


def codes(specification: Specification) -> list[str]:
    return [note.code for note in specification.notes]


def test_each_line_is_a_requirement_where_nothing_says_otherwise() -> None:
    assert texts("Die App muss schnell sein\nSystem soll skalierbar sein\n") == [
        "Die App muss schnell sein",
        "System soll skalierbar sein",
    ]
    assert texts("Schnelle Suche\nEinfache Bedienung\nHohe Verfügbarkeit") == [
        "Schnelle Suche",
        "Einfache Bedienung",
        "Hohe Verfügbarkeit",
    ]


def test_wrapped_lines_are_one_requirement() -> None:
    wrapped = (
        "The system shall show the last five orders of the customer on the\n"
        "Start page right after the login, and shall mark those that have\n"
        "not been paid."
    )
    assert texts(wrapped) == [wrapped.replace("\n", " ")]


def test_whole_sentences_in_lines_are_requirements_of_their_own() -> None:
    lines = "The administrator can lock the account of a user.\nThe administrator can delete the account of a user."
    assert texts(lines) == lines.split("\n")


def test_a_short_line_among_others_is_no_heading() -> None:
    lines = [
        "Video-Wasserzeichen für Urheberrecht",
        "Wasserzeichen in Videos einfügen",
        "Das System muss Videos mit einem Wasserzeichen versehen.",
    ]
    assert texts("\n".join(lines)) == lines
    assert texts("1. Schnelle Suche\n2. Das System muss drucken.\n3. Hohe Verfügbarkeit\n") == [
        "Schnelle Suche",
        "Das System muss drucken.",
        "Hohe Verfügbarkeit",
    ]
    assert texts("1. Schnelle Suche\n\n2. Das System muss drucken.\n") == ["Schnelle Suche", "Das System muss drucken."]


def test_paragraphs_and_headings() -> None:
    found = text("Login\n\nThe user shall log in with a password.\n\nLOGOUT:\n\nThe user shall log out.\n")
    assert [r.text for r in found.requirements] == ["The user shall log in with a password.", "The user shall log out."]
    assert [r.place for r in found.requirements] == ["line 3, Login", "line 7, LOGOUT"]
    assert codes(found) == ["titles"]


@pytest.mark.parametrize(
    ("line", "id_"),
    [
        ("REQ-12: The pump shall stop.", "REQ-12"),
        ("[FR_3.1] The pump shall stop.", "FR_3.1"),
        ("(NFR-PERF-007) The pump shall stop.", "NFR-PERF-007"),
        ("R1. The pump shall stop.", "R1"),
        ("US12 - The pump shall stop.", "US12"),
        ("4.2.1) The pump shall stop.", "4.2.1"),
        ("7. The pump shall stop.", "7"),
        ("- REQ-12: The pump shall stop.", "REQ-12"),
        ("Anforderung 12: The pump shall stop.", "Anforderung 12"),
        ("REQ-12\tThe pump shall stop.", "REQ-12"),
    ],
)
def test_an_id_in_front_is_the_id(line: str, id_: str) -> None:
    (only,) = text(line).requirements
    assert (only.id, only.text) == (id_, "The pump shall stop.")


@pytest.mark.parametrize(
    "line",
    [
        "10 users shall be able to log in at once.",
        "ISO-27001 compliance is required.",
        "2.5 bar must not be exceeded.",
        "When the door opens, the light shall go on.",
        "Phase 2: the light shall go on.",
    ],
)
def test_what_only_looks_like_an_id_stays_in_the_sentence(line: str) -> None:
    (only,) = text(line).requirements
    assert (only.id, only.text) == ("REQ_1", line)


def test_ids_with_a_space_behind_count_in_a_series() -> None:
    found = text("REQ-1 The pump shall start.\nREQ-2 The pump shall stop.\n")
    assert ids(found) == ["REQ-1", "REQ-2"]


def test_a_lead_in_with_fragments_is_one_requirement_and_with_requirements_a_heading() -> None:
    one = "The system shall support:\n- PDF\n- CSV"
    assert texts(one) == ["The system shall support:\nPDF\nCSV"]
    two = "The following requirements shall be met:\n- The user shall log in.\n- The user shall log out."
    assert texts(two) == ["The user shall log in.", "The user shall log out."]


def test_criteria_belong_to_the_requirement_above() -> None:
    story = "As a user I want to reset my password so that I can log in."
    steps = "Given a registered user\nWhen a reset is asked for\nThen an e-mail is sent"
    assert texts(f"{story}\n{steps}\n\nThe user shall log out.") == [f"{story}\n{steps}", "The user shall log out."]
    listed = (
        f"{story}\n\nAcceptance criteria:\n- mail within 60 s\n- link valid for 1 h\n\nREQ-2: The user shall log out."
    )
    assert texts(listed) == [f"{story}\nmail within 60 s\nlink valid for 1 h", "The user shall log out."]


def test_a_block_of_labelled_lines_is_one_requirement() -> None:
    found = text("ID: REQ-9\nText: The system shall export CSV.\nPriority: high\nStatus: draft\n")
    assert [(r.id, r.text) for r in found.requirements] == [("REQ-9", "The system shall export CSV.")]
    assert codes(found) == ["attributes"]


def test_the_sample_of_a_pump_station() -> None:
    found = read_file(SAMPLES / "pumpenstation.txt")
    assert ids(found) == ["1.1", "1.2", "1.3", "2.1", "2.2"]
    assert found.entries[1].requirement.text.endswith("abschalten, damit die Leitung nicht beschädigt wird.")
    assert (
        found.entries[3].requirement.text == "Die Steuerung soll melden:\nTrockenlauf\nÜberdruck\nAusfall der Spannung"
    )
    assert found.entries[2].requirement.place == "line 9, LASTENHEFT PUMPENSTATION › Betrieb"


def test_the_sample_of_a_portal_in_markdown() -> None:
    found = read_file(SAMPLES / "portal.md")
    assert ids(found) == ["REQ-1", "REQ-2", "REQ_3", "US-7", "NFR-1", "NFR-2", "REQ_7", "1", "2", "REQ_10"]
    by_id = {r.id: r.text for r in found.requirements}
    assert by_id["REQ-1"] == "Das System muss den Benutzer nach 5 Fehlversuchen sperren."
    assert by_id["US-7"].endswith("Wenn ich auf „Download“ klicke\nDann erhalte ich ein PDF")
    assert by_id["NFR-1"] == "Die Antwortzeit muss < 2 s | P95 sein"
    assert by_id["REQ_7"] == "Das System muss folgende Formate unterstützen:\nPDF\nCSV"
    assert {"prose", "columns"} <= set(codes(found))


def test_markdown_without_any_obligation_is_taken_whole() -> None:
    assert texts("# Wishes\n\nMake it fast.\n\nMake it nice.", "wishes.md") == ["Make it fast.", "Make it nice."]


def test_a_list_of_packages_is_no_list_of_requirements() -> None:
    with pytest.raises(DataError, match="Python packages"):
        text("numpy==2.1.0\nrich>=13\n# pinned\npytest\n", "requirements.txt")


@pytest.mark.parametrize("sample", ["pumpenstation.txt", "portal.md", "stories.csv"])
def test_every_requirement_begins_in_its_line_of_the_file(sample: str) -> None:
    path = SAMPLES / sample
    lines = path.read_text(encoding="utf-8").split("\n")
    found = read_file(path).requirements
    assert len(found) > 3
    for one in found:
        assert one.line is not None
        assert one.text.split()[0] in lines[one.line - 1]


LINES = st.lists(
    st.sampled_from(["", "  ", "- ", "1. ", "REQ-1: ", "# ", "> ", "| ", "```", "---", "Given ", "Status: ", "<!-- "])
    .flatmap(lambda start: st.text(max_size=40).map(lambda rest: start + rest)),
    max_size=12,
)  # fmt: skip


@settings(deadline=None, max_examples=60)
@given(LINES, st.sampled_from(["x.txt", "x.md", "x.csv"]))
def test_any_text_gives_requirements_or_a_clear_error(lines: list[str], name: str) -> None:
    content = "\n".join(lines)
    found = outcome(content.encode("utf-8", "surrogatepass"), name)
    if isinstance(found, ArchTeamError):
        assert found.next_step
        return
    assert len(set(ids(found))) == len(found.entries)
    for entry in found.entries:
        assert entry.requirement.text.strip()
        assert entry.requirement.line is not None
        assert 1 <= entry.requirement.line <= len(re.split(r"\r\n|\r|\n", content))


LASTENHEFT = """# Lastenheft

## Funktionale Anforderungen

- /F10/ Export von Rechnungen als PDF
- Suche über alle Artikel

Dieses Kapitel beschreibt die Funktionen.

## Glossar

- Artikel: was verkauft wird
"""


def test_items_under_a_heading_of_requirements_are_taken_whatever_their_verb() -> None:
    told = read_bytes(LASTENHEFT.encode(), "lastenheft.md")
    assert [(one.id, one.text) for one in told.requirements] == [
        ("F10", "Export von Rechnungen als PDF"),
        ("REQ_2", "Suche über alle Artikel"),
    ]


def test_what_was_not_taken_is_listed_with_the_reason() -> None:
    told = read_bytes(LASTENHEFT.encode(), "lastenheft.md")
    assert [one.place for one in told.passed_over] == ["line 8", "line 12"]
    assert "unter keiner Überschrift für Anforderungen" in told.passed_over[1].told("de")


def test_the_id_behind_a_number_names_the_requirement() -> None:
    told = read_bytes(
        b"# Stories\n\n1. US-3: As a user, I want to search.\n2. US-4: As a user, I want to print.\n", "x.md"
    )
    assert [one.id for one in told.requirements] == ["US-3", "US-4"]


def test_word_and_web_pages_are_read_by_their_headings_lists_and_tables() -> None:
    from io import BytesIO

    from docx import Document

    document = Document()
    document.add_heading("Requirements", 1)
    document.add_paragraph("REQ-1: Login by PIN", style="List Bullet")
    table = document.add_table(2, 2)
    for cell, text in zip(table._cells, ["ID", "Requirement", "REQ-2", "The door shall open."], strict=True):  # pyright: ignore[reportPrivateUsage]
        cell.text = text
    buffer = BytesIO()
    document.save(buffer)
    listed = b"<h1>Requirements</h1><ul><li>REQ-1: Login by PIN</li></ul><p>The door shall open.</p>"
    page = b"<html><body>" + listed + b"</body></html>"
    word, web = read_bytes(buffer.getvalue(), "x.docx"), read_bytes(page, "x.html")
    assert (word.format, [one.id for one in word.requirements]) == ("word", ["REQ-1", "REQ-2"])
    assert (web.format, [one.text for one in web.requirements]) == ("html", ["Login by PIN", "The door shall open."])
    assert word.requirements[0].place == "Requirements"


def test_an_opendocument_text_is_read_by_its_headings_and_lists() -> None:
    import io
    import zipfile

    names = "urn:oasis:names:tc:opendocument:xmlns"
    content = (
        f'<office:document-content xmlns:office="{names}:office:1.0" xmlns:text="{names}:text:1.0"><office:body>'
        '<office:text><text:h text:outline-level="1">Anforderungen</text:h><text:list><text:list-item>'
        "<text:p>REQ-1: Die Tür muss sich öffnen.</text:p></text:list-item></text:list></office:text>"
        "</office:body></office:document-content>"
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("content.xml", content)
    found = read_bytes(buffer.getvalue(), "x.odt")
    assert (found.format, [(one.id, one.text) for one in found.requirements]) == (
        "odt",
        [("REQ-1", "Die Tür muss sich öffnen.")],
    )
