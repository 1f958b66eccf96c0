"""ODT and PPTX are read with their headings, lists and tables; what is broken is told."""

import io
import zipfile
from pathlib import Path

import pytest

from arch_team.documents import Document, UnreadableDocument, chunks_of, read_document, read_file

ODT = """<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0">
<office:body><office:text><text:h text:outline-level="1">Spesen</text:h>
<text:p>Bahn in der <text:span>zweiten</text:span> Klasse.</text:p>
<text:list><text:list-item><text:p>Beleg</text:p></text:list-item><text:list-item><text:p>Formular</text:p></text:list-item></text:list>
<table:table><table:table-row><table:table-cell><text:p>Mahlzeit</text:p></table:table-cell><table:table-cell><text:p>CHF</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell><text:p>Mittag</text:p></table:table-cell><table:table-cell><text:p>28</text:p></table:table-cell></table:table-row></table:table>
</office:text></office:body></office:document-content>"""
META = """<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta><dc:title>Reglement</dc:title><dc:date>2024-05-01T08:00:00</dc:date>
</office:meta></office:document-meta>"""
SLIDE = """<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"
 xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree>
<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr>
<p:txBody><a:p><a:r><a:t>Ziele {n}</a:t></a:r></a:p></p:txBody></p:sp>
<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr>
<p:txBody><a:p><a:r><a:t>Mehr Umsatz.</a:t></a:r></a:p>
<a:p><a:r><a:t>Weniger Kosten.</a:t></a:r></a:p></p:txBody></p:sp>
<p:graphicFrame><a:tbl><a:tr><a:tc><a:p><a:r><a:t>Jahr</a:t></a:r></a:p></a:tc><a:tc><a:p><a:r><a:t>Ziel</a:t></a:r></a:p></a:tc></a:tr>
<a:tr><a:tc><a:p><a:r><a:t>2026</a:t></a:r></a:p></a:tc><a:tc><a:p><a:r><a:t>12</a:t></a:r></a:p></a:tc></a:tr></a:tbl></p:graphicFrame>
</p:spTree></p:cSld></p:sld>"""


def archive(path: Path, **parts: str) -> Path:
    with zipfile.ZipFile(path, "w") as zipped:
        for name, text in parts.items():
            zipped.writestr(name.replace("__", "/").replace("_", "."), text)
    return path


def read(path: Path) -> Document:
    return read_document(read_file(path))


def test_a_text_document_keeps_headings_lists_and_rows(tmp_path: Path) -> None:
    document = read(archive(tmp_path / "a.odt", content_xml=ODT, meta_xml=META))
    (chunk,) = chunks_of(document)
    assert (document.kind, document.title, chunk.path) == ("odt", "Reglement", ("Reglement", "Spesen"))
    assert chunk.text == "Bahn in der zweiten Klasse.\n\n- Beleg\n- Formular\n\nMahlzeit | CHF\nMittag | 28"
    assert f"{document.facts.date:%Y-%m-%d}" == "2024-05-01"


def test_slides_are_sections_under_their_titles_in_their_order(tmp_path: Path) -> None:
    parts = {f"ppt__slides__slide{n}_xml": SLIDE.replace("{n}", str(n)) for n in (10, 2)}
    document = read(archive(tmp_path / "talk.pptx", **parts))
    assert [(section.page, section.headings) for section in document.sections] == [
        (2, ("Ziele 2",)),
        (10, ("Ziele 10",)),
    ]
    assert document.sections[0].text == "- Mehr Umsatz.\n- Weniger Kosten.\n\nJahr | Ziel\n2026 | 12"


@pytest.mark.parametrize("name", ["a.odt", "a.pptx"])
def test_a_broken_one_is_told(tmp_path: Path, name: str) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as zipped:
        zipped.writestr("content.xml", "<no")
        zipped.writestr("ppt/slides/slide1.xml", "<no")
    path = tmp_path / name
    path.write_bytes(content.getvalue())
    with pytest.raises(UnreadableDocument, match="no whole office file"):
        read(path)
