"""A requirement taken apart: what it is, its sentences in their parts, and its own acceptance criteria."""

import re
from dataclasses import dataclass

from arch_team.requirements.check.prose import Prose, read
from arch_team.requirements.model import Requirement
from arch_team.requirements.rewrite.nature import Nature, nature_of
from arch_team.requirements.wording_key import unlabelled
from arch_team.text.sentence.statements import Statement, statement_of
from arch_team.wire import Language

LONGEST = 2_000
_CRITERIA = re.compile(
    r"(?:^|(?<=[\n.;:]))(?:[^\S\n]|[*-])*"
    r"(?:(?P<named>acceptance criteria|akzeptanzkriterien)\s*:?|(?:given|angenommen|gegeben)\b)",
    re.IGNORECASE,
)
_OUTCOME = re.compile(r"\b(?:when|wenn|then|dann)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Taken:
    """A whole text: what it is, its sentences, and its own acceptance criteria."""

    nature: Nature
    prose: Prose
    """Without its criteria."""
    statements: tuple[Statement, ...]
    criteria: str = ""


def take_apart(text: str, language: Language) -> Taken:
    body, criteria = _without_criteria(text)
    bare = unlabelled(body.lstrip())
    body = (bare if any(sign.isalnum() for sign in bare) else body)[:LONGEST].strip()
    prose = read(Requirement(id="text", text=body, language=language))
    sentences = [one for one in prose.sentences if any(prose.words[index].is_word for index in one)]
    nature = nature_of(prose)
    nature = "keywords" if nature == "cut" and criteria else nature  # a title, and its criteria below it
    return Taken(nature, prose, tuple(statement_of(prose, one) for one in sentences), criteria)


def _without_criteria(text: str) -> tuple[str, str]:
    """A scenario counts as one only with a `When` or `Then` after its `Given`; so do the lines below a story."""
    outcomes = [match.start() for match in _OUTCOME.finditer(text)]
    for match in _CRITERIA.finditer(text):
        is_scenario = bool(match["named"]) or (bool(outcomes) and outcomes[-1] > match.end())
        if is_scenario and text[: match.start()].strip():
            return text[: match.start()], text[match.start() :].strip(" \n-*")
    first, _, below = text.strip().partition("\n")
    story = read(Requirement(id="text", text=first)).story if below.strip() else None
    return (first, below.strip()) if story and story.role and story.means else (text, "")
