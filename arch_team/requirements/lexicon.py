"""The packaged word lists of this room, read once."""

from functools import cache
from importlib.resources import files
from typing import Any


@cache
def packaged(name: str) -> Any:
    """One of the data files beside the rules. A text is a list of words with spaces between them."""
    import yaml

    text = (files("arch_team.requirements") / "rules" / "lexicon" / f"{name}.yaml").read_text(encoding="utf-8")
    loaded = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - a safe loader, in C
    return _split(loaded)


def _split(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _split(inner) for key, inner in value.items()}
    return tuple(value.split()) if isinstance(value, str) else value
