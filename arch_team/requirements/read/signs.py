"""By what a line shows that it is a requirement, its id, a heading, or something that only stands around one."""

import re
from functools import cache
from typing import NamedTuple, cast

from arch_team.requirements.read.specification import data

_SHAPED = r"[A-Za-zÄÖÜ][A-Za-z0-9ÄÖÜ]{0,14}(?:[-_./][A-Za-z0-9]{1,12}){0,4}"
_BULLET = re.compile(r"(?:[-*+•‣▪◦–—·]\s+(?:\[[ xX]\]\s+)?|[a-z]\)\s+)(?=\S)")
_NUMBER = re.compile(r"[\[(]?(?P<id>\d{1,4}(?:\.\d{1,4}){0,6})(?:[.):\]]{1,2}\s+|(?P<space>\s+))(?=\S)")
_ENCLOSED = re.compile(rf"[\[(</](?P<id>{_SHAPED})[\])>/]:?(?P<space>)\s+(?=\S)")
_PLAIN = re.compile(rf"(?P<id>{_SHAPED})(?:[:.)]\s+|\s+[-–—|]\s+|\t\s*|(?P<space>\s+))(?=\S)")
_RULER = re.compile(r"\s*([-=_*~#])(?:\s*\1){2,}\s*")
_END = re.compile(r"[.!?…][\"'”“»)\]]*$")
_HEADING_WORDS = 8


class Marker(NamedTuple):
    """How a line opens an item: `- `, `3.1 `, `REQ-7: `."""

    length: int
    id: str = ""
    is_loose: bool = False
    """Nothing but a space behind it. `ISO-27001 …` and `10 users …` open sentences too: only a series makes ids."""


def marker(text: str) -> Marker | None:
    """What opens the line, if anything does. A bullet may be followed by an id, a number that counts as well."""
    bullet = without_loose(text)
    start = bullet.length if bullet else 0
    if label := _pattern("labels").match(text, start):
        return Marker(label.end())
    if found := _id_at(text, start, (_NUMBER, _pattern("id_words"), _ENCLOSED, _PLAIN)):
        behind = _id_at(text, found.length, (_ENCLOSED, _PLAIN)) if found.id[0].isdigit() else None
        return behind if behind and not behind.is_loose else found
    return bullet


def _id_at(text: str, start: int, patterns: tuple[re.Pattern[str], ...]) -> Marker | None:
    for pattern in patterns:
        found = pattern.match(text, start)
        if found and any(map(str.isdigit, found["id"])):
            return Marker(found.end(), found["id"], bool(found["space"]))
    return None


def without_loose(text: str) -> Marker | None:
    """The marker where a number or id with nothing but a space behind it is part of the sentence."""
    bullet = _BULLET.match(text)
    return Marker(bullet.end()) if bullet else None


def announces(headings: str) -> bool:
    """Whether the headings above say that what follows are requirements. The innermost may say that it is not so."""
    return not explains(headings) and any(word in headings.casefold() for word in _signs()["announcing_headings"])


def explains(headings: str) -> bool:
    """Whether the innermost heading is that of a glossary, an introduction or the like."""
    return any(word in headings.casefold().rpartition(" › ")[2] for word in _signs()["explaining_headings"])


def binds(text: str) -> bool:
    """Whether it demands, and does not only say what will be or can be."""
    return not frozenset(_signs()["binding"]).isdisjoint(re.findall(r"\w+", text.casefold()))


def id_label(text: str) -> str | None:
    """The id of a line that holds nothing else: `ID: REQ-7`."""
    found = _pattern("id_labels").match(text)
    rest = text[found.end() :].strip(" \t*_`") if found else ""
    return rest if len(rest.split()) == 1 else None


def prefix(id_: str) -> str:
    """What ids of one kind share: `REQ-` of `REQ-7`, the dots of `3.1.2`."""
    return re.sub(r"\d+[a-z]?$", "", id_) if not id_[0].isdigit() else "." * ("." in id_)


def is_ruler(text: str) -> bool:
    return bool(_RULER.fullmatch(text))


def ends_sentence(text: str) -> bool:
    return bool(_END.search(text[-8:].rstrip()))


def obliges(text: str) -> bool:
    """Whether it has a word of obligation or the form of a user story."""
    return bool(_pattern("obligation").search(text))


def is_title(text: str) -> bool:
    """Short, without an end of sentence and without obligation."""
    return len(text) < 120 and len(text.split()) <= _HEADING_WORDS and not ends_sentence(text) and not obliges(text)


def opens_criterion(text: str) -> bool:
    return bool(_pattern("given").match(text))


def is_step(text: str) -> bool:
    return bool(_pattern("steps").match(text))


def is_criteria_heading(text: str) -> bool:
    return text.strip(" \t*_#:").casefold() in _signs()["criteria_headings"]


def is_attribute(text: str) -> bool:
    """`Priority: high`."""
    return bool(_pattern("attributes").match(text))


def _signs() -> dict[str, list[str]]:
    return cast("dict[str, list[str]]", data("signs"))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """One of the lists of words, with what must stand around them: `Priority: `, `Anforderung 12: `, `given`."""
    listed = sorted(_signs()[name], key=len, reverse=True)
    words = "|".join(map(re.escape, listed))
    around = {
        "obligation": rf"\b(?:{'|'.join((*listed, *_signs()['obligation_phrases']))})\b",
        "given": rf"(?:{words})\b",
        "steps": rf"(?:{words})\b",
        "id_words": rf"(?P<id>(?:{words})\s#?\d{{1,5}}(?:\.\d+)*)(?P<space>)(?:[:.)]|\s[-–—])\s+(?=\S)",
    }
    return re.compile(around.get(name, rf"(?:{words})\s*[:=]\s*"), re.IGNORECASE)
