"""Questions answered by one call once three views say what a path needs: one agent, one holder, one coverage."""

from .answers import Answer, listed, tallied
from .calls import PREMIUMS, there
from .steps import CLAIM, JOINS_TOO_MUCH, KINDS, ONE_OF_EACH, POLICY, of_kind

_POLICY = "against.coverage.policy.Policy_Number"
_AGENT = "against.coverage.agent.Party_Identifier"
_HOLDER = "policy.holder.Party_Identifier"
_CATASTROPHE = "claim.catastrophe.Catastrophe_Name"
_WITH_CATASTROPHE = there("claim.catastrophe.Catastrophe_Identifier")

FORMERLY_A_FEW = (
    *(
        Answer(
            key,
            f"agents, policies, claims and {KINDS[kind]}",
            "agent policy claim amount",
            (
                listed(
                    "Claim_Amount",
                    [of_kind(kind), there(_AGENT), there(_POLICY)],
                    agent=_AGENT,
                    policy=_POLICY,
                    claim=CLAIM,
                    amount="Claim_Amount",
                ),
            ),
            JOINS_TOO_MUCH if key == "b42369" else "",
        )
        for key, kind in (("b42369", "lp"), ("66ee72", "lr"), ("205ac9", "ep"), ("39301b", "er"))
    ),
    *(
        Answer(
            key,
            f"{name}s, policies, claims and catastrophes",
            "party policy claim catastrophe",
            (
                listed(
                    "Claim_Coverage",
                    [_WITH_CATASTROPHE, there(f"coverage.{name}.Party_Identifier")],
                    party=f"coverage.{name}.Party_Identifier",
                    policy="coverage.policy.Policy_Number",
                    claim=CLAIM,
                    catastrophe=_CATASTROPHE,
                ),
            ),
        )
        for key, name in (("b4454e", "agent"), ("8b9dc0", "holder"))
    ),
    Answer(
        "317ef7",
        "total premium by holder and policy",
        "holder policy premium",
        (
            tallied(
                "SUM",
                "Policy_Amount",
                "Policy_Amount",
                "premium",
                [PREMIUMS, there(_HOLDER)],
                holder=_HOLDER,
                policy=POLICY,
            ),
        ),
    ),
    Answer(
        "612b36",
        "premiums by holder",
        "policy holder premium",
        (listed("Policy_Amount", [PREMIUMS, there(_HOLDER)], policy=POLICY, holder=_HOLDER, premium="Policy_Amount"),),
    ),
    Answer(
        "ecee6b",
        "total loss by claim, catastrophe and policy",
        "policy claim catastrophe loss",
        (
            tallied(
                "SUM",
                "Claim_Amount",
                "Claim_Amount",
                "loss",
                [_WITH_CATASTROPHE, there(_POLICY)],
                policy=_POLICY,
                claim=CLAIM,
                catastrophe=_CATASTROPHE,
            ),
        ),
        ONE_OF_EACH,
    ),
)

FORMERLY_NONE = (
    Answer(
        "6f7ead",
        "total loss by policy",
        "policy loss",
        (tallied("SUM", "Claim_Amount", "Claim_Amount", "loss", [there(_POLICY)], policy=_POLICY),),
        ONE_OF_EACH,
    ),
    Answer(
        "d99256",
        "total loss by agent",
        "agent loss",
        (tallied("SUM", "Claim_Amount", "Claim_Amount", "loss", [there(_AGENT)], agent=_AGENT),),
        ONE_OF_EACH,
    ),
    Answer(
        "1e5723",
        "total loss by policy and catastrophe",
        "policy catastrophe loss",
        (
            tallied(
                "SUM",
                "Claim_Amount",
                "Claim_Amount",
                "loss",
                [there(_POLICY), _WITH_CATASTROPHE],
                policy=_POLICY,
                catastrophe=_CATASTROPHE,
            ),
        ),
        ONE_OF_EACH,
    ),
    Answer(
        "985f30",
        "total premium by holder",
        "holder premium",
        (tallied("SUM", "Policy_Amount", "Policy_Amount", "premium", [PREMIUMS, there(_HOLDER)], holder=_HOLDER),),
    ),
)
