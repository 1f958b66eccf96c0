"""Semantic models kept in a folder: found by name, or by the tables they describe."""

import logging
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from arch_team.errors import OntologyError
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.ontologies.yaml_model import load_model

ENDINGS = (".yaml", ".yml")
_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())


def named_model(name: Path, folder: Path) -> OntologyDescriptor:
    """The model of a file, or of the file of that name in the folder."""
    return load_model(model_path(name, folder))


def model_path(name: Path, folder: Path) -> Path:
    """A file as it is named, else the one of that name in the folder."""
    if name.is_file() or name.suffix in ENDINGS or len(name.parts) > 1:
        return name if name.is_file() or not (folder / name).is_file() else folder / name
    for ending in ENDINGS:
        if (kept := folder / f"{name}{ending}").is_file():
            return kept
    known = ", ".join(sorted(path.stem for path in kept_files(folder)))
    raise OntologyError(
        f"there is no semantic model {name}",
        f"Name a YAML file, or one of these in {folder}: {known}." if known else "Name a YAML file.",
    )


def fitting_models(folder: Path, tables: Mapping[str, Collection[str]]) -> dict[Path, OntologyDescriptor]:
    """The kept models all of whose tables and fields are there, by their files."""
    fitting: dict[Path, OntologyDescriptor] = {}
    for path in kept_files(folder):
        try:
            model = load_model(path)
        except OntologyError as error:  # a file that is being written must not keep a database from being read
            _log.warning("a kept model is left aside: %s", error)
            continue
        if _fits(model, tables):
            fitting[path] = model
    return fitting


def _fits(model: OntologyDescriptor, tables: Mapping[str, Collection[str]]) -> bool:
    described = model.described_tables()
    if not described or not described <= set(tables):
        return False
    named = [(model.table_of(entity.name) or "", entity.field) for entity in model.entities if entity.field]
    for relation in model.relations:
        ends = (model.table_of(relation.from_entity) or "", model.table_of(relation.to_entity) or "")
        named += [(table, field) for pair in relation.joins for table, field in zip(ends, pair, strict=True)]
    return all(field in tables.get(table, ()) for table, field in named)


def kept_files(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from sorted(path for path in folder.iterdir() if path.suffix in ENDINGS and path.is_file())
