"""The words of the reports, in the language of the report."""

from functools import cache
from importlib.resources import files
from typing import cast

from arch_team.requirements.read import Entry
from arch_team.requirements.read.notes import place_told
from arch_team.wire import Language


@cache
def texts(language: Language) -> dict[str, str]:
    import yaml

    text = (files("arch_team.requirements.report") / "texts.yaml").read_text(encoding="utf-8")
    loaded = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - a safe loader, in C
    return cast("dict[Language, dict[str, str]]", loaded)[language]


def place_of(entry: Entry | None, language: Language) -> str:
    """Where a requirement stands, as a person would say it."""
    return place_told(entry.requirement.place or "", language) if entry else ""


def number(score: float, language: Language) -> str:
    """A score with two places, its decimal mark as the language has it."""
    shown = f"{score:.2f}"
    return shown.replace(".", ",") if language == "de" else shown


def counted(words: dict[str, str], count: int, thing: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{count} {words[thing if count == 1 else thing + 's']}"
