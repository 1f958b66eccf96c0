"""Reading a draft: each reference computed, each typed figure bound to a cell, a derivation or the user's words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from arch_team.evidence.derivations import Computed, evaluate
from arch_team.evidence.figures import TypedFigure, find_figures
from arch_team.evidence.inputs import unknown
from arch_team.evidence.ledger import Ledger, LedgerEntry
from arch_team.evidence.masks import Span, blanked
from arch_team.evidence.matching import Amounts, agrees, is_short
from arch_team.evidence.naming import Clauses, LedgerNames
from arch_team.evidence.number_words import number_words_in
from arch_team.evidence.references import Reference, RowsArg, braces_in, references_in
from arch_team.evidence.verdict import Binding, GuardCode, GuardFinding, finding
from arch_team.evidence.vocabulary import Vocabulary
from arch_team.featuredata.calls import Tool
from arch_team.featuredata.catalog import Catalog
from arch_team.wire import Language

LONG_NUMBER = 5
"""Digits of a number that names a thing and is no year."""
ENOUGH = 40
"""Findings after which a draft is not worth reading on."""
_ANCHORED = re.compile(r"[\s*_(]*(?:[A-Z]{3}|[^\W\d_]{1,12}\.?|[€$£%])?[\s*_(]*")


@dataclass(frozen=True, slots=True)
class Bound:
    """A part of the draft with evidence behind it, or (without `computed`) a quotation of the user's words."""

    start: int
    end: int
    computed: Computed | None
    typed: TypedFigure | None = None
    is_silent: bool = False
    is_name: bool = False
    rows: LedgerEntry | None = None
    """All rows of this entry stand here."""


