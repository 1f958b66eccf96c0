"""The data files beside this module."""

from functools import cache
from importlib.resources import files
from typing import Any, cast


@cache
def packaged(name: str) -> dict[str, Any]:
    import yaml

    text = (files("arch_team.requirements.compare") / "data" / f"{name}.yaml").read_text(encoding="utf-8")
    loaded = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - a safe loader, in C
    return cast("dict[str, Any]", loaded)
