"""What a story is told with: the parts of the requirement, and what a person added or has yet to add."""

from dataclasses import dataclass

from arch_team.requirements.rewrite.parts import Parts


@dataclass(frozen=True, slots=True)
class Known:
    """Each is a part of the requirement, an answer of the person, or the mark of a gap."""

    parts: Parts
    role: str
    doer: str | None = None
    """Who acts, where the requirement leaves it out. None: nothing is to be added."""
    action: str = ""
    metrics: tuple[str, ...] = ()
    condition: str | None = None
    benefit: str | None = None
    """None: the person leaves it out."""
    benefit_word: str = ""
