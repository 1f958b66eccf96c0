"""Words that a language model proposes for tables and fields. A person strikes the mark, or the words."""

import json
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, cast

from arch_team.models.provider import place_of
from arch_team.onboarding.draft import HOLDS, PROPOSAL, Draft
from arch_team.settings import Settings
from arch_team.wire import Language

_TOKENS = 1_500
_LONGEST_WORD = 60
_AT_ONCE = 20
"""Names in one request: a small model loses its way in long ones."""
_MOST_NAMES = 200
_LANGUAGES: dict[Language, str] = {"en": "English", "de": "German"}

Name = tuple[str, str | None]
"""A table, or a table and its field."""
Words = dict[str, dict[str, object]]


async def propose_words(
    settings: Settings, draft: Draft, step: Callable[[int, int], None] = lambda _, __: None
) -> str | None:
    """Puts the missing words of tables and fields into the draft, each marked. Says what went wrong, if so. `step` is
    told how many names are done, and of how many."""
    from arch_team.models.json_model import JsonModel

    model = JsonModel.from_settings(settings)
    if model is None:
        return "no language model is configured; give --model and --base-url"
    before, problem = draft.text(), None
    for language in _LANGUAGES:
        names = list(islice((name for name in _names(draft) if language not in _labels(draft, name)), _MOST_NAMES))
        for start in range(0, len(names), _AT_ONCE):
            step(start, len(names))
            part = names[start : start + _AT_ONCE]
            try:
                reply = await model(
                    _prompt(draft, part, language),
                    _schema(part),
                    temperature=0.0,
                    max_tokens=_TOKENS,
                    timeout=settings.timeout,
                )
                words = _words_in(reply)
            except Exception as error:  # whatever a client raises: the draft stands without it
                problem = _told(error, settings)
                break
            for name in part:
                _put(draft, name, words.get(_written(name)), language)
    return problem or (None if draft.text() != before else "the model gave no word that is missing")


def _told(error: Exception, settings: Settings) -> str:
    where, kind = place_of(settings.base_url), type(error).__name__
    if kind in ("APIConnectionError", "APITimeoutError", "TimeoutError"):
        return f"the model cannot be reached ({where})"
    return f"the model {settings.model} at {where} gave no words that can be used"


def _names(draft: Draft) -> list[Name]:
    return [(table, field) for table, own in draft.tables.items() for field in (None, *own.get("fields", {}))]


def _written(name: Name) -> str:
    table, field = name
    return f"{table}.{field}" if field else table


def _schema(names: Sequence[Name]) -> dict[str, object]:
    """The very names, and a word for each: nothing else can be said."""
    properties = {_written(name): {"type": "string"} for name in names}
    shape = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return {"type": "object", "properties": {"words": shape}, "required": ["words"], "additionalProperties": False}


def _words_in(reply: str) -> dict[str, object]:
    """The words of a reply, by name. Raises ValueError for anything else."""
    words = cast("object", json.loads(reply)["words"])
    if not isinstance(words, dict):
        raise ValueError("no words")
    return cast("dict[str, object]", words)


def _prompt(draft: Draft, names: Sequence[Name], language: Language) -> str:
    lines = [f"{_written(name)} ({', '.join(map(str, _labels(draft, name).values())) or '?'})" for name in names]
    asked = (
        "These are tables and columns of a database, with what is known of them in brackets. Give for each the "
        f"{_LANGUAGES[language]} word that an office worker there would use: tables in the plural, "
        "columns (table.column) in the singular. One or two words each, no code, no explanation; an empty text where "
        "you are not sure. "
        'Answer as JSON {"words": {"name": "word"}}.'
    )
    return "\n".join((asked, *lines))


def _labels(draft: Draft, name: Name) -> dict[str, Any]:
    """The words of a table or field by language, where they stand in the draft."""
    table, field = name
    own = draft.tables[table]
    place = cast("dict[str, Any]", own["nouns"] if field is None else own["fields"][field])
    return cast("dict[str, Any]", place.get("labels", place))


def _put(draft: Draft, name: Name, proposed: object, language: Language) -> None:
    """Only where nothing stands yet, and only words."""
    word = " ".join(proposed.split()) if isinstance(proposed, str) else ""
    labels = _labels(draft, name)
    if language in labels or not word[:1].isalpha() or len(word) > _LONGEST_WORD or "_" in word:
        return
    if word.casefold() in (str(known).casefold() for known in labels.values()):
        return  # the same word again is none of this language
    labels[language] = word
    table, field = name
    place: tuple[str, ...] = ("tables", table, "fields", field) if field else ("tables", table, "nouns")
    held = draft.remarks.get(place, "")
    also = f"; {held}" if held.startswith(HOLDS) else ""
    draft.remarks[place] = f"{PROPOSAL} words of a language model{also}"
    draft.open_points = [one for one in draft.open_points if one.place != place]
