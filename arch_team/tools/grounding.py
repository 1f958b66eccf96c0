"""The guard of one run, with everything it needs to know about the question."""

from collections.abc import Callable

from arch_team.evidence.guard import GroundingGuard
from arch_team.evidence.placeholders import Placeholders
from arch_team.evidence.required import RequiredTools
from arch_team.evidence.substance import no_answer
from arch_team.evidence.verdict import GuardResult, refused
from arch_team.featuredata.catalog import Catalog
from arch_team.tools.data import DataTools
from arch_team.wire import Language


def grounding(
    question: str,
    answers: list[str],
    language: Language,
    catalog: Catalog,
    tools: DataTools,
    required: RequiredTools,
    trusted: Callable[[str], bool] = lambda _draft: False,
    placeholders: Placeholders | None = None,
) -> Callable[[str], GuardResult]:
    """Checks a draft against this run's ledger, as written and as it would leave.

    What the person added in answer to a question counts as part of the question. A `trusted` draft is of somebody who
    has read the question word for word; any other must show that it speaks of what was asked.
    """
    guard = GroundingGuard(catalog, placeholders or Placeholders.shipped())

    def check(draft: str) -> GuardResult:
        asked = " ".join((question, *answers))
        is_trusted = trusted(draft)
        result = guard.check(
            draft,
            tools.ledger,
            question=asked,
            language=language,
            required=required,
            binds_names=not is_trusted,
        )
        if not result.ok or is_trusted:
            return result
        missed = [*no_answer(result, tools.ledger, asked)]
        return refused(*missed) if missed else result

    return check
