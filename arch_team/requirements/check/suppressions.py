"""What a person has accepted, with the reason, stays visible and costs nothing."""

from collections.abc import Sequence

from arch_team.requirements.check.reading.words import fold
from arch_team.requirements.check.rule_set import Suppression
from arch_team.requirements.model import Finding


def suppressed(finding: Finding, requirement: str, suppressions: Sequence[Suppression]) -> Finding:
    for one in suppressions:
        if one.rule == finding.rule and one.requirement in {None, requirement} and _same_words(one, finding):
            return finding.model_copy(update={"suppressed": one.reason})
    return finding


def _same_words(one: Suppression, finding: Finding) -> bool:
    return one.words is None or any(fold(one.words) == fold(span.text) for span in finding.spans)
