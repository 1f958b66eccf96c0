"""Engines under test. The demo company is built once for all of them."""

from collections.abc import Generator
from pathlib import Path

import pytest

from arch_team.demo.location import demo_database
from arch_team.models.scripted import Hangs
from arch_team.settings import Settings
from tests.engine.office import Office
from tests.engine.operators import ASKS, NEED, PLAIN, Cast, following


@pytest.fixture(scope="session")
def demo_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("demo-home")
    demo_database(home)
    return home


def settings_in(home: Path, demo_home: Path, **more: object) -> Settings:
    given: dict[str, object] = {"db": None, "model": None, "demo_home": demo_home, "home": home, **more}
    return Settings.model_validate(given)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Generator[Office]:
    """One engine for a module's tests; each test is a tenant of its own."""
    settings = settings_in(tmp_path_factory.mktemp("runs"), demo_home)
    cast = Cast(plain=following(*PLAIN), asks=following(*ASKS), hangs=following(Hangs()), insists=following(NEED))
    with Office(settings, cast) as office:
        yield office
