"""No false refusals: calls written from accountants' questions, by someone who did not know the rules, all pass."""

from pathlib import Path

import pytest

from arch_team.packaged import load_yaml
from arch_team.tools.data import DataTools

CALLS = load_yaml((Path(__file__).parent / "legitimate_calls.yaml").read_text(encoding="utf-8"))


def test_there_are_enough_of_them() -> None:
    assert len(CALLS) >= 60


@pytest.mark.parametrize("case", CALLS, ids=[str(case["question"])[:50] for case in CALLS])
def test_a_legitimate_call_passes(case: dict[str, object], tools: DataTools) -> None:
    result = tools.call(str(case["tool"]), case["arguments"])
    assert result.success, result.error_details
