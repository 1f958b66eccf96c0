"""The cases of `benchmark --mode llm`: fewer questions than the gold set, through the front door, with time limits."""

from functools import cache
from typing import Any, Literal, cast

from arch_team.evals.gold import GoldQuestion
from arch_team.evals.gold_loader import shipped
from arch_team.evals.scoring import Verdict, verdict_of
from arch_team.models.plain_chat import NO_REPLY
from arch_team.runs.answer import Answer
from arch_team.text.packaged import packaged
from arch_team.wire import Wire

TIMEOUT_BY_DIFFICULTY = {"easy": 45.0, "medium": 60.0, "hard": 90.0}
OTHER_TIMEOUT = 60.0
Category = Literal["direct", "routing", "data"]


class LlmCase(Wire):
    id: str
    category: Category
    difficulty: str
    needs_model: bool = False
    """What the embedded operator cannot answer."""
    question: GoldQuestion
    """What is asked and what is right, in the format of the gold set."""

    @property
    def timeout(self) -> float:
        return timeout_of(self.difficulty)

    @property
    def is_fast(self) -> bool:
        """Needs no tools, or is easy."""
        return self.category in ("direct", "routing") or self.difficulty == "easy"

    def verdict(self, answer: Answer) -> Verdict:
        """As for a gold question; besides, direct chat is marked as not from the user's data, and nothing else is."""
        if answer.route == "direct_chat" and NO_REPLY[answer.language] in answer.warnings:
            return "failed"
        found = verdict_of(self.question, answer)
        wrong_way = (answer.route == "direct_chat") != (self.category == "direct")
        return "wrong" if wrong_way and found == "right" else found


def timeout_of(difficulty: str) -> float:
    return TIMEOUT_BY_DIFFICULTY.get(difficulty, OTHER_TIMEOUT)


def cases(*, fast: bool = False) -> tuple[LlmCase, ...]:
    return tuple(case for case in _all() if case.is_fast or not fast)


@cache
def _all() -> tuple[LlmCase, ...]:
    return tuple(_case(item) for item in cast("list[dict[str, Any]]", packaged("llm_cases.yaml", "arch_team.evals")))


def _case(item: dict[str, Any]) -> LlmCase:
    given = dict(item)
    own = {name: given.pop(name) for name in ("id", "category", "difficulty", "needsModel") if name in given}
    gold = given.pop("gold", None)
    if gold is not None:
        question = _trustee()[gold].model_copy(update={"id": own["id"]})
    else:
        difficulty = own["difficulty"] if own["difficulty"] in TIMEOUT_BY_DIFFICULTY else "medium"
        question = GoldQuestion.model_validate(
            {"id": own["id"], "intent": own["category"], "difficulty": difficulty, **given}
        )
    return LlmCase.model_validate({**own, "question": question})


@cache
def _trustee() -> dict[str, GoldQuestion]:
    found = shipped("trustee")
    return {} if found is None else {question.id: question for question in found.usable().questions}
