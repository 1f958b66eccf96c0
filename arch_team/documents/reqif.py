"""ReqIF (.reqif, .reqifz): the objects of an exchange, in the order of its hierarchy.

Small and strict: it reads what OMG ReqIF 1.0 to 1.2 lays down, through defusedxml. A document type declaration is
refused, and with it external entities and entities that grow.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast
from xml.etree.ElementTree import Element, ParseError  # the classes only: parsing is defusedxml's

from arch_team.documents.archives import opened, unpacked
from arch_team.documents.columns import as_heading
from arch_team.documents.plain import visible
from arch_team.errors import DataError

LARGEST_XML = 60 * 1024 * 1024
_BLOCKS = {"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "dt", "dd"}
_DEEPEST = 200


@dataclass(slots=True)
class SpecObject:
    identifier: str
    name: str
    values: dict[str, str] = field(default_factory=dict[str, str])
    """Its attributes by name, and their text."""


@dataclass(frozen=True, slots=True)
class Exchange:
    objects: tuple[tuple[SpecObject, int], ...]
    """With their depth: as the specifications lay them out, then those that stand in none."""
    attributes: tuple[str, ...]
    """Names of all that are defined."""
    broken: tuple[str, ...]
    """Identifiers that are referred to and are not there."""


def read_exchange(data: bytes, name: str) -> Exchange:
    root = _parsed(_document(data, name), name)
    names = _attribute_names(root)
    objects = {one.identifier: one for one in _objects(root, names, name)}
    if not objects:
        raise DataError(f"{name} is ReqIF but holds no SPEC-OBJECT", "Export the module with its objects.")
    ordered, broken = _ordered(root, objects)
    return Exchange(tuple(ordered), tuple(names.values()), tuple(broken))


@dataclass(frozen=True, slots=True)
class Listed:
    """The texts of an exchange, in its order, and which attributes they were taken from."""

    texts: tuple[tuple[SpecObject, str, str, str], ...]
    """The object, its id, its text, and the headings above it."""
    empty: tuple[str, ...]
    """Identifiers of objects with neither text nor heading."""
    text_from: str
    id_from: str


def listed(
    exchange: Exchange, known: Mapping[str, Sequence[str]], name: str, text_named: str | None, id_named: str | None
) -> Listed:
    """Takes the objects with text. One with a heading alone is the context of those below it.

    `known` names the attributes for `text`, `id` and `heading`, as headings are folded, the surest first.
    """
    values = {id(one): {as_heading(key): text for key, text in one.values.items()} for one, _ in exchange.objects}
    labels = {as_heading(attribute): attribute for attribute in exchange.attributes}
    used = {attribute for found in values.values() for attribute in found}
    kinds = {kind: [attribute for attribute in names if attribute in used] for kind, names in known.items()}
    texts = _asked(text_named, used, name, "--column") or kinds["text"]
    ids = _asked(id_named, used, name, "--id-column") or kinds["id"]
    if not texts:
        shown = ", ".join(sorted(labels.get(attribute, attribute) for attribute in used)[:20]) or "none"
        raise DataError(
            f"{name}: no attribute is known to hold the requirements' text",
            f"Name it with --column; the objects have: {shown}.",
        )

    def first(one: SpecObject, attributes: Sequence[str]) -> str:
        return next((text for attribute in attributes if (text := values[id(one)].get(attribute))), "")

    trail: list[tuple[int, str]] = []
    found: list[tuple[SpecObject, str, str, str]] = []
    empty: list[str] = []
    for one, depth in exchange.objects:
        trail = [(at, title) for at, title in trail if at < depth]
        if text := first(one, texts):
            found.append((one, first(one, ids) or one.identifier, text, " › ".join(title for _, title in trail)))
        elif heading := first(one, kinds["heading"]) or one.name:
            trail.append((depth, heading))
        else:
            empty.append(one.identifier)
    return Listed(tuple(found), tuple(empty), labels[texts[0]], labels[ids[0]] if ids else "IDENTIFIER")


def _asked(name: str | None, used: set[str], where: str, option: str) -> list[str]:
    if name is not None and as_heading(name) not in used:
        raise DataError(
            f"{where} has no attribute {name!r}", f"Give {option} as one of: {', '.join(sorted(used)[:20])}."
        )
    return [as_heading(name)] if name is not None else []


def _document(data: bytes, name: str) -> bytes:
    """The exchange itself; of an archive, its only .reqif."""
    if not data.startswith(b"PK"):
        return data
    with opened(data, name) as archive:
        inside = [member for member in archive.namelist() if member.casefold().endswith(".reqif")]
        if len(inside) != 1:
            raise DataError(
                f"{name} holds {len(inside)} ReqIF documents, one is needed", "Unpack it and give one .reqif file."
            )
        return unpacked(archive, inside[0], name, LARGEST_XML)


def _parsed(data: bytes, name: str) -> Element:
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    if len(data) > LARGEST_XML:
        raise DataError(f"{name} is larger than {LARGEST_XML >> 20} MB", "Export the module in parts.")
    try:
        root = fromstring(data, forbid_dtd=True)
    except DefusedXmlException as error:
        raise DataError(
            f"{name} declares a document type or entities, and is not read ({type(error).__name__})",
            "ReqIF needs none: export the file again, and ask where this one comes from.",
        ) from error
    except (ParseError, ValueError, LookupError, RecursionError) as error:
        raise DataError(f"{name} is not well-formed XML ({error})", "Export the file again.") from error
    if _local(root) != "REQ-IF":
        raise DataError(f"{name} is XML, but its root is {_local(root)}, not REQ-IF", "Give a ReqIF export.")
    return root


def _attribute_names(root: Element) -> dict[str, str]:
    """What the attributes are called, by their identifiers."""
    return {
        definition.get("IDENTIFIER", ""): definition.get("LONG-NAME", "")
        for definition in root.iter()
        if _local(definition).startswith("ATTRIBUTE-DEFINITION-") and definition.get("IDENTIFIER")
    }


def _objects(root: Element, names: dict[str, str], where: str) -> Iterator[SpecObject]:
    for element in root.iter():
        if _local(element) != "SPEC-OBJECT":
            continue
        identifier = element.get("IDENTIFIER")
        if not identifier:
            raise DataError(f"{where}: a SPEC-OBJECT has no IDENTIFIER", "It breaks the ReqIF schema: export it again.")
        one = SpecObject(identifier, element.get("LONG-NAME", ""))
        for value in element.iter():
            kind = _local(value)
            if kind in ("ATTRIBUTE-VALUE-STRING", "ATTRIBUTE-VALUE-XHTML", "ATTRIBUTE-VALUE-INTEGER"):
                attribute = names.get(_reference(value, "ATTRIBUTE-DEFINITION-"), "")
                text = _xhtml(value) if kind.endswith("XHTML") else value.get("THE-VALUE", "")
                if attribute and text.strip():
                    one.values[attribute] = visible(text.strip())
        yield one


def _reference(value: Element, kind: str) -> str:
    for element in value.iter():
        local = _local(element)
        if local.startswith(kind) and local.endswith("-REF"):
            return (element.text or "").strip()
    return ""


def _xhtml(value: Element) -> str:
    """The words of formatted text, a line for a block. What is embedded gives its alternative text."""
    holder = next((e for e in value if _local(e) == "THE-VALUE"), None)
    if holder is None:
        return ""
    parts: list[str] = []
    stack: list[tuple[Element, bool]] = [(holder, False)]
    while stack:
        element, leaving = stack.pop()
        block = _local(element) in _BLOCKS
        if leaving:
            parts.append(("\n" if block else "") + (element.tail or "" if element is not holder else ""))
            continue
        parts.append(("\n" if block else "") + (element.text or ""))
        stack.append((element, True))
        stack.extend((child, False) for child in reversed(element))
    lines = (" ".join(line.split()) for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


def _ordered(root: Element, objects: dict[str, SpecObject]) -> tuple[list[tuple[SpecObject, int]], list[str]]:
    out: dict[str, int] = {}
    broken: list[str] = []
    specifications = [element for element in root.iter() if _local(element) == "SPECIFICATION"]
    stack = [(child, 0) for one in reversed(specifications) for child in reversed(_children(one))]
    while stack:
        node, depth = stack.pop()
        identifier = _own_reference(node)
        if identifier in objects:
            out.setdefault(identifier, depth)
        elif identifier:
            broken.append(identifier)
        if depth < _DEEPEST:
            stack.extend((child, depth + 1) for child in reversed(_children(node)))
    for identifier in objects:
        out.setdefault(identifier, 0)
    return [(objects[identifier], depth) for identifier, depth in out.items()], broken


def _children(element: Element) -> list[Element]:
    return [
        child for part in element if _local(part) == "CHILDREN" for child in part if _local(child) == "SPEC-HIERARCHY"
    ]


def _own_reference(node: Element) -> str:
    for part in node:
        if _local(part) == "OBJECT":
            return _reference(part, "SPEC-OBJECT")
    return ""


def _local(element: Element) -> str:
    tag = cast("object", element.tag)
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""
