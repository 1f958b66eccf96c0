"""The demo companies as a DuckDB file: built in a second, the same rows every time."""

import os
from collections import defaultdict
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from arch_team.demo import alpenblick, seeland
from arch_team.demo.diary import FIRST_DAY, LAST_DAY
from arch_team.demo.masterdata import ALPENBLICK, FEATURE_INSTANCE
from arch_team.demo.rows import rows, seconds
from arch_team.demo.trustee import TABLES, TrusteeRow
from arch_team.errors import UsageError
from arch_team.featuredata.tables import FieldType, TableField, TableModel, table_of

_PLAIN_TYPES = {
    FieldType.STRING: "VARCHAR",
    FieldType.BOOLEAN: "BOOLEAN",
    FieldType.DATE: "DATE",
    FieldType.DATETIME: "TIMESTAMP",
}


def build(path: Path, *, lines: int = 0) -> None:
    """Build the demo at `path`, in place of what is there. With `lines`, add that many journal lines for bulk.

    The file appears whole or not at all; of several builders at once, the last one's file stays.
    """
    if lines < 0 or lines % 2:
        raise UsageError(f"{lines} journal lines cannot be added", "Give an even number: a booking has two lines.")
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=path.parent, prefix=f".{path.stem}-") as folder:
        fresh = Path(folder) / "demo.duckdb"
        with duckdb.connect(fresh) as db:
            for model in TABLES:
                db.execute(_create(model))
            _load(db, Path(folder))
            if lines:
                _add_bulk(db, lines // 2)
            db.execute(_sql("balances.sql"))
        os.replace(fresh, path)


def columns(model: type[TableModel]) -> tuple[TableField, ...]:
    """All columns of a model's table, those of the scope first."""
    table = table_of(model)
    scope = (TableField(name, FieldType.STRING) for name in table.scope.values())
    return (*scope, *table.fields.values())


def is_instant(column: TableField) -> bool:
    """Whether an integer column holds Unix seconds, which outgrow 32 bits in 2038."""
    return column.name.endswith("Date")


def _load(db: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """DuckDB reads a file many times faster than it takes rows one by one."""
    by_model: defaultdict[type[TrusteeRow], list[str]] = defaultdict(list)
    for books in (alpenblick.keep_books(), seeland.keep_books()):
        for row in rows(books):
            by_model[type(row)].append(row.to_json())
    for model, texts in by_model.items():
        name = table_of(model).name
        file = folder / f"{name}.ndjson"
        file.write_text("\n".join(texts), encoding="utf-8")
        types = {column.name: _type(column) for column in columns(model)}
        db.read_json(str(file), columns=types, format="newline_delimited").insert_into(name)


def _add_bulk(db: duckdb.DuckDBPyConnection, entries: int) -> None:
    given: dict[str, str | int] = {
        "mandate": ALPENBLICK.mandate,
        "instance": FEATURE_INSTANCE,
        "first_day": seconds(FIRST_DAY),
        "days": (LAST_DAY - FIRST_DAY).days + 1,
        "entries": entries,
    }
    for statement in duckdb.extract_statements(_sql("bulk.sql")):
        db.execute(statement, {name: given[name] for name in statement.named_parameters})


def _create(model: type[TableModel]) -> str:
    lines = (f'"{column.name}" {_type(column)}{"" if column.nullable else " NOT NULL"}' for column in columns(model))
    return f'CREATE TABLE "{table_of(model).name}" ({", ".join(lines)})'


def _type(column: TableField) -> str:
    if column.type is FieldType.DECIMAL:
        return f"DECIMAL(18, {column.scale})"
    if column.type is FieldType.INTEGER:
        return "BIGINT" if is_instant(column) else "INTEGER"
    return _PLAIN_TYPES[column.type]


def _sql(name: str) -> str:
    return (files("arch_team.demo") / "sql" / name).read_text(encoding="utf-8")
