"""Word lists, texts and other packaged data of any room, read once, when first needed."""

from functools import cache
from importlib.resources import files
from typing import Any

from arch_team.packaged import load_packaged


@cache
def packaged(name: str, package: str = "arch_team.text") -> Any:
    """A packaged YAML file. Whoever asks says what is in it, and changes nothing in it."""
    return load_packaged(files(package) / name)


@cache
def is_packaged(name: str) -> bool:
    """Whether there is such a file."""
    return (files("arch_team.text") / name).is_file()
