"""By what a line shows that it is a requirement, its id, a heading, or something that only stands around one."""

import re
from dataclasses import dataclass
from functools import cache
from typing import cast

from arch_team.requirements.read.specification import data

_SHAPED = r"[A-Za-zÄÖÜ][A-Za-z0-9ÄÖÜ]{0,14}(?:[-_./][A-Za-z0-9]{1,12}){0,4}"
_BULLET = re.compile(r"[-*+•‣▪◦–—·]\s+(?:\[[ xX]\]\s+)?(?=\S)")
_LETTER = re.compile(r"[a-z]\)\s+(?=\S)")
_NUMBER = re.compile(r"[\[(]?(?P<id>\d{1,4}(?:\.\d{1,4}){0,6})(?:(?P<close>[.):\]]{1,2})\s+|\s+)(?=\S)")
_ENCLOSED = re.compile(rf"[\[(</](?P<id>{_SHAPED})[\])>/]:?\s+(?=\S)")
_PLAIN = re.compile(rf"(?P<id>{_SHAPED})(?:[:.)]\s+|\s+[-–—|]\s+|\t\s*|(?P<space>\s+))(?=\S)")
_RULER = re.compile(r"\s*([-=_*~#])(?:\s*\1){2,}\s*")
_END = re.compile(r"[.!?…][\"'”“»)\]]*$")
_HEADING_WORDS = 8


@dataclass(frozen=True, slots=True)
class Marker:
    """How a line opens an item: `- `, `3.1 `, `REQ-7: `."""

    length: int
    id: str = ""
    is_loose: bool = False
    """Nothing but a space behind it. `ISO-27001 …` and `10 users …` open sentences too: only a series makes ids."""


def marker(text: str) -> Marker | None:
    """What opens the line, if anything does. A bullet may be followed by an id."""
    bullet = _BULLET.match(text) or _LETTER.match(text)
    start = bullet.end() if bullet else 0
    label = _label("labels").match(text, start)
    if label:
        return Marker(label.end())
    for pattern in (_NUMBER, _numbered_word(), _ENCLOSED, _PLAIN):
        found = pattern.match(text, start)
        if found and any(c.isdigit() for c in found["id"]):
            loose = found["close"] is None if pattern is _NUMBER else bool(found.groupdict().get("space"))
            if pattern is _NUMBER and (inner := _id_behind(text, found.end())) is not None:
                return inner
            return Marker(found.end(), found["id"], loose)
    return Marker(start) if bullet else None


def _id_behind(text: str, start: int) -> Marker | None:
    """`2. US-3: …`: the number counts the list, the id names the requirement."""
    for pattern in (_ENCLOSED, _PLAIN):
        found = pattern.match(text, start)
        if found and any(c.isdigit() for c in found["id"]) and not found.groupdict().get("space"):
            return Marker(found.end(), found["id"])
    return None


def announces(headings: str) -> bool:
    """Whether the headings above say that what follows are requirements. The innermost may say that it is not so."""
    trail = [part.casefold() for part in headings.split(" › ")]
    return not explains(headings) and any(word in part for part in trail for word in _signs()["announcing_headings"])


def explains(headings: str) -> bool:
    """Whether the innermost heading is that of a glossary, an introduction or the like."""
    return any(word in headings.casefold().rpartition(" › ")[2] for word in _signs()["explaining_headings"])


def binds(text: str) -> bool:
    """Whether it demands, and does not only say what will be or can be."""
    return not frozenset(_signs()["binding"]).isdisjoint(re.findall(r"\w+", text.casefold()))


def without_loose(text: str) -> Marker | None:
    """The marker where a number or id with nothing but a space behind it is part of the sentence."""
    bullet = _BULLET.match(text) or _LETTER.match(text)
    return Marker(bullet.end()) if bullet else None


def id_label(text: str) -> str | None:
    """The id of a line that holds nothing else: `ID: REQ-7`."""
    found = _label("id_labels").match(text)
    rest = text[found.end() :].strip(" \t*_`") if found else ""
    return rest if rest and len(rest.split()) == 1 else None


def prefix(id_: str) -> str:
    """What ids of one kind share: `REQ-` of `REQ-7`, the dots of `3.1.2`."""
    return re.sub(r"\d+[a-z]?$", "", id_) if not id_[0].isdigit() else "." * ("." in id_)


def is_ruler(text: str) -> bool:
    return bool(_RULER.fullmatch(text))


def ends_sentence(text: str) -> bool:
    return bool(_END.search(text[-8:].rstrip()))


def obliges(text: str) -> bool:
    """Whether it has a word of obligation or the form of a user story."""
    return bool(_obligation().search(text))


def is_title(text: str) -> bool:
    """Short, without an end of sentence and without obligation."""
    return len(text) < 120 and len(text.split()) <= _HEADING_WORDS and not ends_sentence(text) and not obliges(text)


def opens_criterion(text: str) -> bool:
    return bool(_opening("given").match(text))


def is_step(text: str) -> bool:
    return bool(_opening("steps").match(text))


def is_criteria_heading(text: str) -> bool:
    return text.strip(" \t*_#:").casefold() in _signs()["criteria_headings"]


def is_attribute(text: str) -> bool:
    """`Priority: high`."""
    return bool(_label("attributes").match(text))


@cache
def _signs() -> dict[str, list[str]]:
    return cast("dict[str, list[str]]", data("signs"))


@cache
def _obligation() -> re.Pattern[str]:
    words = "|".join(_signs()["obligation"])
    phrases = "|".join(phrase.replace(".*?", ".{0,120}?") for phrase in _signs()["obligation_phrases"])
    return re.compile(rf"\b(?:{words}|{phrases})\b", re.IGNORECASE)


@cache
def _opening(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{_any_of(name)})\b", re.IGNORECASE)


@cache
def _label(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{_any_of(name)})\s*[:=]\s*", re.IGNORECASE)


@cache
def _numbered_word() -> re.Pattern[str]:
    """`Anforderung 12: …`."""
    return re.compile(
        rf"(?P<id>(?:{_any_of('id_words')})\s#?\d{{1,5}}(?:\.\d+)*)(?:[:.)]|\s[-–—])\s+(?=\S)",
        re.IGNORECASE,
    )


def _any_of(name: str) -> str:
    return "|".join(re.escape(word) for word in sorted(_signs()[name], key=len, reverse=True))
