"""Rows by how their numbers begin: `how many KB vouchers in 2025`, `sales invoices (RE numbers)`.

What numbers begin with is known from the data alone. Each number counts once, however many rows have it, unless the
rows themselves are asked for.
"""

from collections.abc import Callable, Sequence

from arch_team.measuring.events import kind_in, within
from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import Filter, RowMake, RowsAsked
from arch_team.measuring.scan import Scan
from arch_team.measuring.vocabulary import EntitySense, language_words
from arch_team.ontologies.descriptor import Entity
from arch_team.text.folding import folded
from arch_team.text.pieces import code_beginning
from arch_team.text.tokens import Token

_USED = ("count", "list", "light", "carrying", "asks", "self", "by_us", "posted", "code", "role", "passive", "texted")
"""Classes of words that may stand in such a question."""


def numbered_so(scan: Scan, measures: Measures, begun: Callable[[str], set[tuple[str, str]]]) -> RowsAsked | None:
    """The rows that are counted or listed. None: no word is how numbers begin, or something else is asked."""
    places = [(token, found) for token in scan.tokens if token.text in scan.unknown and (found := _begins(token))]
    if len(places) != 1 or len(scan.periods) > 1 or scan.relative:
        return None
    [(token, (prefix, noun))] = places
    columns = begun(prefix)
    tables = [e for e in measures.descriptor.entities if (e.python_class, e.code) in columns and not e.is_current]
    if len(tables) != 1 or not tables[0].time_roles or set(scan.unknown) - {token.text, *_explained(scan, token)}:
        return None
    [table] = tables
    filters: list[Filter] = [{"field": table.code, "op": "LIKE", "value": f"{prefix}-%"}]
    for item in scan.items:
        more = [flt for s in item.senses if isinstance(s, EntitySense) for flt in _narrowed(s.name, table, measures)]
        if None in more or not (item.of(EntitySense) or item.is_word(*_USED)):
            return None
        filters += [flt for flt in more if flt]
    rows = [i.text for i in scan.items if EntitySense(table.name) in i.senses and not i.is_word("code")]
    numbers = [e for e in measures.descriptor.entities if e.parent_entity == table.name and e.field == table.code]
    if noun and _is_label(noun, [table], scan):
        rows.append(noun)
    elif (
        noun
        and not _is_label(noun, numbers, scan)
        and not any(word.klass == "code" for _, word in language_words(scan.language).matches([folded(noun)], 0))
    ):
        return None
    if scan.periods:
        filters.append(within(next(role.field for role in table.time_roles if role.is_default), scan.periods[0]))
    is_count = scan.says("count")
    if not is_count and not scan.says("list"):
        return None
    return RowsAsked(
        table.name,
        RowMake.COUNT if is_count else RowMake.LIST,
        tuple(filters),
        table.measure,
        fields=table.list_columns,
        times=scan.periods,
        titles=(*(item.text for item in scan.items if item.of(EntitySense)), f"{prefix}-…"),
        distinct=table.code if is_count and not rows else None,
    )


def _begins(token: Token) -> tuple[str, str] | None:
    return code_beginning(token.text)


def _explained(scan: Scan, token: Token) -> set[str]:
    """The word right before the bracket that a beginning stands in: `cash vouchers (KB)`."""
    at = scan.tokens.index(token)
    return {scan.tokens[at - 2].text} if at > 1 and scan.tokens[at - 1].text == "(" else set()


def _is_label(noun: str, entities: Sequence[Entity], scan: Scan) -> bool:
    return folded(noun) in {folded(label) for entity in entities for label in entity.labels.of(scan.language)}


def _narrowed(name: str, table: Entity, measures: Measures) -> list[Filter | None]:
    """What a noun says of the rows: nothing, whom they are with, or what cannot be told of them (None)."""
    entity = measures.descriptor.entity(name)
    if entity is None or name == table.name or (entity.parent_entity == table.name and entity.field == table.code):
        return [] if entity is not None else [None]
    kind = kind_in(measures, [{"field": k.field, "op": "=", "value": k.value} for k in entity.invariants if k.field])
    moving = measures.movements
    relation = next((r for r in measures.descriptor.relations if moving and r.from_entity == table.name), None)
    if kind is None or moving is None or relation is None or relation.to_entity != moving.parties:
        return [None]
    return [{"field": f"{relation.path_name}.{moving.party_kind}", "op": "=", "value": kind}]
