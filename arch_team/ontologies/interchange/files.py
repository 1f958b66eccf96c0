"""Which kind of model a file holds, and how it is read."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, cast

import yaml

from arch_team.errors import OntologyError
from arch_team.ontologies.interchange.carrying import Carried
from arch_team.ontologies.interchange.dbt import from_dbt, is_dbt
from arch_team.ontologies.interchange.ossie import from_ossie, is_ossie
from arch_team.ontologies.interchange.snowflake import from_snowflake, is_snowflake

Kind = Literal["ossie", "dbt", "snowflake"]
KINDS: tuple[Kind, ...] = ("ossie", "dbt", "snowflake")


def imported(paths: Sequence[Path], kind: Kind | None = None, name: str | None = None) -> Carried:
    """The model in some files. dbt spreads one over several; the others are one file."""
    documents = [document for path in paths for document in _documents(path)]
    if not documents:
        raise OntologyError("there is nothing in there", "Name the YAML files of the model.")
    kind = kind or _kind_of(documents)
    if kind == "dbt":
        return from_dbt(documents, name or paths[0].stem)
    if len(documents) > 1:
        raise OntologyError(f"a model of {kind} is one file", "Name one file at a time.")
    carried = from_ossie(documents[0]) if kind == "ossie" else from_snowflake(documents[0])
    if name:
        carried.content["model"] = name
    return carried


def _kind_of(documents: Sequence[dict[str, Any]]) -> Kind:
    if any(is_ossie(document) for document in documents):
        return "ossie"
    if any(is_dbt(document) for document in documents):
        return "dbt"
    if any(is_snowflake(document) for document in documents):
        return "snowflake"
    if any("ontology" in document for document in documents):
        raise OntologyError(
            "this is an ontology of Apache Ossie: concepts, and no tables",
            "Import the semantic model of the same project (a file with semantic_model in it).",
        )
    raise OntologyError("this is no model of a known kind", f"Import one of: {', '.join(KINDS)}.")


def _documents(path: Path) -> list[dict[str, Any]]:
    try:
        found = list(yaml.safe_load_all(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise OntologyError(f"{path} cannot be read: {error.strerror}", "Name a YAML file that can be read.") from error
    except yaml.YAMLError as error:
        raise OntologyError(f"{path} is no YAML", "Mend its indentation and brackets.") from error
    return [cast("dict[str, Any]", one) for one in found if isinstance(one, dict)]
