"""The grounding guard: nothing is approved unless every figure in it has evidence of this run.

It works without a model and relies on no prompt. It fails closed: no ledger, an unknown reference or an error in the
guard itself is a refusal.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from arch_team.evidence.assembly import Assembly
from arch_team.evidence.days import made_up
from arch_team.evidence.drafts import Bound, DraftReading, found_nothing
from arch_team.evidence.ledger import Ledger
from arch_team.evidence.masks import Span
from arch_team.evidence.naming import LedgerNames, Shown, misnamed
from arch_team.evidence.naming import Mention as RowMention
from arch_team.evidence.outgoing import unproven
from arch_team.evidence.placeholders import Placeholders
from arch_team.evidence.references import CellArg, braces_in
from arch_team.evidence.rendering import visible
from arch_team.evidence.required import NO_TOOLS, RequiredTools
from arch_team.evidence.verdict import (
    Binding,
    Figure,
    FigureKind,
    GuardCode,
    GuardFinding,
    GuardResult,
    finding,
    refused,
)
from arch_team.evidence.vocabulary import Vocabulary
from arch_team.featuredata.catalog import Catalog
from arch_team.wire import Language

MAX_DRAFT = 20_000
"""Characters that are typed. References are not: they are looked up."""
MAX_WITH_REFERENCES = 500_000
SYSTEM_ERROR = "SYSTEM ERROR"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GroundingGuard:
    """Holds drafts against the evidence of a run. One guard serves any number of runs."""

    catalog: Catalog
    placeholders: Placeholders = field(default_factory=Placeholders.shipped)

    def check(
        self,
        draft: str,
        ledger: Ledger | None,
        *,
        question: str,
        language: Language,
        required: RequiredTools = NO_TOOLS,
        binding: Binding | None = None,
        binds_names: bool = True,
    ) -> GuardResult:
        """The draft as it may be shown, or why it may not. Never raises.

        `binds_names` is left out only for somebody who writes no word of his own beside what he refers to."""
        try:
            result = self._checked(draft, ledger, question, language, required, binding, binds_names=binds_names)
        except Exception as error:
            _log.exception("the guard failed")
            result = refused(failed(error))
        if not result.ok:
            _log.info("draft refused: %s", ", ".join(f.code for f in result.findings))
        return result

    def check_outgoing(
        self, text: str, figures: Sequence[Figure], ledger: Ledger | None, names: Sequence[tuple[int, int]] = ()
    ) -> GuardResult:
        """Once more on the text that leaves: every figure in it is one that was rendered, a quotation, or in a name."""
        try:
            if ledger is None:
                return refused(_no_ledger())
            spans = [Span(*name) for name in names]
            found = tuple(unproven(text, figures, Vocabulary(ledger, self.catalog), spans))
            return refused(*found) if found else GuardResult(ok=True, text=text, figures=tuple(figures))
        except Exception as error:
            _log.exception("the guard failed")
            return refused(failed(error))

    def _checked(
        self,
        draft: str,
        ledger: Ledger | None,
        question: str,
        language: Language,
        required: RequiredTools,
        binding: Binding | None,
        *,
        binds_names: bool,
    ) -> GuardResult:
        if ledger is None:
            return refused(_no_ledger())
        broken = next((e.error for e in ledger if e.error and e.error.startswith(SYSTEM_ERROR)), None)
        if broken is not None:
            hint = "End the run: tell the user the cause and the next step, and no figure."
            return refused(finding(GuardCode.SYSTEM_ERROR, broken, hint), system_error=broken)
        draft = visible(draft)
        typed = len(draft) - sum(end - start for start, end in braces_in(draft))
        if not draft.strip() or typed > MAX_DRAFT or len(draft) > MAX_WITH_REFERENCES:
            message = "There is no text." if not draft.strip() else f"The text is longer than {MAX_DRAFT} characters."
            return refused(finding(GuardCode.NO_TEXT, message, "Write a short answer."), *required.missing(ledger))
        vocabulary = Vocabulary(ledger, self.catalog)
        reading = DraftReading(draft, visible(question), ledger, self.catalog, vocabulary, language, binding)
        reading.read()
        assembly = Assembly(draft, language)
        assembly.put_together(reading.bound)
        findings = [
            *required.missing(ledger),
            *reading.findings,
            *_mislabelled(reading, ledger),
            *assembly.findings,
            *made_up(reading.typed_text, question, vocabulary),
            *self.placeholders.found_in(reading.typed_text, vocabulary.texts, question),
            *_only_quotations(assembly.figures, ledger),
        ]
        if not findings and binds_names:
            findings += self._unheld(reading, question)
        if not findings:
            findings += unproven(assembly.text, assembly.figures, vocabulary, assembly.names)
        if findings:
            return refused(*dict.fromkeys(findings))
        names = tuple((name.start, name.end) for name in assembly.names)
        return GuardResult(ok=True, text=assembly.text, figures=tuple(assembly.figures), names=names)

    def _unheld(self, reading: DraftReading, question: str) -> Iterator[GuardFinding]:
        from arch_team.evidence.held_words import HeldWords
        from arch_team.evidence.named_things import NamedThings

        held = HeldWords(reading.ledger, self.catalog, question)
        return NamedThings(reading.typed_text, held, reading.language).unheld()


def _mislabelled(reading: DraftReading, ledger: Ledger) -> list[GuardFinding]:
    """Figures that stand under the name of another row."""
    clauses: dict[tuple[int, int, str], list[Shown]] = {}
    names: dict[tuple[int, int, str], list[RowMention]] = {}
    for bound in reading.bound:
        if bound.is_silent or bound.computed is None or not isinstance(bound.computed.expression, CellArg):
            continue
        ref = bound.computed.expression.ref
        place = (*reading.clauses.around(bound.start), ref.entry)
        if bound.computed.exact is not None and not bound.computed.inputs[0].source.is_label:
            clauses.setdefault(place, []).append(Shown(bound.start, ref.entry, ref.row))
        elif (mention := _named_by_reference(bound, reading.names)) is not None:
            names.setdefault(place, []).append(mention)
    found: list[GuardFinding] = []
    for place, shown in clauses.items():
        start, end, entry_id = place
        entry = ledger.entry(entry_id)
        if entry is None:
            continue
        typed = reading.names.of(entry).mentions(reading.typed_text, start, end)
        for cell in misnamed(shown, [*typed, *names.get(place, [])]):
            message = f"The figure at {cell.entry}.{cell.row} stands under the name of another row."
            hint = (
                f"Name the row by reference, e.g. a column of {cell.entry}.{cell.row}, or take the other row's figure."
            )
            found.append(finding(GuardCode.WRONG_LABEL, message, hint, reading.draft[start:end]))
    return found


def _named_by_reference(bound: Bound, names: LedgerNames) -> RowMention | None:
    if bound.computed is None or not isinstance(bound.computed.value, str):
        return None
    entry = bound.computed.inputs[0].entry
    mentions = names.of(entry).mentions(bound.computed.value, 0, len(bound.computed.value))
    return RowMention(bound.start, mentions[0].rows) if len(mentions) == 1 else None


def _only_quotations(figures: list[Figure], ledger: Ledger) -> list[GuardFinding]:
    """A draft that only repeats the user's figures shows no data, although there is some."""
    quoted = [figure for figure in figures if figure.kind is FigureKind.QUOTATION]
    if not quoted or found_nothing(ledger) or len(quoted) < len(figures):
        return []
    message = f"{quoted[0].display} only repeats the question; no figure comes from the evidence."
    hint = "Show the figure that was found, by reference."
    return [finding(GuardCode.ONLY_QUOTATIONS, message, hint, quoted[0].display)]


def _no_ledger() -> GuardFinding:
    return finding(GuardCode.NO_LEDGER, "There is no evidence to hold the answer against.", "Call the tools first.")


def failed(error: Exception) -> GuardFinding:
    """A check that broke down approves nothing."""
    message = f"The check itself failed ({type(error).__name__}): nothing is approved."
    return finding(GuardCode.GUARD_FAILED, message, "Report it; the log has the cause.")
