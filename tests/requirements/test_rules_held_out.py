"""Requirements of many fields with their defects: how many are found, and how much is said in vain."""

import pytest

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.wire import Language
from tests.requirements.rule_cases import counted, labelled


@pytest.mark.parametrize(
    ("name", "language", "precision", "recall", "verdicts_wrong"),
    [
        ("held_out", "de", 0.88, 0.95, 2),
        ("held_out", "en", 0.86, 0.97, 3),
        ("blind", "de", 0.8, 0.95, 1),
        ("blind", "en", 0.8, 0.95, 1),
    ],
)
def test_defects_are_found_and_little_is_said_in_vain(
    name: str, language: Language, precision: float, recall: float, verdicts_wrong: int
) -> None:
    cases = labelled(name, language)
    found = counted(Evaluator(), cases)
    assert found.precision >= precision
    assert found.recall >= recall
    assert found.verdicts - found.verdicts_right <= verdicts_wrong


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_language_of_each_is_read_rightly(language: Language) -> None:
    evaluator = Evaluator()
    for case in (*labelled("held_out", language), *labelled("blind", language)):
        assert evaluator.evaluate(case.text).language == language, case.text
