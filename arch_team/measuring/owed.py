"""Whether all that a question asks is told: what answers half of it, and says nothing of the rest, is no answer.

A question is cut where another ask may begin. Each word that asks must have a figure, or rows, that tell it; of two
parts that both want the most of something, each must have its own.
"""

from collections.abc import Callable, Sequence

from arch_team.measuring.asked import Asked, Make
from arch_team.measuring.figure_read import FigureRead, Meaning
from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import PartyAsked, PartyMake, RowMake, RowsAsked, listed
from arch_team.measuring.scan import Code, Item, Scan
from arch_team.measuring.vocabulary import EntitySense, MemberSense, MetricSense, SetSense, language_words
from arch_team.text.lexicon import lexicon_of
from arch_team.text.packaged import packaged
from arch_team.text.tokens import TokenKind

_PARTING = frozenset({",", ";", "?", "!", ".", ":", "–", "/"})
_RANKS = ("highest", "lowest", "latest", "first", "top")
_ASKED = ("amount", "count", "when", "who", "list", "in_which", "average", "total", "share", "percent", *_RANKS)
_RANKED = frozenset(
    {
        *(Make.EXTREME, Make.RANK, Make.RANK_CHANGE, RowMake.EXTREME, RowMake.BY_PARTY),
        *(PartyMake.RANK, PartyMake.RANK_CHANGE),
    }
)
_SINGLE = frozenset({RowMake.SUM, RowMake.COUNT, RowMake.AVERAGE, PartyMake.TOTAL, PartyMake.COUNT})
_THINGS = (SetSense, MemberSense, MetricSense, EntitySense, Code)
_PARTS = frozenset({Make.SHARE, Make.PROPORTION, Make.CHANGE, Make.DIFFERENCE})


def untold(read: FigureRead, scan: Scan, measures: Measures) -> str:
    """The words of a question that ask for something which nothing that was read of it tells. Empty: all is told."""
    if read.is_of_shown:
        return ""
    told = [each.asked for each in (read, *read.more) if each.asked is not None]
    what = lexicon_of(scan.language).words("what")
    parts = [p for p in _parts(scan) if any(i.is_word(*_ASKED) for i in p) or scan.tokens[p[0].span[0]].folded in what]
    if any(one.make in (Make.REPORT, Make.DEFINITION) for one in told):
        return ""
    asking = [item for part in parts for item in part if _only_asks(item) and not _is_clause(item, part)]
    for item in asking:
        need = next((need for klass, need in _NEEDS.items() if item.is_word(klass)), None)
        if need is not None and not any(map(need, told)):
            return item.text
    steps = [item for item in scan.items if item.is_word("by_grain") and _only_asks(item)]
    for item in steps if len(steps) > 1 else ():
        if not any(_steps(one, str(item.detail("by_grain"))) for one in told):
            return item.text
    ranking = [part for part in parts if _ranks(part)]
    ranked = [one for one in told if one.make in _RANKED]
    if ranked and len(ranking) > len(ranked):
        return _text(ranking[-1])
    plain = [part for part in parts if not _ranks(part) and _stands_alone(part, scan)]
    added = any(getattr(one, "wants_total", False) or getattr(one, "wants_share", False) for one in ranked)
    if ranking and ranked and len(ranked) == len(told) and plain and not added:
        return _text(plain[-1])
    left = _whole_left(told, scan, measures) or _part_left(told, scan, measures)
    if left is not None:
        return left.text
    back = [part for part in parts[1:] if _points_back(part, scan)]
    if back and (_is_mixed(told, back) or not all(_is_tied(told[0], other) for other in told[1:])):
        return _text(back[0])
    if (headed := _before_joint(scan)) and all(one.make in _RANKED or _averages(one) for one in told):
        return _text(headed)
    rows = [part for part in parts if len(parts) > 1 and _lists(part)]
    if rows and all(map(_is_single, told)):
        return _text(rows[0])
    return ""


def _is_clause(item: Item, part: Sequence[Item]) -> bool:
    """`what did it stand at when the year began`: a word that asks elsewhere only opens a clause within its part."""
    before = [other for other in part if other.span[0] < item.span[0] and not other.is_word("light", "list")]
    return item.is_word("when") and bool(before)


