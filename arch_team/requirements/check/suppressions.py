"""What a person has accepted, with the reason, stays visible and costs nothing."""

from collections.abc import Sequence

from arch_team.requirements.check.reading.words import fold
from arch_team.requirements.check.rule_set import ANY_RULE, Suppression
from arch_team.requirements.model import Finding, Requirement


def suppressed(finding: Finding, requirement: Requirement, suppressions: Sequence[Suppression]) -> Finding:
    for one in suppressions:
        if one.rule not in {finding.rule, ANY_RULE} or one.requirement not in {None, requirement.id}:
            continue
        if one.wording in {None, wording_key(requirement.text)} and _same_words(one, finding):
            return finding.model_copy(update={"suppressed": one.reason})
    return finding


def wording_key(text: str) -> str:
    """The same for texts that differ in case and spaces only; empty for none."""
    return " ".join(fold(text).split())


def _same_words(one: Suppression, finding: Finding) -> bool:
    return one.words is None or any(fold(one.words) == fold(span.text) for span in finding.spans)
