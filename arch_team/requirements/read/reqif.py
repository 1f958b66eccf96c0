"""The requirements of a ReqIF exchange: which attribute holds their text, which their id, which are headings."""

from collections.abc import Sequence
from typing import cast

from arch_team.documents.reqif import SpecObject, read_exchange
from arch_team.errors import DataError
from arch_team.requirements.model import Requirement
from arch_team.requirements.read.columns import folded
from arch_team.requirements.read.specification import Entry, Gathered, Note, Wanted
from arch_team.requirements.read.specification import data as listed


def read_reqif(data: bytes, name: str, wanted: Wanted) -> Gathered:
    exchange = read_exchange(data, name)
    gathered = Gathered()
    if exchange.broken:
        count = len(exchange.broken)
        gathered.notes.append(Note.of("references_broken", count=count, place=exchange.broken[0]))
    for one, _ in exchange.objects:
        one.values = {folded(attribute): text for attribute, text in one.values.items()}
    labels = {folded(attribute): attribute for attribute in exchange.attributes}
    _Reader([one for one, _ in exchange.objects], labels, wanted, name).take(gathered, exchange.objects)
    return gathered


class _Reader:
    """Takes the objects with text as requirements. One with a heading alone is the context of those below it."""

    def __init__(self, objects: Sequence[SpecObject], labels: dict[str, str], wanted: Wanted, name: str) -> None:
        self._labels = labels
        used = {attribute for one in objects for attribute in one.values}
        self._texts = _asked(wanted.column, used, name, "--column") or _known("text", used)
        self._ids = _asked(wanted.id_column, used, name, "--id-column") or _known("id", used)
        self._headings = _known("heading", used)
        if not self._texts:
            shown = ", ".join(sorted(labels.get(attribute, attribute) for attribute in used)[:20]) or "none"
            raise DataError(
                f"{name}: no attribute is known to hold the requirements' text",
                f"Name it with --column; the objects have: {shown}.",
            )

    def take(self, gathered: Gathered, ordered: Sequence[tuple[SpecObject, int]]) -> None:
        trail: list[tuple[int, str]] = []
        empty: list[str] = []
        for one, depth in ordered:
            trail = [(at, title) for at, title in trail if at < depth]
            text = _first(one, self._texts)
            if not text:
                heading = _first(one, self._headings) or one.name
                if heading:
                    trail.append((depth, heading))
                else:
                    empty.append(one.identifier)
                continue
            under = " › ".join(title for _, title in trail)
            requirement = Requirement(
                id=_first(one, self._ids) or one.identifier,
                text=text,
                place=f"object {one.identifier}" + (f", {under}" if under else ""),
            )
            gathered.entries.append(Entry(requirement))
        named = self._labels[self._ids[0]] if self._ids else "IDENTIFIER"
        gathered.notes.append(Note.of("attribute_taken", text=self._labels[self._texts[0]], id=named))
        if empty:
            gathered.notes.append(Note.of("objects_without_text", count=len(empty), place=empty[0]))


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
