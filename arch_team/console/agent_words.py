"""What an agent said, in a few words for people: the marks they use among themselves mean nothing to anybody else."""

from arch_team.models.speech import (
    APPROVE,
    ASKING,
    CANNOT,
    CANNOT_ANSWER,
    INVALID,
    NOT_APPROVED,
    PROVIDED,
    VALID,
    need_in,
)

_AGENTS = {
    "QueryOperator": "operator",
    "Validator": "validator",
    "UserClarification": "clarification",
    "QAApprover": "approver",
}
_SAID = {
    CANNOT: "cannot answer this",
    VALID: "every figure is proven",
    INVALID: "sent the draft back",
    APPROVE: "approved",
    NOT_APPROVED: "did not approve",
    PROVIDED: "passed your answer on",
}


def turn_in_words(seat: str, text: str) -> tuple[str, str] | None:
    """Who spoke and what about. None where nothing happened that anybody needs to know."""
    agent = _AGENTS.get(seat, seat)
    if seat == "Validator" and text.startswith((ASKING, CANNOT_ANSWER)):
        return None  # there was nothing to prove
    said = next((words for mark, words in _SAID.items() if text.strip().startswith(mark)), None)
    if said is not None:
        return agent, said
    if seat == "QueryOperator":
        return agent, "needs to know something" if need_in(text) else "drafted an answer"
    return None
