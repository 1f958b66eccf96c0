"""A SELECT that somebody wrote, run only to compare its rows with ours: it proves nothing, and none of it is shown.

Read by a parser and held to a list of what it may contain: the tables and columns of the source, comparisons, plain
aggregates. Every table is put in as its visible columns within the scope, so there is nothing else that it could name.
"""

from collections.abc import Mapping

import sqlalchemy as sa
import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from arch_team.errors import UsageError
from arch_team.featuredata.calls import Scalar
from arch_team.featuredata.provider import SqlProvider
from arch_team.featuredata.statements import clause_of, in_scope
from arch_team.featuredata.tables import Table

MOST_ROWS = 1000
_SCOPED = "arch_team_{}"
_DIALECTS = {"postgresql": "postgres"}
_ALLOWED = (
    *(exp.Select, exp.From, exp.Join, exp.Where, exp.Group, exp.Having, exp.Order, exp.Ordered, exp.Limit, exp.Offset),
    *(exp.Table, exp.TableAlias, exp.Alias, exp.Column, exp.Identifier, exp.Star, exp.Literal, exp.Null, exp.Boolean),
    *(exp.Subquery, exp.Paren, exp.Tuple, exp.Union, exp.Intersect, exp.Except, exp.Distinct),
    *(exp.And, exp.Or, exp.Not, exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between, exp.In, exp.Is),
    *(exp.Like, exp.ILike, exp.Exists, exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Mod, exp.Neg, exp.Case, exp.If),
    *(exp.Count, exp.Sum, exp.Avg, exp.Min, exp.Max, exp.Abs, exp.Round, exp.Lower, exp.Upper, exp.Coalesce),
    *(exp.Nullif, exp.Cast, exp.DataType, exp.TimeToStr, exp.Year, exp.TsOrDsToTimestamp, exp.TsOrDsToDate),
)


class CannotRun(UsageError):
    """It is no SELECT on these tables."""


def run_written(text: str, provider: SqlProvider) -> list[tuple[Scalar, ...]]:
    """Its rows. Raises `CannotRun`, or what the database says to it."""
    try:
        select = _checked(text, provider)
        if select.args.get("limit") is None:
            select = select.limit(MOST_ROWS)
        spelled = select.sql(dialect=dialect_of(provider))
    except (SqlglotError, RecursionError) as error:
        raise CannotRun("this is no SELECT", "Write one SELECT statement.") from error
    rows = provider.fetch(sa.text(spelled.replace(":", "\\:")))  # type: ignore[arg-type]  # it is read like any SELECT
    return rows[:MOST_ROWS]


def dialect_of(provider: SqlProvider) -> str:
    """The name the parser has for it."""
    return _DIALECTS.get(provider.backend, provider.backend)


def _checked(text: str, provider: SqlProvider) -> exp.Query:
    dialect = dialect_of(provider)
    parsed = sqlglot.parse(text, dialect=dialect)
    select = parsed[0] if len(parsed) == 1 else None
    if not isinstance(select, exp.Query):
        raise CannotRun("this is no single SELECT", "Write one SELECT statement.")
    for node in select.walk():
        if not isinstance(node, _ALLOWED):
            raise CannotRun(f"{type(node).__name__} is not allowed here", "Use columns, comparisons and aggregates.")
    _scope_tables(select, provider, dialect)
    return select


def _scope_tables(select: exp.Query, provider: SqlProvider, dialect: str) -> None:
    """Puts each table in as what may be seen of it."""
    tables = {name.lower(): table for name, table in provider.tables.items()}
    seen: dict[str, Table] = {}
    for node in list(select.find_all(exp.Table)):
        name = node.name.lower()
        table = tables.get(name)
        if table is None or node.db or node.catalog:
            raise CannotRun(f"there is no table {node.name}", f"There are: {', '.join(provider.tables)}.")
        seen[_SCOPED.format(name)] = table
        alias = node.alias or node.name
        node.replace(exp.alias_(exp.table_(_SCOPED.format(name)), alias, table=True))
    _check_columns(select, seen)
    for name, table in seen.items():
        inner = sqlglot.parse_one(_visible(table, provider), dialect=dialect)
        if isinstance(inner, exp.Query):
            select.with_(name, as_=inner, append=True, copy=False)


def _check_columns(select: exp.Query, seen: Mapping[str, Table]) -> None:
    """Only columns that are there, each as it is written there: some databases tell cases apart."""
    held = {name.lower(): name for table in seen.values() for name in table.fields}
    aliases = {str(alias.alias).lower() for alias in select.find_all(exp.Alias)}
    for column in select.find_all(exp.Column):
        name = column.name.lower()
        if isinstance(column.this, exp.Star) or (name in aliases and name not in held):
            continue
        if name not in held:
            raise CannotRun(f"there is no column {column.name}", "Use the columns of the tables.")
        column.set("this", exp.to_identifier(held[name], quoted=True))


def _visible(table: Table, provider: SqlProvider) -> str:
    clause = clause_of(table).alias("t")
    columns = [clause.c[name] for name in table.fields]
    return provider.spelled(sa.select(*columns).where(*in_scope(table, clause, provider.scope)))
