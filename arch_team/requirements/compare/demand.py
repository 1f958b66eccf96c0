"""A requirement without its form: what is demanded, by whom, and to which end.

User stories share half of their words by form alone. The form is taken off before anything is compared, so that it
makes no two of them alike.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from arch_team.requirements.compare.packaged import packaged
from arch_team.requirements.model import Requirement

LONGEST = 5_000
"""Characters that are compared. A duplicate of a longer text agrees in these."""
AROUND = " ,;:."
_ODD_LETTERS = "ſıİ"
"""They match `s` and `i` where case is ignored, and are not these in lower case."""


@dataclass(frozen=True, slots=True)
class Demand:
    core: str
    """Never empty where the text is not."""
    role: str = ""
    reason: str = ""

    bare: str = ""
    """The core without the phrases of templates: what is embedded."""


def demand_of(text: str) -> Demand:
    plain = unlabelled(" ".join(text[:LONGEST].split()))
    for story in _stories():
        if match := story.fullmatch(plain):
            core = match["core"].strip(" .")
            return Demand(core, match["role"].strip(), (match["reason"] or "").strip(), _bare(core))
    for reason in _reasons() if "," in plain else ():
        if (match := reason.search(plain)) and match.start() > 0:
            core = plain[: match.start()].strip(" .")
            return Demand(core, reason=match["reason"].strip(), bare=_bare(core))
    return Demand(plain, bare=_bare(plain))


def texts_to_embed(requirements: Sequence[Requirement]) -> list[str]:
    """What of each requirement is embedded: its demand without the form it is written in."""
    return [demand_of(requirement.text).bare for requirement in requirements]


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
def _phrases() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """Each as it finds itself in lower case, which is three times as quick, and as it is taken out."""
    listed = cast("list[str]", packaged("templates")["phrases"])
    return tuple((re.compile(pattern), re.compile(pattern, re.IGNORECASE)) for pattern in listed)


def _bare(core: str) -> str:
    plain, lower = core, core.lower()
    has_odd_letters = not core.isascii() and any(letter in core for letter in _ODD_LETTERS)
    for in_lower_case, phrase in _phrases():
        if has_odd_letters or in_lower_case.search(lower):
            plain = phrase.sub(_kept, plain)
            lower = plain.lower()
    return " ".join(plain.split()).strip(AROUND) or core


def _kept(match: re.Match[str]) -> str:
    return f" {match.groupdict().get('keep') or ''} "
