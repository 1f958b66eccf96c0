"""A requirement without its form: what is demanded, by whom, and to which end.

User stories share half of their words by form alone. The form is taken off before anything is compared, so that it
makes no two of them alike.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from arch_team.requirements.duplicates.packaged import packaged

LONGEST = 5_000
"""Characters that are compared. A duplicate of a longer text agrees in these."""


@dataclass(frozen=True, slots=True)
class Demand:
    core: str
    """Never empty where the text is not."""
    role: str = ""
    reason: str = ""

    @property
    def bare(self) -> str:
        """The core without the phrases of templates: what is embedded."""
        return " ".join(_phrases().sub(" ", self.core).split()).strip(" ,;:.") or self.core


def demand_of(text: str) -> Demand:
    plain = unlabelled(" ".join(text[:LONGEST].split()))
    for story in _stories():
        if match := story.fullmatch(plain):
            return Demand(match["core"].strip(" ."), match["role"].strip(), (match["reason"] or "").strip())
    for reason in _reasons():
        if (match := reason.search(plain)) and match.start() > 0:
            return Demand(plain[: match.start()].strip(" ."), reason=match["reason"].strip())
    return Demand(plain)


def unlabelled(text: str) -> str:
    """Without the bullet, number or identifier before it."""
    return _label().sub("", text, count=1) or text


@lru_cache(maxsize=1)
def _label() -> re.Pattern[str]:
    return re.compile("^" + str(packaged("templates")["label"]))


@lru_cache(maxsize=1)
def _stories() -> tuple[re.Pattern[str], ...]:
    listed = cast("list[str]", packaged("templates")["stories"])
    return tuple(re.compile(re.sub(r"\s+(?=\(\?)", "", pattern) + r"\s*[.!]?", re.IGNORECASE) for pattern in listed)


@lru_cache(maxsize=1)
def _reasons() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in cast("list[str]", packaged("templates")["reasons"]))


@lru_cache(maxsize=1)
def _phrases() -> re.Pattern[str]:
    return re.compile("|".join(cast("list[str]", packaged("templates")["phrases"])), re.IGNORECASE)
