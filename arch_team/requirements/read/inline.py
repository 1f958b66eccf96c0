"""Markdown inside a line: emphasis, code marks, links and comments go, words stay, and so does their place."""

import re

from arch_team.requirements.read.blocks import Piece

_MARKUP = re.compile(
    r"""\\(?P<escaped>[\\`*_{}\[\]()\#+\-.!|<>])
    | (?P<comment><!--.{0,2000}?-->)
    | !?\[(?P<label>[^\[\]]{0,300})\]\([^()\s]{0,500}(?:\s"[^"]{0,200}")?\)
    | !?\[(?P<refer>[^\[\]]{1,300})\]\[[^\[\]]{0,100}\]
    | (?P<break><br\s*/?>)
    | (?:(?<!\w)[*_]{1,3}(?=\S) | (?<=\S)[*_]{1,3}(?!\w) | ~~ | `{1,3})""",
    re.VERBOSE | re.IGNORECASE,
)


def plain(piece: Piece) -> list[Piece]:
    """The piece without markup, in as many parts as markup divided it."""
    out: list[Piece] = []
    at = 0
    for found in _MARKUP.finditer(piece.text):
        _add(out, piece, at, found.start())
        at = found.end()
        for group in ("label", "refer", "escaped"):
            if found[group] is not None:
                _add(out, piece, found.start(group), found.end(group))
        if found["break"]:
            out.append(Piece(" ", piece.line, piece.column + found.start(), ""))
    _add(out, piece, at, len(piece.text))
    if not out:
        return []
    out[0].joint = piece.joint
    return out


def _add(out: list[Piece], piece: Piece, start: int, end: int) -> None:
    if start < end:
        out.append(Piece(piece.text[start:end], piece.line, piece.column + start, ""))
