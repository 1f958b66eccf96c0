"""The word lists of this room, read once, when first needed."""

from functools import cache
from importlib.resources import files
from typing import Any

import yaml

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def packaged(name: str) -> Any:
    """A packaged YAML file. Whoever asks says what is in it."""
    return yaml.load((files("arch_team.reading") / name).read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506 safe
