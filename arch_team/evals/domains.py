"""The values of the columns that gold patterns filter on, so that filters can be compared by what they let through."""

from collections.abc import Iterable

from arch_team.errors import DataError
from arch_team.evals.gold import GoldQuestion
from arch_team.featuredata.calls import AggregateCall, Function
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.validator import QueryValidator, ReadyCall
from arch_team.tools.session import DataSource

MOST = 1_000
"""A column of more values is compared by probes instead."""


def domains_of(source: DataSource, questions: Iterable[GoldQuestion]) -> dict[str, tuple[str, ...]]:
    """`Table.field` to its values as text, for every field a pattern names."""
    found: dict[str, tuple[str, ...]] = {}
    bare = compile_catalog(view.table for view in source.catalog.views.values())  # meaning has no say in what is there
    validator = QueryValidator(bare)
    for question in questions:
        for pattern in question.expected_tool_pattern:
            for field in dict.fromkeys(flt.field for flt in pattern.filters):
                name = f"{pattern.table_name}.{field}"
                if name in found:
                    continue
                call = AggregateCall(pattern.table_name, Function.COUNT, group_by=(field,), limit=MOST)
                ready = validator.validate(call)
                if not isinstance(ready, ReadyCall):
                    continue
                try:
                    rows = source.provider.run(ready)
                except DataError:
                    continue
                if not rows.truncated:
                    found[name] = tuple(str(row[0]) for row in rows.rows if row[0] is not None)
    return found
