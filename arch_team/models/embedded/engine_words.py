"""Words for and from the person: what the tables hold, names near a word, which reading an answer picks."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from rapidfuzz import fuzz, process

from arch_team.featuredata.naming import spaced
from arch_team.modelling.written import written
from arch_team.text.folding import folded
from arch_team.text.lexicon import LANGUAGES
from arch_team.text.messages import Messages, messages_of
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.modelling.model import Model
    from arch_team.modelling.values import ValueIndex

_MOST_NAMES = 4
_MOST_TABLES = 8
_NEAR = 78
_SAME = 90
_TEXTS = ("arch_team.models.embedded", "engine_texts.yaml")

T = TypeVar("T")


def tables_held(model: "Model", say: Messages, language: Language) -> str:
    names = [table.title or written(name, language) for name, table in model.tables.items()]
    tables = ", ".join(names[:_MOST_TABLES])
    return say("holds", tables=say("and_more", tables=tables) if len(names) > _MOST_TABLES else tables)


def near_names(word: str, model: "Model", values: "ValueIndex") -> tuple[str, ...]:
    """Names of tables and columns, and words of the data, that are written almost like a word."""
    names = {folded(spaced(table.name)): spaced(table.name) for table in model.tables.values()}
    for table in model.tables.values():
        for field in table.stored:
            names.setdefault(folded(spaced(field)), spaced(field))
    found = process.extract(folded(word), list(names), scorer=fuzz.ratio, score_cutoff=_NEAR, limit=_MOST_NAMES)
    return tuple(dict.fromkeys((*(names[name] for name, _, _ in found), *values.near(word))))[:_MOST_NAMES]


def none_of_these(language: Language) -> str:
    """The way out of every choice."""
    return messages_of(*_TEXTS, language)("none_of_these")


def is_none(answer: str) -> bool:
    """Whether none of the choices is meant."""
    plain = folded(answer).strip(" .!")
    return any(plain == folded(none_of_these(language)) for language in LANGUAGES)


def picked(answer: str, choices: Mapping[str, T]) -> T | None:
    """The choice an answer names: by its number, or by its words."""
    named = list(choices)
    number = answer.strip(" ().")
    if number.isdecimal() and 1 <= int(number) <= len(named):
        return choices[named[int(number) - 1]]
    plain = {folded(words): words for words in named}
    if (same := plain.get(folded(answer))) is not None:
        return choices[same]
    found = process.extract(folded(answer), list(plain), scorer=fuzz.ratio, score_cutoff=_SAME, limit=2)
    if not found or (len(found) > 1 and found[0][1] - found[1][1] < 1):
        return None
    return choices[plain[found[0][0]]]
