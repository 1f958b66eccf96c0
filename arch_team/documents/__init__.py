"""Documents: from a file of any known kind to sections of text under their headings, and from there to passages."""

from collections.abc import Callable

from arch_team.documents.chunking import Chunk, chunks_of
from arch_team.documents.detect import FileContent, FoundFile, find_files, kind_of, read_file
from arch_team.documents.document import Document, Facts, Kind, Section, UnreadableDocument

__all__ = [
    "Chunk",
    "Document",
    "Facts",
    "FileContent",
    "FoundFile",
    "Kind",
    "Section",
    "UnreadableDocument",
    "chunks_of",
    "find_files",
    "kind_of",
    "read_document",
    "read_file",
]


def read_document(file: FileContent) -> Document:
    """The document a file holds. The file's own time is its date only where the document has none."""
    from dataclasses import replace

    from arch_team.documents.dating import dated_by_text
    from arch_team.documents.metadata import dated_by_file

    document = dated_by_text(_reader(file.kind)(file.content, file.path.stem))
    return replace(document, facts=dated_by_file(document.facts, file.modified))


def _reader(kind: Kind) -> Callable[[bytes, str], Document]:
    """Loaded when a file of the kind turns up."""
    if kind == "markdown":
        from arch_team.documents.markdown import read_markdown as reader
    elif kind == "html":
        from arch_team.documents.html import read_html as reader
    elif kind == "pdf":
        from arch_team.documents.pdf import read_pdf as reader
    elif kind == "docx":
        from arch_team.documents.docx import read_docx as reader
    elif kind == "odt":
        from arch_team.documents.office import read_odt as reader
    elif kind == "pptx":
        from arch_team.documents.office import read_pptx as reader
    else:
        from arch_team.documents.plain import read_plain as reader
    return reader
