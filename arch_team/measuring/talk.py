"""What stands around a question and asks nothing: why somebody asks, what they think, a word of thanks."""

from collections.abc import Callable

from arch_team.measuring.scanning import Amount, Item, Scan, Value
from arch_team.measuring.vocabulary import PartySense, Word
from arch_team.text.tokens import tokens_of

_ENDS = ("?", "!", ".", ";")
_IDLE = ("light", "carrying", "self", "opinion", "need", "and", "asks", "edge")

Scanned = Callable[[str], Scan]


def without_talk(question: str, scanned: Scanned) -> str:
    """The question by itself; itself, where nothing stands around it."""
    before, mark, after = question.partition(":")
    if mark and after.strip() and _speaks(scanned(before)):
        question = after.strip()
    kept = [s for s in _sentences(question, scanned(question)) if not _is_opinion(scanned(s))]
    return _without_purpose(" ".join(kept), scanned)


def _sentences(question: str, scan: Scan) -> list[str]:
    tokens = tokens_of(question, scan.language)
    out, start = list[str](), 0
    for at, token in enumerate(tokens):
        timed = any(period.at[0] <= token.start < period.at[1] for period in scan.periods)
        last = at + 1 == len(tokens)
        if (token.text in _ENDS and not timed and not last and tokens[at + 1].is_capital) or last:
            out.append(question[start : token.end].strip())
            start = token.end
    return out


def _says_something(scan: Scan) -> bool:
    """Whether a text names a time, a thing or a value: then it is more than talk."""
    named = any(not isinstance(s, Word) for item in scan.items for s in item.senses)
    return bool(scan.periods or scan.relative) or named


def _speaks(scan: Scan) -> bool:
    """`I am preparing the meeting`: only about who asks."""
    first = scan.items[0] if scan.items else None
    speaks = first is not None and first.span[0] == 0 and first.is_word("self")
    return speaks and not scan.periods and not scan.relative and all(map(_is_idle, scan.items))


def _is_idle(item: Item) -> bool:
    return item.is_word(*_IDLE)


def _is_opinion(scan: Scan) -> bool:
    """`It seems that fell a lot.`: what somebody thinks, and no figure, no time and no name in it."""
    first = scan.items[0] if scan.items else None
    begins = first is not None and first.span[0] <= 1 and first.is_word("opinion")
    told = any(item.of(kind) for item in scan.items for kind in (Amount, Value, PartySense))
    return begins and not told and not scan.periods and not scan.relative


def _without_purpose(question: str, scanned: Scanned) -> str:
    """`For the meeting I need …`: what follows. What it is for must name nothing that could be asked about."""
    scan = scanned(question)
    need = next((item for item in scan.items if item.is_word("need")), None)
    if need is None:
        return question
    if need.span[0] == 0:
        return question[scan.tokens[need.span[1] - 1].end :].strip(" ,:")
    front = scanned(question[: scan.tokens[need.span[0]].start])
    kinds = (Amount, Value, PartySense)
    told = front.periods or any(item.of(kind) for item in front.items for kind in kinds) or _says_something(front)
    first = front.items[0] if front.items else None
    leads = first is not None and first.span[0] == 0 and first.is_word("light", "opinion", "self")
    return question if told or not leads else question[scan.tokens[need.span[1] - 1].end :].strip(" ,:")
