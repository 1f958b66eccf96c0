"""An insurer made up for tests, with what real ones have and benchmarks leave out.

Policy P-30 has no claim and no agent. Claim C-1 has two loss payments, C-2 no catastrophe; C-2 and C-4 have a reserve
only, and C-5 has neither an amount nor a coverage. Coverage 3 has two premiums.
"""

from datetime import datetime
from decimal import Decimal

from .tables import (
    AgreementPartyRole,
    Catastrophe,
    Claim,
    ClaimAmount,
    ClaimAmountKind,
    ClaimCoverage,
    ExpensePayment,
    ExpenseReserve,
    InsuranceRow,
    LossPayment,
    LossReserve,
    Policy,
    PolicyAmount,
    PolicyCoverageDetail,
    Premium,
)

_AMOUNTS: tuple[tuple[int, int, str, type[ClaimAmountKind]], ...] = (
    (1, 1, "100.10", LossPayment),
    (2, 1, "50.05", LossPayment),
    (3, 1, "20.00", LossReserve),
    (4, 1, "5.55", ExpensePayment),
    (5, 1, "1.00", ExpenseReserve),
    (6, 2, "300.00", LossReserve),
    (7, 3, "70.00", LossPayment),
    (8, 3, "30.00", LossReserve),
    (9, 3, "10.01", ExpensePayment),
    (10, 3, "9.99", ExpenseReserve),
    (11, 4, "40.00", LossReserve),
)
_COVERAGES = ((1, 10, 2018), (2, 10, 2019), (3, 20, 2019), (4, 30, 2020))
_SUMS_INSURED = ((1, 1, "500000.00"), (2, 2, "600000.00"))
_PREMIUMS = ((3, 1, "1200.50"), (4, 2, "1300.00"), (5, 3, "800.25"), (6, 3, "99.75"), (7, 4, "450.00"))
_ROLES = ((10, 101, "PH"), (10, 201, "AG"), (20, 101, "PH"), (20, 202, "AG"), (30, 103, "PH"))


def _claim_amounts() -> list[InsuranceRow]:
    found: list[InsuranceRow] = []
    for number, claim, amount, kind in _AMOUNTS:
        found.append(ClaimAmount(claim_amount_identifier=number, claim_identifier=claim, claim_amount=Decimal(amount)))
        found.append(kind(claim_amount_identifier=number))
    return found


def _coverage(number: int, policy: int, year: int) -> PolicyCoverageDetail:
    return PolicyCoverageDetail(
        effective_date=datetime(year, 1, 1),
        policy_coverage_detail_identifier=number,
        coverage_identifier=1,
        insurable_object_identifier=1,
        policy_identifier=policy,
        coverage_part_code="A",
        expiration_date=datetime(year, 12, 31),
    )


def _policy_amount(number: int, coverage: int, amount: str) -> PolicyAmount:
    _, policy, year = next(c for c in _COVERAGES if c[0] == coverage)
    return PolicyAmount(
        policy_amount_identifier=number,
        geographic_location_identifier=1,
        policy_identifier=policy,
        effective_date=datetime(year, 1, 1),
        policy_coverage_detail_identifier=coverage,
        policy_amount=Decimal(amount),
    )


def _claimed(claim: int, coverage: int) -> ClaimCoverage:
    year = next(year for number, _, year in _COVERAGES if number == coverage)
    return ClaimCoverage(
        claim_identifier=claim, effective_date=datetime(year, 1, 1), policy_coverage_detail_identifier=coverage
    )


ROWS: tuple[InsuranceRow, ...] = (
    Catastrophe(catastrophe_identifier=1, catastrophe_name="Hail"),
    Catastrophe(catastrophe_identifier=2, catastrophe_name="Avalanche"),
    *(Policy(policy_identifier=n, policy_number=f"P-{n}", effective_date=datetime(2018, 1, 1)) for n in (10, 20, 30)),
    *(_coverage(*coverage) for coverage in _COVERAGES),
    *(_policy_amount(*amount) for amount in (*_SUMS_INSURED, *_PREMIUMS)),
    *(Premium(policy_amount_identifier=number) for number, _, _ in _PREMIUMS),
    *(
        AgreementPartyRole(
            agreement_identifier=policy,
            party_identifier=party,
            party_role_code=role,
            effective_date=datetime(2018, 1, 1),
        )
        for policy, party, role in _ROLES
    ),
    Claim(
        claim_identifier=1,
        company_claim_number="C-1",
        catastrophe_identifier=1,
        claim_open_date=datetime(2018, 12, 1),
        claim_close_date=datetime(2019, 5, 1),
    ),
    Claim(claim_identifier=2, company_claim_number="C-2", claim_open_date=datetime(2019, 3, 1)),
    Claim(
        claim_identifier=3,
        company_claim_number="C-3",
        catastrophe_identifier=2,
        claim_open_date=datetime(2019, 4, 1),
        claim_close_date=datetime(2020, 2, 1),
    ),
    Claim(claim_identifier=4, company_claim_number="C-4", catastrophe_identifier=2),
    Claim(claim_identifier=5, company_claim_number="C-5", catastrophe_identifier=1),
    *_claim_amounts(),
    _claimed(1, 1),
    _claimed(2, 2),
    _claimed(3, 3),
    _claimed(4, 3),
)
