"""Features: a domain that plugs in with its tables, and an ontology or at least some hints.

A third party registers one under the entry point group `arch_team.features`, without touching this package:

    [project.entry-points."arch_team.features"]
    insurance = "acme.insurance:FEATURE"
"""

import os
from collections.abc import Callable
from dataclasses import dataclass

from arch_team.errors import UsageError
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.tables import Table
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.registered import registered

ENTRY_POINTS = "arch_team.features"
ONTOLOGY_OFF = "ARCH_TEAM_DISABLE_ONTOLOGY"
"""For evaluations only: measure what a feature is worth without its ontology."""


@dataclass(frozen=True)
class Feature:
    code: str
    tables: Callable[[], tuple[Table, ...]]
    get_agent_ontology: Callable[[], OntologyDescriptor | None] = lambda: None
    get_agent_domain_hints: Callable[[], str] = lambda: ""
    """Words for the operator's prompt. They stand in it wherever the feature is read without an ontology."""

    def ontology(self) -> OntologyDescriptor | None:
        return None if os.environ.get(ONTOLOGY_OFF) == "1" else self.get_agent_ontology()

    def catalog(self, *, with_ontology: bool = True) -> Catalog:
        return compile_catalog(self.tables(), self.ontology() if with_ontology else None)


def feature_codes() -> list[str]:
    return sorted(point.name for point in registered(ENTRY_POINTS))


def load_feature(code: str) -> Feature:
    """The feature registered under a code. A broken one says so, and does not take the others with it."""
    for point in registered(ENTRY_POINTS):
        if point.name != code:
            continue
        try:
            feature = point.load()
        except Exception as error:
            raise UsageError(
                f"the feature {code!r} cannot be loaded: {error}", f"Check what {point.value} needs, then try again."
            ) from error
        if not isinstance(feature, Feature):
            raise UsageError(f"{point.value} is not a Feature", "Let the entry point name an instance of Feature.")
        return feature
    known = ", ".join(feature_codes()) or "none"
    raise UsageError(f"there is no feature {code!r}", f"Registered features: {known}.")
