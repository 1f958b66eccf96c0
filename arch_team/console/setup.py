"""What commands need: the settings, and a screen to show results on."""

import sys
from typing import Any

from pydantic import ValidationError
from rich.console import Console

from arch_team.console.plain import stop_writing
from arch_team.errors import UsageError
from arch_team.settings import SETTINGS_FILE, Settings
from arch_team.telemetry.setup import observe

UNLIMITED = 100_000
"""Columns of what is no terminal: a file or another program gets every line whole."""


def configured(**options: Any) -> Settings:
    """Settings as the command line sees them: options first, then environment, then the settings file."""
    given = {name: value for name, value in options.items() if value is not None}
    if str(given.get("mandate", "-")).strip() == "":
        raise UsageError("--mandate is empty", "Name whose data to read, or leave it out.")
    try:
        settings = Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        next_step = f"Look at ARCH_TEAM_{where.upper()} and {SETTINGS_FILE}."
        raise UsageError(f"the setting {where} is not valid: {first['msg']}", next_step) from error
    except ValueError as error:
        raise UsageError(f"{SETTINGS_FILE} cannot be read: {error}", "Mend the file, or move it away.") from error
    observe(settings)
    return settings


class Screen(Console):
    """Where results are shown: as wide as the terminal, and without limit where there is none."""

    def __init__(self) -> None:
        super().__init__(highlight=False, width=None if sys.stdout.isatty() else UNLIMITED)

    def on_broken_pipe(self) -> None:
        """Whoever reads us has read enough (`| head`). That is no failure."""
        stop_writing()
        raise SystemExit(0)
