"""The numbers of a question: account numbers and spans, amounts of money, how many are asked for.

A four-digit number can be a year, an account or an amount. Periods are read before; what they took is not read again.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

from arch_team.reading.cues import cues_in
from arch_team.reading.wording import number_words
from arch_team.reading.words import Span, overlaps

_ACCOUNT = re.compile(r"(?<![\d.,'’/-])\b(?P<n>[1-9]\d{3})\b(?![.,'’]\d|-\d|\s?%)")
_RANGE = re.compile(
    r"\b(?P<a>[1-9]\d{3})\s*(?:-|–|bis(?:\s+und\s+mit)?|to|through|thru)\s*(?P<b>[1-9]\d{3})\b|\b(?P<p>[1-9]\d{0,2})[xX*]{1,3}\b"
)
_CLASS = re.compile(r"\b(?:konten|konto)?klasse\s+(?P<k>[1-9])\b|\b(?:account\s+)?class\s+(?P<k2>[1-9])\b")
_MONEY_BEFORE = ("chf", "eur", "fr.", "€")
_MONEY_AFTER = ("chf", "eur", "franken", "francs", "fr.", "€")
_AMOUNT = re.compile(
    r"(?:(?P<c1>chf|eur|fr\.?|€)\s*)?(?P<v>\d{1,3}(?:['’,. ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?)"
    r"\s*(?P<k>k|tsd\.?|mio\.?|million(?:en)?)?\b\s*(?P<c2>chf|eur|franken|francs|fr\.?|euro)?"
)
_MOST = (
    r"gross\w*|groste\w*|hochste\w*|best\w*|teuerste\w*|wichtigste\w*|largest|biggest|highest|top|most|kleinste\w*|"
    r"niedrigste\w*|smallest|lowest|letzte\w*|neueste\w*|latest|last|recent"
)
_TOP = re.compile(
    rf"\b(?P<n>\d{{1,2}}|zwei|drei|vier|funf|zehn|two|three|four|five|ten)\s+(?:\w+\s+)?(?:{_MOST})"
    rf"|\btop[\s-]?(?P<n2>\d{{1,2}})\b"
    rf"|\b(?:{_MOST})\s+(?P<n3>\d{{1,2}}|two|three|four|five|ten|zwei|drei|funf|zehn)\b(?!\s*[.%])"
)
_ZERO = re.compile(r"\b(?:at|to|auf|gleich|is|ist|bei|exactly|genau|was|war)\s+(zero|null|nil)\b")
_PLAIN_FROM = 100
"""A bare number below this is more likely a count or a day than an amount."""


@dataclass(frozen=True, slots=True)
class Amount:
    value: Decimal
    said: str


@dataclass(frozen=True, slots=True)
class AccountNumbers:
    """Single accounts, spans of accounts, and the places in the question where they stand."""

    single: tuple[str, ...]
    ranges: tuple[tuple[str, str], ...]
    spots: tuple[Span, ...]


def account_numbers_in(flat: str, periods: list[Span]) -> AccountNumbers:
    accounts: list[str] = []
    ranges: list[tuple[str, str]] = []
    taken: list[Span] = []
    for match in _RANGE.finditer(flat):
        if overlaps(match.span(), periods):
            continue
        prefix = match["p"]
        ranges.append((prefix.ljust(4, "0"), prefix.ljust(4, "9")) if prefix else (match["a"], match["b"]))
        taken.append(match.span())
    for match in _CLASS.finditer(flat):
        ranges.append((f"{match['k'] or match['k2']}000", f"{match['k'] or match['k2']}999"))
        taken.append(match.span())
    for match in _ACCOUNT.finditer(flat):
        if overlaps(match.span(), periods + taken):
            continue
        before, after = flat[: match.start()].rstrip(), flat[match.end() :].lstrip()
        if not before.endswith(_MONEY_BEFORE) and not after.startswith(_MONEY_AFTER):
            accounts.append(match["n"])
            taken.append(match.span())
    return AccountNumbers(tuple(dict.fromkeys(accounts)), tuple(ranges), tuple(taken))


def amounts_in(flat: str, taken: list[Span]) -> list[Amount]:
    found: list[Amount] = []
    for match in _AMOUNT.finditer(flat):
        if overlaps(match.span("v"), taken):
            continue
        raw = re.sub(r"['’ ]", "", match["v"])
        raw = re.sub(r"[.,](?=\d{3}\b)", "", raw).replace(",", ".")
        value = Decimal(raw)
        if match["k"]:
            value *= 1_000_000 if match["k"].startswith("m") else 1_000
        if match["k"] or match["c1"] or match["c2"] or value >= _PLAIN_FROM:
            found.append(Amount(value, match[0].strip()))
    if zero := _ZERO.search(flat):
        found.append(Amount(Decimal(0), zero[1]))
    return found


def how_many(flat: str) -> int | None:
    """How many a ranking asks for: `top 5`, `the three largest`, `which three customers owe us most`."""
    numbers = number_words()
    match = _TOP.search(flat)
    if match:
        word = match["n"] or match["n2"] or match["n3"]
        count = numbers.get(word) or int(word)
        if count:
            return count
    if not cues_in(flat) & {"highest", "lowest"}:
        return None
    before_noun = re.search(rf"\b({'|'.join(numbers)})\b", flat)
    return numbers[before_noun[1]] if before_noun else None
