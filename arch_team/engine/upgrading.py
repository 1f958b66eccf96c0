"""Tables of an earlier version, brought up to this one: columns that came later are added, and filled from the rest.

Called by whoever holds the setup lock. Processes of the earlier version go on beside: a new column may be empty.
"""

import sqlalchemy as sa

from arch_team.engine.schema import METADATA, RUNS
from arch_team.runs.records import Scope

_BATCH = 500


def upgrade(engine: sa.Engine) -> None:
    for table in METADATA.sorted_tables:
        held = {column["name"] for column in sa.inspect(engine).get_columns(table.name)}
        lacking = [column for column in table.columns if column.name not in held]
        with engine.begin() as connection:
            for column in lacking:
                kind = column.type.compile(engine.dialect)
                connection.execute(sa.DDL(f"ALTER TABLE {table.name} ADD COLUMN {column.name} {kind}"))
        if table is RUNS and any(column is RUNS.c.mandate for column in lacking):
            _tell_mandates(engine)


def _tell_mandates(engine: sa.Engine) -> None:
    """Whose run it was stands in its scope."""
    last = ""
    while True:
        query = sa.select(RUNS.c.id, RUNS.c.scope).where(RUNS.c.id > last).order_by(RUNS.c.id).limit(_BATCH)
        with engine.begin() as connection:
            rows = connection.execute(query).all()
            for row in rows:
                scope = Scope.model_validate_json(row.scope)
                if scope.mandate is not None or scope.feature_instance is not None:
                    told = {"mandate": scope.mandate, "feature_instance": scope.feature_instance}
                    connection.execute(sa.update(RUNS).where(RUNS.c.id == row.id).values(told))
        if not rows:
            return
        last = rows[-1].id
