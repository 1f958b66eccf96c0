"""Are the keys that paths lead to really keys? A key that is not one multiplies rows, and with them every sum."""

from collections.abc import Iterator
from typing import cast

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
                doubles = tuple(connection.execute(_doubles(table)).one())
        except SQLAlchemyError:
            yield Issue(Level.ERROR, name, "its key could not be checked: the table cannot be read")
            continue
        number, rows = (int(str(count)) for count in doubles)
        if number:
            message = f"{', '.join(table.key)} is not a key: {number} of its values stand in {rows} rows"
            yield Issue(Level.ERROR, name, message)


def _doubles(table: Table) -> sa.Select[tuple[object, ...]]:
    """How many keys stand more than once, and in how many rows. Counts only: whose rows they are is nobody's business
    here."""
    clause = clause_of(table)
    parts = [clause.c[name] for name in (*table.scope.values(), *table.key)]
    times = sa.func.count()
    doubled = sa.select(times.label("times")).select_from(clause).group_by(*parts).having(times > 1).subquery()
    return cast(
        "sa.Select[tuple[object, ...]]", sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(doubled.c.times), 0))
    )
