"""What commands need first: the settings."""

from typing import Any

from pydantic import ValidationError

from arch_team.errors import UsageError
from arch_team.settings import SETTINGS_FILE, Settings
from arch_team.telemetry.setup import observe


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
