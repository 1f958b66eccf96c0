"""A screen to show tables on."""

import sys

from rich.console import Console

from arch_team.console.plain import stop_writing

UNLIMITED = 100_000
"""Columns of what is no terminal: a file or another program gets every line whole."""


class Screen(Console):
    """Where results are shown: as wide as the terminal, and without limit where there is none."""

    def __init__(self) -> None:
        super().__init__(highlight=False, width=None if sys.stdout.isatty() else UNLIMITED)

    def on_broken_pipe(self) -> None:
        """Whoever reads us has read enough (`| head`). That is no failure."""
        stop_writing()
        raise SystemExit(0)
