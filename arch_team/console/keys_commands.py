"""`arch-team keys`: who may use the server."""

from typing import TYPE_CHECKING, Annotated

import typer

from arch_team.console.plain import plainly

if TYPE_CHECKING:
    from arch_team.access.keys import ApiKey

app = typer.Typer(help="API keys of the server, and the record of what was done.", no_args_is_help=True)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
TenantOpt = Annotated[str | None, typer.Option("--tenant", "-t", help="Only those of this tenant.")]


@app.command()
@plainly()
def create(
    tenant: Annotated[str, typer.Option("--tenant", "-t", help="Whose runs and data the key opens.")],
    role: Annotated[str, typer.Option("--role", "-r", help="admin, user or reader.")] = "user",
    mandate: Annotated[str | None, typer.Option("--mandate", help="Only this mandate's rows.")] = None,
    instance: Annotated[str | None, typer.Option("--feature-instance", help="Only this feature instance.")] = None,
    name: Annotated[str, typer.Option("--name", "-n", help="Who has it, for lists.")] = "",
    as_json: AsJson = False,
) -> None:
    """Make a key. It is shown once, and cannot be shown again."""
    from arch_team.access.caller import ROLES, Role
    from arch_team.access.opening import open_keys
    from arch_team.console.setup import configured
    from arch_team.errors import UsageError

    known: Role | None = next((one for one in ROLES if one == role), None)
    if known is None:
        raise UsageError(f"there is no role {role!r}", f"Use one of: {', '.join(ROLES)}.")
    key, text = open_keys(configured()).create(tenant, known, mandate=mandate, feature_instance=instance, name=name)
    if as_json:
        import json

        typer.echo(json.dumps({**key.to_wire(), "key": text}, indent=2))
        return
    typer.echo(text)
    typer.echo(f"A key for {key.tenant}, role {key.role}. Keep it: it is not shown again.", err=True)


@app.command("list")
@plainly()
def list_(tenant: TenantOpt = None, as_json: AsJson = False) -> None:
    """The keys, without their secrets."""
    from arch_team.access.opening import open_keys
    from arch_team.console.setup import configured

    found = open_keys(configured()).list(tenant)
    if as_json:
        import json

        typer.echo(json.dumps([key.to_wire() for key in found], indent=2))
    elif not found:
        typer.echo("There are no keys. Make one: arch-team keys create --tenant NAME.")
    else:
        _print(found)


@app.command()
@plainly()
def revoke(key_id: Annotated[str, typer.Argument(metavar="ID", help="Id of a key, as `list` shows it.")]) -> None:
    """Close a key for good."""
    from arch_team.access.opening import open_keys
    from arch_team.console.setup import configured

    key = open_keys(configured()).revoke(key_id)
    typer.echo(f"{key.id} ({key.tenant}, {key.role}) is revoked since {key.revoked_at:%Y-%m-%d %H:%M:%S} UTC.")


@app.command()
@plainly()
def audit(
    tenant: TenantOpt = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=200, help="At most this many.")] = 50,
    as_json: AsJson = False,
) -> None:
    """What was done on the server, newest first; refused attempts of unknown callers too."""
    from arch_team.access.opening import open_audit
    from arch_team.console.setup import configured

    found = open_audit(configured()).list(tenant, limit=limit).items
    if as_json:
        import json

        typer.echo(json.dumps([entry.to_wire() for entry in found], indent=2))
        return
    for entry in found:
        who = f"{entry.tenant or '?'}/{entry.key_id or '-'}"
        typer.echo(
            f"{entry.at:%Y-%m-%d %H:%M:%S}  {entry.status}  {who}  {entry.address}  {entry.action} {entry.target}"
            + (f"  ({entry.note})" if entry.note else "")
        )


def _print(found: "tuple[ApiKey, ...]") -> None:
    from rich.table import Table

    from arch_team.console.screen import Screen

    table = Table(box=None, pad_edge=False)
    for heading in ("id", "tenant", "role", "mandate", "name", "created", "last used", "revoked"):
        table.add_column(heading)
    for key in found:
        times = (key.created_at, key.last_used_at, key.revoked_at)
        shown = [f"{moment:%Y-%m-%d %H:%M}" if moment else "" for moment in times]
        table.add_row(key.id, key.tenant, key.role, key.mandate or "", key.name, *shown)
    Screen().print(table)
