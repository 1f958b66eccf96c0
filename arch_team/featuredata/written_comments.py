"""What the writer of an SQLite schema says of columns. SQLite keeps comments only where they stand in statements."""

from collections.abc import Iterable, Mapping

import sqlalchemy as sa

_MARKS = ("--", "/*")


def comments_in(engine: sa.Engine) -> Mapping[tuple[str, str], str]:
    """The comment behind each column that has one, by table and column. Of statements that cannot be parsed, none."""
    asked = sa.text("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL")
    with engine.connect() as connection:
        made = [(str(name), str(sql)) for name, sql in connection.execute(asked)]
    return {
        (table, column): comment
        for table, sql in made
        if any(mark in sql for mark in _MARKS)
        for column, comment in _commented(sql)
    }


def _commented(sql: str) -> Iterable[tuple[str, str]]:
    from sqlglot import exp, parse_one
    from sqlglot.errors import SqlglotError

    try:
        statement = parse_one(sql, read="sqlite")
    except SqlglotError:
        return
    for column in statement.find_all(exp.ColumnDef):
        said = [text.strip() for node in column.walk() for text in node.comments or ()]
        if said:
            yield column.name, " ".join(said)
