"""The texts of follow-ups: a question with other pieces in the places of its own."""

import calendar
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from typing import cast

from arch_team.measuring.scanning import Amount, Code, Item, Scan, Value
from arch_team.measuring.vocabulary import (
    MemberSense,
    MetricSense,
    PartySense,
    ReportSense,
    SetSense,
    SideSense,
    Word,
    language_words,
)
from arch_team.text.packaged import packaged
from arch_team.text.periods import Period
from arch_team.text.tokens import TokenKind
from arch_team.wire import Language

THINGS = (SetSense, MemberSense, Code, MetricSense, ReportSense)
MAKES = ("count", "list", "highest", "lowest", "top", "latest", "first")
_MONTHS_OF = {"month": 1, "quarter": 3, "year": 12}


def is_thing(item: Item) -> bool:
    return any(isinstance(sense, THINGS) for sense in item.senses)


def _is_party(item: Item) -> bool:
    return bool(item.of(PartySense))


def replaced(
    last: Scan,
    times: list[str],
    things: list[Item],
    parties: list[Item],
    swaps: Sequence[tuple[Item, Item]],
    said: Scan,
) -> str | None:
    """The question before with other times, things and parties in the places of its own."""
    edits = [(characters(last, old.span), new.text) for old, new in swaps]
    behind: list[str] = []
    if times:
        places = [period.at for period in last.periods]
        joined = " und ".join(times) if last.language == "de" else " and ".join(times)
        edits += [(place, joined if at == 0 else "") for at, place in enumerate(places)]
        behind += [] if places else [joined]
    for named, kind in ((things, is_thing), (parties, _is_party)):
        if not named:
            continue
        own = [item.span for item in last.items if kind(item)]
        text = said_of(said, named)
        if own:
            edits += [(characters(last, span), text if at == 0 else "") for at, span in enumerate(own)]
        else:
            behind.append(text)
    if not edits and not behind:
        return None
    text = last.question
    for (start, end), new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return " ".join((*without_mark(text).split(), *behind))


def said_of(said: Scan, named: Sequence[Item]) -> str:
    """Things as they were said; with what stands between them where that is a formula."""
    if not said.says("minus") or len(named) < 2:
        return " ".join(item.text for item in named)
    start, end = characters(said, (named[0].span[0], named[-1].span[1]))
    text = said.question[start:end]
    return f"{text})" if text.count("(") > text.count(")") else text


def characters(scan: Scan, span: tuple[int, int]) -> tuple[int, int]:
    return scan.tokens[span[0]].start, scan.tokens[span[1] - 1].end


def rest_of(said: Scan, used: set[int], *, names_code: bool, has_time: bool) -> str:
    """What is said besides: neither a time nor a thing, nor a word that only leads on. A word that nobody knows is."""
    passed = ("follow", "of_it", "and", "pointing", *(("code",) if names_code else ()))
    passed = (*passed, *(("only", "edge", "same_year") if has_time else ()))
    gone = used | {at for item in said.items for at in range(*item.span) if item.is_word(*passed)}
    gone |= {at for item in said.items for at in range(*item.span) if item.is_word("light") and _is_idle(item)}
    kept = [token for at, token in enumerate(said.tokens) if at not in gone]
    return " ".join(token.text for token in kept if token.kind is not TokenKind.SIGN or token.text == "%")


def _is_idle(item: Item) -> bool:
    return all(isinstance(s, Word) and s.klass in ("light", "carrying", "asks", "whole") for s in item.senses)


def spoken(said: Scan) -> str:
    return rest_of(said, set(), names_code=False, has_time=False)


def earlier_year(said: Scan) -> tuple[int, int] | None:
    """Where the year before is named."""
    words = [token.folded for token in said.tokens]
    for phrase in _phrases(said.language):
        for at in range(len(words) - len(phrase) + 1):
            if tuple(words[at : at + len(phrase)]) == phrase:
                return at, at + len(phrase)
    return None


@cache
def _phrases(language: Language) -> tuple[tuple[str, ...], ...]:
    listed = cast("dict[str, list[str]]", packaged(f"lexicon/figures_{language}.yaml"))["year_before"]
    return tuple(tuple(phrase.split()) for phrase in listed)


