"""Engines under test."""

import os
import shutil
from collections.abc import Generator
from pathlib import Path

import pytest
import sqlalchemy as sa

from arch_team.engine.database import FILE, open_database
from arch_team.models.scripted import Hangs
from arch_team.settings import Settings
from tests.engine.office import Office
from tests.engine.operators import ASKS, NEED, PLAIN, Cast, following


def settings_in(home: Path, demo_home: Path, **more: object) -> Settings:
    """Of a home with an empty database of runs, copied: to make its tables one after the other takes half a second."""
    if "runs_db" not in more and not (home / FILE).exists():
        if not (demo_home / FILE).exists():
            open_database(Settings(home=demo_home)).dispose()
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.copyfile(demo_home / FILE, home / FILE)
    given: dict[str, object] = {"db": None, "model": None, "demo_home": demo_home, "home": home, **more}
    return Settings.model_validate(given)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def office(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, demo_home: Path
) -> Generator[Office]:
    """One engine for a module's tests on each database; each test is a tenant of its own."""
    settings = settings_in(tmp_path_factory.mktemp("runs"), demo_home)
    if request.param == "postgres":
        settings = settings.model_copy(update={"runs_db": new_database(request.getfixturevalue("empty_postgres"))})
    cast = Cast(bitte=following(*PLAIN), asks=following(*ASKS), hangs=following(Hangs()), insists=following(NEED))
    with Office(settings, cast) as office:
        yield office


@pytest.fixture(scope="session")
def empty_postgres(postgres_server: str) -> Generator[sa.Engine]:
    """A server with a prepared, empty database `template_runs` to copy."""
    admin = sa.create_engine(postgres_server, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    with admin.connect() as connection:
        connection.execute(sa.text("CREATE DATABASE template_runs"))
    url = sa.make_url(postgres_server).set(database="template_runs").render_as_string(hide_password=False)
    open_database(Settings(runs_db=url)).dispose()
    yield admin
    admin.dispose()


@pytest.fixture
def settings(request: pytest.FixtureRequest, tmp_path: Path, demo_home: Path) -> Settings:
    """A database of its own for a test, of the kind that its parameter `where` names."""
    if request.node.callspec.params["where"] == "sqlite":
        return settings_in(tmp_path, demo_home)
    return settings_in(tmp_path, demo_home, runs_db=new_database(request.getfixturevalue("empty_postgres")))


@pytest.fixture
def settings_on_sqlite(tmp_path: Path, demo_home: Path) -> Settings:
    return settings_in(tmp_path, demo_home)


def new_database(admin: sa.Engine) -> str:
    """A copy of the empty database. Gives its URL."""
    name = f"runs_{os.urandom(6).hex()}"
    with admin.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name} TEMPLATE template_runs"))
    return admin.url.set(database=name).render_as_string(hide_password=False)
