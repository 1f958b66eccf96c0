"""Whether the currency that stands beside a column of numbers is the column's own, as its heading tells.

A currency is the unit of every amount in its row. It is not the unit of a column whose heading

- tells a unit of its own: `Länge (m)`, `weight_kg`, `Anteil %`, and `Betrag (CHF)` beside a column of currencies;
- ends with what is measured, counted or timed: `Tiefgang`, `Mietdauer`, `quantity`.

A unit that an amount is paid for is not the column's own: `Preis (pro kg)`, `price_kg`. A heading that tells neither is
taken for an amount: figures of several currencies that are added up look right and are wrong.
"""

import re
from collections.abc import Iterable
from functools import cache

from arch_team.featuredata.naming import parts_of, unit_among
from arch_team.text.folding import loosely_folded
from arch_team.text.notation import notation
from arch_team.text.packaged import packaged
from arch_team.text.scales import is_scaled
from arch_team.text.stems import noun_stem

_BRACKETED = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_SHORTEST_UNIT = 2
"""Letters of a unit that stands in no brackets. One letter may be short for anything: the T of thousands."""


def currency_beside(heading: str, headings: Iterable[str]) -> str | None:
    """The column of the same row that holds the currency of what stands under a heading. None: there is none, or what
    stands under it is no amount, or one of a currency that the heading says."""
    unit = unit_among(headings)
    return None if unit is None or unit == heading or not _is_paid(heading) else unit


@cache
def _is_paid(heading: str) -> bool:
    bracketed, bare = _BRACKETED.findall(heading), _BRACKETED.sub(" ", heading)
    words = [loosely_folded(part) for part in parts_of(bare)]
    is_money = any(word in _listed("money") or word.endswith(_endings("money_endings")) for word in words)
    if any(_is_own(said, is_money) for said in bracketed) or _ends_in_own(words, is_money):
        return False
    at = next((n for n, word in enumerate(words) if n and word in _listed("behind")), len(words))
    words = [word for word in words[:at] if not word.isdecimal()]
    while len(words) > 1 and not is_money and _is_unit(words[-1]):
        words.pop()  # `laenge_m`
    return not words or not (_is_measured(words[-1]) or words[0] in _listed("counting"))


def _is_own(said: str, is_money: bool) -> bool:
    """Whether what stands in brackets is the unit of the column. The first of `CHF/kg` is; `pro kg` is none."""
    whole = loosely_folded(said.strip())
    unit = whole if _is_unit(whole) else whole.partition("/")[0].strip()
    return _is_currency(unit) or (not is_money and _is_unit(unit))


def _ends_in_own(words: list[str], is_money: bool) -> bool:
    """Whether the last word of a heading is the unit of the column: `weight_kg`, `betrag_chf`; not `preis pro kg`."""
    last, before = words[-1] if words else "", words[-2] if len(words) > 1 else ""
    says_else = (last.isalpha() and len(last) < _SHORTEST_UNIT) or last in _listed("other_than_units")
    if says_else or before in _listed("per"):
        return False
    return _is_currency(last) or (not is_money and _is_unit(last))


def _is_unit(word: str) -> bool:
    return is_scaled(word) or word in _listed("units")


@cache
def _currencies() -> frozenset[str]:
    return frozenset(loosely_folded(said) for said in notation().units)


def _is_currency(word: str) -> bool:
    return word in _currencies()


def _is_measured(word: str) -> bool:
    return bool(_shapes(word) & _listed("measured")) or word.endswith(_endings("measured_endings"))


@cache
def _listed(klass: str) -> frozenset[str]:
    return frozenset(shape for word in _words(klass) for shape in _shapes(word))


@cache
def _endings(klass: str) -> tuple[str, ...]:
    return tuple(_words(klass))


def _words(klass: str) -> list[str]:
    return [loosely_folded(word) for word in packaged("amounts.yaml", "arch_team.featuredata")[klass]]


def _shapes(word: str) -> frozenset[str]:
    """A word as it stands, and as one of several."""
    return frozenset((word, noun_stem(word, "en"), noun_stem(word, "de")))