def moved_time(said: Scan, period: Period) -> tuple[list[Period], tuple[int, int]] | None:
    """`ein Jahr danach`, `im nächsten Quartal`: the time before, moved; `the two following years`: those behind it."""
    items = said.items
    for at, item in enumerate(items):
        step = 1 if item.is_word("later") else -1 if item.is_word("sooner") else 0
        near = [other for other in items[max(0, at - 1) : at + 3] if _grain(said, other) in _MONTHS_OF]
        if not step or not near:
            continue
        around = items[max(0, at - 2) : at + 2]
        counted = [s.value for other in around for s in other.senses if isinstance(s, Amount)]
        many, length = int(counted[0] if counted else 1), _MONTHS_OF[_grain(said, near[0])]
        first = min(item.span[0], near[0].span[0], *(o.span[0] for o in around if o.of(Amount)))
        each = near[0].span[0] > item.span[0] and many > 1
        steps = range(1, many + 1) if each else (many,)
        return [_by_months(period, length * step * n) for n in steps], (first, max(item.span[1], near[0].span[1]))
    return None


def _grain(said: Scan, item: Item) -> str:
    """A month, a quarter or a year that an item ends with: `im Jahr`."""
    last = said.tokens[item.span[1] - 1].folded
    found = (w.detail for _, w in language_words(said.language).matches([last], 0) if w.klass == "grain")
    return next(found, "") or ""


def _by_months(period: Period, months: int) -> Period:
    """A period so many months later. What ends with a month still does."""

    def moved(day: date, *, is_end: bool) -> date:
        year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
        last = calendar.monthrange(year, month + 1)[1]
        return date(year, month + 1, last if is_end else min(day.day, last))

    ends = (period.end + timedelta(days=1)).day == 1
    end = moved(period.end, is_end=ends)
    return replace(period, start=end if period.start == period.end else moved(period.start, is_end=False), end=end)


def anchors_of(last: Scan) -> str:
    """Whom or which row a question was about: somebody's name, the number of an invoice."""
    return " ".join(item.text for item in last.items if item.of(PartySense) or item.of(Value))


def without_make(last: Scan) -> str:
    """A question without the words that say what is made of its rows: how many, the largest."""
    gone = [item for item in last.items if item.is_word(*MAKES)]
    near = [i for i in last.items if i.of(Amount) and any(abs(i.span[0] - g.span[1]) <= 1 for g in gone)]
    return _without(last.question, [characters(last, item.span) for item in (*gone, *near)])


def without_sides(last: Scan) -> str:
    """A question without the words for a level: what was done with it is asked for."""
    sides = [item for item in last.items if all(isinstance(sense, SideSense) for sense in item.senses)]
    return _without(last.question, [characters(last, item.span) for item in sides])


def without_tokens(said: Scan, span: tuple[int, int]) -> str:
    """A text whose words keep their places: those of a span are blanked by a sign."""
    start, end = said.tokens[span[0]].start, said.tokens[span[1] - 1].end
    return said.question[:start] + " ".join("," for _ in range(*span)) + said.question[end:]


def between_times(last: Scan, times: Sequence[Period], said: Scan) -> str:
    text = _without(last.question, [p.at for p in last.periods])
    earlier = earlier_year(said)
    places = (*said.period_places, *((earlier,) if earlier else ()))
    rest = rest_of(said, {at for place in places for at in range(*place)}, names_code=False, has_time=True)
    words = cast("dict[str, str]", packaged(f"lexicon/follow_ups_{said.language}.yaml"))["between"]
    return f"{text} {words.format(*(written(t) for t in reversed(times)))} {rest}"


def same_kind(last: Scan, said: Scan) -> list[tuple[Item, Item]]:
    """Another rank, or another unit, in place of the one before: `worst?`, `in EUR?`"""
    found: list[tuple[Item, Item]] = []
    for kinds in (("highest", "lowest"), ("unit",)):
        old = [item for item in last.items if item.is_word(*kinds)]
        new = [item for item in said.items if item.is_word(*kinds)]
        if len(old) == 1 and len(new) == 1 and old[0].senses != new[0].senses:
            found.append((old[0], new[0]))
    return found


def without_why(scan: Scan) -> str:
    places = [characters(scan, item.span) for item in scan.items if item.is_word("why")]
    return _without(scan.question, places) if places else scan.question


def without_mark(text: str) -> str:
    return text.rstrip(" ?.!")


def _without(text: str, places: Sequence[tuple[int, int]]) -> str:
    for start, end in sorted(places, reverse=True):
        text = text[:start] + text[end:]
    return without_mark(" ".join(text.split()))


def written(period: Period) -> str:
    """A time so that it is read as the same again."""
    first, last = period.start, period.end
    if period.is_year:
        return str(last.year)
    if period.is_point or first == last:
        return f"{last.day}.{last.month}.{last.year}"
    months = period.months
    if months and months[1] == months[2]:
        return f"{calendar.month_name[months[1]]} {months[0]}"
    if months and (months[1] - 1) % 3 == 0 and months[2] - months[1] == 2:
        return f"Q{months[2] // 3} {months[0]}"
    return f"{first.day}.{first.month}.{first.year} - {last.day}.{last.month}.{last.year}"
