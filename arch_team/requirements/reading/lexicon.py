"""The packaged word lists of this room, read once."""

from functools import cache
from importlib.resources import files
from typing import Any

from arch_team.requirements import plain_yaml


@cache
def packaged(name: str) -> Any:
    """One of the data files beside the rules. A text is a list of words with spaces between them."""
    text = (files("arch_team.requirements") / "rules" / "lexicon" / f"{name}.yaml").read_text(encoding="utf-8")
    return _split(plain_yaml.load(text))


def _split(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _split(inner) for key, inner in value.items()}
    return tuple(value.split()) if isinstance(value, str) else value
