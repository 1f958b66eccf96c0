"""Finding the figures that were typed into a text, in German, Swiss and English notation.

What is plainly a date, a time, an ordinal or a year is no figure. Everything else with digits is one, also what cannot
be read: then it has no readings and nothing can stand behind it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arch_team.evidence.masks import Span, blanked, masked_spans
from arch_team.evidence.numerals import NUMERAL, Reading, readings_of
from arch_team.text.notation import GAP, Notation, notation
from arch_team.wire import Language

REACH = 60
"""How many characters before a number may say what it is."""

_CODE = re.compile(r"(?<!\w)([^\W\d_]+)[-_]?\d\w*(?:[-_/.]\w+)*")
_FRACTION = re.compile(r"[\u00bc-\u00be\u2150-\u215f]")
_NUMBER_SIGN = re.compile(r"[²³¹\u2070-\u2079\u2080-\u2089\u00bc-\u00be\u2150-\u215f]")
_SIGN = re.compile(r"(?<![\w)\]%\ufffc.,'’])[-−–+]$")
_NUMBER_AHEAD = re.compile(rf"{GAP}[-−–+]?\d")
_WORD = re.compile(r"_*[^\W_]\w*")
_YEAR = re.compile(r"\d{4}", re.ASCII)
_JOINT = re.compile(r"\s*(?:–|-|/|,|und|and|bis|to|oder|or|vs\.?|gegenüber|auf)\s*")


@dataclass(frozen=True, slots=True)
class TypedFigure:
    """A number as it stands in a text: its span covers sign, scale and percent, and leaves the currency outside."""

    start: int
    end: int
    text: str
    readings: tuple[Reading, ...]
    unit: str | None = None
    """A currency code or `%`, where one is written right before or after."""
    is_bare: bool = False
    """A whole number with nothing attached: it may be a label rather than an amount."""
    is_code: bool = False
    """Letters and digits in one word, as in `RE-2025-0012`."""
    is_approximate: bool = False
    in_brackets: bool = False
    before: str = ""

    @property
    def is_asserted(self) -> bool:
        """Whether the words before it claim that something amounts to it."""
        words = notation()
        if words.asserts.search(self.before):
            return True
        return bool(words.weakly_asserts.search(self.before)) and not words.label_near.search(self.before)

    @property
    def is_labelled(self) -> bool:
        return bool(notation().label_before.search(self.before))


def find_figures(text: str, skip: Sequence[Span] = (), *, language: Language | None = None) -> list[TypedFigure]:
    """Every figure of a text, in order. `skip` are spans that are accounted for already.

    The language settles one doubt only: `35,796 billion` in English is no 35.796 billion.
    """
    words = notation()
    masked = blanked(text, [*masked_spans(text), *skip])
    codes, masked = _codes(masked, text, words)
    found = [*codes, *_fractions(masked)]
    last_year = -1
    for match in NUMERAL.finditer(masked):
        figure = _figure(masked, text, match, words, language)
        if _is_year(figure, masked, last_year, words):
            last_year = figure.end
        else:
            found.append(figure)
    return list(_without_overlaps(sorted(found, key=lambda figure: figure.start)))


def _without_overlaps(figures: list[TypedFigure]) -> Iterator[TypedFigure]:
    reached = 0
    for figure in figures:
        if figure.start >= reached:
            yield figure
            reached = figure.end


def _figure(masked: str, text: str, match: re.Match[str], words: Notation, language: Language | None) -> TypedFigure:
    start = cursor = match.start()
    end, unit, power, minuses = match.end(), None, 0, 0
    head, base = _head(masked, cursor)
    if prefix := words.prefix.search(head):
        unit = words.units[prefix["unit"]]
        power = words.scaled_currency_prefixes.get(prefix["scale"] or "", 0)
        cursor = base + prefix.start()
        if prefix["inner"]:
            start = base + prefix.start("inner")
            minuses += prefix["inner"] != "+"
        start = cursor if power else start
        head = head[: prefix.start()]
    if sign := _SIGN.search(head):
        start = cursor = base + sign.start()
        minuses += sign[0] != "+"
        head = head[: sign.start()]
    if minus := words.minus.search(head):
        start = cursor = base + minus.start()
        minuses += 1
        head = head[: minus.start()]
    readings = readings_of(match[0])
    suffix = words.suffix.match(masked, end)
    if suffix and suffix[0]:
        scale = suffix["scale"] or suffix["attached"] or ""
        power += words.powers.get(scale, words.attached_scales.get(scale, 0))
        after = words.units.get(suffix["unit"] or "")
        if after and after != "%" and _NUMBER_AHEAD.match(masked, suffix.end()):
            after = None  # 1020 CHF 152'400.00: the currency is the next number's
        end = suffix.end() if after == "%" else suffix.start("gap") if suffix["unit"] else suffix.end()
        unit = after or unit
    tail = _tail(masked, suffix.end() if suffix and suffix[0] else end)
    if tail:
        readings, end = (), tail
    if power and language == "en" and len(readings) > 1:
        readings = readings[:1]
    readings = tuple(r.scaled(power).negated() if minuses % 2 else r.scaled(power) for r in readings)
    in_brackets = masked[start - 1 : start] == "(" and masked[end : end + 1] == ")"
    if in_brackets and not minuses:
        readings = (*readings, *(reading.negated() for reading in readings))
    about = words.about.search(head)
    return TypedFigure(
        start=start,
        end=end,
        text=text[start:end],
        readings=readings,
        unit=unit,
        is_bare=text[start:end] == match[0] and match[0].isdecimal() and unit is None,
        is_approximate=about is not None,
        in_brackets=in_brackets,
        before=head[: about.start()] if about else head,
    )


def _head(masked: str, at: int) -> tuple[str, int]:
    """What stands before a place on its line, and where that begins."""
    base = max(masked.rfind("\n", 0, at) + 1, at - REACH)
    return masked[base:at], base


def _tail(masked: str, end: int) -> int | None:
    """The end of a word that begins with the number, if nothing known explains its letters."""
    follows = _WORD.match(masked, end) or _NUMBER_SIGN.match(masked, end)
    return follows.end() if follows else None


def _is_year(figure: TypedFigure, masked: str, last_year: int, words: Notation) -> bool:
    """A whole number that its words, or the year before it, make a year."""
    low, high = words.year_bounds
    if not figure.is_bare or not _YEAR.fullmatch(figure.text) or not low <= int(figure.text) <= high:
        return False
    if figure.is_asserted:
        return False
    follows_year = last_year >= 0 and _JOINT.fullmatch(masked, last_year, figure.start)
    return bool(follows_year) or bool(words.year_before.search(figure.before))


def _codes(masked: str, text: str, words: Notation) -> tuple[list[TypedFigure], str]:
    """Words of letters and digits. Short ones (Q4, A4) say nothing; long ones must be known, like any label."""
    found: list[TypedFigure] = []
    spans: list[Span] = []
    for match in _CODE.finditer(masked):
        letters, digits = match[1], sum(c.isdecimal() for c in match[0])
        if (
            words.prefix.search(letters)
            or words.about.search(letters)
            or (digits < 3 and len(letters) > 4 and not letters.isupper())
        ):
            continue  # CHF5, rund5: a figure all the same
        spans.append(Span(*match.span()))
        if digits >= 3:
            found.append(TypedFigure(*match.span(), text[match.start() : match.end()], (), is_code=True))
    return found, blanked(masked, spans)


def _fractions(masked: str) -> list[TypedFigure]:
    return [TypedFigure(m.start(), m.end(), m[0], ()) for m in _FRACTION.finditer(masked)]
