"""The requirements of a ReqIF exchange: which attribute holds their text, which their id, which are headings."""

from collections.abc import Sequence
from typing import cast

from arch_team.documents.columns import folded
from arch_team.documents.reqif import SpecObject, read_exchange
from arch_team.errors import DataError
from arch_team.requirements.model import Requirement
from arch_team.requirements.read.specification import Entry, Gathered, Note, Wanted
from arch_team.requirements.read.specification import data as listed


def read_reqif(data: bytes, name: str, wanted: Wanted) -> Gathered:
    """Takes the objects with text as requirements. One with a heading alone is the context of those below it."""
    exchange = read_exchange(data, name)
    gathered = Gathered()
    if exchange.broken:
        count = len(exchange.broken)
        gathered.notes.append(Note.of("references_broken", count=count, place=exchange.broken[0]))
    for one, _ in exchange.objects:
        one.values = {folded(attribute): text for attribute, text in one.values.items()}
    labels = {folded(attribute): attribute for attribute in exchange.attributes}
    used = {attribute for one, _ in exchange.objects for attribute in one.values}
    texts = _asked(wanted.column, used, name, "--column") or _known("text", used)
    ids = _asked(wanted.id_column, used, name, "--id-column") or _known("id", used)
    headings = _known("heading", used)
    if not texts:
        shown = ", ".join(sorted(labels.get(attribute, attribute) for attribute in used)[:20]) or "none"
        raise DataError(
            f"{name}: no attribute is known to hold the requirements' text",
            f"Name it with --column; the objects have: {shown}.",
        )
    trail: list[tuple[int, str]] = []
    empty: list[str] = []
    for one, depth in exchange.objects:
        trail = [(at, title) for at, title in trail if at < depth]
        if text := _first(one, texts):
            place = ", ".join((f"object {one.identifier}", *filter(None, [" › ".join(title for _, title in trail)])))
            requirement = Requirement(id=_first(one, ids) or one.identifier, text=text, place=place)
            gathered.entries.append(Entry(requirement))
        elif heading := _first(one, headings) or one.name:
            trail.append((depth, heading))
        else:
            empty.append(one.identifier)
    named = labels[ids[0]] if ids else "IDENTIFIER"
    gathered.notes.append(Note.of("attribute_taken", text=labels[texts[0]], id=named))
    if empty:
        gathered.notes.append(Note.of("objects_without_text", count=len(empty), place=empty[0]))
    return gathered


def _first(one: SpecObject, attributes: Sequence[str]) -> str:
    return next((one.values[name] for name in attributes if one.values.get(name)), "")


def _asked(name: str | None, used: set[str], where: str, option: str) -> list[str]:
    if name is None:
        return []
    if folded(name) not in used:
        raise DataError(
            f"{where} has no attribute {name!r}", f"Give {option} as one of: {', '.join(sorted(used)[:20])}."
        )
    return [folded(name)]


def _known(kind: str, used: set[str]) -> list[str]:
    """The attributes of this kind that are used, the surest first."""
    known = cast("dict[str, list[str]]", listed("reqif_attributes"))[kind]
    return [name for name in known if name in used]
