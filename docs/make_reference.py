"""Makes the pages of `docs/reference/` from the code: commands, HTTP API, settings, and the YAML of semantic models.

`python docs/make_reference.py` writes them; a test holds them to the code.
"""

import ast
import inspect
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import typer

FOLDER = Path(__file__).parent / "reference"
_MADE = "<!-- Made by docs/make_reference.py: change the code, not this page. -->\n"


def pages() -> dict[str, str]:
    """Every page by its file name."""
    made = {"cli.md": _cli, "http.md": _http, "settings.md": _settings, "model-file.md": _model_file}
    return {name: _MADE + "\n" + "\n".join(make()).rstrip() + "\n" for name, make in made.items()}


def _cli() -> Iterator[str]:
    from arch_team.console.commands import commands, plain_values

    command: Any = typer.main.get_command(commands())
    plain_values(command)
    yield "# Commands\n"
    yield "Exit codes: 0 answered, 2 usage, 3 clarification needed, 4 refused, 1 error.\n"
    yield from _command(command, "arch-team")


def _command(command: Any, name: str) -> Iterator[str]:
    inner = getattr(command, "commands", {})
    if name != "arch-team":
        yield f"## {name}\n" if name.count(" ") == 1 else f"### {name}\n"
        yield f"{(command.help or '').strip()}\n"
    for called in sorted(inner):
        yield from _command(inner[called], f"{name} {called}")
    rows = [] if inner else [row for parameter in command.params if (row := _parameter(parameter))]
    if rows:
        yield "| | |\n|---|---|"
        yield from rows
        yield ""


def _parameter(parameter: Any) -> str:
    if getattr(parameter, "hidden", False) or parameter.name == "help":
        return ""
    shown = [*parameter.opts, *parameter.secondary_opts]
    if parameter.param_type_name == "argument":
        shown = [(parameter.metavar or parameter.name).strip("[]").upper()]
    value = parameter.metavar if parameter.param_type_name == "option" and parameter.metavar else ""
    value = value.replace("|", "\\|")
    spelled = ", ".join(f"`{one}{' ' + value if value else ''}`" for one in shown)
    help_text = " ".join((getattr(parameter, "help", "") or "").split()).replace("|", "\\|")
    return f"| {spelled} | {help_text} |"


def _http() -> Iterator[str]:
    import tempfile

    from arch_team.server.app import create_app
    from arch_team.settings import Settings

    with tempfile.TemporaryDirectory() as home:
        described = create_app(Settings(home=Path(home))).openapi()
    yield "# HTTP\n"
    yield "How to call it: [The API](../api.md). `GET /openapi.json` of a server has bodies and answers as well.\n"
    by_tag: dict[str, list[str]] = {}
    for path, methods in described["paths"].items():
        for method, told in methods.items():
            text = " ".join(str(told.get("description") or told.get("summary") or "").split())
            line = f"| `{method.upper()} {path}` | {text.replace('|', chr(92) + '|')} |"
            by_tag.setdefault((told.get("tags") or ["server"])[0], []).append(line)
    for tag, lines in by_tag.items():
        yield f"## {tag.capitalize()}\n"
        yield "| | |\n|---|---|"
        yield from lines
        yield ""


def _settings() -> Iterator[str]:
    from arch_team.settings import Settings

    told = _docstrings(Settings)
    yield "# Settings\n"
    yield "From the environment as `ARCH_TEAM_…`, or from `arch-team.toml` in the working directory, in lower case and"
    yield "without the prefix. Options of a command stand before both.\n"
    yield "| setting | default | |\n|---|---|---|"
    for name, field in Settings.model_fields.items():
        default = "" if field.default_factory or field.default in (None, ()) else f"`{field.default}`"
        yield f"| `ARCH_TEAM_{name.upper()}` | {default} | {told.get(name, '').replace('|', chr(92) + '|')} |"


def _model_file() -> Iterator[str]:
    from arch_team.ontologies import yaml_form

    yield "# The model file\n"
    yield "How to write one, with an example: [Describing your tables](../semantic-model.md).\n"
    for title, form in (
        ("The file", yaml_form.ModelForm),
        ("`tables`", yaml_form.TableForm),
        ("`fields` of a table", yaml_form.FieldForm),
        ("`times` of a table", yaml_form.TimeForm),
        ("`sets` of a table", yaml_form.SetForm),
        ("`relations`", yaml_form.RelationForm),
        ("`metrics`", yaml_form.MetricForm),
        ("`identities`", yaml_form.IdentityForm),
        ("`notHeld`", yaml_form.TopicForm),
        ("Words", yaml_form.Words),
        ("Values", yaml_form.ValuesForm),
    ):
        yield f"## {title}\n"
        about = inspect.getdoc(form) if form.__doc__ and form.__doc__ != yaml_form.Form.__doc__ else None
        if about:
            yield f"{about.strip()}\n"
        told = _docstrings(form)
        yield "| key | default | |\n|---|---|---|"
        for name, field in form.model_fields.items():
            plain = (
                field.default if isinstance(field.default, str | int) and not isinstance(field.default, bool) else ""
            )
            required = "required" if field.is_required() else f"`{plain}`" if plain else ""
            yield f"| `{field.alias or name}` | {required} | {told.get(name, '')} |"
        yield ""


def _docstrings(owner: type) -> dict[str, str]:
    """What is said below the fields of a class."""
    (tree,) = ast.parse(inspect.getsource(owner)).body
    assert isinstance(tree, ast.ClassDef)  # noqa: S101
    out: dict[str, str] = {}
    for field, after in pairwise(tree.body):
        is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and is_text:
            out[field.target.id] = " ".join(str(after.value.value).split())  # pyright: ignore
    return out


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        sys.stdout.write(f"{FOLDER / name}\n")


if __name__ == "__main__":
    main()
