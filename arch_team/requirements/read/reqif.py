"""The requirements of a ReqIF exchange, each with its object and the headings above it."""

from typing import cast

from arch_team.documents.reqif import listed, read_exchange
from arch_team.requirements.model import Requirement
from arch_team.requirements.read.specification import Entry, Gathered, Note, Wanted
from arch_team.requirements.read.specification import data as packaged_data


def read_reqif(data: bytes, name: str, wanted: Wanted) -> Gathered:
    exchange = read_exchange(data, name)
    known = cast("dict[str, list[str]]", packaged_data("reqif_attributes"))
    found = listed(exchange, known, name, wanted.column, wanted.id_column)
    gathered = Gathered()
    if exchange.broken:
        count = len(exchange.broken)
        gathered.notes.append(Note.of("references_broken", count=count, place=exchange.broken[0]))
    for one, id_, text, headings in found.texts:
        place = ", ".join(filter(None, (f"object {one.identifier}", headings)))
        gathered.entries.append(Entry(Requirement(id=id_, text=text, place=place)))
    gathered.notes.append(Note.of("attribute_taken", text=found.text_from, id=found.id_from))
    if found.empty:
        gathered.notes.append(Note.of("objects_without_text", count=len(found.empty), place=found.empty[0]))
    return gathered
