"""Pairs that a person has looked at and rejected. They stay rejected.

They are kept by their wording and not by their ids: numbering a file anew changes nothing, changing a text asks again.
"""

import sqlite3
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from arch_team.errors import SourceUnavailable
from arch_team.requirements.compare.wording import key_of
from arch_team.requirements.model import Requirement
from arch_team.settings import Settings

FILE = "rejected_duplicates.sqlite"


class RejectedPairs:
    """One tenant's rejections in a file that several processes may share."""

    def __init__(self, path: Path, *, tenant: str) -> None:
        self._path = path
        self._tenant = tenant

    @classmethod
    def of(cls, settings: Settings, *, tenant: str) -> "RejectedPairs":
        return cls(settings.home / FILE, tenant=tenant)

    def reject(self, one: Requirement, other: Requirement) -> None:
        with self._opened() as database:
            database.execute(
                "insert or ignore into rejected (tenant, one, other) values (?, ?, ?)",
                (self._tenant, *_key(one, other)),
            )

    def allow(self, one: Requirement, other: Requirement) -> bool:
        """Takes a rejection back. False where there was none."""
        with self._opened() as database:
            gone = database.execute(
                "delete from rejected where tenant = ? and one = ? and other = ?", (self._tenant, *_key(one, other))
            )
            return gone.rowcount > 0

    def holds(self, one: Requirement, other: Requirement) -> bool:
        return _key(one, other) in self._all()

    def among(self, requirements: Sequence[Requirement]) -> set[tuple[str, str]]:
        """The rejected pairs of a set, by its ids: what `find_duplicates` takes."""
        by_key: dict[str, list[str]] = {}
        for requirement in requirements:
            by_key.setdefault(key_of(requirement.text), []).append(requirement.id)
        return {
            (first, second)
            for one, other in self._all()
            for first in by_key.get(one, ())
            for second in by_key.get(other, ())
            if first != second
        }

    def _all(self) -> set[tuple[str, str]]:
        with self._opened() as database:
            return set(database.execute("select one, other from rejected where tenant = ?", (self._tenant,)))

    @contextmanager
    def _opened(self) -> Generator[sqlite3.Connection]:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self._path, timeout=30)) as database, database:
                database.execute(
                    "create table if not exists rejected"
                    " (tenant text, one text, other text, at text default current_timestamp,"
                    " primary key (tenant, one, other))"
                )
                yield database
        except (sqlite3.Error, OSError) as error:
            raise SourceUnavailable(
                f"The rejected pairs in {self._path} could not be reached: {error}.",
                "Check that the folder may be written, or set ARCH_TEAM_HOME to another one.",
            ) from error


def _key(one: Requirement, other: Requirement) -> tuple[str, str]:
    first, second = sorted((key_of(one.text), key_of(other.text)))
    return first, second
