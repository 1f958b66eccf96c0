"""Where sets stand in a question: beside a word and so of its kind, joined into one thing, or apart from each other."""

import re

from arch_team.models.embedded.accounts import Placed, is_within, span_of
from arch_team.models.embedded.directory import Account
from arch_team.reading.question import Reading
from arch_team.reading.wording import word_list
from arch_team.reading.words import Span, Word, folded

_BETWEEN = re.compile(
    r"\s*(?:\b(?:of|from|on|for|aus|fur|von|vom|der|die|das|des|dem|den|the|our|unsere[rnm]?|with|mit|bei|beim|an|am)\b\s*)*"
)
_FOR = re.compile(r"\s*(?:fur|furs|for|on|of|an|:)\s[^?;]*$")
_APART = re.compile(r"\b(?:und|and|sowie|or|oder|plus|minus|less|weniger|abzuglich|vs|versus|zu|to)\b|[,;?:/&+]")
_LISTED = re.compile(r"\b(?:und|and|sowie|plus|minus|less|abzuglich)\b|[,;+]")
_AND = re.compile(r"\b(?:und|and|sowie|plus|as well as)\b|[&+]")
_WHOLE_COST = re.compile(r"gesamt|total|all |overall|aufwand(?:konten|konto)|expense (?:account|item|line)")
_LOANS = ("2400", "2499")
KEEPS_APART = frozenset({"share"})


def beside(word: Word, placed: list[Placed], reading: Reading) -> list[Placed]:
    """Sets that stand in the word or right beside it and say what kind of account it is."""
    if reading.cues & KEEPS_APART:
        return [one for one in placed if word.start <= one.start and one.end <= word.end]
    return [
        one for one in placed if not one.is_excluded and (_gap(one, word.span) is not None or _governs(one, word.span))
    ]


def _governs(one: Placed, span: Span) -> bool:
    """`Kosten für Miete und Beratung`: all that follows is a cost."""
    return one.is_loose and one.end <= span[0] and bool(_FOR.match(one.text[one.end : span[0]]))


def _gap(one: Placed, span: Span) -> str | None:
    """What stands between a set and a word, where that is little more than `of the`."""
    if span[0] <= one.start and one.end <= span[1]:
        return ""
    gap = one.gap_to(span)
    if gap is None:
        return None
    joined = not _APART.search(gap) if one.is_loose else bool(_BETWEEN.fullmatch(gap))
    return gap if joined else None


def are_apart(one: Placed, two: Placed) -> bool:
    """Whether an `and` or a comma stands between, or one word means both."""
    gap = one.gap_to((two.start, two.end))
    return gap is None or bool(_APART.search(gap))


def only_says_spent(one: Placed, others: list[Placed], keeps: bool) -> bool:
    """`Kosten für Versicherungen`: the first word says nothing that the second does not."""
    return (
        one.is_loose
        and not keeps
        and any(
            other is not one
            and not other.is_excluded
            and is_within(other.accounts, one.accounts)
            and not _WHOLE_COST.match(one.accounts.label.casefold())
            and not _AND.search(one.gap_to((other.start, other.end)) or "")
            for other in others
        )
    )


def with_a_neighbour(word: Word, named: list[Account], found: list[Placed]) -> tuple[Account, Placed] | None:
    """`accumulated depreciation on machines`: of several accounts, the one whose name holds the name beside it."""
    for one in found:
        gap = one.gap_to(word.span)
        if gap is None or _APART.search(gap):
            continue
        longer = [a for a in named if folded(one.accounts.label) in folded(a.name) and a.name != one.accounts.label]
        if len(longer) == 1:
            return longer[0], one
    return None


def together_with(found: list[Placed], placed: list[Placed], reading: Reading) -> list[Placed]:
    """Named accounts and sets, without sets that only say what kind of account a name beside them is."""
    words = [Word("", "", one.start, one.end) for one in found]
    kept = [one for one in placed if not any(one in beside(word, placed, reading) for word in words)]
    return [*found, *kept]


def is_another(one: Placed, reading: Reading) -> bool:
    """`bank loan and accounts 2800 and 2950`: a thing of its own, and not what the numbers are called."""
    spans = [*((number, number) for number in reading.accounts), *reading.ranges]
    if one.is_loose or one.is_excluded or folded(one.accounts.label) in word_list("turnover"):
        return False
    mine = span_of(one.accounts)
    if mine is None or any(low <= mine[1] and mine[0] <= high for low, high in spans):
        return False
    gaps = [one.gap_to((at, at + 4)) for low, _ in spans if (at := reading.flat.find(low)) >= 0]
    return bool(gaps) and all(gap is not None and _LISTED.search(gap) and "(" not in gap for gap in gaps)


def is_loan_of(one: Placed, interest: list[Placed]) -> bool:
    span = span_of(one.accounts)
    if span is None or span[0] < _LOANS[0] or span[1] > _LOANS[1]:
        return False
    return not any(_AND.search(one.gap_to((other.start, other.end)) or "") for other in interest)
