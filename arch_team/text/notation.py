"""The words and signs that stand around figures, read from `notation.yaml` and made into patterns once."""

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache

from arch_team.text.packaged import packaged
from arch_team.wire import Wire

SPACES = " \u00a0\u202f\u2009\u2007"
GAP = rf"[{SPACES}*_]*"
"""What may stand between a number and its unit: spaces, and the marks of bold or italic text."""


class NumberWords(Wire):
    units: dict[str, int]
    multipliers: dict[str, int]
    joint: str
    words: tuple[str, ...]


class Months(Wire):
    full: tuple[str, ...]
    short: tuple[str, ...]


class Notation(Wire):
    currencies: dict[str, tuple[str, ...]]
    scales: dict[int, tuple[str, ...]]
    attached_scales: dict[str, int]
    scaled_currency_prefixes: dict[str, int]
    percent: tuple[str, ...]
    minus_words: tuple[str, ...]
    approximate: tuple[str, ...]
    asserting: tuple[str, ...]
    weakly_asserting: tuple[str, ...]
    labels: tuple[str, ...]
    year_words: tuple[str, ...]
    year_bounds: tuple[int, int]
    months: Months
    day_words: tuple[str, ...]
    date_words: tuple[str, ...]
    ordinal_nouns: tuple[str, ...]
    number_words: dict[str, NumberWords]

    @cached_property
    def units(self) -> dict[str, str]:
        """A word for a currency or percent to the unit it means."""
        names = {word: code for code, words in self.currencies.items() for word in words}
        return names | dict.fromkeys(self.percent, "%")

    @cached_property
    def powers(self) -> dict[str, int]:
        return {word: power for power, words in self.scales.items() for word in words}

    @cached_property
    def prefix(self) -> re.Pattern[str]:
        """A currency right before a number, with what may scale it and a sign on either side."""
        scales = any_of(self.scaled_currency_prefixes)
        names = any_of(w for words in self.currencies.values() for w in words)
        return re.compile(
            rf"(?:(?<![\w])|(?<=[-−–+]))(?P<scale>{scales})?(?P<unit>{names})(?P<gap>{GAP})(?P<inner>[-−–+])?{GAP}$"
        )

    @cached_property
    def suffix(self) -> re.Pattern[str]:
        """What may follow a number: `.–`, a scale, and then a unit."""
        words, attached = any_of(self.powers), any_of(self.attached_scales)
        names = any_of(self.units)
        return re.compile(
            rf"(?P<round>[.,](?:[–—]|--?)(?![\w]))?"
            rf"(?:(?P<attached>{attached})(?![\w])|{GAP}(?P<scale>{words})(?![\w]))?"
            rf"(?:(?P<gap>{GAP})(?P<unit>{names})(?![\w]))?"
        )

    @cached_property
    def minus(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w])(?:{any_of(self.minus_words)}){GAP}$")

    @cached_property
    def about(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w])(?:{any_of(self.approximate)}){GAP}$")

    @cached_property
    def asserts(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w])(?:{any_of(self.asserting)}){GAP}$")

    @cached_property
    def weakly_asserts(self) -> re.Pattern[str]:
        return re.compile(rf"(?:(?<![\w])(?:{any_of(self.weakly_asserting)})|(?<=[\w)]):){GAP}$")

    @cached_property
    def label_before(self) -> re.Pattern[str]:
        """A word for a label right before the number."""
        return re.compile(rf"(?<![\w])(?:{any_of(self.labels)})[.:]?{GAP}$")

    @cached_property
    def label_near(self) -> re.Pattern[str]:
        """A word for a label at most three words before."""
        return re.compile(rf"(?<![\w])(?:{any_of(self.labels)})(?:\W+\w+){{0,3}}\W*$")

    @cached_property
    def year_before(self) -> re.Pattern[str]:
        months = any_of((*self.months.full, *self.months.short))
        return re.compile(rf"(?<![\w])(?:{any_of(self.year_words)}|(?:{months})\.?){GAP}$")


def any_of(words: Iterable[str]) -> str:
    """The words as alternatives, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


@lru_cache(maxsize=1)
def notation() -> Notation:
    return Notation.model_validate(packaged("notation.yaml"))
