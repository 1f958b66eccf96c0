"""Several questions in one: where it falls apart, and which part takes what from the others."""

import re

from arch_team.ontologies.descriptor import SemanticType
from arch_team.reading.question import QuestionReader, Reading

_ASKS = (
    r"(?:wie|was|wer|wem|wo|wann|welche[rsnm]?|wieviele?|gibt|how|what|what's|who|which|where|when|is|are|did|do|does|"
    r"give|show|list|zeig|nenn|liste)\b"
)
_JOINED = r"(?:und|and|sowie|as well as|plus|dann noch|also)\s+(?:auch\s+|noch\s+|also\s+|then\s+)?"
_CUT = re.compile(
    rf"[?;]+\s+|(?<=\w{{4}})\.\s+(?=[A-ZÄÖÜ])|,?\s+\b{_JOINED}(?={_ASKS})|,\s+(?={_ASKS})|:\s+", re.IGNORECASE
)
_POINTS_BACK = re.compile(
    r"\b(they|them|their|it|its|those|these|that|davon|darunter|deren|dessen|diese[rnms]?|dabei|ihm|ihnen|wovon|thereof|"
    r"dort|there|dazu)\b|\bdas zusammen\b"
    r"|\b(war|ist|waren|sind|macht|ergibt|gibt|hat|haben) (das|er|sie|es)\b(?! [a-z]+ (per|ende|im|am|20))"
)
_THINGS = (
    SemanticType.ACCOUNT,
    SemanticType.ACCOUNT_CLASS,
    SemanticType.ACCOUNT_GROUP,
    SemanticType.CONCEPT,
    SemanticType.TRANSACTION,
    SemanticType.PARTY,
    SemanticType.DOCUMENT,
)


def clauses_of(text: str, reader: QuestionReader) -> list[str]:
    """The questions in a text, each complete: a part that names nothing belongs to the one before it.

    A part without a period takes the only one there is; the last word of the person may have been the answer to that.
    """
    pieces = [piece.strip() for piece in _CUT.split(text) if piece.strip()]
    if len(pieces) < 2:
        return [text]
    parts: list[str] = []
    for piece in pieces:
        if parts and not (_stands_alone(reader.read(piece)) and _stands_alone(reader.read(parts[-1]))):
            parts[-1] = f"{parts[-1]}, {piece}"
        else:
            parts.append(piece)
    if len(parts) < 2:
        return [text]
    periods = {period.said: period for period in reader.read(text).periods}
    if len(periods) == 1:
        (said,) = periods
        point = "per Ende " if next(iter(periods.values())).is_point and said.isdigit() else ""
        parts = [f"{part} {point}{said}" if _wants_period(reader.read(part)) else part for part in parts]
    return parts


def _stands_alone(reading: Reading) -> bool:
    """Whether a part says what it is about, and does not point back to another."""
    if _POINTS_BACK.search(reading.flat):
        return False
    return bool(reading.entities(*_THINGS) or reading.accounts or reading.ranges or reading.loose)


def _wants_period(reading: Reading) -> bool:
    """Accounts and bookings are of a time; contacts and open invoices are as they are now."""
    if reading.periods:
        return False
    fields = {i.field for entity in reading.entities() for i in entity.invariants}
    timed = bool(fields & {"accountNumber", "accountType"}) or bool(reading.accounts or reading.ranges)
    is_now = bool(fields & {"contactType", "direction", "status"}) or reading.names_entity("Contact", "OpenInvoice")
    return timed or reading.names_entity("JournalEntry") or (bool(reading.loose) and not is_now)
