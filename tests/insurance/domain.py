"""Insurance as a feature of its own: all a third party writes, and not a line of the package changed."""

from arch_team.featuredata.features import Feature
from arch_team.featuredata.tables import table_of

from .ontology import INSURANCE
from .tables import BASE_TABLES, VIEWS

FEATURE = Feature(
    code="insurance",
    tables=lambda: tuple(table_of(model) for model in (*BASE_TABLES, *VIEWS)),
    get_agent_ontology=lambda: INSURANCE,
)
