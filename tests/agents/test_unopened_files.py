"""Why a file cannot be asked is told in one language: that of the question, or English where it is not known in it."""

from pathlib import Path

import pytest

from arch_team import Society
from arch_team.settings import Settings

GERMAN, ENGLISH = "Wie viele Boote gibt es?", "How many boats are there?"


def told(tmp_path: Path, name: str, content: bytes, question: str, **more: Path) -> tuple[str, str, str]:
    (tmp_path / name).write_bytes(content)
    society = Society(Settings(home=tmp_path / "home", file=tmp_path / name, model=None, **more))  # pyright: ignore[reportArgumentType]
    answer = society.ask_sync(question)
    assert answer.status == "failed"
    return answer.reason or "", answer.next_step or "", answer.language


@pytest.mark.parametrize(
    ("name", "content", "german", "english"),
    [
        ("a.csv", b"\x00\x01\xff" * 300, "enthält keinen Text", "holds no text"),
        ("a.csv", b"", "a.csv ist leer", "a.csv is empty"),
        ("a.csv", b"\n\n", "a.csv ist leer", "a.csv is empty"),
        ("a.csv", b"a,b\n1,2\n3,4,5\n", "Zeile 3 hat andere Spalten", "line 3 has other columns"),
        ("a.xlsx", b"no workbook", "ist keine Arbeitsmappe", "is no workbook"),
        ("a.parquet", b"PAR1", "lässt sich nicht als Tabelle lesen", "cannot be read as a table"),
        ("a.jpg", b"x", "von keiner bekannten Art", "of no known kind"),
        ("a.pdf", b"x", "sie heisst .pdf und ist keine", "it is called .pdf and is none"),
        ("a.docx", b"PK\x03\x04", "sie ist beschädigt", "the DOCX file is damaged"),
        ("a.md", b"Nothing here.", "enthält keine Tabelle", "holds no table"),
    ],
)
def test_a_file_that_is_no_table_is_told_in_the_language_of_the_question(
    tmp_path: Path, name: str, content: bytes, german: str, english: str
) -> None:
    reason, next_step, language = told(tmp_path, name, content, GERMAN)
    assert (german in reason, language) == (True, "de"), reason
    assert next_step.split()[0] in ("Öffnen", "Speichern", "Sie", "Um"), next_step
    reason, next_step, language = told(tmp_path, name, content, ENGLISH)
    assert (english in reason, language) == (True, "en"), reason
    assert next_step.split()[0] in ("Open", "Save", "It", "To"), next_step


def test_what_is_not_known_in_german_is_all_in_english(tmp_path: Path) -> None:
    model = tmp_path / "m.yaml"
    model.write_text("model: m\ntables: {a: {}}\ntables: {b: {}}\n", encoding="utf-8")
    reason, next_step, language = told(tmp_path, "a.csv", b"x,y\n1,2\n", GERMAN, ontology=model)
    assert ("written twice" in reason, "Keep one" in next_step, language) == (True, True, "en")
