"""The things of the insurance domain, and what people call them in two languages."""

from arch_team.ontologies.descriptor import Entity, Invariant, SemanticType
from arch_team.ontologies.roles import Labels


def _thing(
    name: str,
    table: str,
    kind: SemanticType,
    *,
    en: str,
    de: str,
    called: str,
    genannt: str,
    always: tuple[str, str] | None = None,
) -> Entity:
    """An entity with a table: what it is, what people call it, and what always holds, in English and German."""
    return Entity(
        name=name,
        python_class=table,
        semantic_type=kind,
        description=en,
        description_de=de,
        invariants=(Invariant(text=always[0], text_de=always[1]),) if always else (),
        labels=_labels(called, genannt),
    )


def _labels(en: str, de: str) -> Labels:
    return Labels(en=tuple(en.split(", ")), de=tuple(de.split(", ")))


_CLAIMS = (
    _thing(
        "Claim",
        "Claim",
        SemanticType.TRANSACTION,
        en="A claim, known by its Company_Claim_Number. Its money is in Claim_Amount.",
        de="Ein Schadenfall, bekannt unter Company_Claim_Number. Seine Beträge stehen in Claim_Amount.",
        called="claim, claims",
        genannt="Schadenfall, Schadenfälle, Schaden, Schäden",
    ),
    _thing(
        "ClaimAmount",
        "Claim_Amount",
        SemanticType.TRANSACTION_LINE,
        en="An amount paid or set aside for a claim.",
        de="Ein für einen Schadenfall gezahlter oder zurückgestellter Betrag.",
        called="claim amount, claim amounts",
        genannt="Schadenbetrag, Schadenbeträge",
        always=(
            "is of exactly one kind: lossPayment, lossReserve, expensePayment or expenseReserve; their sum is the loss",
            "ist von genau einer Art: lossPayment, lossReserve, expensePayment oder expenseReserve; Summe = Schaden",
        ),
    ),
    _thing(
        "LossPayment",
        "Loss_Payment",
        SemanticType.DIMENSION,
        en="Marks the claim amounts paid for the loss.",
        de="Kennzeichnet die für den Schaden gezahlten Beträge.",
        called="loss payment, loss payments, paid loss",
        genannt="Schadenzahlung, Schadenzahlungen",
    ),
    _thing(
        "LossReserve",
        "Loss_Reserve",
        SemanticType.DIMENSION,
        en="Marks the claim amounts set aside for the loss.",
        de="Kennzeichnet die für den Schaden zurückgestellten Beträge.",
        called="loss reserve, loss reserves",
        genannt="Schadenrückstellung, Schadenrückstellungen, Schadenreserve",
    ),
    _thing(
        "ExpensePayment",
        "Expense_Payment",
        SemanticType.DIMENSION,
        en="Marks the claim amounts paid for settling.",
        de="Kennzeichnet die für die Regulierung gezahlten Beträge.",
        called="expense payment, expense payments",
        genannt="Kostenzahlung, Kostenzahlungen",
    ),
    _thing(
        "ExpenseReserve",
        "Expense_Reserve",
        SemanticType.DIMENSION,
        en="Marks the claim amounts set aside for settling.",
        de="Kennzeichnet die für die Regulierung zurückgestellten Beträge.",
        called="expense reserve, expense reserves",
        genannt="Kostenrückstellung, Kostenrückstellungen, Kostenreserve",
    ),
    _thing(
        "Catastrophe",
        "Catastrophe",
        SemanticType.DIMENSION,
        en="What claims go back to: a flood, a storm.",
        de="Worauf Schadenfälle zurückgehen: eine Flut, ein Sturm.",
        called="catastrophe, catastrophes, disaster",
        genannt="Katastrophe, Katastrophen, Ereignis",
    ),
    _thing(
        "ClaimCoverage",
        "Claim_Coverage",
        SemanticType.TRANSACTION_LINE,
        en="A claim against a coverage: the table to count a policy's claims in.",
        de="Ein Schadenfall zu einer Deckung: die Tabelle, um die Schadenfälle einer Police zu zählen.",
        called="claim coverage, claim coverages",
        genannt="Schadendeckung, Schadendeckungen",
    ),
    _thing(
        "ClaimedCoverage",
        "Claim_Against",
        SemanticType.DIMENSION,
        en="The one coverage a claim is against.",
        de="Die eine Deckung, zu der ein Schadenfall gehört.",
        called="claimed coverage",
        genannt="beanspruchte Deckung",
    ),
)
_POLICIES = (
    _thing(
        "Policy",
        "Policy",
        SemanticType.DOCUMENT,
        en="A policy, known by its Policy_Number.",
        de="Eine Police, bekannt unter ihrer Policy_Number.",
        called="policy, policies, insurance contract",
        genannt="Police, Policen, Versicherungsvertrag",
    ),
    _thing(
        "Coverage",
        "Policy_Coverage_Detail",
        SemanticType.DOCUMENT,
        en="A coverage of a policy, with its period.",
        de="Eine Deckung einer Police, mit ihrem Zeitraum.",
        called="coverage, coverages",
        genannt="Deckung, Deckungen",
    ),
    _thing(
        "PolicyAmount",
        "Policy_Amount",
        SemanticType.TRANSACTION_LINE,
        en="An amount of a coverage.",
        de="Ein Betrag einer Deckung.",
        called="policy amount, policy amounts",
        genannt="Policenbetrag, Policenbeträge",
        always=(
            "is a premium where premium.Policy_Amount_Identifier IS NOT NULL, else the sum insured",
            "ist eine Prämie, wo premium.Policy_Amount_Identifier IS NOT NULL, sonst die Versicherungssumme",
        ),
    ),
    _thing(
        "Premium",
        "Premium",
        SemanticType.DIMENSION,
        en="Marks the policy amounts that are premiums.",
        de="Kennzeichnet die Policenbeträge, die Prämien sind.",
        called="premium, premiums",
        genannt="Prämie, Prämien",
    ),
    _thing(
        "PartyRole",
        "Agreement_Party_Role",
        SemanticType.PARTY,
        en="A party's role in a policy: PH holds it, AG sold it.",
        de="Die Rolle einer Partei in einer Police: PH hält sie, AG hat sie verkauft.",
        called="party, parties, party role",
        genannt="Beteiligter, Beteiligte, Partei",
    ),
    _thing(
        "Agent",
        "Policy_Agent",
        SemanticType.PARTY,
        en="The agent who sold a policy.",
        de="Der Vermittler, der eine Police verkauft hat.",
        called="agent, agents, broker",
        genannt="Vermittler, Agent, Makler",
    ),
    _thing(
        "Holder",
        "Policy_Holder",
        SemanticType.PARTY,
        en="The holder of a policy.",
        de="Der Versicherungsnehmer einer Police.",
        called="policy holder, policy holders, insured",
        genannt="Versicherungsnehmer, Policeninhaber",
    ),
)
_TERMS = (
    Entity(
        name="TotalLoss",
        semantic_type=SemanticType.CONCEPT,
        description="The sum of Claim_Amount over all four kinds.",
        description_de="Die Summe von Claim_Amount über alle vier Arten.",
        parent_entity="ClaimAmount",
        field="Claim_Amount",
        labels=_labels("total loss, incurred loss", "Gesamtschaden, Schadenaufwand"),
    ),
)
ENTITIES: tuple[Entity, ...] = (*_CLAIMS, *_POLICIES, *_TERMS)
