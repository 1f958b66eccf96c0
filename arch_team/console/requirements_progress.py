"""A progress bar for reviews, on standard error and only where somebody looks at it; and Ctrl-C, obeyed at once."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from arch_team.console import exits

if TYPE_CHECKING:
    from arch_team.requirements.review import Progress, Stage

_DOING = {
    "read": "reading",
    "evaluate": "evaluating",
    "rewrite": "working out fixes",
    "model": "asking the model",
    "duplicates": "looking for duplicates",
}


@contextmanager
def shown_progress() -> "Generator[Progress | None]":
    if not sys.stderr.isatty():
        with _stoppable(lambda: None):
            yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar, _stoppable(bar.stop):
        task = bar.add_task(_DOING["read"], total=None)
        at: list[Stage] = ["read"]

        def told(stage: "Stage", done: int, total: int) -> None:
            if stage != at[0]:
                at[0] = stage
                bar.reset(task, total=total, description=_DOING[stage])
            bar.update(task, completed=done, total=total)

        yield told


@contextmanager
def _stoppable(tidy: Callable[[], None]) -> Generator[None]:
    """The work runs in a thread that nothing can interrupt. Nothing is written yet: leaving at once loses nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: object) -> None:
        tidy()
        sys.stderr.write("cancelled\n")
        sys.stderr.flush()
        os._exit(exits.ERROR)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
