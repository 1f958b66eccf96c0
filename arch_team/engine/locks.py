"""Locks that end with the process that holds them, however it ends.

A process that works on runs holds the lock of its executor id for as long as it lives. Who can take the lock of another
one knows that it is dead. On PostgreSQL these are advisory locks of a connection; beside an SQLite file, locked files.
"""

import hashlib
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError


class Locks(Protocol):
    def take(self, name: str) -> bool:
        """Takes the lock unless another process holds it. What is held already is checked to be held still."""
        ...

    def release(self, name: str) -> None: ...

    def close(self) -> None: ...


def open_locks(engine: sa.Engine) -> Locks:
    if engine.dialect.name == "sqlite":
        return FileLocks(Path(f"{engine.url.database}.locks"))
    return PostgresLocks(engine)


@contextmanager
def setup_lock(engine: sa.Engine) -> Generator[None]:
    """One process at a time makes the tables."""
    if engine.dialect.name == "sqlite":
        folder = Path(f"{engine.url.database}.locks")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(folder / "setup.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(handle, wait=True)
            yield
        finally:
            os.close(handle)
        return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.select(sa.func.pg_advisory_lock(_number("setup"))))
        try:
            yield
        finally:
            connection.execute(sa.select(sa.func.pg_advisory_unlock(_number("setup"))))


class FileLocks:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: dict[str, int] = {}
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def take(self, name: str) -> bool:
        if name in self._held:
            return True
        handle = os.open(self._path(name), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(handle, wait=False)
        except OSError:
            os.close(handle)
            return False
        self._held[name] = handle
        return True

    def release(self, name: str) -> None:
        handle = self._held.pop(name, None)
        if handle is not None:
            with suppress(OSError):
                self._path(name).unlink()  # before the lock ends: nobody then holds a lock on a file that is gone
            os.close(handle)

    def close(self) -> None:
        for name in tuple(self._held):
            self.release(name)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.lock"


class PostgresLocks:
    """All locks hang on one connection. Where it breaks they are gone, and `take` takes them anew."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._connection: sa.Connection | None = None
        self._held: set[str] = set()

    def take(self, name: str) -> bool:
        try:
            connection = self._connected()
            if name in self._held:
                connection.execute(sa.text("SELECT 1"))
                return True
            taken = bool(connection.scalar(sa.select(sa.func.pg_try_advisory_lock(_number(name)))))
        except DBAPIError:
            self.close()
            raise
        if taken:
            self._held.add(name)
        return taken

    def release(self, name: str) -> None:
        if name in self._held and self._connection is not None:
            self._held.discard(name)
            try:
                self._connection.execute(sa.select(sa.func.pg_advisory_unlock(_number(name))))
            except DBAPIError:
                self.close()

    def close(self) -> None:
        self._held.clear()
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(DBAPIError):
                connection.close()

    def _connected(self) -> sa.Connection:
        if self._connection is None or self._connection.closed or self._connection.invalidated:
            self._held.clear()
            connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            connection.detach()  # it goes back to no pool: to close it ends its locks
            self._connection = connection
        return self._connection


def _number(name: str) -> int:
    return int.from_bytes(hashlib.sha256(f"arch-team {name}".encode()).digest()[:8], "big", signed=True)


def _lock(handle: int, *, wait: bool) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
