"""Questions of the benchmark answered by one call, from the tables as the DDL has them."""

from .answers import Answer, listed, tallied
from .calls import AGENTS, HOLDERS, PREMIUMS, not_there, there, where
from .steps import CLAIM, KINDS, ONE_OF_EACH, POLICY, amounts, claimed, party

ONE_CALL = (
    Answer(
        "0d87a2",
        "policies with their dates",
        "policy start end",
        (listed("Policy", policy="Policy_Number", start="Effective_Date", end="Expiration_Date"),),
    ),
    Answer(
        "aa04aa",
        "claims with their dates",
        "claim opened closed",
        (listed("Claim", claim="Company_Claim_Number", opened="Claim_Open_Date", closed="Claim_Close_Date"),),
    ),
    Answer(
        "d51d70",
        "claims closed in a year",
        "claim",
        (
            listed(
                "Claim",
                [where("Claim_Close_Date", "BETWEEN", ["2019-01-01", "2019-12-31"])],
                claim="Company_Claim_Number",
            ),
        ),
    ),
    Answer("8f2344", "number of policies", "n", (tallied("COUNT", "Policy", None, "n"),)),
    Answer("f1b8ef", "number of claims", "n", (tallied("COUNT", "Claim", None, "n"),)),
    *(
        Answer(key, f"{KINDS[kind]} by claim", f"claim {kind}", (amounts(kind),))
        for key, kind in (("fd5797", "lp"), ("d4c4a2", "lr"), ("c5c85d", "ep"), ("72d859", "er"))
    ),
    Answer("6b6e06", "policies and agents", "policy agent", (party("agent", AGENTS),)),
    Answer("c340bd", "policies and holders", "policy holder", (party("holder", HOLDERS),)),
    *(
        Answer(
            key,
            f"number of policies by {name}",
            f"{name} n",
            (
                tallied(
                    "COUNT",
                    "Agreement_Party_Role",
                    POLICY,
                    "n",
                    [role, there("policy.Policy_Identifier")],
                    **{name: "Party_Identifier"},
                ),
            ),
        )
        for key, name, role in (("a8f3cd", "agent", AGENTS), ("b2c56b", "holder", HOLDERS))
    ),
    Answer("c4844d", "policies with claims", "policy claim", (claimed(),)),
    Answer(
        "419b16",
        "number of claims by policy",
        "policy n",
        (
            tallied(
                "COUNT",
                "Claim_Coverage",
                CLAIM,
                "n",
                [there("claim.Claim_Identifier"), there("coverage.policy.Policy_Identifier")],
                policy="coverage.policy.Policy_Number",
            ),
        ),
    ),
    Answer(
        "73a8fe",
        "premiums by policy",
        "policy premium",
        (
            listed(
                "Policy_Amount", [PREMIUMS, there("policy.Policy_Identifier")], policy=POLICY, premium="Policy_Amount"
            ),
        ),
    ),
    Answer(
        "7bbadc",
        "premiums by policy and coverage period",
        "policy start end premium",
        (
            listed(
                "Policy_Amount",
                [PREMIUMS, there("coverage.policy.Policy_Identifier")],
                policy="coverage.policy.Policy_Number",
                start="coverage.Effective_Date",
                end="coverage.Expiration_Date",
                premium="Policy_Amount",
            ),
        ),
    ),
    Answer(
        "43461e",
        "total premium by policy",
        "policy premium",
        (
            tallied(
                "SUM",
                "Policy_Amount",
                "Policy_Amount",
                "premium",
                [PREMIUMS, there("policy.Policy_Identifier")],
                policy=POLICY,
            ),
        ),
    ),
    Answer(
        "5b813c",
        "loss paid and reserved by claim",
        "claim loss",
        (
            tallied(
                "SUM",
                "Claim_Amount",
                "Claim_Amount",
                "loss",
                [not_there(f"{KINDS[kind]}.Claim_Amount_Identifier") for kind in ("ep", "er")],
                claim=CLAIM,
            ),
        ),
        ONE_OF_EACH,
    ),
    Answer(
        "adff04",
        "total loss by claim",
        "claim loss",
        (tallied("SUM", "Claim_Amount", "Claim_Amount", "loss", claim=CLAIM),),
        ONE_OF_EACH,
    ),
)
