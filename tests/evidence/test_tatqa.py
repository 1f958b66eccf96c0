"""TAT-QA: true answers with their derivation declared are accepted, corrupted ones are not. 718 arithmetic questions.

Three drafts for each answer. `anchored`: the declaration stands beside the figure. `elsewhere`: it stands before, and
must be used by some figure. `beside`: the derivation is shown, and the typed figure stands on its own: any cell that it
equals by chance would do, so this is the hardest.
"""

import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from arch_team.evidence.guard import GroundingGuard
from arch_team.evidence.ledger import Ledger
from arch_team.featuredata.catalog import Catalog
from tests.evidence.corruptions import corruptions, written
from tests.evidence.tatqa import Question, Translation, Untranslatable, arithmetic_questions, ledger_of

pytestmark = pytest.mark.thorough

GUARD = GroundingGuard(Catalog({}))
ANCHORED = "The answer is {figure} {{{{={expression}}}}}."
ELSEWHERE = "It is computed from the table.{{{{={expression}}}}} The answer is {figure}."
BESIDE = "The answer is {figure}, from {{{{{expression}}}}}."


@dataclass(frozen=True)
class Case:
    question: Question
    ledger: Ledger
    expression: str
    wrong: tuple[tuple[str, str], ...]

    def is_accepted(self, form: str, figure: str) -> bool:
        draft = form.format(figure=figure, expression=self.expression)
        result = GUARD.check(draft, self.ledger, question=self.question.text, language="en")
        assert "GUARD_FAILED" not in [finding.code for finding in result.findings]
        return result.ok


@pytest.fixture(scope="module")
def questions(outside_data: Path) -> list[Question]:
    return arithmetic_questions(outside_data)


@pytest.fixture(scope="module")
def cases(questions: list[Question]) -> list[Case]:
    dice = random.Random(2025)
    made: list[Case] = []
    for question in questions:
        ledger = ledger_of(question)
        try:
            translation = Translation(question, ledger)
            expression = translation.expression()
        except Untranslatable:
            continue
        wrong = tuple(corruptions(question, expression, translation.operands, ledger, dice))
        made.append(Case(question, ledger, expression, wrong))
    return made


@pytest.mark.parametrize("form", [ANCHORED, ELSEWHERE, BESIDE], ids=["anchored", "elsewhere", "beside"])
def test_true_answers_are_accepted(questions: list[Question], cases: list[Case], form: str) -> None:
    accepted = sum(case.is_accepted(form, written(case.question.answer, case.question.scale)) for case in cases)
    assert len(questions) == 718
    assert accepted / len(questions) >= 0.98


@pytest.mark.parametrize(
    ("form", "every", "most"),
    [(ANCHORED, 8, 0.0), (ELSEWHERE, 8, 0.0), (BESIDE, 3, 0.01)],
    ids=["anchored", "elsewhere", "beside"],
)
def test_corrupted_answers_are_refused(cases: list[Case], form: str, every: int, most: float) -> None:
    tried: Counter[str] = Counter()
    accepted: Counter[str] = Counter()
    for case in cases[::every]:
        for kind, figure in case.wrong:
            tried[kind] += 1
            accepted[kind] += case.is_accepted(form, figure)
    assert accepted.total() / tried.total() <= most, {kind: (accepted[kind], n) for kind, n in tried.items()}
