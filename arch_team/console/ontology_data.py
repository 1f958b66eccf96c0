"""Semantic models held against the data they are for, at the console."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from arch_team.console import exits, options

if TYPE_CHECKING:
    from arch_team.onboarding.overview import SourceOverview
    from arch_team.ontologies.descriptor import OntologyDescriptor
    from arch_team.wire import Language


def model_named(name: str) -> "OntologyDescriptor | None":
    """The model of a YAML file, or a kept one. None: the name is of something else."""
    from arch_team.console.setup import configured
    from arch_team.onboarding.checking import is_model_file
    from arch_team.ontologies.kept_models import kept_files, named_model

    folder = configured().ontologies_folder
    if is_model_file(name) or name in {path.stem for path in kept_files(folder)}:
        return named_model(Path(name), folder)
    return None


def overview_for(
    name: str, db: str | None, file: list[Path] | None, mandate: str | None, language: "Language"
) -> "SourceOverview":
    """The tables of a source with the words of a model or a feature. The demo company's are known without a database
    or file; any other model says too little of its tables, so the data it is for must be named."""
    from arch_team.demo import FEATURE_CODE
    from arch_team.errors import UsageError
    from arch_team.featuredata.features import load_feature
    from arch_team.onboarding.overview import overview_of
    from arch_team.society import open_data

    ontology = Path(name) if model_named(name) else None
    settings = options.data_settings(db, file, ontology, mandate)
    if ontology is None and name != FEATURE_CODE:
        settings = settings.model_copy(update={"feature": load_feature(name).code})
    if name != FEATURE_CODE and not (settings.db or settings.named_files):
        raise UsageError(
            f"a table or a picture shows {name} together with the data it is for",
            "Name it: --db URL, or --file FILE. With --format text the model is shown by itself.",
        )
    return overview_of(open_data(settings), language)


def check_model_file(path: Path, db: str | None, file: list[Path] | None, mandate: str | None) -> int:
    """Says what is wrong with a model, and gives the exit code."""
    from arch_team.errors import OntologyError, UsageError
    from arch_team.featuredata.ontology_check import Level
    from arch_team.onboarding.checking import broken, check_file
    from arch_team.onboarding.draft import CHECK
    from arch_team.onboarding.phrasing import number_of
    from arch_team.society import open_data

    settings = options.data_settings(db, file, None, mandate)
    if not (settings.db or settings.named_files):
        raise UsageError("a model is checked on the data it is for", "Name it: --db URL, or --file FILE.")
    if not path.is_file():
        raise UsageError(f"there is no file {path}", "Check the name and the folder.")
    nowhere = settings.model_copy(update={"ontology": None, "ontologies": path.parent / ".none", "feature": None})
    source = open_data(nowhere)
    try:
        ontology, found = check_file(path, source)
    except OntologyError as error:
        typer.echo(broken(error).told(""))
        return exits.ERROR
    for concern in found:
        typer.echo(concern.told(path.name))
    errors = sum(concern.level is Level.ERROR for concern in found)
    entities, relations = (ontology.entities, ontology.relations) if ontology else ((), ())
    described = sum(entity.python_class is not None for entity in entities)
    held = f"{number_of(described, 'table')}, {number_of(len(relations), 'relation')} on {source.name}"
    marked = path.read_text(encoding="utf-8").count(f"# {CHECK}")
    told = f"{errors} to mend, {len(found) - errors + marked} to look at"
    marks = f" ({marked} of them marked # check in the file)" if marked else ""
    if errors and described:
        told = f"{told}. Sound already: {held}"
    elif not errors:
        told = f"{held}; {told}"
    typer.echo(f"{path.name}: {told}{marks}.")
    return exits.ERROR if errors else exits.ANSWERED
