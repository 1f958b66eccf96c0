"""The demo company in a home of its own, once per worker: benchmarks read it, they never change it."""

from collections.abc import Callable

import pytest

from arch_team.evals.gold import GoldQuestion
from arch_team.evals.gold_loader import GoldSet, shipped
from arch_team.settings import Settings


@pytest.fixture(scope="session")
def bench_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(home=tmp_path_factory.mktemp("bench"), db=None, model=None, feature="trustee", file=None)


@pytest.fixture(scope="session")
def gold() -> GoldSet:
    found = shipped("trustee")
    assert found is not None
    return found.usable()


@pytest.fixture(scope="session")
def question_of(gold: GoldSet) -> Callable[[str], GoldQuestion]:
    by_id = {question.id: question for question in gold.questions}
    return by_id.__getitem__
