"""A progress bar for reviews, on standard error and only where somebody looks at it."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arch_team.requirements.review import Progress, Stage

_DOING = {
    "read": "reading",
    "evaluate": "evaluating",
    "model": "asking the model",
    "duplicates": "looking for duplicates",
}


@contextmanager
def shown_progress() -> "Generator[Progress | None]":
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(_DOING["read"], total=None)

        def told(stage: "Stage", done: int, total: int) -> None:
            bar.update(task, description=_DOING[stage], completed=done, total=total)

        yield told
