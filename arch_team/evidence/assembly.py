"""Putting the text together: every bound part rendered in the user's language, each unit written once."""

import re
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

from arch_team.evidence.derivations import PERCENT, Computed
from arch_team.evidence.drafts import Bound
from arch_team.evidence.inputs import Input, is_of_form
from arch_team.evidence.ledger import LedgerEntry
from arch_team.evidence.listing import listed_rows
from arch_team.evidence.masks import Span
from arch_team.evidence.matching import is_count
from arch_team.evidence.references import Derivation, Function
from arch_team.evidence.rendering import names_label, plain_text, render_value, with_unit
from arch_team.evidence.verdict import CellEvidence, Figure, FigureKind, GuardCode, GuardFinding, finding
from arch_team.featuredata.calls import Scalar
from arch_team.text.notation import GAP, notation
from arch_team.wire import Language


@dataclass
class Assembly:
    """The text so far, and the figures in it."""

    draft: str
    language: Language
    text: str = ""
    figures: list[Figure] = field(default_factory=list[Figure])
    names: list[Span] = field(default_factory=list[Span])
    """Where cells stand that only say what something is called."""
    findings: list[GuardFinding] = field(default_factory=list[GuardFinding])

    def put_together(self, bound: list[Bound]) -> None:
        at = 0
        for index, part in enumerate(bound):
            start, end = self._span(part)
            self._literal(self.draft[at:start])
            at = end
            following = bound[index + 1] if index + 1 < len(bound) else None
            if part.is_silent:
                at = self._leave_out(at)
            elif part.rows is not None:
                self._rows(part.rows)
            elif part.is_name and part.computed is not None:
                self._name(part.computed)
            elif part.computed is None:
                self._quotation(part)
            else:
                self._figure(part, part.computed, self._ahead(end, following))
        self._literal(self.draft[at:])

    def _span(self, part: Bound) -> tuple[int, int]:
        """What is replaced. Brackets that stood for a minus go, and the point that ends a sentence stays."""
        start, end = part.start, part.end
        typed, value = part.typed, part.computed.exact if part.computed else None
        if typed is None:
            return start, end
        if typed.in_brackets and value is not None and value < 0:
            return start - 1, end + 1
        if typed.text.endswith(".") and self.draft[end : end + 1] in ("", "\n"):
            return start, end - 1
        return start, end

    def _literal(self, text: str) -> None:
        if self.text.endswith("]") and text.startswith("("):
            self.text += " "
        self.text += text

    def _leave_out(self, at: int) -> int:
        """Nothing is shown for a declaration, nor the brackets or the space around it."""
        if self.text.endswith("(") and self.draft[at : at + 1] == ")":
            self.text, at = self.text[:-1], at + 1
        if self.text.endswith(" ") and not self.draft[at : at + 1].isalnum():
            self.text = self.text.rstrip(" ")
        return at

    def _quotation(self, part: Bound) -> None:
        typed = part.typed
        if typed is not None:
            value = typed.readings[0].value if typed.readings else typed.text
            self._add(Figure(display=typed.text, value=value, unit=typed.unit, kind=FigureKind.QUOTATION))

    def _figure(self, part: Bound, computed: Computed, ahead: str) -> None:
        value, unit = _shown(part, computed)
        shown = render_value(
            value,
            self.language,
            value_format=computed.format,
            is_label=_is_label(computed),
            with_sign=computed.is_change,
        )
        if unit is not None or computed.exact is not None:
            unit_beside = self._unit_beside(ahead, unit)
            if unit_beside is None:
                shown = with_unit(shown, unit)
            elif unit_beside != unit and (unit is not None or is_count(computed)):
                message = f"{computed.expression} is in {unit or 'no unit'}, and the draft says {unit_beside}."
                hint = "Leave the unit out: it is written with the figure."
                self.findings.append(finding(GuardCode.UNIT_MISMATCH, message, hint, str(computed.expression)))
        self._add(
            Figure(
                display=shown,
                value=value,
                unit=unit,
                kind=FigureKind.DERIVATION if computed.is_derived else FigureKind.CELL,
                exact=computed.exact if computed.is_derived else None,
                references=(str(computed.expression),),
                evidence=tuple(evidence_of(item) for item in computed.inputs),
            )
        )

    def _name(self, computed: Computed) -> None:
        shown = render_value(computed.value, self.language)
        if self.text.endswith("]") and shown.startswith("("):
            self.text += " "
        self.names.append(Span(len(self.text), len(self.text) + len(shown)))
        self.text += shown

    def _rows(self, entry: LedgerEntry) -> None:
        """Each row on a line of its own, cell by cell."""
        for line, cells in enumerate(listed_rows(entry, self.language)):
            self.text += "\n- " if line else "- "
            for place, (display, value, cell) in enumerate(cells):
                self.text += ", " if place else ""
                self._add(
                    Figure(
                        display=display,
                        value=value,
                        unit=cell.unit,
                        kind=FigureKind.CELL,
                        references=(f"{cell.entry}.{cell.row}.{cell.column}",),
                        evidence=(cell,),
                    )
                )

    def _add(self, figure: Figure) -> None:
        if self.text.endswith("]") and figure.display.startswith("("):
            self.text += " "
        self.figures.append(figure.model_copy(update={"start": len(self.text)}))
        self.text += figure.display

    def _ahead(self, at: int, following: Bound | None) -> str:
        """The text right after a part: typed, or a text cell next to it (a currency, perhaps)."""
        if following is None or following.start > at + 24:
            return self.draft[at : at + 40]
        between = self.draft[at : following.start]
        if following.computed is not None and isinstance(following.computed.value, str):
            return between + plain_text(following.computed.value) + self.draft[following.end : following.end + 24]
        return between

    def _unit_beside(self, ahead: str, unit: str | None) -> str | None:
        """The unit that the text itself gives, right before or after."""
        words = notation()
        if unit and re.match(rf"{GAP}{re.escape(unit)}(?!\w)", ahead):
            return unit
        head = self.text[-40:]
        if (before := words.prefix.search(head)) and not self._is_taken(len(self.text) - len(head) + before.start()):
            return words.units[before["unit"]]
        after = words.suffix.match(ahead)
        return words.units.get(after["unit"]) if after and after["unit"] else None

    def _is_taken(self, at: int) -> bool:
        """Whether a unit at a place belongs to the figure before it."""
        last = self.figures[-1] if self.figures else None
        if last is None or last.unit is None or last.unit in last.display:
            return False
        return not self.text[last.start + len(last.display) : at].strip(" *_\u00a0\u202f")


def evidence_of(item: Input) -> CellEvidence:
    entry = item.entry
    return CellEvidence(
        entry=entry.id,
        call_id=entry.call_id,
        tool=entry.tool,
        table=entry.table,
        filters=tuple(flt.to_wire() for flt in item.source.filters),
        row=item.row,
        column=item.source.name,
        value=item.cell.value,
        unit=item.cell.unit,
    )


def _shown(part: Bound, computed: Computed) -> tuple[Scalar, str | None]:
    """The value and unit to show. A ratio that was written in percent stays in percent."""
    if part.typed is not None and part.typed.unit == PERCENT and computed.unit is None and computed.exact is not None:
        if isinstance(computed.expression, Derivation):
            return (computed.exact * 100).quantize(Decimal("0.01"), ROUND_HALF_UP), PERCENT
        return computed.value, PERCENT
    return computed.value, computed.unit


def _is_label(computed: Computed) -> bool:
    source = computed.inputs[0].source
    if isinstance(computed.expression, Derivation) and computed.expression.function is Function.COUNT:
        return False
    if is_of_form(source.entry):
        return source.is_label
    return source.is_label or (source.column is None and source.aggregate is None and names_label(source.name))
