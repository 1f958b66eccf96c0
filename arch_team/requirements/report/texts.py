"""The words of the reports, in the language of the report; numbers, places and marked words as a report shows them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

from arch_team.requirements.model import Finding, Level
from arch_team.requirements.read import Entry, place_told
from arch_team.requirements.showing import shown as number
from arch_team.text.packaged import packaged
from arch_team.wire import Language

__all__ = ["Segment", "counted", "number", "place_of", "segments", "texts"]
_LONGEST_MARK = 60
_MOST_MARKED = 0.6
_RANK: dict[Level, int] = {"error": 0, "warning": 1, "info": 2}


def texts(language: Language) -> dict[str, str]:
    return cast("dict[Language, dict[str, str]]", packaged("texts.yaml", "arch_team.requirements.report"))[language]


def place_of(entry: Entry | None, language: Language) -> str:
    """Where a requirement stands, as a person would say it."""
    return place_told(entry.requirement.place or "", language) if entry else ""


def counted(words: dict[str, str], count: int, thing: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{count} {words[thing if count == 1 else thing + 's']}"


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a requirement's text, with the findings that speak of it."""

    text: str
    findings: tuple[Finding, ...] = ()

    @property
    def level(self) -> Level | None:
        """The gravest."""
        return min((finding.level for finding in self.findings), key=lambda level: _RANK[level], default=None)


def segments(text: str, findings: Sequence[Finding]) -> list[Segment]:
    """Joined, they are the text again. Findings about the whole sentence mark no words, and suppressed ones do not."""
    spans = [
        (max(0, span.start), min(len(text), span.end), finding)
        for finding in findings
        if finding.suppressed is None
        for span in finding.spans
        if span.start < span.end and not _is_sentence(span.start, span.end, text)
    ]
    cuts = sorted({0, len(text), *(s for s, _, _ in spans), *(e for _, e, _ in spans)})
    return [
        Segment(text[start:end], tuple(finding for s, e, finding in spans if s <= start and end <= e))
        for start, end in pairwise(cuts)
    ]


def _is_sentence(start: int, end: int, text: str) -> bool:
    """Marking all of it would mark nothing."""
    return end - start > _LONGEST_MARK or (len(text) > 20 and end - start > _MOST_MARKED * len(text.strip()))
