"""Packaged YAML, read with the C loader where there is one: it is ten times as fast, and the console starts with it."""

from typing import Any

import yaml

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_yaml(text: str) -> Any:
    """Plain values only. Whoever asks says what is in it."""
    return yaml.load(text, Loader=_Loader)  # noqa: S506 - both are safe loaders
