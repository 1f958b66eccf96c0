"""The log of interceptions: everything the guard or the gate held back, why, and what a person made of it later.

A file of JSON lines, `{"intercepted": …}` or `{"reviewed": …}`, that many processes may append to. A review leaves the
line it is about alone; the last one counts. What looks like a key or a password is masked before it is written.
"""

import logging
import os
import secrets as random
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal, cast

from pydantic import AfterValidator, AwareDatetime, JsonValue, ValidationError
from pydantic_core import to_jsonable_python

from arch_team.errors import SourceUnavailable, UsageError
from arch_team.telemetry.masking import MASK, Masking, is_secret_name
from arch_team.wire import Wire

FILE_NAME = "interceptions.jsonl"
TEXT_LIMIT = 2_000
FINDINGS_LIMIT = 50

Status = Literal["open", "false_alarm", "confirmed"]
STATUSES: tuple[Status, ...] = ("open", "false_alarm", "confirmed")
UtcTime = Annotated[AwareDatetime, AfterValidator(lambda time: time.astimezone(UTC))]

_log = logging.getLogger(__name__)


class UnknownInterception(UsageError): ...


class Interception(Wire, extra="ignore"):
    id: str
    time: UtcTime
    run_id: str
    seat: str
    reason_code: str
    message: str
    question: str = ""
    blocked_text: str = ""
    findings: tuple[JsonValue, ...] = ()
    feature: str | None = None
    """The feature, and with it the ontology, that the run worked with."""
    model: str | None = None
    status: Status = "open"
    note: str = ""
    reviewed_at: UtcTime | None = None


class Review(Wire, extra="ignore"):
    id: str
    time: UtcTime
    status: Status
    note: str = ""


class _Event(Wire, extra="ignore"):
    """One line. A kind of event that a later version adds is neither of the two, and is passed over."""

    intercepted: Interception | None = None
    reviewed: Review | None = None


class InterceptionLog:
    """`secrets`: texts to mask wherever they turn up, such as the configured API key."""

    def __init__(
        self, path: Path, *, secrets: Iterable[str] = (), clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.path = path
        self._masking = Masking(secrets)
        self._clock = clock

    def record(
        self,
        *,
        run_id: str,
        seat: str,
        reason_code: str,
        message: str,
        question: str = "",
        blocked_text: str = "",
        findings: Iterable[object] = (),
        feature: str | None = None,
        model: str | None = None,
    ) -> Interception:
        """Log what was blocked. A log that cannot be written is reported; it never stands in a refusal's way."""
        interception = Interception(
            id=self._new_id(run_id),
            time=self._clock(),
            run_id=run_id,
            seat=seat,
            reason_code=reason_code,
            message=self._fit(message),
            question=self._fit(question),
            blocked_text=self._fit(blocked_text),
            findings=tuple(self._fit_finding(_plain(f)) for _, f in zip(range(FINDINGS_LIMIT), findings, strict=False)),
            feature=feature,
            model=model,
        )
        try:
            self._keep(interception)
        except OSError as error:
            _log.error("interception %s (%s) could not be logged: %s", interception.id, reason_code, error)
        return interception

    def _new_id(self, run_id: str) -> str:
        return f"i{random.token_hex(6)}"

    def _keep(self, interception: Interception) -> None:
        self._append(_Event(intercepted=interception))

    def list(self, status: Status | None = None, limit: int | None = 50) -> tuple[Interception, ...]:
        """Newest first."""
        newest = [i for i in reversed(self._folded().values()) if status in (None, i.status)]
        return tuple(newest[:limit])

    def get(self, interception_id: str) -> Interception:
        try:
            return self._folded()[interception_id]
        except KeyError:
            raise UnknownInterception(
                f"there is no interception {interception_id}", "List them for their ids."
            ) from None

    def reviewed(self, interception: Interception, status: Status, note: str = "") -> Interception:
        """As it stands after a review; what the note must not hold is masked."""
        return _reviewed(
            interception, Review(id=interception.id, time=self._clock(), status=status, note=self._fit(note))
        )

    def review(self, interception_id: str, status: Status, note: str = "") -> Interception:
        """What a person makes of it. Reviewing again is allowed: all reviews are kept, the last one counts."""
        before = self.get(interception_id)
        review = Review(id=before.id, time=self._clock(), status=status, note=self._fit(note))
        try:
            self._append(_Event(reviewed=review))
        except OSError as error:
            raise SourceUnavailable(f"the log {self.path} cannot be written: {error}", "Check its rights.") from error
        return _reviewed(before, review)

    def _folded(self) -> dict[str, Interception]:
        found: dict[str, Interception] = {}
        for event in self._events():
            if event.intercepted:
                found.setdefault(event.intercepted.id, event.intercepted)
            if event.reviewed and event.reviewed.id in found:
                found[event.reviewed.id] = _reviewed(found[event.reviewed.id], event.reviewed)
        return found

    def _events(self) -> Iterator[_Event]:
        try:
            lines = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return
        except OSError as error:
            raise SourceUnavailable(f"the log {self.path} cannot be read: {error}", "Check its rights.") from error
        for number, line in enumerate(lines, start=1):
            try:
                if line.strip():
                    yield _Event.model_validate_json(line)
            except ValidationError:
                if number < len(lines):  # the last line may be in the making
                    _log.warning("line %d of %s cannot be read and is passed over", number, self.path)

    def _append(self, event: _Event) -> None:
        line = event.model_dump_json(by_alias=True, exclude_none=True).encode() + b"\n"
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(self.path, "a+b", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            _lock(file.fileno())
            if file.seek(0, os.SEEK_END) > 0:
                file.seek(-1, os.SEEK_END)
                line = line if file.read(1) == b"\n" else b"\n" + line  # someone died in the middle of a line
            file.write(line)
            file.flush()
            os.fsync(file.fileno())

    def _fit(self, text: str) -> str:
        text = self._masking.text(text)
        return text if len(text) <= TEXT_LIMIT else text[: TEXT_LIMIT - 1] + "…"

    def _fit_finding(self, value: JsonValue) -> JsonValue:
        if isinstance(value, str):
            return self._fit(value)
        if isinstance(value, dict):
            return {
                self._fit(key): MASK if item and is_secret_name(key) else self._fit_finding(item)
                for key, item in value.items()
            }
        return [self._fit_finding(item) for item in value] if isinstance(value, list) else value


class NullLog(InterceptionLog):
    """Keeps nothing."""

    def __init__(self) -> None:
        super().__init__(Path(os.devnull))

    def _append(self, event: _Event) -> None: ...

    def _events(self) -> Iterator[_Event]:
        return iter(())


def _reviewed(interception: Interception, review: Review) -> Interception:
    told = {"status": review.status, "note": review.note, "reviewed_at": review.time}
    return interception.model_copy(update=told)


def _plain(finding: object) -> JsonValue:
    try:
        return cast("JsonValue", to_jsonable_python(finding, by_alias=True, fallback=str))
    except (ValueError, TypeError, RecursionError):
        return str(type(finding))


def _lock(handle: int) -> None:
    """Keep other processes out until the file is closed."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)
