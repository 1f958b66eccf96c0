"""Questions of the benchmark answered by a few calls, whose lists are read side by side."""

from .answers import Answer, listed, tallied
from .calls import AGENTS, HOLDERS, PREMIUMS
from .steps import (
    CATASTROPHE,
    CLAIM,
    COVERAGE,
    JOINS_TOO_MUCH,
    KINDS,
    ONE_OF_EACH,
    POLICY,
    WITH_CATASTROPHE,
    amounts,
    claimed,
    party,
    premium_of_coverage,
    same,
)

_ALL_KINDS = tuple(amounts(kind, same(CLAIM, 0, "claim")) for kind in KINDS)
_AGENT_OF = party("agent", AGENTS, same(POLICY, 0, "policy"))
_HOLDER_OF = party("holder", HOLDERS, same(POLICY, 0, "policy"))
"""Of the policies the first call showed."""

A_FEW_CALLS = (
    Answer("61defb", "the four amounts by claim", "claim lp lr ep er", tuple(map(amounts, KINDS)), ONE_OF_EACH),
    *(
        Answer(
            key,
            f"agents, policies, claims and {KINDS[kind]}",
            f"agent policy claim {kind}",
            (amounts(kind), claimed(same(CLAIM, 0, "claim")), party("agent", AGENTS, same(POLICY, 1, "policy"))),
            JOINS_TOO_MUCH if key == "b42369" else "",
        )
        for key, kind in (("b42369", "lp"), ("66ee72", "lr"), ("205ac9", "ep"), ("39301b", "er"))
    ),
    *(
        Answer(
            key,
            f"{name}s, policies, claims and catastrophes",
            f"{name} policy claim catastrophe",
            (claimed(WITH_CATASTROPHE, **CATASTROPHE), step),
        )
        for key, name, step in (("b4454e", "agent", _AGENT_OF), ("8b9dc0", "holder", _HOLDER_OF))
    ),
    Answer(
        "317ef7",
        "total premium by holder and policy",
        "holder policy premium",
        (
            tallied("SUM", "Policy_Amount", "Policy_Amount", "premium", [PREMIUMS], policy=POLICY),
            _HOLDER_OF,
        ),
    ),
    Answer(
        "612b36",
        "premiums by holder",
        "policy holder premium",
        (listed("Policy_Amount", [PREMIUMS], policy=POLICY, premium="Policy_Amount"), _HOLDER_OF),
    ),
    Answer(
        "ecee6b",
        "total loss by claim, catastrophe and policy",
        "policy claim catastrophe loss",
        (
            claimed(WITH_CATASTROPHE, **CATASTROPHE),
            tallied("SUM", "Claim_Amount", "Claim_Amount", "loss", [same(CLAIM, 0, "claim")], claim=CLAIM),
        ),
        ONE_OF_EACH,
    ),
    Answer(
        "317198",
        "total loss by claim, with policy, holder and premium",
        "holder policy premium claim loss",
        (
            claimed(**COVERAGE),
            tallied("SUM", "Claim_Amount", "Claim_Amount", "loss", [same(CLAIM, 0, "claim")], claim=CLAIM),
            _HOLDER_OF,
            premium_of_coverage(0),
        ),
        ONE_OF_EACH,
    ),
    Answer(
        "c92fa9",
        "the four amounts by claim, with policy, holder and premium",
        "holder policy premium claim lp lr ep er",
        (claimed(**COVERAGE), *_ALL_KINDS, _HOLDER_OF, premium_of_coverage(0)),
        ONE_OF_EACH,
    ),
    Answer(
        "1e1928",
        "the four amounts by claim, with policy, holder, premium and agent",
        "agent holder policy premium claim lp lr ep er",
        (claimed(**COVERAGE), *_ALL_KINDS, _HOLDER_OF, _AGENT_OF, premium_of_coverage(0)),
        ONE_OF_EACH,
    ),
    Answer(
        "38393f",
        "the four amounts by claim, with policy, holder, premium, catastrophe and agent",
        "agent holder policy premium catastrophe claim lp lr ep er",
        (
            claimed(WITH_CATASTROPHE, **COVERAGE, **CATASTROPHE),
            *_ALL_KINDS,
            _HOLDER_OF,
            _AGENT_OF,
            premium_of_coverage(0),
        ),
        ONE_OF_EACH,
    ),
)
