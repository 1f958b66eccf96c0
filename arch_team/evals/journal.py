"""The journal of a benchmark: one line per finished question, on disk before the next one starts.

A run that is killed loses no finished question, and one that goes on repeats none. The first line says what was
measured; a journal is only continued by a run that measures the same.
"""

import json
import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from pydantic import Field, ValidationError

from arch_team.errors import DataError, UsageError
from arch_team.runs.answer import Answer
from arch_team.wire import Wire

FILE_NAME = "journal.jsonl"
_MUST_AGREE = ("goldSha256", "feature", "model", "code", "timeout", "maxRounds", "source")


class Header(Wire):
    """What was measured, and how to measure it again."""

    kind: str = "header"
    feature: str
    gold: str
    gold_sha256: str
    questions: int
    model: str
    commit: str
    code: str
    """Fingerprint of the package's own files: it tells runs of an uncommitted tree apart."""
    command: str
    timeout: float
    max_rounds: int
    source: str
    prompt_price: float = 0.0
    completion_price: float = 0.0
    versions: dict[str, str] = Field(default_factory=dict[str, str])
    domains: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    """The values of the columns that gold patterns filter on: filters are compared on them."""
    started: str = ""


class Finished(Wire):
    """One question in one mode, once: the whole answer with its trace."""

    kind: str = "run"
    mode: str
    question: str
    repeat: int
    answer: Answer
    seconds: float
    finished: str = ""

    @property
    def key(self) -> tuple[str, str, int]:
        return self.mode, self.question, self.repeat


class Journal:
    """Opened for one run. Writing is append, flush, fsync."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self.header: Header | None = None
        self.finished: list[Finished] = []
        self._file: TextIO | None = None

    def open(self, header: Header, *, fresh: bool = False) -> "Journal":
        """Go on with what is there, or begin. A journal of another measurement is never touched."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = self.path.open("a", encoding="utf-8")
        try:
            self._lock(file)
            if fresh and self.path.stat().st_size:
                self.path.rename(_spare(self.path))
                file.close()
                file = self.path.open("a", encoding="utf-8")
                self._lock(file)
            self._go_on(header)
        except BaseException:
            file.close()
            raise
        self._file = file
        if self.header is None:
            self.header = header.model_copy(update={"started": now()})
            self._write(self.header.to_wire())
        return self

    def _go_on(self, header: Header) -> None:
        """Take up what is there. A line that was being written when the machine stopped is cut off: it was not done."""
        content = self.path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            with self.path.open("r+b") as torn:
                torn.truncate(whole)
        if whole:
            self.header, self.finished = read_journal(self.path)
            _same_measurement(self.header, header, self.path.parent)

    def add(self, run: Finished) -> None:
        self.finished.append(run)
        self._write(run.to_wire())

    def has(self, key: tuple[str, str, int]) -> bool:
        return any(run.key == key for run in self.finished)

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def _write(self, line: Mapping[str, object]) -> None:
        if self._file is None:
            raise DataError("the journal is not open")
        self._file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":"), default=str) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _lock(self, file: TextIO) -> None:
        """Two runs must not write the same journal."""
        try:
            import fcntl
        except ImportError:  # no such lock on this system
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError(
                f"another benchmark is writing to {self.path.parent}", "Wait for it, or choose another --out."
            ) from None


def read_journal(path: Path) -> tuple[Header, list[Finished]]:
    """What a journal holds. A torn last line is left out."""
    if not path.is_file():
        raise UsageError(f"there is no journal in {path.parent}", "Name the folder a benchmark has written to.")
    header: Header | None = None
    runs: dict[tuple[str, str, int], Finished] = {}
    for number, data in _lines(path):
        try:
            if data.get("kind") == "header":
                header = Header.model_validate(data)
            else:
                run = Finished.model_validate(data)
                runs.setdefault(run.key, run)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise DataError(
                f"{path}:{number} is not a line of this version's journal ({where}: {first['msg']})",
                "Start anew with --fresh; the old journal is kept beside the new one.",
            ) from error
    if header is None:
        raise DataError(f"{path} has no header", "Start anew with --fresh.")
    return header, list(runs.values())


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield number, json.loads(line)
        except ValueError:
            if number < len(lines):
                raise DataError(f"{path}:{number} is not JSON", "Start anew with --fresh.") from None


def _same_measurement(had: Header, now_: Header, folder: Path) -> None:
    before, after = had.to_wire(), now_.to_wire()
    differing = [name for name in _MUST_AGREE if before[name] != after[name]]
    if differing:
        told = ", ".join(f"{name}: {_short(before[name])} there, {_short(after[name])} here" for name in differing)
        raise UsageError(
            f"{folder} holds another measurement ({told})",
            "Choose another --out, or begin anew with --fresh (the old journal is kept).",
        )


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{text[:12]}…"


def _spare(path: Path) -> Path:
    number = 1
    while (spare := path.with_name(f"journal-{number}.jsonl")).exists():
        number += 1
    return spare


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
