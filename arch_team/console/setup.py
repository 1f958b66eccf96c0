"""Settings as the command line sees them: options first, then environment, then the settings file."""

from typing import Any

from pydantic import ValidationError

from arch_team.errors import UsageError
from arch_team.settings import SETTINGS_FILE, Settings


def configured(**options: Any) -> Settings:
    given = {name: value for name, value in options.items() if value is not None}
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        next_step = f"Look at ARCH_TEAM_{where.upper()} and {SETTINGS_FILE}."
        raise UsageError(f"the setting {where} is not valid: {first['msg']}", next_step) from error
    except ValueError as error:
        raise UsageError(f"{SETTINGS_FILE} cannot be read: {error}", "Mend the file, or move it away.") from error
