"""The nearest name among those the caller may see, and whether it is near enough to act on."""

import re
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process

from arch_team.featuredata.catalog import Catalog, TableView
from arch_team.featuredata.vocabulary import as_name

SUGGEST_AT = 62
CERTAIN_AT = 80
CERTAIN_LEAD = 8
TIE = 4
"""Two names whose scores differ by less are as near as each other, and neither is named."""


@dataclass(frozen=True, slots=True)
class Near:
    name: str
    is_certain: bool


def nearest_field(name: str, view: TableView) -> Near | None:
    """A field of that very name or label, here or where a path leads (`city` is `customer.city`, `Betrag`
    is `amount`), else the one spelled most like it. Of several that are as near, none."""
    own = [column for column, c in view.columns.items() if not c.hops]
    tail = as_name(name.rsplit(".", 1)[-1])
    for candidates in (own, list(view.columns)):
        exact = [c for c in candidates if as_name(c.rsplit(".", 1)[-1]) == tail]
        if len(exact) == 1 or (exact and candidates is not own):
            return Near(min(exact, key=len), len(exact) == 1)
    meant = called(name, view)
    if meant:
        return Near(meant[0], True) if len(meant) == 1 else None
    return _nearest(name, tuple(own)) or _nearest(name, tuple(view.columns))


def called(name: str, view: TableView) -> tuple[str, ...]:
    """The columns that people call so. A word that is part of several labels may mean several columns."""
    words = _spoken(name)
    squeezed = as_name(name)
    for word, columns in view.words.items():
        if word == words or as_name(word) == squeezed:
            return columns
    part = re.compile(rf"\b{re.escape(words)}\b") if len(words) > 2 else None
    found = [c for word, columns in view.words.items() if part and part.search(word) for c in columns]
    nearest = min((c.count(".") for c in found), default=0)
    return tuple(dict.fromkeys(c for c in found if c.count(".") == nearest))


def nearest_table(name: str, catalog: Catalog) -> Near | None:
    return _nearest(name, tuple(catalog.views))


@lru_cache(maxsize=4096)
def _nearest(name: str, names: tuple[str, ...]) -> Near | None:
    ranked = process.extract(
        as_name(name[:80]), {n: as_name(n) for n in names}, scorer=fuzz.ratio, limit=2, score_cutoff=SUGGEST_AT
    )
    if not ranked:
        return None
    _, score, best = ranked[0]
    lead = score - ranked[1][1] if len(ranked) > 1 else 100
    if lead < TIE and score < 100:
        return None
    return Near(best, score == 100 or (score >= CERTAIN_AT and lead >= CERTAIN_LEAD))


def _spoken(name: str) -> str:
    """`unitPrice` and `unit_price` as people say it: unit price."""
    spaced = re.sub(r"(?<=[a-zäöü])(?=[A-ZÄÖÜ])", " ", name[:80])
    return re.sub(r"[\s_.-]+", " ", spaced).strip().casefold()
