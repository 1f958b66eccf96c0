"""Calls that several answers share, on the tables as the DDL has them."""

from .answers import Earlier, Step, listed
from .calls import PREMIUMS, Part, there, where

CLAIM = "claim.Company_Claim_Number"
POLICY = "policy.Policy_Number"
KINDS = {"lp": "lossPayment", "lr": "lossReserve", "ep": "expensePayment", "er": "expenseReserve"}

ONE_OF_EACH = "each claim has exactly one amount of each kind: else rows are multiplied or dropped"
JOINS_TOO_MUCH = "the first of its two statements joins tables it shows nothing of: they multiply and drop rows"


def of_kind(kind: str) -> Part:
    return there(f"{KINDS[kind]}.Claim_Amount_Identifier")


def amounts(kind: str, *only: Part) -> Step:
    """The claim amounts of one kind, by claim number."""
    shows = {"claim": CLAIM, kind: "Claim_Amount"}
    return listed("Claim_Amount", [of_kind(kind), there("claim.Claim_Identifier"), *only], **shows)


def same(field: str, step: int, name: str) -> Part:
    return where(field, "IN", Earlier(step, name))


def claimed(*only: Part, **more: str) -> Step:
    """Which policy each claim is against."""
    full = [there("claim.Claim_Identifier"), there("coverage.policy.Policy_Identifier"), *only]
    return listed("Claim_Coverage", full, claim=CLAIM, policy="coverage.policy.Policy_Number", **more)


def party(name: str, role: Part, *only: Part) -> Step:
    shows = {"policy": POLICY, name: "Party_Identifier"}
    return listed("Agreement_Party_Role", [role, there("policy.Policy_Identifier"), *only], **shows)


def premium_of_coverage(step: int) -> Step:
    coverage = "coverage.Policy_Coverage_Detail_Identifier"
    return listed(
        "Policy_Amount", [PREMIUMS, same(coverage, step, "coverage")], coverage=coverage, premium="Policy_Amount"
    )


COVERAGE = {"coverage": "Policy_Coverage_Detail_Identifier"}
CATASTROPHE = {"catastrophe": "claim.catastrophe.Catastrophe_Name"}
WITH_CATASTROPHE = there("claim.catastrophe.Catastrophe_Identifier")
