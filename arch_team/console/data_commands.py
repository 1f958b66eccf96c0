"""`arch-team data`: run a call by hand, exactly as a model would make it."""

import json
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arch_team.console import exits, options
from arch_team.console.plain import plainly

if TYPE_CHECKING:
    from arch_team.tools.results import ToolResult
    from arch_team.tools.session import DataSource

app = typer.Typer(help="Run a data call by hand: browse, query, aggregate.", no_args_is_help=True)

TableArg = Annotated[str | None, typer.Argument(help="Table name, as `arch-team data tables` lists it.")]
Where = Annotated[list[str] | None, typer.Option("--where", "-w", help="Filter, e.g. 'year=2025'. Repeatable.")]
Fields = Annotated[str | None, typer.Option("--fields", "-f", help="Comma-separated fields and paths.")]
Order = Annotated[list[str] | None, typer.Option("--order-by", "-o", help="Field, 'field desc'. Repeatable.")]
Limit = Annotated[int | None, typer.Option("--limit", "-n", help="At most this many rows.")]
CallJson = Annotated[
    str | None, typer.Option("--call", help="All arguments as one JSON object, as a model writes them.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the ToolResult as JSON.")]
Purpose = Annotated[str | None, typer.Option("--purpose", help="What the rows are for, e.g. balance.")]


@app.command()
@plainly()
def tables(db: options.Db = None, file: options.Files = None, mandate: options.Mandate = None) -> None:
    """List the tables that can be asked."""
    from arch_team.console.tables import print_tables

    source = _source(db, file, mandate)
    print_tables(source.name, source.catalog)


@app.command()
@plainly()
def browse(
    table: TableArg = None,
    fields: Fields = None,
    limit: Limit = None,
    offset: Annotated[int | None, typer.Option("--offset", help="Leave out so many rows at the beginning.")] = None,
    call: CallJson = None,
    as_json: AsJson = False,
    db: options.Db = None,
    file: options.Files = None,
    mandate: options.Mandate = None,
) -> None:
    """Show what a table holds: its fields and a few rows."""
    given: dict[str, object] = {"tableName": table, "fields": fields, "limit": limit, "offset": offset}
    _run("browseTable", given, call, as_json, db, file, mandate)


@app.command()
@plainly()
def query(
    table: TableArg = None,
    where: Where = None,
    fields: Fields = None,
    order_by: Order = None,
    limit: Limit = None,
    offset: Annotated[int | None, typer.Option("--offset", help="Leave out so many rows at the beginning.")] = None,
    purpose: Purpose = None,
    call: CallJson = None,
    as_json: AsJson = False,
    db: options.Db = None,
    file: options.Files = None,
    mandate: options.Mandate = None,
) -> None:
    """Rows that meet all filters."""
    given: dict[str, object] = {
        "tableName": table,
        "fields": fields,
        "filters": where,
        "orderBy": order_by,
        "limit": limit,
        "offset": offset,
        "purpose": purpose,
    }
    _run("queryTable", given, call, as_json, db, file, mandate)


@app.command()
@plainly()
def aggregate(
    table: TableArg = None,
    function: Annotated[str | None, typer.Argument(help="SUM, AVG, MIN, MAX, COUNT or COUNT_DISTINCT.")] = None,
    field: Annotated[str | None, typer.Argument(help="The field to aggregate.")] = None,
    where: Where = None,
    group_by: Annotated[str | None, typer.Option("--group-by", "-g", help="Comma-separated fields.")] = None,
    order_by: Order = None,
    limit: Limit = None,
    purpose: Purpose = None,
    call: CallJson = None,
    as_json: AsJson = False,
    db: options.Db = None,
    file: options.Files = None,
    mandate: options.Mandate = None,
) -> None:
    """One figure per group over the rows that meet all filters."""
    given: dict[str, object] = {
        "tableName": table,
        "aggregate": function,
        "field": field,
        "groupBy": group_by,
        "filters": where,
        "orderBy": order_by,
        "limit": limit,
        "purpose": purpose,
    }
    _run("aggregateTable", given, call, as_json, db, file, mandate)


def _run(
    tool: str,
    given: dict[str, object],
    call: str | None,
    as_json: bool,
    db: str | None,
    file: list[Path] | None,
    mandate: str | None,
) -> None:
    arguments = _arguments(given, call)
    source = _source(db, file, mandate)
    result = source.tools().call(tool, arguments)
    if as_json:
        typer.echo(result.to_json(indent=2))
    else:
        from arch_team.console.tables import print_result

        print_result(source.name, tool, result, source.catalog)
    raise typer.Exit(_exit_code(result))


def _arguments(given: dict[str, object], call: str | None) -> object:
    from arch_team.errors import UsageError

    written = {name: value for name, value in given.items() if value not in (None, [])}
    if call is None:
        return written
    if written:
        raise UsageError("--call takes all arguments", f"Leave out: {', '.join(written)}.")
    try:
        return json.loads(call, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--call is not JSON: {error}", 'Write e.g. --call \'{"tableName": "…"}\'.') from error


def _source(db: str | None, file: list[Path] | None, mandate: str | None) -> "DataSource":
    import warnings

    from arch_team.society import open_data

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        source = open_data(options.data_settings(db, file, None, mandate))
    for warning in caught:
        typer.echo(f"arch-team: {warning.message}", err=True)
    options.tell_notes(source.notes)
    return source


def _exit_code(result: "ToolResult") -> int:
    if result.success:
        return exits.ANSWERED
    return exits.ERROR if result.failure_code == "SYSTEM_ERROR" else exits.REFUSED
