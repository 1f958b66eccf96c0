"""Decisions as JSON files in a folder, for several processes and for a page that shares only a disk.

    <tenant>/<id>.case.json    the question and the result that is decided on, written once
    <tenant>/<id>.v<n>.json    the record's n-th version, written once; the highest one counts

Files appear whole. A version is made by a hard link, which succeeds for exactly one process.
"""

import hashlib
import logging
import os
import re
import tempfile
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

from pydantic import ValidationError

from arch_team.clarify.clarification import utc_now
from arch_team.errors import DataError
from arch_team.search.decision_store import Case, DecisionStore
from arch_team.search.hitl import HitlRecord

FOLDER = "decisions"
_CASE, _VERSION = ".case.json", re.compile(r"\.v(\d{4,})\.json$")

_log = logging.getLogger(__name__)


class FolderDecisionStore(DecisionStore):
    def __init__(self, folder: Path, *, clock: Callable[[], datetime] = utc_now) -> None:
        super().__init__(clock=clock)
        self.folder = folder

    def _create(self, case: Case, record_id: str) -> Case:
        home = self._home(case.record.tenant)
        self._write(home / f"{record_id}{_CASE}", case.model_dump_json(indent=2))
        stored = self._load(case.record.tenant, record_id)
        if stored is None:
            raise DataError(f"the files of decision {record_id} have disappeared", "Search again.")
        return stored

    def _load(self, tenant: str, record_id: str) -> Case | None:
        path = self._home(tenant) / f"{record_id}{_CASE}"
        try:
            case = Case.model_validate_json(path.read_bytes())
            versions = self._versions(tenant, record_id)
            if versions:
                case = case.model_copy(update={"record": HitlRecord.model_validate_json(versions[-1].read_bytes())})
        except FileNotFoundError:
            return None
        except (OSError, ValidationError) as error:
            raise DataError(f"the file {path} cannot be read as a decision", "Mend it, or move it away.") from error
        return case

    def _all(self, tenant: str) -> Iterable[Case]:
        for path in sorted(self._home(tenant).glob(f"*{_CASE}")):
            try:
                found = self._load(tenant, path.name.removesuffix(_CASE))
            except DataError as error:
                _log.warning("%s; it is left out", error)
                continue
            if found is not None:
                yield found

    def _append(self, before: HitlRecord, after: HitlRecord) -> bool:
        path = self._home(before.tenant) / f"{before.id}.v{len(before.log):04d}.json"
        return self._write(path, after.model_dump_json(indent=2))

    def _versions(self, tenant: str, record_id: str) -> list[Path]:
        found = (
            (int(match[1]), path)
            for path in self._home(tenant).glob(f"{record_id}.v*.json")
            if (match := _VERSION.search(path.name))
        )
        return [path for _, path in sorted(found)]

    def _home(self, tenant: str) -> Path:
        """A tenant's name may hold anything, a path for one; its folder's name does not."""
        return self.folder / hashlib.sha256(tenant.encode()).hexdigest()[:32]

    def _write(self, path: Path, text: str) -> bool:
        """Write a file so that it appears whole, for this user alone. One that is there is left: then False."""
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=path.parent)
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())
                os.link(temporary, path)
            except FileExistsError:
                return False
            finally:
                Path(temporary).unlink(missing_ok=True)
        except OSError as error:
            next_step = "Check its rights and the space left; its file system must know hard links."
            raise DataError(f"the folder of decisions {self.folder} cannot be written: {error}", next_step) from error
        return True
