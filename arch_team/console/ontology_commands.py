"""`arch-team ontology`: draft, read and check the semantic model of tables."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arch_team.console import exits, options
from arch_team.console.plain import plainly

if TYPE_CHECKING:
    from arch_team.ontologies.descriptor import OntologyDescriptor

app = typer.Typer(help="Draft, show, check, import and export the semantic model of tables.", no_args_is_help=True)

ShownArg = Annotated[
    str, typer.Argument(metavar="[MODEL]", help="A model file (YAML, JSON), the name of a saved model, or a feature.")
]
CheckedArg = Annotated[
    str, typer.Argument(metavar="[MODEL]", help="A model file (YAML, or JSON as `show` writes it), or a feature.")
]


class Form(StrEnum):
    TEXT = "text"
    PROMPT = "prompt"
    JSON = "json"
    JSONLD = "jsonld"
    TABLE = "table"
    SVG = "svg"


class Lang(StrEnum):
    DE = "de"
    EN = "en"


@app.command()
@plainly()
def init(
    db: options.Db = None,
    file: options.Files = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write it. Default: on the screen.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="What the model is called.")] = None,
    mandate: options.Mandate = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    ask: Annotated[bool, typer.Option("--ask/--no-ask", help="Ask what the data cannot tell, on a terminal.")] = True,
    german: Annotated[
        bool, typer.Option("--german", help="Ask for German words of tables that are not in German.")
    ] = False,
    propose: Annotated[
        bool, typer.Option("--propose", help="Let the configured language model propose words, marked as such.")
    ] = False,
    model: options.Model = None,
    base_url: options.BaseUrl = None,
) -> None:
    """Draft the semantic model of a database or of files, by looking at schema and data."""
    from arch_team.console.ontology_init import draft_model

    settings = options.data_settings(db, file, None, mandate, model=model, base_url=base_url)
    draft_model(settings, out, name, force=force, ask=ask, propose=propose, german=german)


@app.command()
@plainly()
def show(
    feature: ShownArg = "trustee",
    form: Annotated[
        Form, typer.Option("--format", help="table, text, prompt (what a language model reads), json, jsonld, svg.")
    ] = Form.TEXT,
    language: Annotated[Lang, typer.Option("--lang", help="de or en.")] = Lang.EN,
    db: options.Db = None,
    file: options.Files = None,
    mandate: options.Mandate = None,
) -> None:
    """Print a semantic model: for people, as the prompt a language model reads, as JSON, or as a picture."""
    import json

    from arch_team.console.ontology_data import overview_for

    if form in (Form.SVG, Form.TABLE):
        overview = overview_for(feature, db, file, mandate, language.value)
        if form is Form.SVG:
            from arch_team.onboarding.picture import picture_of

            typer.echo(picture_of(overview, language=language.value), nl=False)
        else:
            from arch_team.console.ontology_view import print_overview

            print_overview(overview)
        return
    ontology = _ontology(feature)
    if form is Form.PROMPT:
        from arch_team.ontologies.compiler import OntologyToPromptCompiler

        typer.echo(OntologyToPromptCompiler().compile(ontology, language.value), nl=False)
    elif form is Form.JSON:
        typer.echo(ontology.model_dump_json(by_alias=True, exclude_defaults=True, indent=2))
    elif form is Form.JSONLD:
        from arch_team.ontologies.jsonld import to_jsonld

        typer.echo(json.dumps(to_jsonld(ontology), ensure_ascii=False, indent=2))
    else:
        from arch_team.console.ontology_view import print_ontology

        print_ontology(ontology, language.value)


@app.command()
@plainly()
def check(
    feature: CheckedArg = "trustee",
    db: options.Db = None,
    file: options.Files = None,
    mandate: options.Mandate = None,
    ontology: options.Ontology = None,
) -> None:
    """Find what is wrong with a semantic model, on the database or the files it is for."""
    from arch_team.onboarding.checking import is_model_file

    feature = str(ontology) if ontology is not None else feature  # said as everywhere else
    if is_model_file(feature):
        from arch_team.console.ontology_data import check_model_file

        raise typer.Exit(check_model_file(Path(feature), db, file, mandate))
    _check_feature(feature, db)


class Foreign(StrEnum):
    OSSIE = "ossie"
    DBT = "dbt"
    SNOWFLAKE = "snowflake"


@app.command(name="import")
@plainly()
def import_model(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="YAML of Apache Ossie, dbt or Snowflake.")],
    kind: Annotated[
        Foreign | None, typer.Option("--from", help="Kind of the files. Default: told by their content.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="What the model is called.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write it. Default: on the screen.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Read a semantic model of another tool. What could not be carried over is listed."""
    from arch_team.onboarding.phrasing import number_of
    from arch_team.ontologies.interchange.files import imported
    from arch_team.ontologies.interchange.written import content_of
    from arch_team.ontologies.yaml_text import yaml_text

    carried = imported(files, kind.value if kind else None, name)
    _write(yaml_text(content_of(carried.form())), out, force=force)
    for lost in carried.lost:
        typer.echo(f"not carried over: {lost}", err=True)
    held = [number_of(len(carried.content.get(f"{one}s", ())), one) for one in ("table", "relation")]
    typer.echo(f"{', '.join(held)}; {number_of(len(carried.lost), 'thing')} not carried over.", err=True)


