"""The offending words inside a requirement: its text in pieces, each with the findings that speak of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from arch_team.requirements.model import Finding, Level

_LONGEST = 60
_MOST = 0.6
_RANK: dict[Level, int] = {"error": 0, "warning": 1, "info": 2}


@dataclass(frozen=True, slots=True)
class Segment:
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
    out: list[Segment] = []
    for start, end in pairwise(cuts):
        covering = tuple(finding for s, e, finding in spans if s <= start and end <= e)
        if start < end:
            out.append(Segment(text[start:end], covering))
    return out


def _is_sentence(start: int, end: int, text: str) -> bool:
    """Marking all of it would mark nothing."""
    return end - start > _LONGEST or (len(text) > 20 and end - start > _MOST * len(text.strip()))
