"""An ontology from names alone, for tables nobody described: enough for the embedded operator to count, sum and list.

It knows no rule of the domain: what may be summed is still the naming convention's word.
"""

import re
from collections.abc import Iterable, Mapping

from arch_team.ontologies.descriptor import Entity, Labels, OntologyDescriptor, SemanticType


def inferred_ontology(code: str, tables: Mapping[str, Iterable[tuple[str, str]]]) -> OntologyDescriptor:
    """From table names to their columns as (name, type): numbers are measures, the rest are dimensions."""
    entities: list[Entity] = []
    for table, columns in tables.items():
        entities.append(
            Entity(
                name=table,
                python_class=table,
                semantic_type=SemanticType.TRANSACTION,
                description=f"The rows of {table}.",
                labels=_labels(table, "Zeilen", "rows"),
            )
        )
        for name, kind in columns:
            measure = kind in ("decimal", "integer")
            entities.append(
                Entity(
                    name=f"{table}.{name}",
                    semantic_type=SemanticType.MEASURE if measure else SemanticType.DIMENSION,
                    description=name,
                    parent_entity=table,
                    field=name,
                    labels=_labels(name),
                )
            )
    return OntologyDescriptor(feature_code=code, entities=tuple(entities))


def _labels(name: str, *more: str) -> Labels:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[_\-.]+", " ", name).strip()
    words = tuple(dict.fromkeys((spaced, name, spaced.rstrip("s"), f"{spaced}s", *more)))
    return Labels(de=words, en=words)
