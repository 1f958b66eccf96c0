"""Several questions in one: where it falls apart, and which part takes what from the others."""

import re

from arch_team.ontologies.descriptor import SemanticType
from arch_team.reading.labels import ACCOUNT_SETS
from arch_team.reading.question import QuestionReader, Reading
from arch_team.reading.wording import countries
from arch_team.reading.words import folded

_ASKS = (
    r"(?:(?:wie|was|wer|wem|wo|wann|welche[rsnm]?|wieviele?|gibt|how|what|what's|who|which|where|when|give|show|list|zeig|"
    r"nenn|liste)\b|(?:is|are|did|do|does)\s+(?:there|we|it|they|any|the|our|all|you|i)\b)"
)
_JOINED = r"(?:und|and|sowie|as well as|plus|dann noch|also)\s+(?:auch\s+|noch\s+|also\s+|then\s+)?"
_CUT = re.compile(
    rf"[?;]+\s+|(?<=\w{{4}})\.\s+(?=[A-ZÄÖÜ])|,?\s+\b{_JOINED}(?={_ASKS})|,\s+(?={_ASKS})|:\s+", re.IGNORECASE
)
_POINTS_BACK = re.compile(
    r"\b(they|them|their|it|its|those|these|that|davon|darunter|deren|dessen|diese[rnms]?|dabei|ihm|ihnen|wovon|thereof|"
    r"dort|there|dazu)\b|\bdas zusammen\b|\b(?:the account|das konto)\b(?! (?:\d|mit|with|der|of|fur|for|named|called))"
    r"|^(?:und )?(?:wie|how) \w+\s*\?*$|^(?:if (?:yes|so)|falls ja|wenn ja)\b"
    r"|^(?:ok(?:ay)? |so |also )*(?:of|out of|von|vom|aus|unter|in|im|bei|beim|for|fur|auf|on|apart from|except|"
    r"besides|ohne|ausser|abgesehen von|neben) (?!wem|wann|what|which|how|welche|wie|whom)[^?]*$"
    r"|\bwas (?:bleibt|blieb|ist ubrig|war ubrig)\b|\bwhat(?:'s| is| was) left\b|\bwhat remains\b"
    r"|\b(war|ist|waren|sind|macht|ergibt|gibt|hat|haben) (das|er|sie|es)\b(?! [a-z]+ (per|ende|im|am|20))"
)
_PREAMBLE = re.compile(
    rf"(?!{_ASKS})(?:[^:?]*\b(?:i|we|ich|wir|i'm|we're)\b|(?:for|f[uü]r|zuhanden|zur|zum|zwecks|regarding)\b)"
    rf"[^:.?\d]*[:.]\s+(?={_ASKS}|(?:auf|in|an|von|mit|bei|zu|to|on|at|from) (?:welche|wem|which|whom|what|wie))",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^(?:hi|hello|hey|hallo|hoi|sali|salu|salü|grüezi|gruezi|(?:good )?morning|guten (?:morgen|tag)|dear|liebe[r]?)\s+"
    r"(?:(?:herr|frau|mr|ms|mrs)\.?\s+)?[A-ZÄÖÜ][a-zäöü]+[,!]\s+(?=\w)",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"(?<=[?.!])\s+(?:danke|merci|thanks|thank you|besten dank|vielen dank)"
    r"(?:\s+(?:schön|vielmals|im voraus|dir|ihnen|you|a lot|so much|very much|in advance))*[.!]*\s*$",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"\b(?:nur|only|just|bloss|lediglich|ohne|without|except|ausser|meine|mean|care|betrifft|chf|eur|euro|franken|francs)\b"
)
_COLUMNS = re.compile(
    r"(?!(?:wie|was|we[rnm]|wo|how|what|who|which|and|und)\b)[^\d?]+(?:,[^\d?,]+)+[.]?", re.IGNORECASE
)
"""`Invoice number, debtor, due date.`: what to show of the answer to the question before."""
_PARTIES = (SemanticType.PARTY,)
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
    text = without_preamble(text, reader)
    head, colon, _ = text.partition(": ")
    if colon and "?" not in head and _is_limit(folded(head)):
        return [text]  # what comes first says which part of the rest is meant
    pieces = [piece.strip() for piece in _CUT.split(text) if piece.strip()]
    if len(pieces) < 2:
        return [text]
    parts: list[str] = []
    for piece in pieces:
        alone = _stands_alone(reader.read(piece)) and not _COLUMNS.fullmatch(piece)
        if parts and not (alone and _stands_alone(reader.read(parts[-1]))):
            parts[-1] = f"{parts[-1]}, {piece}"
        else:
            parts.append(piece)
    if len(parts) < 2:
        return [text]
    periods = {period.said: period for period in reader.read(text).periods}
    if len(periods) > 1 and any(_wants_period(reader.read(part)) for part in parts):
        return [text]
    if len(periods) == 1:
        (said,) = periods
        point = "per Ende " if next(iter(periods.values())).is_point and said.isdigit() else ""
        parts = [f"{part} {point}{said}" if _wants_period(reader.read(part)) else part for part in parts]
    return parts


def without_preamble(text: str, reader: QuestionReader) -> str:
    """`We are closing the year: what was …`: why somebody asks is no part of what is asked, where that is complete and
    the reason narrows nothing."""
    text = _GREETING.sub("", text)
    thanks = _THANKS.search(text)
    text = text[: thanks.start()] if thanks else text
    preamble = _PREAMBLE.match(text)
    if preamble is None:
        return text
    asked = reader.read(text[preamble.end() :])
    whole = asked.periods and (asked.accounts or asked.ranges or asked.entities(*_THINGS))
    return text[preamble.end() :] if whole and not _narrows(preamble[0], asked, reader) else text


def _narrows(said: str, asked: Reading, reader: QuestionReader) -> bool:
    """Whether a reason may say which part is meant: a name, a number, a time, a kind of contact, `only`."""
    head = reader.read(said)
    names = any(word.text[0].isupper() for word in head.loose)
    accounts = bool(head.entities(*ACCOUNT_SETS)) and not (asked.accounts or asked.ranges)
    given = head.accounts or head.ranges or head.periods or head.quoted or head.entities(*_PARTIES)
    return _is_limit(head.flat) or names or accounts or bool(given)


def _is_limit(flat: str) -> bool:
    """`only`, a currency, a country."""
    return bool(_ONLY.search(flat)) or any(name in flat for name in countries())


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


def heads_a_list(text: str, reader: QuestionReader) -> bool:
    """`Restaurant: income, costs and what was left`: what comes after the colon is of what stands before it."""
    head, colon, tail = text.partition(":")
    if not colon or _PREAMBLE.match(text) or re.search(r"\d$", head):
        return False
    sides = {entity.name for entity in reader.read(tail).entities()} & {"OperatingRevenue", "Expense"}
    before = reader.read(head)
    return len(sides) > 1 and bool(before.loose or before.entities(*_THINGS))
