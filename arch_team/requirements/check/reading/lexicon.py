"""The packaged word lists of this room, read once."""

from functools import cache
from importlib.resources import files
from typing import Any, cast

from arch_team.requirements.check import plain_yaml
from arch_team.requirements.check.reading.words import fold
from arch_team.wire import Language

_FILES: dict[Language, str] = {"de": "german", "en": "english"}


@cache
def packaged(name: str) -> Any:
    """One of the data files beside the rules. A text in it is a list of words with spaces between them."""
    text = (files("arch_team.requirements.check") / "rules" / "lexicon" / f"{name}.yaml").read_text(encoding="utf-8")
    return _split(plain_yaml.load(text))


def _split(value: object) -> object:
    if isinstance(value, dict):
        return {key: _split(inner) for key, inner in cast("dict[str, object]", value).items()}
    return tuple(value.split()) if isinstance(value, str) else value


@cache
def word_set(language: Language, name: str) -> frozenset[str]:
    """One of the small sets of a language, folded."""
    listed: tuple[str, ...] = packaged(_FILES[language])["sets"][name]
    return frozenset(map(fold, listed))
