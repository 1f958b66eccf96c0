"""Reading filters written as text: `code LIKE 102% AND year = 2025`.

A small reader that goes from left to right, so that an AND inside quotes, brackets or a BETWEEN is not taken for the
next filter, and nothing of what was written is swallowed as part of a value.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from arch_team.featuredata.calls import LIST_OPS, Op

MAX_TEXT = 5_000

_CONDITION = re.compile(
    r"(?:\"(?P<quoted>[^\"]+)\"|`(?P<ticked>[^`]+)`|(?P<field>[^\W\d][\w.]*))\s*"
    r"(?:(?P<null>IS\s+(?:NOT\s+)?NULL)\b"
    r"|(?P<op><=|>=|!=|<>|==|=|<|>|\bNOT\s+LIKE\b|\bNOT\s+IN\b|\bILIKE\b|\bLIKE\b|\bIN\b|\bBETWEEN\b))\s*",
    re.IGNORECASE,
)
_OPS = {op.value: op for op in Op} | {"<>": Op.NE, "==": Op.EQ}
_AND = re.compile(r"\s*(?:\bAND\b|&&|;)\s*", re.IGNORECASE)
_OR = re.compile(r"\s*(?:\bOR\b|\|\|)\s*", re.IGNORECASE)
_ENDS_BARE = re.compile(r"\s+(?:AND|OR)(?=\s|$)|\s*(?:&&|\|\|)|;|,", re.IGNORECASE)
_CLOSING = {"(": ")", "[": "]"}

ONLY_AND = "Filters are joined by AND: for OR use IN, or make two calls."


class Unreadable(ValueError):
    """Why a text is no list of filters."""


@dataclass(frozen=True, slots=True)
class Written:
    """A filter as it was written. A bare NULL is None; `IN` and `BETWEEN` have a list."""

    field: str
    op: Op
    value: str | list[str | None] | None = None


def read_text(text: str) -> list[Written]:
    """All filters of a text. Raises Unreadable where any part of it is none."""
    if len(text) > MAX_TEXT:
        raise Unreadable(f"A filter text may have {MAX_TEXT} characters at most.")
    reader = _Reader(text)
    found = list(reader.conditions(""))
    if reader.at < len(reader.text):
        raise Unreadable("A bracket is closed that was not opened: quote the value.")
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self.at = 0

    def conditions(self, closing: str) -> Iterator[Written]:
        """Filters up to the end, or up to the bracket that closes their group."""
        while self._more(closing):
            if self._peek() == "(":
                self.at += 1
                yield from self.conditions(")")
                if self._peek() != ")":
                    raise Unreadable("A bracket is not closed.")
                self.at += 1
            else:
                yield self._condition(closing)
            self._skip_space()
            if self._is_over(closing):
                return
            if _OR.match(self.text, self.at):
                raise Unreadable(ONLY_AND)
            joined = _AND.match(self.text, self.at) or self._comma_before_a_filter()
            if joined is None:
                raise Unreadable(f"Not understood: {self.text[self.at : self.at + 25]!r}. Quote values with ' '.")
            self.at = joined.end()
            if ";" not in joined[0] and self._is_over(closing):
                raise Unreadable("The text ends with AND: is a filter missing?")

    def _more(self, closing: str) -> bool:
        while self._peek().isspace() or self._peek() == ";":
            self.at += 1
        return not self._is_over(closing)

    def _is_over(self, closing: str) -> bool:
        return self.at >= len(self.text) or self._peek() == (closing or None)

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _comma_before_a_filter(self) -> re.Match[str] | None:
        comma = re.compile(r"\s*,\s*").match(self.text, self.at)
        return comma if comma and _CONDITION.match(self.text, comma.end()) else None

    def _condition(self, closing: str) -> Written:
        match = _CONDITION.match(self.text, self.at)
        if match is None:
            raise Unreadable(f"Not a filter: {self.text[self.at : self.at + 25]!r}. Write field op value.")
        self.at = match.end()
        field = match["quoted"] or match["ticked"] or match["field"]
        if match["null"]:
            return Written(field, Op.NOT_NULL if "NOT" in match["null"].upper() else Op.IS_NULL)
        op = _OPS[re.sub(r"\s+", " ", match["op"].upper())]
        if op in LIST_OPS or op is Op.BETWEEN:
            return Written(field, op, self._list(op, closing))
        return Written(field, op, self._item(closing))

    def _list(self, op: Op, closing: str) -> list[str | None]:
        """`(1, 2)`, `[1, 2]` and `1, 2`; for BETWEEN also `1 AND 2`."""
        opened = self._peek()
        inside = opened in _CLOSING
        if inside:
            self.at += 1
        end = _CLOSING[opened] if inside else closing
        items = [self._item(end, in_list=True)]
        while True:
            comma = re.compile(r"\s*,\s*").match(self.text, self.at)
            joined = _AND.match(self.text, self.at) if op is Op.BETWEEN and len(items) == 1 and not comma else None
            if comma and not inside and _CONDITION.match(self.text, comma.end()):
                break
            step = comma or joined
            if step is None or ";" in step[0]:
                break
            self.at = step.end()
            items.append(self._item(end, in_list=True))
        if inside:
            self._skip_space()
            if self._peek() != end:
                raise Unreadable("A list is not closed, or holds more than values.")
            self.at += 1
        return items

    def _skip_space(self) -> None:
        while self._peek().isspace():
            self.at += 1

    def _item(self, closing: str, *, in_list: bool = False) -> str | None:
        self._skip_space()
        if self._peek() in ("'", '"'):
            return self._quoted()
        bare = self._bare(closing)
        if not bare:
            raise Unreadable("A value is missing: write field op value.")
        rest = self.text[self.at :].lstrip()
        if rest.startswith(",") and not in_list and self._comma_before_a_filter() is None:
            raise Unreadable("Quote a value that holds a comma; for several values use IN.")
        return None if bare.upper() == "NULL" else bare

    def _quoted(self) -> str:
        """Text in quotes, which may hold anything; a quote inside it is written twice."""
        quote, start = self._peek(), self.at + 1
        end = start
        while True:
            end = self.text.find(quote, end)
            if end < 0:
                raise Unreadable("A quote is not closed.")
            if self.text[end + 1 : end + 2] != quote:
                break
            end += 2
        self.at = end + 1
        after = self._peek()
        if after and not after.isspace() and after not in ",;)]&|":
            raise Unreadable("Text stands behind a closed quote: write a quote inside as two.")
        return self.text[start:end].replace(quote * 2, quote)

    def _bare(self, closing: str) -> str:
        """Text without quotes: up to the next AND, OR, comma or semicolon that is in no bracket of its own."""
        start, depth = self.at, 0
        while self.at < len(self.text):
            char = self._peek()
            if char in _CLOSING:
                depth += 1
            elif char in _CLOSING.values():
                if depth == 0:
                    if char == closing:
                        break
                    raise Unreadable("A bracket is closed that was not opened: quote the value.")
                depth -= 1
            elif depth == 0 and _ENDS_BARE.match(self.text, self.at):
                break
            self.at += 1
        if depth:
            raise Unreadable("A bracket is not closed.")
        return self.text[start : self.at].strip()
