"""The guard of one run, with everything it needs to know about the question."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from arch_team.evidence.guard import GroundingGuard
from arch_team.evidence.ledger import LedgerEntry
from arch_team.evidence.placeholders import Placeholders
from arch_team.evidence.relevance import off_topic
from arch_team.evidence.required import RequiredTools
from arch_team.evidence.substance import no_answer
from arch_team.evidence.verdict import GuardResult, refused
from arch_team.featuredata.catalog import Catalog
from arch_team.reading.binding import Pins, complaint
from arch_team.reading.understanding import Understanding
from arch_team.tools.data import DataTools
from arch_team.wire import Language


def grounding(
    question: str,
    answers: list[str],
    language: Language,
    catalog: Catalog,
    tools: DataTools,
    required: RequiredTools,
    understanding: Callable[[str], Understanding | None] = lambda _asked: None,
    trusted: Callable[[str], bool] = lambda _draft: False,
    placeholders: Placeholders | None = None,
) -> Callable[[str], GuardResult]:
    """Checks a draft against this run's ledger, twice: as written, and as it would leave.

    What the person added in answer to a question counts as part of the question. A `trusted` draft is of somebody who
    has read the question word for word; any other must show that it speaks of what was asked.
    """
    guard = GroundingGuard(catalog, placeholders or Placeholders.shipped())

    def check(draft: str) -> GuardResult:
        asked = " ".join((question, *answers))
        meant = understanding(asked)
        binding = _binding(meant.pins) if meant else None
        is_trusted = trusted(draft)
        result = guard.check(
            draft,
            tools.ledger,
            question=asked,
            language=language,
            required=required,
            binding=binding,
            binds_names=not is_trusted,
        )
        if not result.ok:
            return result
        if not is_trusted:
            missed = [*no_answer(result, tools.ledger, asked)]
            if meant and catalog.ontology:
                missed += off_topic(meant, catalog.ontology, result.text, result.figures, tools.ledger)
            if missed:
                return refused(*missed)
        leaving = guard.check_outgoing(result.text, result.figures, tools.ledger)
        return result if leaving.ok else leaving

    return check


def _binding(pins: Pins) -> Callable[[LedgerEntry, str, str], str | None]:
    def bind(entry: LedgerEntry, row: str, column: str) -> str | None:
        if entry.rows is None or row not in entry.row_ids:
            return None
        values = dict(zip(entry.rows.columns, entry.rows.rows[int(row[1:])], strict=True))
        filters = cast("list[Mapping[str, Any]]", entry.arguments.get("filters", []))
        return complaint(pins, filters, values)

    return bind
