"""The log of a process on stderr: one JSON object per line for machines, plain lines for a terminal.

Every line carries the run, the tenant and the seat where they are known. Keys and passwords are masked.
"""

import json
import logging
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal, cast

from arch_team.telemetry.current import current_run, current_seat
from arch_team.telemetry.masking import MASK, Masking, is_secret_name

Level = Literal["debug", "info", "warning", "error"]
Format = Literal["json", "text"]

_OWN = frozenset(vars(logging.LogRecord("", 0, "", 0, "", (), None))) | {"message", "asctime", "taskName"}
_CHATTY = ("uvicorn.access",)
"""Says whole addresses, with what was searched for in them. The server writes a line of its own per request."""


class _Lines(logging.Formatter):
    def __init__(self, masking: Masking) -> None:
        super().__init__()
        self._masking = masking

    def _facts(self, record: logging.LogRecord) -> dict[str, object]:
        run, seat = current_run.get(), current_seat.get()
        facts: dict[str, object] = {"run": run.run_id, "tenant": run.tenant} if run is not None else {}
        if seat is not None:
            facts["seat"] = seat
        facts |= {name: value for name, value in vars(record).items() if name not in _OWN}
        return {name: self._masked(name, value) for name, value in facts.items()}

    def _masked(self, name: str, value: object) -> object:
        if value is None or isinstance(value, bool | int | float):
            return value
        if is_secret_name(name):
            return MASK
        if isinstance(value, Mapping):
            pairs = cast("Mapping[object, object]", value)
            return {str(key): self._masked(str(key), item) for key, item in pairs.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [self._masked("", item) for item in cast("Iterable[object]", value)]
        return self._masking.text(str(value))

    def _failure(self, record: logging.LogRecord) -> str:
        return self._masking.text(self.formatException(record.exc_info)) if record.exc_info else ""


class JsonLines(_Lines):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self._masking.text(record.getMessage()),
            **self._facts(record),
        }
        if failure := self._failure(record):
            line["traceback"] = failure
        return json.dumps(line, ensure_ascii=False)


class PlainLines(_Lines):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).astimezone()
        message = _one_line(self._masking.text(record.getMessage()))
        facts = " ".join(f"{name}={_one_line(str(value))}" for name, value in self._facts(record).items())
        line = f"{at:%H:%M:%S} {record.levelname.lower():<7} {message}" + (f"  {facts}" if facts else "")
        failure = self._failure(record)
        return f"{line}\n{failure}" if failure else line


class _OurHandler(logging.StreamHandler[Any]): ...


def set_up_logs(level: Level, how: Format | None = None, secrets: Iterable[str] = ()) -> None:
    """Ours are written from this level on, those of libraries from warnings on: what they say below may hold content.

    None: plain lines in a terminal, JSON elsewhere.
    """
    stream = sys.stderr
    how = how or ("text" if stream.isatty() else "json")
    masking = Masking(secrets)
    handler = _OurHandler(stream)
    handler.setFormatter(JsonLines(masking) if how == "json" else PlainLines(masking))
    root = logging.getLogger()
    root.handlers = [kept for kept in root.handlers if not isinstance(kept, _OurHandler)] + [handler]
    for name in ("arch_team", "uvicorn"):
        logging.getLogger(name).setLevel(level.upper())
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)


def _one_line(text: str) -> str:
    """What was logged cannot pretend to be a line of its own."""
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
