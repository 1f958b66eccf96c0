"""How the insurance tables belong together, what may not be done with them, and the right call for some questions."""

from arch_team.ontologies.descriptor import (
    CanonicalQueryPattern,
    Cardinality,
    Constraint,
    ConstraintRule,
    OntologyDescriptor,
    Purpose,
    Relation,
)
from arch_team.ontologies.roles import Labels

from .calls import PREMIUMS, figure, rows, there, where
from .entities import ENTITIES


def _many(start: str, name: str, end: str, via: str) -> Relation:
    return Relation(from_entity=start, to_entity=end, cardinality=Cardinality.MANY_TO_ONE, via=via, name=name)


def _one(start: str, name: str, end: str, via: str) -> Relation:
    return Relation(from_entity=start, to_entity=end, cardinality=Cardinality.ONE_TO_ONE, via=via, name=name)


_COVERAGE_KEY = "Effective_Date, Policy_Coverage_Detail_Identifier"
_AMOUNT_KEY = "Claim_Amount_Identifier"
_AS_AGREEMENT = "Agreement_Identifier=Policy_Identifier"

RELATIONS = (
    _many("Claim", "catastrophe", "Catastrophe", "Catastrophe_Identifier"),
    _many("ClaimAmount", "claim", "Claim", "Claim_Identifier"),
    _many("ClaimAmount", "against", "ClaimedCoverage", "Claim_Identifier"),
    _one("ClaimAmount", "lossPayment", "LossPayment", _AMOUNT_KEY),
    _one("ClaimAmount", "lossReserve", "LossReserve", _AMOUNT_KEY),
    _one("ClaimAmount", "expensePayment", "ExpensePayment", _AMOUNT_KEY),
    _one("ClaimAmount", "expenseReserve", "ExpenseReserve", _AMOUNT_KEY),
    _many("ClaimCoverage", "claim", "Claim", "Claim_Identifier"),
    _many("ClaimCoverage", "coverage", "Coverage", _COVERAGE_KEY),
    _many("ClaimedCoverage", "coverage", "Coverage", _COVERAGE_KEY),
    _many("Coverage", "policy", "Policy", "Policy_Identifier"),
    _many("Coverage", "agent", "Agent", "Policy_Identifier"),  # ClaimAmount.against.coverage.agent is three steps
    _many("Coverage", "holder", "Holder", "Policy_Identifier"),
    _many("PolicyAmount", "policy", "Policy", "Policy_Identifier"),
    _many("PolicyAmount", "coverage", "Coverage", _COVERAGE_KEY),
    _one("PolicyAmount", "premium", "Premium", "Policy_Amount_Identifier"),
    _many("PartyRole", "policy", "Policy", _AS_AGREEMENT),
    _one("Policy", "agent", "Agent", "Policy_Identifier"),
    _one("Policy", "holder", "Holder", "Policy_Identifier"),
    Relation(from_entity="Policy", to_entity="Coverage", cardinality=Cardinality.ONE_TO_MANY),
    Relation(from_entity="Policy", to_entity="PartyRole", cardinality=Cardinality.ONE_TO_MANY),
    Relation(from_entity="Claim", to_entity="Coverage", cardinality=Cardinality.MANY_TO_MANY),
)

PURPOSES = (Purpose(name="premium_total", labels=Labels(en=("premiums", "premium"), de=("Prämien", "Prämie"))),)

CONSTRAINTS = (
    Constraint(
        applies_to="*.*_Identifier",
        rule=ConstraintRule.NEVER_AGGREGATE,
        message="An identifier is a name, not a quantity: COUNT it.",
        message_de="Ein Identifier ist ein Name, keine Menge: mit COUNT zählen.",
    ),
    Constraint(
        applies_to="PolicyAmount",
        rule=ConstraintRule.REQUIRES_FILTER_ON,
        fields=("premium.Policy_Amount_Identifier", "Amount_Type_Code", "Policy_Amount_Identifier"),
        message="Premiums and sums insured are mixed: filter premium.Policy_Amount_Identifier.",
        message_de="Prämien und Summen gemischt: premium.Policy_Amount_Identifier filtern.",
    ),
    Constraint(
        applies_to="Premium",
        rule=ConstraintRule.WRONG_TABLE_FOR_PURPOSE,
        purposes=("premium_total",),
        use="PolicyAmount",
        message="Premium only marks amounts: ask Policy_Amount.",
        message_de="Premium kennzeichnet nur Beträge: Policy_Amount fragen.",
    ),
)

PATTERNS = (
    CanonicalQueryPattern(
        intent="PREMIUM_TOTAL_BY_POLICY",
        description="Premiums per policy.",
        description_de="Prämien je Police.",
        pattern=figure("SUM", "Policy_Amount", "Policy_Amount", by=["policy.Policy_Number"], only=[PREMIUMS]),
        questions=Labels(en=("Which premiums were paid per policy?",), de=("Welche Prämien fielen je Police an?",)),
    ),
    CanonicalQueryPattern(
        intent="TOTAL_LOSS_BY_CLAIM",
        description="The total loss of each claim.",
        description_de="Der Gesamtschaden je Schadenfall.",
        pattern=figure("SUM", "Claim_Amount", "Claim_Amount", by=["claim.Company_Claim_Number"]),
        questions=Labels(en=("How high is the loss of each claim?",), de=("Wie hoch ist jeder Schaden?",)),
    ),
    CanonicalQueryPattern(
        intent="LOSS_PAYMENTS_BY_CLAIM",
        description="What was paid for the loss of each claim.",
        description_de="Was je Schadenfall für den Schaden gezahlt wurde.",
        pattern=rows(
            "Claim_Amount",
            "claim.Company_Claim_Number",
            "Claim_Amount",
            only=[there("lossPayment.Claim_Amount_Identifier")],
        ),
        questions=Labels(en=("Which loss payments were made?",), de=("Welche Schadenzahlungen gab es?",)),
    ),
    CanonicalQueryPattern(
        intent="CLAIMS_CLOSED_IN_YEAR",
        description="Claims closed in a year.",
        description_de="In einem Jahr geschlossene Schadenfälle.",
        pattern=rows(
            "Claim",
            "Company_Claim_Number",
            "Claim_Close_Date",
            only=[where("Claim_Close_Date", "BETWEEN", ["{year}-01-01", "{year}-12-31"])],
        ),
        samples={"year": 2024},
        questions=Labels(en=("Which claims were closed in 2024?",), de=("Welche Schäden wurden 2024 geschlossen?",)),
    ),
)

INSURANCE = OntologyDescriptor(
    feature_code="insurance",
    entities=ENTITIES,
    relations=RELATIONS,
    constraints=CONSTRAINTS,
    canonical_patterns=PATTERNS,
    purposes=PURPOSES,
)
