"""The tables of a property and casualty insurer, named as the outside DDL names them, and three views on them.

Field names are the columns' names in lower case; the column itself is `Claim_Identifier` for `claim_identifier`.
"""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field

from arch_team.featuredata.tables import TableModel

OptionalMoney = Annotated[Decimal | None, Field(max_digits=15, decimal_places=2)]


class InsuranceRow(TableModel):
    """One company, one set of tables: nothing is divided by tenant."""

    model_config = ConfigDict(alias_generator=str.title)
    table_scope: ClassVar[Mapping[str, str]] = {}


class Claim(InsuranceRow):
    """Claims, one row per claim."""

    table_name = "Claim"
    table_key = ("Claim_Identifier",)

    claim_identifier: int
    catastrophe_identifier: int | None = None
    claim_description: str | None = None
    claims_made_date: datetime | None = None
    company_claim_number: str | None = Field(default=None, description="the number people know the claim by")
    company_subclaim_number: str | None = None
    insurable_object_identifier: int | None = None
    occurrence_identifier: int | None = None
    entry_into_claims_made_program_date: datetime | None = None
    claim_open_date: datetime | None = None
    claim_close_date: datetime | None = Field(default=None, description="empty while the claim is open")
    claim_reopen_date: datetime | None = None
    claim_status_code: str | None = None
    claim_reported_date: datetime | None = None


class ClaimAmount(InsuranceRow):
    """Amounts paid or set aside for claims: loss or expense, payment or reserve."""

    table_name = "Claim_Amount"
    table_key = ("Claim_Amount_Identifier",)

    claim_amount_identifier: int
    claim_identifier: int
    claim_offer_identifier: int | None = None
    amount_type_code: str | None = None
    event_date: datetime | None = None
    claim_amount: OptionalMoney = None
    insurance_type_code: str | None = None


class ClaimAmountKind(InsuranceRow):
    """A table whose only column says which claim amounts are of one kind."""

    table_key = ("Claim_Amount_Identifier",)

    claim_amount_identifier: int


class LossPayment(ClaimAmountKind):
    """Which claim amounts are payments for the loss itself."""

    table_name = "Loss_Payment"


class LossReserve(ClaimAmountKind):
    """Which claim amounts are set aside for the loss itself."""

    table_name = "Loss_Reserve"


class ExpensePayment(ClaimAmountKind):
    """Which claim amounts are payments for the cost of settling."""

    table_name = "Expense_Payment"


class ExpenseReserve(ClaimAmountKind):
    """Which claim amounts are set aside for the cost of settling."""

    table_name = "Expense_Reserve"


class ClaimCoverage(InsuranceRow):
    """Which coverages a claim is made against."""

    table_name = "Claim_Coverage"
    table_key = ("Claim_Identifier", "Effective_Date", "Policy_Coverage_Detail_Identifier")

    claim_identifier: int
    effective_date: datetime
    policy_coverage_detail_identifier: int


class PolicyCoverageDetail(InsuranceRow):
    """Coverages: what a policy insures, and from when to when."""

    table_name = "Policy_Coverage_Detail"
    table_key = ("Effective_Date", "Policy_Coverage_Detail_Identifier")

    effective_date: datetime
    policy_coverage_detail_identifier: int
    coverage_identifier: int
    insurable_object_identifier: int
    policy_identifier: int
    coverage_part_code: str
    coverage_description: str | None = None
    expiration_date: datetime | None = None
    coverage_inclusion_exclusion_code: str | None = None


class Policy(InsuranceRow):
    """Policies, one row per policy."""

    table_name = "Policy"
    table_key = ("Policy_Identifier",)

    policy_identifier: int
    effective_date: datetime | None = None
    expiration_date: datetime | None = None
    policy_number: str | None = Field(default=None, description="the number people know the policy by")
    status_code: str | None = None
    geographic_location_identifier: int | None = None


class PolicyAmount(InsuranceRow):
    """Amounts of coverages: what is insured, and the premiums paid for it."""

    table_name = "Policy_Amount"
    table_key = ("Policy_Amount_Identifier",)

    policy_amount_identifier: int
    geographic_location_identifier: int
    policy_identifier: int | None = None
    effective_date: datetime | None = None
    amount_type_code: str | None = None
    earning_begin_date: datetime | None = None
    earning_end_date: datetime | None = None
    policy_coverage_detail_identifier: int | None = None
    policy_amount: OptionalMoney = None
    insurable_object_identifier: int | None = None
    insurance_type_code: str | None = None


class Premium(InsuranceRow):
    """Which policy amounts are premiums."""

    table_name = "Premium"
    table_key = ("Policy_Amount_Identifier",)

    policy_amount_identifier: int


class AgreementPartyRole(InsuranceRow):
    """Who has which part in a policy: PH is its holder, AG the agent who sold it."""

    table_name = "Agreement_Party_Role"
    table_key = ("Agreement_Identifier", "Party_Identifier", "Party_Role_Code", "Effective_Date")

    agreement_identifier: int
    party_identifier: int
    party_role_code: str
    effective_date: datetime
    expiration_date: datetime | None = None


class Catastrophe(InsuranceRow):
    """Catastrophes claims go back to."""

    table_name = "Catastrophe"
    table_key = ("Catastrophe_Identifier",)

    catastrophe_identifier: int
    catastrophe_type_code: str | None = None
    catastrophe_name: str | None = None
    industry_catastrophe_code: str | None = None
    company_catastrophe_code: str | None = None


class PolicyParty(InsuranceRow):
    """The one party a policy has in one role."""

    table_key = ("Policy_Identifier",)

    policy_identifier: int
    party_identifier: int


class PolicyAgent(PolicyParty):
    """The agent who sold a policy. A view: one row per policy, as long as one agent sells it."""

    table_name = "Policy_Agent"


class PolicyHolder(PolicyParty):
    """The holder of a policy. A view: one row per policy, as long as one party holds it."""

    table_name = "Policy_Holder"


class ClaimAgainst(InsuranceRow):
    """The coverage a claim is made against. A view: one row per claim, as long as it is made against one."""

    table_name = "Claim_Against"
    table_key = ("Claim_Identifier",)

    claim_identifier: int
    effective_date: datetime
    policy_coverage_detail_identifier: int


BASE_TABLES: tuple[type[InsuranceRow], ...] = (
    Claim,
    ClaimAmount,
    LossPayment,
    LossReserve,
    ExpensePayment,
    ExpenseReserve,
    ClaimCoverage,
    PolicyCoverageDetail,
    Policy,
    PolicyAmount,
    Premium,
    AgreementPartyRole,
    Catastrophe,
)
VIEWS: Mapping[type[InsuranceRow], str] = {
    PolicyAgent: "SELECT Agreement_Identifier AS Policy_Identifier, Party_Identifier FROM Agreement_Party_Role "
    "WHERE Party_Role_Code = 'AG'",
    PolicyHolder: "SELECT Agreement_Identifier AS Policy_Identifier, Party_Identifier FROM Agreement_Party_Role "
    "WHERE Party_Role_Code = 'PH'",
    ClaimAgainst: "SELECT Claim_Identifier, Effective_Date, Policy_Coverage_Detail_Identifier FROM Claim_Coverage",
}
"""What a company's database would offer on top of its tables, because a path leads to one row only."""
