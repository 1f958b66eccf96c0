"""What a reader did that its user should know, told in the language of the report."""

import re
from functools import cache
from importlib.resources import files
from typing import cast

from pydantic import Field

from arch_team.wire import Language, Wire

_PLACES = (
    (re.compile(r"line (\d+)"), r"Zeile \1"),
    (re.compile(r"sheet (.+), row (\d+)"), r"Blatt \1, Zeile \2"),
    (re.compile(r"object "), "Objekt "),
)


class Note(Wire):
    code: str
    values: dict[str, int | str] = Field(default_factory=dict[str, int | str])

    @classmethod
    def of(cls, code: str, **values: int | str) -> "Note":
        return cls(code=code, values=values)

    def told(self, language: Language) -> str:
        values = {
            name: place_told(value, language) if name == "place" and isinstance(value, str) else value
            for name, value in self.values.items()
        }
        return _texts()[self.code][language].format(**values)


def place_told(place: str, language: Language) -> str:
    """`line 12`, `sheet Stories, row 4`, `object o-1`, as a person of this language says it."""
    if language == "en":
        return place
    for pattern, german in _PLACES:
        found = pattern.match(place)
        if found:
            return found.expand(german) + place[found.end() :]
    return place


@cache
def _texts() -> dict[str, dict[str, str]]:
    return cast("dict[str, dict[str, str]]", packaged("notes"))


def packaged(name: str) -> object:
    """One of this room's data files."""
    import yaml

    text = (files("arch_team.requirements.read") / f"{name}.yaml").read_text(encoding="utf-8")
    return cast("object", yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))  # noqa: S506 - safe, in C