def _ranks(part: Sequence[Item]) -> bool:
    return any(item.is_word(*_RANKS) and _only_asks(item) for item in part)


def _before_joint(scan: Scan) -> list[Item]:
    """`sales of 2025 and the best month`: a thing with its time, to which more is joined that is only made of it.
    Empty: a question has no such parts."""
    joint = next((item for item in scan.items if item.is_word("and")), None)
    if joint is None:
        return []
    front = [item for item in scan.items if item.span[0] < joint.span[0]]
    behind = [item for item in scan.items if item.span[0] > joint.span[0]]
    timed = [start < joint.span[0] for start, _ in scan.period_places]
    asks = any(item.is_word(*_ASKED, "by_grain", "grain", "between", "each") for item in front)
    named = [any(item.of(kind) for item in part for kind in _THINGS) for part in (front, behind)]
    makes = any(item.is_word("average", *_RANKS) for item in behind)
    return front if all(timed) and timed and named == [True, False] and makes and not asks else []


def _stands_alone(part: Sequence[Item], scan: Scan) -> bool:
    """Whether a part has a time of its own, or asks for a sum or for rows."""
    span = (part[0].span[0], part[-1].span[1])
    timed = any(span[0] <= start <= span[1] for start, _ in scan.period_places)
    names = any(item.of(kind) for item in part for kind in _THINGS)
    asks = any(item.is_word("total") for item in part) or _lists(part)
    return names and (timed or asks) and not any(item.is_word("in_which", "share", "percent") for item in part)


def _lists(part: Sequence[Item]) -> bool:
    """`which invoices`: rows or members are asked for by name."""
    told = [item for item in part if not item.is_word("light") or item.is_word("list")]
    return len(told) > 1 and told[0].is_word("list") and bool(told[1].of(EntitySense) or told[1].of(SetSense))


def _whole_left(told: Sequence[Meaning], scan: Scan, measures: Measures) -> Item | None:
    """`staff costs of 2025, of these wages`: the whole that the parts are of, where only they are told."""
    before = next((item.span[0] for item in scan.items if item.is_word("of_it")), 0)
    figures = [one for one in told if isinstance(one, Asked)]
    shown = [subject.codes for one in figures for subject in (*one.subjects, *one.others)]
    for item in scan.items if len(figures) == len(told) else ():
        sets = [measures.sets[s.name].codes for s in item.senses if isinstance(s, SetSense)]
        if item.span[0] < before and len(sets) == 1 and sets[0] not in shown and any(c < sets[0] for c in shown):
            return item
    return None


def _part_left(told: Sequence[Meaning], scan: Scan, measures: Measures) -> Item | None:
    """`cost accounts after payroll`: a part of what is told that was named as well, and is told neither by itself nor
    as what is left out."""
    figures = [one for one in told if isinstance(one, Asked) and one.make in _RANKED]
    shown = [subject.codes for one in figures for subject in (*one.subjects, *one.others)]
    for item in scan.items if len(figures) == len(told) else ():
        sets = [measures.sets[s.name].codes for s in item.senses if isinstance(s, SetSense)]
        if len(sets) == len(item.senses) == 1 and sets[0] not in shown and any(sets[0] < codes for codes in shown):
            return item
    return None


def _points_back(part: Sequence[Item], scan: Scan) -> bool:
    """Whether a part speaks of what stands before it: `and how much did they pay`, `what interest was paid on it`."""
    tokens = scan.tokens[part[0].span[0] : part[-1].span[1]]
    pronouns = frozenset(packaged(f"lexicon/follow_ups_{scan.language}.yaml")["pronouns"])
    said = " ".join(token.folded for token in tokens)
    return any(t.text in pronouns for t in tokens) or said.endswith(language_words(scan.language).points_back)


def _is_mixed(told: Sequence[Meaning], back: Sequence[Sequence[Item]]) -> bool:
    """Whether what a part says of a thing before it was read as another thing beside that."""
    [first, *others] = told
    plain = isinstance(first, Asked) and first.make is Make.VALUE and len(first.subjects) > 1 and not others
    named = any(item.of(kind) for part in back for item in part for kind in (SetSense, MemberSense))
    return plain and named and not any(item.is_word("of_it", "share", "share_of") for part in back for item in part)


