"""Questions as JSON files in a folder, for a page or program that shares only a disk with the team.

    <id>.question.json  written here; its `status` says what became of the question
    <id>.answer.json    written by the other side: {"answer": "…"}, best with "id" and "answeredAt"
    <id>.settled.json   written here, once: how the question was settled. Never changed

Files appear whole, so no reader sees half of one. The settled file is made by a hard link, which succeeds for exactly
one process: no lock is needed, and a kill at any moment leaves a folder that the next process understands.
"""

import asyncio
import json
import logging
import os
import stat
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from arch_team.clarify.clarification import AnswerNote, Clarification, is_id, utc_now
from arch_team.clarify.errors import UnknownClarification
from arch_team.clarify.store import ClarificationStore, Clock, Pause
from arch_team.errors import DataError

_FILE_LIMIT = 1_000_000
"""Bytes. No answer is that long."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AnswerProblem:
    """Why an answer file is not taken. `unreadable` may still be in the making; `wrong_shape` will not mend itself."""

    kind: Literal["unreadable", "wrong_shape"]
    message: str


class FolderStore(ClarificationStore):
    def __init__(
        self, folder: Path, *, clock: Clock = utc_now, pause: Pause = asyncio.sleep, interval: float = 0.25
    ) -> None:
        super().__init__(clock=clock, pause=pause, interval=interval)
        self.folder = folder
        self._reported: dict[str, AnswerProblem] = {}

    def answer_problem(self, clarification_id: str) -> AnswerProblem | None:
        """What keeps the answer file of an open question from being taken, if anything does."""
        pending = self.get(clarification_id)
        note = read_note(self._answer(pending.id), pending.id) if pending.status == "pending" else None
        return note if isinstance(note, AnswerProblem) else None

    def _create(self, clarification: Clarification) -> Clarification:
        stored = self._load(clarification.id)
        if stored is None:
            self._drop_leftovers(clarification.id)
            self._write(self._question(clarification.id), clarification.to_json(indent=2), first_only=True)
            stored = self._load(clarification.id)
        return self._there(clarification.id, stored)

    def _load(self, clarification_id: str) -> Clarification | None:
        question = _read(self._question(clarification_id), clarification_id)
        if question is None or question.status != "pending":
            return question
        settled = _read(self._settled(clarification_id), clarification_id)
        if settled is None:
            return question
        with suppress(DataError):  # the other side's copy; whoever reads next tries again
            self._write(self._question(clarification_id), settled.to_json(indent=2))
        return settled

    def _all(self) -> Iterable[Clarification]:
        for path in sorted(self.folder.glob("*.question.json")):
            clarification_id = path.name.removesuffix(".question.json")
            try:
                found = self._load(clarification_id) if is_id(clarification_id) else None
            except DataError as error:
                _log.warning("%s; it is left out", error)
                continue
            if found is not None:
                yield found

    def _settle(self, ended: Clarification) -> Clarification:
        self._write(self._settled(ended.id), ended.to_json(indent=2), first_only=True)
        settled = self._there(ended.id, self._load(ended.id))
        if settled.answer is not None:
            note = AnswerNote(id=settled.id, answer=settled.answer, answered_at=settled.answered_at)
            with suppress(DataError):
                self._write(self._answer(settled.id), note.to_json(indent=2), first_only=True)
        return settled

    def _handed_in(self, pending: Clarification) -> AnswerNote | None:
        note = read_note(self._answer(pending.id), pending.id)
        if isinstance(note, AnswerProblem):
            if self._reported.get(pending.id) != note:
                self._reported[pending.id] = note
                _log.warning("the answer file of question %s is ignored (%s): %s", pending.id, note.kind, note.message)
            return None
        return note

    def _drop_leftovers(self, clarification_id: str) -> None:
        """An answer that was there before its question is not an answer to it."""
        for path in (self._answer(clarification_id), self._settled(clarification_id)):
            with suppress(FileNotFoundError):
                path.unlink()
                _log.warning("%s was there before its question and has been removed", path.name)

    def _there(self, clarification_id: str, found: Clarification | None) -> Clarification:
        if found is None:
            raise UnknownClarification(f"the files of question {clarification_id} have disappeared", "Ask again.")
        return found

    def _write(self, path: Path, text: str, *, first_only: bool = False) -> None:
        """Write a file so that it appears whole, for this user alone. `first_only`: one that is there is left."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=self.folder)
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())
                if first_only:
                    with suppress(FileExistsError):
                        os.link(temporary, path)
                else:
                    os.replace(temporary, path)
            finally:
                Path(temporary).unlink(missing_ok=True)
            _sync_folder(self.folder)
        except OSError as error:
            next_step = "Check its rights and the space left; its file system must know hard links."
            raise DataError(f"the folder of questions {self.folder} cannot be written: {error}", next_step) from error

    def _question(self, clarification_id: str) -> Path:
        return self.folder / f"{clarification_id}.question.json"

    def _answer(self, clarification_id: str) -> Path:
        return self.folder / f"{clarification_id}.answer.json"

    def _settled(self, clarification_id: str) -> Path:
        return self.folder / f"{clarification_id}.settled.json"


def read_note(path: Path, clarification_id: str) -> AnswerNote | AnswerProblem | None:
    """The answer file as the other side left it: taken, not there, or what is wrong with it."""
    try:
        about = path.lstat()
        if not stat.S_ISREG(about.st_mode) or about.st_size > _FILE_LIMIT:
            return AnswerProblem("wrong_shape", "it is not a plain file of reasonable size")
        given: object = json.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return None
    except OSError as error:
        return AnswerProblem("unreadable", f"it cannot be opened: {error.strerror}")
    except (ValueError, RecursionError):
        return AnswerProblem("unreadable", "it is not, or not yet, JSON")
    try:
        note = AnswerNote.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the whole file"
        return AnswerProblem("wrong_shape", f"{where}: {first['msg']}")
    if note.id not in (None, clarification_id):
        return AnswerProblem("wrong_shape", "its id is that of another question")
    return note


def _read(path: Path, clarification_id: str) -> Clarification | None:
    try:
        found = Clarification.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValidationError) as error:
        raise DataError(f"the file {path} cannot be read as a question", "Mend it, or move it away.") from error
    return found if found.id == clarification_id else None


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
