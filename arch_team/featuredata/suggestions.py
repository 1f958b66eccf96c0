"""The nearest name among those the caller may see, and whether it is near enough to act on."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process

from arch_team.featuredata.catalog import Catalog, TableView

SUGGEST_AT = 62
CERTAIN_AT = 80
CERTAIN_LEAD = 8


@dataclass(frozen=True, slots=True)
class Near:
    name: str
    is_certain: bool


def nearest_field(name: str, view: TableView) -> Near | None:
    """A field of the table, else one that a path leads to (`accountType` is `account.accountType`)."""
    own = [column for column, c in view.columns.items() if not c.hops]
    tail = name.rsplit(".", 1)[-1]
    for candidates in (own, list(view.columns)):
        exact = [c for c in candidates if _plain(c.rsplit(".", 1)[-1]) == _plain(tail)]
        if len(exact) == 1 or (exact and candidates is not own):
            return Near(min(exact, key=len), len(exact) == 1)
    return _nearest(name, tuple(own)) or _nearest(name, tuple(view.columns))


def nearest_table(name: str, catalog: Catalog) -> Near | None:
    return _nearest(name, tuple(catalog.views))


@lru_cache(maxsize=4096)
def _nearest(name: str, names: tuple[str, ...]) -> Near | None:
    ranked = process.extract(
        _plain(name[:80]), {n: _plain(n) for n in names}, scorer=fuzz.ratio, limit=2, score_cutoff=SUGGEST_AT
    )
    if not ranked:
        return None
    _, score, best = ranked[0]
    lead = score - ranked[1][1] if len(ranked) > 1 else 100
    return Near(best, score == 100 or (score >= CERTAIN_AT and lead >= CERTAIN_LEAD))


def _plain(name: str) -> str:
    return name.replace("_", "").casefold()


def known_names(names: Iterable[str], limit: int = 60) -> str:
    """As many names as fit into a hint."""
    out = ""
    for name in names:
        if len(out) + len(name) + 2 > limit:
            return out + " …"
        out = f"{out}, {name}" if out else name
    return out
