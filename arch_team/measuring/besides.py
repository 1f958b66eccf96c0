"""What is asked in a second breath and is told with the first: `…, and how much?`, `… und wann?`"""

from arch_team.measuring.asked import Asked, Make
from arch_team.measuring.row_asked import PartyAsked, PartyMake, RowMake, RowsAsked
from arch_team.measuring.scan import Amount, Scan

_SMALL = ("light", "carrying", "amount", "what_is_left", "when", "pointing", "passive", "asks")
_RANKED = (Make.RANK, Make.RANK_CHANGE, Make.EXTREME)


def first_breath(question: str, scan: Scan) -> str:
    """What stands before a last `and how much`, `and when`. Empty: it ends with nothing of the kind."""
    joints = [at for at, item in enumerate(scan.items) if item.is_word("and")]
    if not joints or scan.unknown:
        return ""
    last = scan.items[joints[-1]]
    rest = scan.items[joints[-1] + 1 :]
    timed = any(start >= last.span[0] for start, _ in scan.period_places)
    asks = any(item.is_word("amount", "what_is_left", "when") for item in rest)
    if timed or not asks or not all(item.is_word(*_SMALL) for item in rest):
        return ""
    return question[: scan.tokens[last.span[0]].start].rstrip(" ,")


def tells_it(asked: Asked | RowsAsked | PartyAsked | None, scan: Scan) -> bool:
    """Whether what the first breath asks for is shown with its amount, and with its day where that is asked."""
    behind = scan.items[max(at for at, item in enumerate(scan.items) if item.is_word("and")) :]
    when = any(item.is_word("when") for item in behind)
    if isinstance(asked, RowsAsked):
        summed = any(item.is_word("amount") for item in behind)  # of several, how much is what they come to
        return bool(asked.measure) and (asked.make is RowMake.EXTREME or (asked.make is RowMake.LIST and not summed))
    if isinstance(asked, PartyAsked):
        return asked.make in (PartyMake.RANK, PartyMake.RANK_CHANGE) and not when
    return asked is not None and asked.make in _RANKED and not when


def without_rank(scan: Scan) -> str:
    """`the largest single repayment of the loan`: without the words that rank it. Empty: it is not of what was added
    or taken off, or a number is in it."""
    ranked = scan.says("highest", "lowest") and scan.says("added", "taken_off")
    numbers = any(item.of(Amount) for item in scan.items)
    if not ranked or numbers or scan.says("in_which", "by_grain", "grain", "top", "rank"):
        return ""
    text = scan.question
    for item in reversed(scan.items):
        words = [klass for klass in item.classes if klass in ("highest", "lowest", "single", "each")]
        if words and len(item.senses) == len(item.classes):
            text = text[: scan.tokens[item.span[0]].start] + text[scan.tokens[item.span[1] - 1].end :]
    return " ".join(text.split())
