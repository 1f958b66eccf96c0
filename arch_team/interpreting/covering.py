"""A question as pieces that follow each other and leave nothing out, the likeliest ways first."""

from arch_team.interpreting.local import Local
from arch_team.interpreting.phrases import Cols, Count, Piece, Rows, Told, Unknown

_KEPT = 4
"""Ways that are kept at each place."""
_EACH = 0.4
"""What each piece costs that says something: longer pieces say more."""

_SPLIT = 0.6
"""What it costs that rows and a column of theirs stand side by side, and are two pieces."""

_ARTICLE = frozenset({"determiner"})
Way = tuple[float, tuple[Piece, ...]]


def ways(local: Local) -> list[Way]:
    """The question as pieces, cheapest first."""
    best: list[list[Way]] = [[] for _ in range(local.size + 1)]
    best[0] = [(0.0, ())]
    for at in range(local.size):
        best[at] = sorted(best[at], key=lambda way: way[0])[:_KEPT]
        for piece in _without_shorter(local, at) if best[at] else ():
            dear = piece.cost + (0.0 if isinstance(piece.what, Told) else _EACH)
            best[piece.span[1]] += [
                (cost + dear + _split(pieces, piece), (*pieces, piece)) for cost, pieces in best[at]
            ]
    return sorted(best[local.size], key=lambda way: way[0])[:_KEPT]


def _split(before: tuple[Piece, ...], piece: Piece) -> float:
    """`test result` is one thing, where a test has a result."""
    last = before[-1] if before else None
    if last is None or not isinstance(piece.what, Cols) or last.span[1] != piece.span[0]:
        return 0.0
    rows = last.what.of if isinstance(last.what, Count) else last.what
    if not isinstance(rows, Rows) or piece.what.noun.span[0] != piece.span[0]:
        return 0.0
    tables = {sense.table for sense in rows.noun.senses}
    return _SPLIT if any(sense.table in tables for sense in piece.what.noun.senses) else 0.0


def _without_shorter(local: Local, at: int) -> list[Piece]:
    """What may begin at a place. Of the words of the language the longest, and those behind which something begins."""
    here = [p for p in local.pieces[at] if not (isinstance(p.what, Told) and _is_within(p, p.what, local))]
    told = [piece for piece in here if isinstance(piece.what, Told)]
    if len(told) < 2:
        return here
    longest = max(piece.span[1] for piece in told)
    kept = [p for p in told if p.span[1] == longest or _begun(p.span[1], local)]
    return [*(piece for piece in here if not isinstance(piece.what, Told)), *kept]


def _is_within(piece: Piece, told: Told, local: Local) -> bool:
    """Whether an article need not be looked at by itself, nor one that a word before it takes along: whatever begins
    behind it has begun with it."""
    start, end = piece.span
    shorter = (p for p in local.pieces[start] if isinstance(p.what, Told) and p.what.klasses == told.klasses)
    before = start if told.klasses == _ARTICLE else next((p.span[1] for p in shorter if p.span[1] == end - 1), None)
    is_article = before is not None and bool(local.ends(before, "determiner"))
    return is_article and bool(_begun(end, local)) and _begun(end, local) <= _begun(before or 0, local)


def _begun(at: int, local: Local) -> set[tuple[type, int]]:
    """What begins at a place, and where it ends: but for words of the language, and words that nothing explains."""
    pieces = local.pieces[at] if at < local.size else ()
    return {(type(p.what), p.span[1]) for p in pieces if not isinstance(p.what, Told | Unknown)}
