"""Where a caller's own data lives: a folder per tenant and, within it, per mandate and feature instance."""

import hashlib
import json
from pathlib import Path

from arch_team.settings import Settings

FOLDER = "data"


def own_folder(settings: Settings) -> Path:
    """The folder for settings that are narrowed to a caller: `home` is the tenant's, the rest is hashed into a name, so
    that no mandate can be called like a path."""
    whose = json.dumps([settings.mandate, settings.feature_instance])
    return settings.home / FOLDER / hashlib.sha256(whose.encode()).hexdigest()[:24]
