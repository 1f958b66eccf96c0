"""Why a draft was held back, in words for the person who asked. What the guard says is meant for the operator."""

import re
from collections.abc import Sequence

from arch_team.evidence.verdict import GuardCode, GuardFinding
from arch_team.wire import Language

_FOR_SEATS = re.compile(
    rf"\b(?:{'|'.join(code for code in GuardCode if '_' in code)})\b|^\W*(?:INVALID|NOT APPROVED|VALID)\b"
)
_TOOLS = re.compile(r"call of: (?P<tools>.+)\.$")
_UNPROVEN = ("Für Zahlen des Entwurfs gab es keinen Beleg.", "There was no evidence for figures of the draft.")
_ELSEWHERE = (
    "Die gefundenen Zahlen gehören zu etwas anderem, als gefragt war.",
    "The figures found belong to something else than was asked.",
)
_NOT_ALLOWED = (
    "Die Rechnung im Entwurf ist mit diesen Daten nicht zulässig.",
    "The calculation in the draft is not allowed with these data.",
)
_WORDS: dict[GuardCode, tuple[str, str]] = {
    GuardCode.PLACEHOLDER: ("Der Entwurf enthielt erfundene Beispiele.", "The draft held made-up examples."),
    GuardCode.EMPTY_RESULT: (
        "Die Abfrage fand nichts. Das heisst nicht, dass der Betrag null ist.",
        "The query found nothing. That does not mean the amount is zero.",
    ),
    GuardCode.UNCITED: ("Ein Satz des Entwurfs nennt keine Fundstelle.", "A sentence of the draft cites no passage."),
    GuardCode.NOT_SUPPORTED: (
        "Ein Satz des Entwurfs steht nicht so an der Stelle, die er nennt.",
        "A sentence of the draft does not stand so in the passage it cites.",
    ),
    **dict.fromkeys(
        (GuardCode.NO_LEDGER, GuardCode.GUARD_FAILED),
        ("Der Entwurf liess sich nicht prüfen.", "The draft could not be checked."),
    ),
    GuardCode.TRUNCATED: ("Die Abfrage war unvollständig.", "The query was incomplete."),
    **dict.fromkeys(
        (GuardCode.NO_TEXT, GuardCode.NO_ANSWER), ("Es kam keine Antwort zustande.", "No answer came about.")
    ),
    **dict.fromkeys(
        (
            GuardCode.UNBOUND_FIGURE,
            GuardCode.FIGURE_DIFFERS,
            GuardCode.NOT_RENDERED,
            GuardCode.NUMBER_WORD,
            GuardCode.UNBOUND_DATE,
            GuardCode.UNBOUND_NAME,
            GuardCode.ONLY_QUOTATIONS,
            GuardCode.MALFORMED_REFERENCE,
            GuardCode.UNKNOWN_REFERENCE,
            GuardCode.UNKNOWN_FUNCTION,
            GuardCode.NOT_A_NUMBER,
        ),
        _UNPROVEN,
    ),
    **dict.fromkeys((GuardCode.OFF_TOPIC, GuardCode.WRONG_ROW, GuardCode.WRONG_LABEL), _ELSEWHERE),
    **dict.fromkeys(
        (
            GuardCode.MIXED_UNITS,
            GuardCode.UNIT_MISMATCH,
            GuardCode.NEVER_AGGREGATE,
            GuardCode.SEMI_ADDITIVE,
            GuardCode.ONE_GRAIN,
            GuardCode.COUNTED_TWICE,
            GuardCode.DIVISION_BY_ZERO,
        ),
        _NOT_ALLOWED,
    ),
}


def why_held_back(findings: Sequence[GuardFinding], language: Language) -> str:
    """Each reason once, the first ones first."""
    return " ".join(dict.fromkeys(_said(finding, language) for finding in findings))


def for_people(refusal: str, held_back: str | None, language: Language) -> str:
    """Why an operator says it cannot answer; where it only repeats what the seats said to it, the reason for that."""
    if not _FOR_SEATS.search(refusal):
        return refusal
    unproven = _UNPROVEN[0 if language == "de" else 1]
    return held_back or unproven


def _said(finding: GuardFinding, language: Language) -> str:
    german = language == "de"
    missing = _TOOLS.search(finding.message) if finding.code is GuardCode.REQUIRED_TOOL_MISSING else None
    if missing:
        tools = missing["tools"]
        return (
            f"Ohne einen Blick in die Daten gibt es keine Antwort; es fehlt ein gelungener Aufruf von {tools}."
            if german
            else f"There is no answer without a look at the data; a successful call of {tools} is missing."
        )
    words = _WORDS.get(finding.code)
    return finding.message if words is None else words[0 if german else 1]
