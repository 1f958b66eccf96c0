"""Are the keys that paths lead to really keys? A key that is not one multiplies rows, and with them every sum."""

from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.ontology_check import Issue, Level
from arch_team.featuredata.statements import clause_of
from arch_team.featuredata.tables import Table


def check_keys(catalog: Catalog, engine: sa.Engine) -> Iterator[Issue]:
    """Look at the data, all tenants at once: one statement for each table that some path leads to."""
    targets = {
        hop.table.name: hop.table
        for view in catalog.views.values()
        for column in view.columns.values()
        for hop in column.hops
    }
    for name, table in sorted(targets.items()):
        try:
            with engine.connect() as connection:
                doubles = connection.execute(_doubles(table)).all()
        except SQLAlchemyError:
            yield Issue(Level.ERROR, name, "its key could not be checked: the table cannot be read")
            continue
        for row in doubles:
            *values, count = row
            shown = ", ".join(str(value) for value in values)
            yield Issue(Level.ERROR, name, f"{', '.join(table.key)} is not a key: {shown} stands {count} times")


def _doubles(table: Table) -> sa.Select[tuple[object, ...]]:
    clause = clause_of(table)
    key = [clause.c[name] for name in table.key]
    parts = [*(clause.c[name] for name in table.scope.values()), *key]
    count = sa.func.count()
    return sa.select(*key, count).group_by(*parts).having(count > 1).order_by(count.desc()).limit(3)
