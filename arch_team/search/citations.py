"""Citations in a draft: `{{k1}}`, `[k1]` or `[1]` is the first passage of the run. Code numbers them for the reader."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from arch_team.documents.sentences import sentences

_REFERENCE = re.compile(r"\{\{\s*k(\d{1,4})\s*\}\}")
_BRACKETS = re.compile(r"\[\s*[kK]?(\d{1,3})(?:\s*[,;]\s*[kK]?\d{1,3})*\s*\](?!\()")
_NUMBER = re.compile(r"\d+")
_CITATION = re.compile(r"\s*\[(\d{1,4})\]")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_MARKS = re.compile(r"^\s*#{1,6}\s+|\*\*|__")
_SOURCE_HEAD = re.compile(r"(?im)^\W*(?:quellen?|sources?|references|belege)\W*$")


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of a draft, and the numbers of the passages it cites."""

    text: str
    cited: tuple[int, ...]


def normalised(draft: str) -> str:
    """The draft with every citation as `[n]`. Where it cites by `{{kn}}`, numbers in brackets are the source's own."""
    if _REFERENCE.search(draft):
        own = re.sub(r"\[(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\]", r"(\1)", draft)
        draft = _REFERENCE.sub(r"[\1]", own)
    else:
        draft = _BRACKETS.sub(lambda m: "".join(f"[{number}]" for number in _NUMBER.findall(m[0])), draft)
    return without_source_list(draft).strip()


def without_source_list(draft: str) -> str:
    """A list of sources at the end is made by code; one that a model wrote is left out."""
    heads = list(_SOURCE_HEAD.finditer(draft))
    if not heads:
        return draft
    rest = draft[heads[-1].end() :].strip().splitlines()
    listed = all(_CITATION.match(_BULLET.sub("", line)) or _BULLET.match(line) for line in rest if line.strip())
    return draft[: heads[-1].start()] if listed else draft


def claims_of(draft: str) -> Iterator[Claim]:
    """Every sentence that says something. What stands in lists counts line by line."""
    for line in draft.split("\n"):
        bare = _BULLET.sub("", _MARKS.sub("", line))
        for sentence in sentences(bare):
            cited = tuple(dict.fromkeys(int(number) for number in _CITATION.findall(sentence)))
            text = " ".join(_CITATION.sub("", sentence).split()).replace(" .", ".")
            if any(c.isalnum() for c in text) or cited:
                yield Claim(text, cited)


def renumbered(draft: str) -> tuple[str, tuple[int, ...]]:
    """Citations numbered by their first appearance, and which passage each new number is."""
    order: dict[int, int] = {}

    def number(match: re.Match[str]) -> str:
        given = int(match[1])
        return match[0].replace(match[1], str(order.setdefault(given, len(order) + 1)), 1)

    return _CITATION.sub(number, draft), tuple(order)
