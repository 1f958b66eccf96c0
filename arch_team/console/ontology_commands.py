"""`arch-team ontology`: read an ontology, and check that it holds together."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arch_team.console import exits
from arch_team.console.plain import plainly

if TYPE_CHECKING:
    from arch_team.ontologies.descriptor import OntologyDescriptor

app = typer.Typer(help="Show and check the ontology of a feature.", no_args_is_help=True)

FeatureArg = Annotated[str, typer.Argument(help="Feature code.")]
CheckedArg = Annotated[str, typer.Argument(help="Feature code, or a JSON or JSON-LD file as `show` writes it.")]


class Form(StrEnum):
    TEXT = "text"
    PROMPT = "prompt"
    JSON = "json"
    JSONLD = "jsonld"


class Lang(StrEnum):
    DE = "de"
    EN = "en"


@app.command()
@plainly()
def show(
    feature: FeatureArg = "trustee",
    form: Annotated[
        Form, typer.Option("--format", help="text, prompt (what a model reads), json, jsonld.")
    ] = Form.TEXT,
    language: Annotated[Lang, typer.Option("--lang", help="de or en.")] = Lang.EN,
) -> None:
    """Print the ontology: for people, as the prompt a model reads, or as JSON."""
    import json

    from arch_team.errors import UsageError
    from arch_team.featuredata.features import load_feature

    ontology = load_feature(feature).get_agent_ontology()
    if ontology is None:
        raise UsageError(f"the feature {feature!r} has no ontology", "It works from its tables and naming convention.")
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
    db: Annotated[
        str | None, typer.Option("--db", help="Also check, in this database, the keys paths rely on.")
    ] = None,
) -> None:
    """Find dangling names, contradicting rules and patterns the validator would reject."""
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
