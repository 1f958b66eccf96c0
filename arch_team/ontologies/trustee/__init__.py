"""The ontology of the trustee feature: a Swiss fiduciary's bookkeeping.

`accounts`, `balance_sheet` and `income_statement` hold the chart of accounts; `tables`, `measures` and `dimensions`
what is stored; `concepts` what people say that is neither; `rules` what may not be done; `patterns` the right call
for each kind of question.
"""

from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.ontologies.trustee.accounts import CLASSES
from arch_team.ontologies.trustee.balance_sheet import ASSET_GROUPS, LIABILITY_GROUPS
from arch_team.ontologies.trustee.concepts import CONCEPTS
from arch_team.ontologies.trustee.dimensions import DIMENSIONS, PERIODS, UNITS
from arch_team.ontologies.trustee.income_statement import EXPENSE_GROUPS, REVENUE_GROUPS
from arch_team.ontologies.trustee.measures import MEASURES
from arch_team.ontologies.trustee.patterns import PATTERNS
from arch_team.ontologies.trustee.rules import CONSTRAINTS, PURPOSES
from arch_team.ontologies.trustee.tables import RELATIONS, TABLE_ENTITIES

__all__ = ["TRUSTEE"]

TRUSTEE = OntologyDescriptor(
    feature_code="trustee",
    entities=(
        *TABLE_ENTITIES,
        *CLASSES,
        *ASSET_GROUPS,
        *LIABILITY_GROUPS,
        *REVENUE_GROUPS,
        *EXPENSE_GROUPS,
        *CONCEPTS,
        *MEASURES,
        *DIMENSIONS,
        *PERIODS,
        *UNITS,
    ),
    relations=RELATIONS,
    constraints=CONSTRAINTS,
    canonical_patterns=PATTERNS,
    purposes=PURPOSES,
)
