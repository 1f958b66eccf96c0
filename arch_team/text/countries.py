"""Countries by their names in a language."""

from collections.abc import Mapping
from functools import cache
from typing import cast

from babel import Locale

from arch_team.text.folding import folded
from arch_team.wire import Language


@cache
def countries(language: Language) -> Mapping[str, str]:
    """Folded names to ISO codes."""
    territories = cast("Mapping[str, str]", Locale(language).territories)
    return {folded(name): code for code, name in territories.items() if len(code) == 2 and code.isalpha()}
