"""Which run is worked on here, and whose turn it is. Every log line and span below knows it without being told."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class CurrentRun:
    run_id: str
    tenant: str
    is_replaying: bool = False
    """What happens now happened before and is read back: it is not counted again."""
    is_left_off: bool = False
    """It goes on later, perhaps elsewhere."""


current_run: ContextVar[CurrentRun | None] = ContextVar("arch_team_run", default=None)
current_seat: ContextVar[str | None] = ContextVar("arch_team_seat", default=None)


def left_off() -> None:
    """The current run stops here and is not over."""
    run = current_run.get()
    if run is not None:
        run.is_left_off = True


def is_replaying() -> bool:
    run = current_run.get()
    return run is not None and run.is_replaying
