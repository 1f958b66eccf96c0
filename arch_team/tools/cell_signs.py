"""Cells of a column without the signs that say no part of the value: those that mean nothing (`n/a`), one unit for all
(`1.200,50 €`), blanks and apostrophes between thousands, long minus signs."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import duckdb

from arch_team.modelling.naming import identifier_words
from arch_team.text.cells import nothing
from arch_team.text.folding import folded
from arch_team.text.notation import notation
from arch_team.text.quantities import is_unit
from arch_team.text.scales import in_full, is_scaled

_SIGN = "[+−–-]?"
_BLANKS = " \u00a0\u202f\u2009"
_BLANK = f"[{_BLANKS}]"
_BETWEEN = f"[{_BLANKS}'’]"
"""Between groups of three digits."""
_NUMBER = rf"\.?[0-9](?:[0-9.,'’{_BLANKS}]*[0-9])?"
_AFFIXES = rf"^{_SIGN}{_BLANK}*([^0-9+−–-]*?){_BLANK}*{_SIGN}{_NUMBER}{_BLANK}*([^0-9]*)$"
"""What stands before a number and after it."""
_ALONE = frozenset("lgmth")
"""Letters that are a unit by themselves. Others say too many things: those of `1980s`, `5M`."""
_LONGEST = 24
_ENOUGH = 3
"""Values that tell what a column holds, however many cells say that there is none."""
_COUNTS = 7


@dataclass(frozen=True, slots=True)
class Unit:
    """What stands before or after every number of a column."""

    before: str
    after: str
    name: str
    """How it is written in a heading."""
    is_money: bool = False


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def text(value: str) -> str:
    """A text in SQL, for where no bind can stand."""
    return "'" + value.replace("'", "''") + "'"


def value_of(name: str) -> str:
    """A cell without the blanks around it. An empty one is none."""
    return f"nullif(trim({quoted(name)}), '')"


def is_nothing(name: str) -> str:
    """The condition that a cell says that there is no value."""
    said = f"translate(lower({value_of(name)}), '–—−‒', '----')"
    return f"{said} IN ({', '.join(text(word) for word in nothing())})"


def cleaned(name: str, unit: Unit | None) -> str:
    """The cell without what says no part of the value. One that means nothing is none."""
    value = value_of(name)
    if unit and unit.before:
        value = f"regexp_replace({value}, {text(f'^({_SIGN}){_BLANK}*{re.escape(unit.before)}{_BLANK}*')}, '\\1')"
    if unit and unit.after:
        value = f"regexp_replace({value}, {text(f'{_BLANK}*{re.escape(unit.after)}$')}, '')"
    grouped = f"{_SIGN}[1-9][0-9]{{0,2}}(?:{_BETWEEN}[0-9]{{3}})+(?:[.,][0-9]+)?"
    bare = f"regexp_replace({value}, {text(_BETWEEN)}, '', 'g')"
    value = f"CASE WHEN regexp_full_match({value}, {text(grouped)}) THEN {bare} ELSE {value} END"
    return f"CASE WHEN {is_nothing(name)} THEN NULL ELSE regexp_replace({value}, '^[−–]([0-9.])', '-\\1') END"


def units_of(connection: duckdb.DuckDBPyConnection, rows: str, names: Sequence[str]) -> Mapping[str, Unit | None]:
    """The columns that may be of numbers or days beneath such signs, with the unit that all their cells name. Not one
    in which more cells mean nothing than something."""
    counts, units = list[str](), dict[str, Unit | None]()
    if not names:
        return units
    for name in names:
        value, something = value_of(name), f"FILTER (NOT {is_nothing(name)})"
        counts += [f"count({value}) {something}", f"count(*) FILTER ({is_nothing(name)})"]
        counts += [f"count(*) FILTER (regexp_matches({value}, '[0-9]') OR lower({value}) IN ('true', 'false'))"]
        for group in (1, 2):
            affix = f"regexp_extract({value}, {text(_AFFIXES)}, {group})"
            counts += [f"min({affix}) {something}", f"max({affix}) {something}"]
    found = list(connection.execute(f"SELECT {', '.join(counts)} FROM {rows}").fetchone() or ())  # noqa: S608
    for at, name in enumerate(names):
        values, empty, meaning, *affixes = found[at * _COUNTS : (at + 1) * _COUNTS]
        if values and values == meaning and (meaning >= empty or meaning >= _ENOUGH):
            before, other_before, after, other_after = ((affix or "") for affix in affixes)
            is_one = (before, after) == (other_before, other_after)
            units[name] = unit_of(before, after) if is_one else None
    return units


def unit_of(before: str, after: str) -> Unit | None:
    """What stands around a number, where it is a currency, a share or a measure."""
    before, after = before.strip(), after.strip()
    if bool(before) == bool(after) or len(before + after) > _LONGEST:
        return None
    sign = before or after
    meant = notation().units.get(sign) or notation().units.get(sign.upper())
    if meant is None and (before or not all(map(_measures, sign.split("/")))):
        return None
    return Unit(before, after, sign if meant is None or sign in "$¥" else meant, meant in notation().currencies)


def with_unit(heading: str, unit: Unit) -> str:
    """The heading, which says the unit in brackets where it does not say it already."""
    sign, words = unit.before or unit.after, set(identifier_words(heading))
    said = {folded(unit.name), *map(folded, notation().currencies.get(unit.name, ())), *in_full(folded(unit.name))}
    is_said = bool(words & said) or (sign in heading and not sign.isalpha())
    return heading if is_said else f"{heading} ({unit.name})"


def _measures(word: str) -> bool:
    if len(word) == 1:
        return word in _ALONE
    return is_scaled(folded(word)) or is_unit(word)
