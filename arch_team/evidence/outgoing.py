"""The last look at a text before it leaves: what was rendered is still what is read."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from arch_team.evidence.derivations import PERCENT
from arch_team.evidence.figures import TypedFigure, find_figures
from arch_team.evidence.masks import Span, blanked
from arch_team.evidence.verdict import Figure, GuardCode, GuardFinding, finding
from arch_team.evidence.vocabulary import Vocabulary

_BEFORE = ("- ", ", ", "; ", ": ")
_AFTER = (", ", "; ", "\n")


def unproven(
    text: str, figures: Sequence[Figure], vocabulary: Vocabulary, names: Sequence[Span] = ()
) -> Iterator[GuardFinding]:
    """The figures of a text that are none of those rendered into it, nor a label of the evidence, nor part of a name
    that was put in."""
    if "{{" in text or "}}" in text:
        message, hint = "A reference was left in the text.", "Write references as {{e1.r0.column}}."
        yield finding(GuardCode.MALFORMED_REFERENCE, message, hint)
    listed = _listed(text, figures)
    text = blanked(text, [*listed, *names])
    if not any(c.isnumeric() for c in text):
        return
    skip = [*vocabulary.names_in(text), *_texts(text, figures)]
    written = find_figures(text, skip)
    if not written:
        return
    words = {figure.display for figure in figures}
    proven: dict[Decimal, list[tuple[TypedFigure, Figure]]] = {}
    for figure in {(figure.display, figure.unit): figure for figure in figures}.values():
        for rendered in find_figures(figure.display):
            words.add(rendered.text)
            for reading in rendered.readings:
                proven.setdefault(reading.value, []).append((rendered, figure))
    for typed in written:
        if not typed.readings and typed.text in words:
            continue
        same = (pair for reading in typed.readings for pair in proven.get(reading.value, ()))
        if any(_has_unit_of(typed, *pair) for pair in same) or vocabulary.is_label(typed):
            continue
        message = f"{typed.text} is not a figure that was rendered, or not with this sign, scale or unit."
        hint = "Put nothing right before or after a reference: no sign, digit, scale word or other unit."
        yield finding(GuardCode.NOT_RENDERED, message, hint, typed.text)


def _listed(text: str, figures: Sequence[Figure]) -> list[Span]:
    """What stands where it was put, as an item of a list: nothing beside it can change what it says."""
    spans: list[Span] = []
    for figure in figures:
        start, end = figure.start, figure.start + len(figure.display)
        before, after = text[max(start - 2, 0) : start], text[end : end + 2]
        if text.startswith(figure.display, start) and before in _BEFORE and (not after or after.startswith(_AFTER)):
            spans.append(Span(start, end))
    return spans


def _texts(text: str, figures: Sequence[Figure]) -> list[Span]:
    """Where text cells were put in: digits in them are part of a name."""
    spans: list[Span] = []
    for display in {f.display for f in figures if isinstance(f.value, str) and any(c.isdigit() for c in f.display)}:
        for match in re.finditer(rf"(?<!\w){re.escape(display)}(?!\w|[.,'’]\d)", text):
            spans.append(Span(*match.span()))
    return spans


def _has_unit_of(typed: TypedFigure, rendered: TypedFigure, figure: Figure) -> bool:
    if typed.unit == PERCENT or rendered.unit == PERCENT or figure.unit == PERCENT:
        return typed.unit == PERCENT == figure.unit
    return not (typed.unit and figure.unit and typed.unit != figure.unit)
