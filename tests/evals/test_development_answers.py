"""The development set, asked of the demo company without a model: what is held may not be lost unseen."""

import asyncio

from arch_team import Society
from arch_team.evals.development import cases, run
from arch_team.settings import Settings

KNOWN_OPEN = {"answerable": 1}
"""One question that is asked back."""


def test_no_answer_is_wrong_and_none_is_lost() -> None:
    results = asyncio.run(run(Society(Settings(model=None)), cases()))
    assert [r.case["id"] for r in results if r.verdict in ("wrong", "incomplete")] == []
    missed = [r.case["id"] for r in results if r.verdict != "right"]
    assert len(missed) <= KNOWN_OPEN["answerable"], missed