@dataclass
class DraftReading:
    """One draft held against one ledger. `bound` and `findings` are filled by `read`."""

    draft: str
    question: str
    ledger: Ledger
    catalog: Catalog
    vocabulary: Vocabulary
    language: Language
    binding: Binding | None = None
    names: LedgerNames = field(default_factory=LedgerNames)
    bound: list[Bound] = field(default_factory=list[Bound])
    findings: list[GuardFinding] = field(default_factory=list[GuardFinding])

    def read(self) -> None:
        references, problems = references_in(self.draft)
        self.findings += problems
        computed = self._computed(references)
        self.bound += [Bound(r.start, r.end, c, is_silent=r.is_silent, is_name=r.is_name) for r, c in computed]
        self.typed_text = blanked(self.draft, braces_in(self.draft))
        self.clauses = Clauses(self.typed_text)
        names = self.vocabulary.names_in(self.typed_text)
        figures = find_figures(self.typed_text, names, language=self.language)
        for figure in figures:
            if len(self.findings) < ENOUGH:
                self._bind(figure, computed)
        self._unused(computed)
        self.bound.sort(key=lambda bound: bound.start)
        self._number_words([*names, *(Span(f.start, f.end) for f in figures)])

    def _computed(self, references: list[Reference]) -> list[tuple[Reference, Computed]]:
        found: list[tuple[Reference, Computed]] = []
        for reference in references:
            if isinstance(reference.expression, RowsArg):
                self._all_rows(reference, reference.expression)
                continue
            result = evaluate(reference.expression, self.ledger, self.catalog)
            if isinstance(result, GuardFinding):
                self.findings.append(result)
                continue
            if reference.is_name and result.value is not None and not isinstance(result.value, str):
                self.findings.append(_no_name(str(reference.expression)))
                continue
            found.append((reference, result))
            if complaint := self._complaint(result):
                self.findings.append(_wrong_row(str(reference.expression), complaint))
        return found

    def _all_rows(self, reference: Reference, rows: RowsArg) -> None:
        entry = self.ledger.entry(rows.entry)
        if entry is None or entry.rows is None or not entry.rows.rows:
            self.findings.append(unknown(rows.entry, entry))
        elif self.binding and any(self.binding(entry, row, entry.rows.columns[0]) for row in entry.row_ids):
            self.findings.append(_wrong_row(rows.entry, f"Some rows of {rows.entry} are not what is asked for."))
        else:
            self.bound.append(Bound(reference.start, reference.end, None, rows=entry))

    def _complaint(self, computed: Computed) -> str | None:
        """What the question holds against one of the cells used."""
        if self.binding is None:
            return None
        said = (self.binding(item.entry, item.row, item.source.name) for item in computed.inputs)
        return next((complaint for complaint in said if complaint), None)

    def _bind(self, figure: TypedFigure, computed: list[tuple[Reference, Computed]]) -> None:
        """Bind one typed figure, or say why nothing stands behind it."""
        anchor = self._anchor(figure, computed)
        if anchor is not None:
            if not agrees(figure, anchor):
                message = f"{figure.text} is written, but {anchor.expression} is {anchor.value}."
                self.findings.append(
                    finding(
                        GuardCode.FIGURE_DIFFERS, message, f"Write {{{{{anchor.expression}}}}} instead.", figure.text
                    )
                )
                return
            self.bound.append(Bound(figure.start, figure.end, anchor, figure))
            return
        if number := self._numbered(figure):
            self.bound.append(Bound(figure.start, figure.end, number, figure))
            return
        if self.vocabulary.is_label(figure):
            return
        declared = [c for r, c in computed if (c.is_derived or r.is_silent) and agrees(figure, c)]
        chosen = declared[0] if declared else self._cell(figure)
        if chosen is not None:
            if not declared and (complaint := self._complaint(chosen)):
                self.findings.append(_wrong_row(figure.text, complaint))
            else:
                self.bound.append(Bound(figure.start, figure.end, chosen, figure))
        elif self._is_quoted(figure):
            self.bound.append(Bound(figure.start, figure.end, None, figure))
        else:
            self.findings.append(self._unbound(figure))

    def _unused(self, computed: list[tuple[Reference, Computed]]) -> None:
        """A declaration says how a figure of the draft comes about: there must be that figure."""
        used = {id(bound.computed) for bound in self.bound if bound.typed is not None}
        for reference, result in computed:
            if reference.is_silent and id(result) not in used:
                message = f"{result.expression} is declared and comes to {result.value}; no figure in the text is that."
                hint = f"Write {{{{{result.expression}}}}} where the figure belongs."
                self.findings.append(finding(GuardCode.FIGURE_DIFFERS, message, hint, str(result.expression)))

    def _anchor(self, figure: TypedFigure, computed: list[tuple[Reference, Computed]]) -> Computed | None:
        """The declaration written right after a figure: it must be that figure, whatever else may equal it."""
        for reference, result in computed:
            if reference.is_silent and reference.start >= figure.end:
                between = _ANCHORED.fullmatch(self.draft, figure.end, reference.start)
                return result if between else None
        return None

    def _cell(self, figure: TypedFigure) -> Computed | None:
        """The cell a figure equals; of several, one the question agrees with and the sentence names."""
        equal = self._amounts.that_agree(figure)
        if not equal or (len(equal) == 1 and not is_short(figure)):
            return equal[0] if equal else None
        start, end = self.clauses.around(figure.start)

        def is_named(amount: Computed) -> bool:
            item = amount.inputs[0]
            mentions = self.names.of(item.entry).mentions(self.typed_text, start, end)
            return any(item.row in mention.rows for mention in mentions)

        if is_short(figure):
            equal = [amount for amount in equal if is_named(amount) or len(amount.inputs[0].entry.row_ids) == 1]
        return min(equal, key=lambda a: (self._complaint(a) is not None, not is_named(a)), default=None)

    def _numbered(self, figure: TypedFigure) -> Computed | None:
        """The cell whose number of a thing a figure is, where it is too long to be that by chance."""
        if not figure.is_bare or len(figure.text) < LONG_NUMBER:
            return None
        return next(iter(self._labels.that_agree(figure)), None)

    @cached_property
    def _labels(self) -> Amounts:
        return Amounts(self.ledger, self.catalog, labels=True)

    @cached_property
    def _amounts(self) -> Amounts:
        return Amounts(self.ledger, self.catalog)

    @cached_property
    def _quoted(self) -> tuple[TypedFigure, ...]:
        return tuple(find_figures(self.question))

    def _is_quoted(self, figure: TypedFigure) -> bool:
        """Whether a figure only repeats the question. One that the draft claims as an amount does more than that."""
        if figure.is_code or not figure.readings:
            return re.search(rf"(?<!\w){re.escape(figure.text)}(?!\w)", self.question) is not None
        if figure.is_asserted:
            return False
        return any(
            reading.value == other_reading.value and _units_fit(figure.unit, other.unit)
            for reading in figure.readings
            for other in self._quoted
            for other_reading in other.readings
        )

    def _unbound(self, figure: TypedFigure) -> GuardFinding:
        if found_nothing(self.ledger):
            message = f"{figure.text}: the result is empty. Nothing found is not a figure, and not zero."
            return finding(GuardCode.EMPTY_RESULT, message, "Say that nothing was found.", figure.text)
        message = f"{figure.text} is neither a cell of the evidence nor a declared derivation."
        hint = "Refer to the cell, {{e1.r0.column}}, or declare how it is computed, {{sum(e1.column)}}."
        turned = replace(figure, readings=tuple(reading.negated() for reading in figure.readings))
        if self._amounts.that_agree(figure):
            message = f"{figure.text} equals a cell, but so short a figure may do so by chance."
            hint = "Refer to the cell, {{e1.r0.column}}, or name its row in the same sentence."
        elif opposite := self._amounts.that_agree(turned):
            ref, value = opposite[0].expression, opposite[0].value
            message, hint = f"{figure.text} has the wrong sign: {ref} is {value}.", f"Write {{{{negated({ref})}}}}."
        return finding(GuardCode.UNBOUND_FIGURE, message, hint, figure.text)

    def _number_words(self, spans: list[Span]) -> None:
        for _, word in number_words_in(blanked(self.typed_text, spans)):
            if self.vocabulary.has(word) or re.search(rf"(?<!\w){re.escape(word)}(?!\w)", self.question, re.IGNORECASE):
                continue
            message = f"{word!r} is a figure in words, and words cannot be checked."
            hint = "Refer to the cell or derivation instead; figures are shown in full."
            self.findings.append(finding(GuardCode.NUMBER_WORD, message, hint, word))

    def quotations(self) -> Iterator[TypedFigure]:
        yield from (bound.typed for bound in self.bound if bound.computed is None and bound.typed is not None)


def _units_fit(one: str | None, other: str | None) -> bool:
    return one == other or ("%" not in (one, other) and None in (one, other))


def found_nothing(ledger: Ledger) -> bool:
    """Whether the last call that looked for something came back empty. Looking at what a table holds is not looking."""
    looked = [entry for entry in ledger if entry.rows is not None and entry.tool != Tool.BROWSE.value]
    return bool(looked) and not (looked[-1].rows and looked[-1].rows.rows)


def _no_name(quote: str) -> GuardFinding:
    hint = f"Write {{{{{quote}}}}}: it is shown as what it is."
    return finding(GuardCode.MALFORMED_REFERENCE, f"{quote} is no text, and so no name.", hint, quote)


def _wrong_row(quote: str, complaint: str) -> GuardFinding:
    hint = "Use the row the question asks for, or call the tool again with its filters."
    return finding(GuardCode.WRONG_ROW, complaint, hint, quote)
