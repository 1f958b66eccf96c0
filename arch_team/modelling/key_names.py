"""Which columns may point at which table, from their names alone. Whether they do, the data says."""

from dataclasses import dataclass
from itertools import groupby

from arch_team.text.folding import folded

_SHORTEST = 3
NUMBERING = frozenset({"id", "no", "nr", "num", "key", "code"})
"""How a column's name ends that holds what things are known by."""
_ENDING = 3
"""Letters by which a table's name and a column's word for it may differ at their ends, as a plural does."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A column that may hold the key of a table. Of two guesses for one column the one with the lower rank holds."""

    rank: int
    """0: the column names the table. 1: it has the key's own name. 2: a row may point at another row of its table."""
    is_bare: bool = False
    """It has the table's name and no more: it may hold the key, or how many there are."""
    is_abbreviated: bool = False
    """It begins the table's name and no more: `orig_lang` of languages."""
    is_short: bool = False
    """It leaves out a word of the key: it may hold that, or the key of something else that is called so."""


def words_of(identifier: str) -> tuple[str, ...]:
    """The words of an identifier in snake or camel case: `CustomerID` and `customer_id` are customer, id."""
    words: list[str] = []
    for is_word, part in groupby(identifier, str.isalnum):
        if is_word:
            words += _camel_words("".join(part))
    return tuple(folded(word) for word in words)


def guess(column: str, table: str, to_column: str, to_table: str) -> Guess | None:
    """Whether a column's name says that it holds another's values."""
    mine, theirs, parent = words_of(column), words_of(to_column), words_of(to_table)
    if table == to_table:
        return Guess(2) if mine != theirs and _without_end(mine, theirs) is not None else None
    short = theirs[len(parent) :] if _is_same(theirs[: len(parent)], parent) else theirs
    before = _without_end(mine, short) if short else None
    if before and _ends_in_name(before, parent):
        return Guess(0)
    if _is_same(mine, parent) or _is_one(mine, "".join(parent)):
        return Guess(0, is_bare=True)
    is_short = len(theirs) == 1 and mine[-1] in NUMBERING and theirs[0] == parent[-1][:1] + mine[-1]
    if is_short and _ends_in_name(mine[:-1], parent):
        return Guess(0)  # the `coupon_id` of coupons, whose own is `cid`
    if len(mine) > 1 and (mine[0], mine[-1]) == (theirs[0], theirs[-1]) and _is_left_out(mine, theirs, parent):
        return Guess(1, is_short=True)  # the `claim_id` of claim headers, whose own is `claim_header_id`
    joined = "".join(mine)
    if joined == "".join(theirs) and len(joined) >= _SHORTEST:
        return Guess(1)
    if len(theirs) > 1 and _without_end(mine, theirs) is not None:
        return Guess(1)
    plain = mine[:-1] if mine and mine[-1] in NUMBERING else mine
    begins = (
        len(plain) > 0 and len(plain[-1]) >= _SHORTEST and parent[-1] != plain[-1] and parent[-1].startswith(plain[-1])
    )
    return Guess(1, is_abbreviated=True) if begins else None


def names_its_table(column: str, table: str) -> bool:
    """Whether a column's name begins with its table's, as a key's does."""
    parent = words_of(table)
    return _is_same(words_of(column)[: len(parent)], parent) or _is_one(words_of(column)[:1], "".join(parent))


def _without_end(words: tuple[str, ...], end: tuple[str, ...]) -> tuple[str, ...] | None:
    """What is before the end, where there is such an end: `customerid` ends with `id` as well as `customer_id` does."""
    if words[-len(end) :] == end:
        return words[: -len(end)]
    joined, last = "".join(words), "".join(end)
    if len(words) == 1 and joined.endswith(last) and len(joined) >= len(last) + _SHORTEST:
        return (joined.removesuffix(last),)
    return None


def _is_left_out(mine: tuple[str, ...], theirs: tuple[str, ...], parent: tuple[str, ...]) -> bool:
    """Whether all that a key has more is of its table's name."""
    more = [word for word in theirs if word not in mine]
    return bool(more) and all(any(_alike(word, name) for name in parent) for word in more) and set(mine) < set(theirs)


def _ends_in_name(words: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return _is_same(words[-len(name) :], name) or _is_one(words[-1:], "".join(name))


def _is_same(words: tuple[str, ...], name: tuple[str, ...]) -> bool:
    if len(words) != len(name) or not words:
        return False
    return words[:-1] == name[:-1] and _alike(words[-1], name[-1])


def _is_one(words: tuple[str, ...], name: str) -> bool:
    return len(words) == 1 and _alike(words[0], name)


def _alike(word: str, name: str) -> bool:
    """Whether two words differ in a few letters at the end at most, as a word and its plural do."""
    same = 0
    for mine, theirs in zip(word, name, strict=False):
        if mine != theirs:
            break
        same += 1
    shorter, longer = sorted((len(word), len(name)))
    ending = _ENDING - 1 if same == shorter else _ENDING
    return same >= _SHORTEST and longer - same <= ending and same * 2 > longer


def _camel_words(text: str) -> list[str]:
    """`CustomerID` as Customer, ID; `XMLFile` as XML, File."""
    words: list[str] = []
    start = 0
    for at in range(1, len(text)):
        before, here, after = text[at - 1], text[at], text[at + 1 : at + 2]
        if here.isupper() and (before.islower() or before.isdigit() or (after.islower() and before.isupper())):
            words.append(text[start:at])
            start = at
    return [*words, text[start:]] if text else words
