"""What a reader did that its user should know, told in the language of the report."""

from functools import cache
from importlib.resources import files
from typing import cast

from pydantic import Field

from arch_team.wire import Language, Wire


class Note(Wire):
    code: str
    values: dict[str, int | str] = Field(default_factory=dict[str, int | str])

    @classmethod
    def of(cls, code: str, **values: int | str) -> "Note":
        return cls(code=code, values=values)

    def told(self, language: Language) -> str:
        return _texts()[self.code][language].format(**self.values)


@cache
def _texts() -> dict[str, dict[str, str]]:
    return cast("dict[str, dict[str, str]]", packaged("notes"))


def packaged(name: str) -> object:
    """One of this room's data files."""
    import yaml

    text = (files("arch_team.requirements.formats") / f"{name}.yaml").read_text(encoding="utf-8")
    return cast("object", yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))  # noqa: S506 - safe, in C