def _is_tied(first: Meaning, other: Meaning) -> bool:
    """Whether a figure, or rows, are of what was asked for first; which party or row that is must be known."""
    if isinstance(first, Asked):
        codes = {code for subject in first.subjects for code in subject.codes}
        if isinstance(other, Asked):
            return any(codes & subject.codes for subject in other.subjects)
        held = {v for flt in getattr(other, "filters", ()) for v in listed(flt.get("value")) if isinstance(v, str)}
        return bool(codes & (held | getattr(other, "codes", frozenset[str]())))
    if isinstance(first, PartyAsked):
        named = other.party if isinstance(other, PartyAsked) else None
        where = [flt.get("value") for flt in other.filters] if isinstance(other, RowsAsked) else [named]
        return first.party is not None and first.party in where
    if not isinstance(other, RowsAsked) or first.make in _RANKED:
        return False
    return first.table == other.table and all(flt in other.filters for flt in first.filters)


def _is_single(asked: Meaning) -> bool:
    if isinstance(asked, Asked):
        return asked.make is Make.VALUE and len(asked.subjects) == 1 and not asked.per_member
    return asked.make in _SINGLE


def _text(part: Sequence[Item]) -> str:
    return " ".join(item.text for item in part)


def _parts(scan: Scan) -> list[list[Item]]:
    """The items of a question, cut at what joins and at signs."""
    parts: list[list[Item]] = [[]]
    last = 0
    for item in scan.items:
        signs = scan.tokens[last : item.span[0]]
        last = item.span[1]
        if item.is_word("and") or any(t.kind is TokenKind.SIGN and t.text in _PARTING for t in signs):
            parts.append([])
        if not item.is_word("and"):
            parts[-1].append(item)
    return [part for part in parts if part]


def _only_asks(item: Item) -> bool:
    """Whether a word has no other sense: a name of something asks for nothing."""
    return not item.in_brackets and len(item.classes) >= len(item.senses)


def _counts(asked: Meaning) -> bool:
    if isinstance(asked, RowsAsked):
        by_count = asked.make is RowMake.BY_PARTY and asked.measure is None
        return asked.make is RowMake.COUNT or asked.wants_count or by_count
    return isinstance(asked, PartyAsked) and asked.make in (PartyMake.COUNT, PartyMake.BEYOND)


def _averages(asked: Meaning) -> bool:
    return asked.make in (Make.AVERAGE, RowMake.AVERAGE)


def _dates(asked: Meaning) -> bool:
    if isinstance(asked, Asked):
        return asked.make in (Make.EXTREME, Make.BEYOND, Make.SERIES)
    return isinstance(asked, RowsAsked) and asked.make in (
        RowMake.LIST,
        RowMake.EXTREME,
        RowMake.ATTRIBUTE,
        RowMake.TEXT_SUM,
    )


def _shares(asked: Meaning) -> bool:
    if isinstance(asked, Asked):
        return asked.make in _PARTS or asked.wants_percent
    return asked.wants_share or asked.make in (RowMake.SHARE, PartyMake.CHANGE, PartyMake.RANK_CHANGE)


def _steps(asked: Meaning, grain: str) -> bool:
    """Whether something is told step by step; of a whole year, also by the year itself."""
    if isinstance(asked, RowsAsked):
        return asked.group is not None
    whole = asked.make in (Make.VALUE, PartyMake.TOTAL) and all(time.is_year for time in asked.times)
    return asked.grain == grain or (grain == "year" and whole)


def _tells_one(asked: Meaning) -> bool:
    """Whether one row or day comes first, and not whoever has most of all together."""
    return asked.make not in (RowMake.BY_PARTY, PartyMake.RANK)


_NEEDS: dict[str, Callable[[Meaning], bool]] = {
    "count": _counts,
    "average": _averages,
    "when": _dates,
    "percent": _shares,
    "share": _shares,
    "single": _tells_one,
}
"""What tells each class of words that ask."""
