"""Opening the database of kept runs: an SQLite file by default, PostgreSQL by URL. Both are used the same way."""

import contextlib
import logging
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, OperationalError

from arch_team.engine.locks import setup_lock
from arch_team.engine.schema import DBOS_SCHEMA, METADATA
from arch_team.engine.turns import take_turns
from arch_team.engine.upgrading import upgrade
from arch_team.errors import SourceUnavailable, UsageError
from arch_team.settings import Settings

FILE = "runs.sqlite"
IDLE = 1.0
"""Seconds after which a connection is looked at before it is used again."""
_USED = "used_at"
PATIENCE = 15.0
"""Seconds a caller is kept waiting while the database does not answer."""

T = TypeVar("T")
_log = logging.getLogger(__name__)


def database_url(settings: Settings) -> sa.URL:
    if settings.runs_db is None:
        settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        return sa.URL.create("sqlite", database=str(_ours_alone(settings.home.resolve() / FILE)))
    try:
        url = sa.make_url(settings.runs_db)
    except ArgumentError as error:
        raise UsageError("ARCH_TEAM_RUNS_DB is not a database URL", "Give postgresql://… or sqlite:///…") from error
    backend = url.get_backend_name()
    if backend == "sqlite" and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        _ours_alone(Path(url.database))
        return url
    if backend == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    raise UsageError("runs are kept in PostgreSQL or in an SQLite file", "Give postgresql://… or sqlite:///…")


def _ours_alone(file: Path) -> Path:
    """A database file that nobody else can read, in whatever folder it lies. SQLite gives the files beside it the same
    rights. One that is there is never opened here: to close it would end the locks this process holds on it."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    if file.stat().st_mode & 0o077:
        with contextlib.suppress(PermissionError):
            file.chmod(0o600)
    return file


def connected(settings: Settings) -> sa.Engine:
    """The database as it is, whatever tables it has."""
    url = database_url(settings)
    return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgres(url, settings.worker_concurrency)


def open_database(settings: Settings) -> sa.Engine:
    """The database with all tables in place, ours and DBOS's, whoever else opens it at the same moment."""
    engine = connected(settings)
    try:
        prepare(engine, engine.url)
    except DBAPIError as error:
        engine.dispose()
        raise SourceUnavailable(
            f"the database of runs cannot be opened: {error.orig}", "Check ARCH_TEAM_RUNS_DB and that it is running."
        ) from error
    except BaseException:
        engine.dispose()
        raise
    return engine


def prepare(engine: sa.Engine, url: sa.URL) -> None:
    from dbos import DBOS

    from arch_team.engine.quiet import quieten

    quieten()
    with setup_lock(engine):
        DBOS.migrate(url.render_as_string(hide_password=False), schema=DBOS_SCHEMA)
        METADATA.create_all(engine)
        upgrade(engine)


def _sqlite(url: sa.URL) -> sa.Engine:
    engine = sa.create_engine(url, pool_size=50, max_overflow=100, pool_timeout=60)  # a file: who waits holds one

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, record: Any) -> None:
        connection.isolation_level = "IMMEDIATE"  # who writes waits for its turn at the start, not in the middle
        for setting in ("busy_timeout=30000", "journal_mode=WAL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {setting}")

    _ = set_up
    take_turns(engine)
    return engine


def _postgres(url: sa.URL, concurrency: int) -> sa.Engine:
    engine = sa.create_engine(
        url,
        pool_size=10,
        max_overflow=max(10, min(concurrency, 40)),
        pool_timeout=60,
        connect_args={"application_name": "arch-team", "connect_timeout": 10},
    )

    @event.listens_for(engine, "checkin")
    def note(connection: Any, record: Any) -> None:
        record.info[_USED] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def look(connection: Any, record: Any, proxy: Any) -> None:
        """Asks a connection that lay idle whether it is still there: one that was just used is."""
        if time.monotonic() - record.info.get(_USED, time.monotonic()) < IDLE:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            raise DisconnectionError from error

    @event.listens_for(engine, "handle_error")
    def mark(context: ExceptionContext) -> None:
        """No state from the server: it was not reached. DBOS waits for it only where the error says so; it would write
        any other down as what came of the step."""
        cause = context.original_exception
        if type(cause).__name__ == "OperationalError" and getattr(cause, "sqlstate", None) is None:
            context.is_disconnect = True

    _ = mark, note, look
    return engine


def insert_new(dialect: sa.Dialect, table: sa.TableClause) -> "sqlite.Insert | postgresql.Insert":
    """An INSERT that leaves alone what is there already. Whether it added something is told by a RETURNING alone: the
    number of rows is not known with every driver."""
    if dialect.name == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()


def passing(error: DBAPIError) -> bool:
    """Whether trying again may help: the server restarts, or somebody else writes."""
    return error.connection_invalidated or isinstance(error, OperationalError)


def patiently(work: Callable[[], T], *, over: Callable[[], bool] | None = None) -> T:
    """Does it, again while the database is away: for a caller's patience, or for as long as it takes until `over`."""
    end = time.monotonic() + PATIENCE
    pause = 0.05
    while True:
        try:
            return work()
        except DBAPIError as error:
            if not passing(error):
                raise
            if over() if over is not None else time.monotonic() >= end:
                raise away() from error
            _log.warning("the database of runs does not answer; trying again: %s", error.orig)
        time.sleep(pause * (0.5 + random.random()))  # noqa: S311
        pause = min(pause * 2, 2.0)


def away() -> SourceUnavailable:
    return SourceUnavailable(
        "the database of runs does not answer", "Try again in a moment; nothing that was taken on is lost."
    )


def sayable(text: str) -> str:
    """Text that every database can hold."""
    return text.encode("utf-8", "replace").decode().replace("\0", "�")
