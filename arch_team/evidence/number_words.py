"""Numbers written as words. Above twelve they are figures, and a word cannot be bound to a cell: they are refused."""

import re
from functools import lru_cache

from arch_team.evidence.masks import Span
from arch_team.text.notation import NumberWords, any_of, notation

LARGEST_FREE = 12


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    german, english = notation().number_words["de"], notation().number_words["en"]
    parts = any_of((*german.units, *german.multipliers, german.joint))
    compound = re.compile(rf"(?<!\w)(?:{parts})+(?!\w)", re.IGNORECASE)
    names = any_of((*english.units, *english.multipliers))
    phrase = re.compile(rf"(?<!\w)(?:{names})(?:(?:[\s-]+(?:and\s+)?)(?:{names}))*(?!\w)", re.IGNORECASE)
    prefixes = [prefix for prefix in notation().scaled_currency_prefixes if not prefix.endswith(" ")]
    thousands = [prefix + code for prefix in prefixes for code in notation().currencies]  # TCHF, kEUR
    words = any_of((*german.words, *english.words, *thousands))
    return compound, phrase, re.compile(rf"(?<![\w])(?:{words})(?!\w)")


def number_words_in(text: str) -> list[tuple[Span, str]]:
    """The number words of a text that stand for more than twelve, also bare `Mio.` and `thousand`.

    After digits those belong to the figure: the caller blanks figures out before.
    """
    compound, phrase, words = _patterns()
    german, english = notation().number_words["de"], notation().number_words["en"]
    found: list[tuple[Span, str]] = []
    for pattern, language in ((compound, german), (phrase, english)):
        for match in pattern.finditer(text):
            if _value(match[0].casefold(), language) > LARGEST_FREE:
                found.append((Span(*match.span()), match[0]))
    found += [(Span(*match.span()), match[0]) for match in words.finditer(text)]
    return found


def _value(word: str, language: NumberWords) -> int:
    """What a number word comes to, near enough to tell whether it is above twelve."""
    names = language.units | language.multipliers
    total = current = 0
    for part in re.findall(any_of(names), word):
        if part in language.multipliers:
            factor = language.multipliers[part]
            if factor >= 1000:
                total, current = total + max(current, 1) * factor, 0
            else:
                current = max(current, 1) * factor
        else:
            current += language.units[part]
    return total + current
