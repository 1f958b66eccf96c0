"""Words that no model knows and texts of rows hold: the rows with these words, as they stand there."""

from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import Filter, RowMake, RowsAsked
from arch_team.measuring.scan import Scan
from arch_team.measuring.vocabulary import EntitySense, Word
from arch_team.text.folding import folded
from arch_team.text.periods import unix

_SHORTEST = 5
_PASSED = frozenset(
    {
        "light", "carrying", "amount", "when", "list", "asks", "pointing", "posted", "spend", "happened", "passive",
        "define", "self", "and", "only", "texted", "edge", "unit",
    }
)  # fmt: skip


def held_in_texts(scan: Scan, measures: Measures) -> RowsAsked | None:
    """Rows whose text holds every unknown word, in the one time that is named. None: it asks for more than that."""
    table = next((e for e in measures.descriptor.entities if e.searched and e.time_roles and e.list_columns), None)
    if table is None or len(scan.periods) != 1 or not scan.unknown or not scan.says("amount", "when", "list", "define"):
        return None
    known = measures.words_of_texts()
    words = [folded(word) for word in scan.unknown]
    if any(len(word) < _SHORTEST or not any(word in held for held in known) for word in words):
        return None
    if any(not _is_passed(item.senses, table.name) for item in scan.items) or scan.relative or scan.units:
        return None
    [period] = scan.periods
    when = next(role.field for role in table.time_roles if role.is_default)
    filters: list[Filter] = [{"field": table.searched[0], "op": "ILIKE", "value": f"%{w}%"} for w in scan.unknown]
    filters.append({"field": when, "op": "BETWEEN", "value": [unix(period.start), unix(period.end)]})
    title = ", ".join(f"«{word}»" for word in scan.unknown)
    fields = table.list_columns
    return RowsAsked(
        table.name, RowMake.LIST, tuple(filters), table.measure, fields=fields, times=(period,), titles=(title,)
    )


def _is_passed(senses: tuple[object, ...], table: str) -> bool:
    return any(
        (isinstance(s, Word) and s.klass in _PASSED) or (isinstance(s, EntitySense) and s.name == table) for s in senses
    )