@app.command(name="export")
@plainly()
def export_model(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A model file (YAML), or the name of a saved model.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write it. Default: on the screen.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write a semantic model as Apache Ossie, with our own rules under `custom_extensions`."""
    from arch_team.console.setup import configured
    from arch_team.ontologies.interchange.ossie import to_ossie
    from arch_team.ontologies.kept_models import model_path
    from arch_team.ontologies.yaml_model import parsed_model
    from arch_team.ontologies.yaml_text import yaml_text

    path = model_path(Path(model), configured().ontologies_folder)
    form, _ = parsed_model(path.read_text(encoding="utf-8"), str(path))
    _write(yaml_text(to_ossie(form)), out, force=force)


@app.command()
@plainly()
def schema(
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write it. Default: on the screen.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Print the JSON Schema by which editors check a model file. `init --out` writes it beside the draft."""
    from arch_team.ontologies.yaml_model import schema_text

    _write(schema_text(), out, force=force)


def _write(text: str, out: Path | None, *, force: bool) -> None:
    from arch_team.errors import UsageError

    if out is None:
        typer.echo(text, nl=False)
    elif out.exists() and not force:
        raise UsageError(f"{out} is there already", "Choose another name, or write over it with --force.")
    else:
        out.write_text(text, encoding="utf-8")


def _check_feature(feature: str, db: str | None) -> None:
    from arch_team.featuredata.features import load_feature
    from arch_team.featuredata.ontology_check import Level, check_ontology

    written = _written(feature)
    loaded = load_feature(written.feature_code if written else feature)
    ontology = written or loaded.get_agent_ontology()
    if ontology is None:
        typer.echo(f"{feature}: no ontology, nothing to check.")
        return
    issues = check_ontology(ontology, loaded.tables())
    if db and not issues:
        from arch_team.featuredata.catalog_compiler import compile_catalog
        from arch_team.featuredata.key_check import check_keys
        from arch_team.featuredata.provider import open_engine

        issues += check_keys(compile_catalog(loaded.tables(), ontology), open_engine(db))
    for issue in issues:
        typer.echo(f"{issue.level}: {issue.where}: {issue.message}")
    errors = sum(issue.level is Level.ERROR for issue in issues)
    typer.echo(
        f"{feature}: {len(ontology.entities)} entities, {len(ontology.relations)} relations, "
        f"{len(ontology.constraints)} constraints, {len(ontology.canonical_patterns)} patterns; "
        f"{errors} errors, {len(issues) - errors} warnings."
    )
    if errors:
        raise typer.Exit(exits.ERROR)


def _ontology(name: str) -> "OntologyDescriptor":
    """The model of a YAML or JSON file, of a kept model, or of a feature."""
    from arch_team.console.ontology_data import model_named
    from arch_team.errors import UsageError
    from arch_team.featuredata.features import load_feature

    found = model_named(name) or _written(name)
    ontology = found or load_feature(name).get_agent_ontology()
    if ontology is None:
        raise UsageError(f"the feature {name!r} has no ontology", "It works from its tables and naming convention.")
    return ontology


def _written(name: str) -> "OntologyDescriptor | None":
    """The ontology in a file. None: the name is that of a feature."""
    import json

    from pydantic import ValidationError

    from arch_team.errors import UsageError
    from arch_team.ontologies.jsonld import from_jsonld

    if Path(name).suffix not in (".json", ".jsonld"):
        return None
    try:
        return from_jsonld(json.loads(Path(name).read_text(encoding="utf-8")))
    except OSError as error:
        raise UsageError(f"{name} cannot be read", "Check the file's name and rights.") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"{name} is no ontology: {where}: {first['msg']}", "Mend it and check again.") from error
    except (ValueError, AttributeError) as error:
        raise UsageError(f"{name} is not a JSON object", "Write it with `ontology show --format jsonld`.") from error
