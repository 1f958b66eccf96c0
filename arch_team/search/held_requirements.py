"""Requirements held beside the documents: each a passage of its own, which the knowledge search ranks and cites."""

from collections.abc import Iterable
from dataclasses import dataclass

from arch_team.documents.document import Document, Facts, Section
from arch_team.search.library import Library, Record, hash_of
from arch_team.search.passages_model import AddOutcome

COLLECTION = "requirements"
"""Where they are held, so that a search may be among them alone."""


@dataclass(frozen=True, slots=True)
class HeldRequirement:
    id: str
    text: str
    file: str = ""
    """Where it was read from; with the id it says which one it is."""


def hold(library: Library, requirements: Iterable[HeldRequirement]) -> tuple[AddOutcome, ...]:
    """Hold each of them. The same again changes nothing; another text under its id takes its place."""
    return tuple(library.add_records(map(record_to_hold, requirements), collection=COLLECTION))


def record_to_hold(one: HeldRequirement) -> Record:
    source = f"{COLLECTION}/{one.file}#{one.id}" if one.file else f"{COLLECTION}/{one.id}"
    document = Document("text", one.id, (Section(one.text),), Facts(title=one.id))
    return Record(source, document, hash_of(f"{source}\0{one.text}".encode("utf-8", "surrogatepass")))
