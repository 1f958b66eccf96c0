"""Words that a language model proposes for tables and fields. A person strikes the mark, or the words."""

import json
from typing import Any, cast

from arch_team.onboarding.draft import PROPOSAL, Draft
from arch_team.settings import Settings

_SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "words": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "properties": {"de": {"type": "string"}, "en": {"type": "string"}},
                "additionalProperties": False,
            },
        }
    },
    "required": ["words"],
}
_TOKENS = 3_000
_LONGEST_WORD = 60
_MOST_NAMES = 80


async def propose_words(settings: Settings, draft: Draft) -> str | None:
    """Puts the missing words of tables and fields into the draft, each marked. Says what went wrong, if so."""
    from arch_team.models.json_model import JsonModel

    model = JsonModel.from_settings(settings)
    if model is None:
        return "no language model is configured; give --model and --base-url"
    try:
        reply = await model(_prompt(draft), _SCHEMA, temperature=0.0, max_tokens=_TOKENS, timeout=settings.timeout)
        words = _words_in(reply)
    except Exception as error:  # whatever a client raises: the draft stands without it
        return f"{settings.base_url or 'the model'} gave none ({type(error).__name__})"
    for name, proposed in words.items():
        _put(draft, name, proposed)
    return None


def _words_in(reply: str) -> dict[str, dict[str, object]]:
    """The words of a reply, by name. Raises ValueError for anything else."""
    words = cast("object", json.loads(reply)["words"])
    if not isinstance(words, dict):
        raise ValueError("no words")
    found = cast("dict[str, object]", words)
    return {name: cast("dict[str, object]", said) for name, said in found.items() if isinstance(said, dict)}


def _prompt(draft: Draft) -> str:
    names = [
        name
        for table, own in draft.tables.items()
        for name in (table, *(f"{table}.{f}" for f in own.get("fields", {})))
    ]
    return (
        "These are tables and columns of a database. Give for each the words an office worker would use, tables "
        "in the plural, columns in the singular, as JSON "
        '{"words": {"name": {"en": "...", "de": "..."}}}. Use the names exactly as '
        "they are written. Leave out what you are not sure of.\n" + "\n".join(names[:_MOST_NAMES])
    )


def _put(draft: Draft, name: str, proposed: dict[str, object]) -> None:
    """Only where nothing stands yet, and only words."""
    table, _, field = name.partition(".")
    if table not in draft.tables:
        return
    own = draft.tables[table]
    if field and field not in own.get("fields", {}):
        return
    place: tuple[str, ...] = ("tables", table, "nouns") if not field else ("tables", table, "fields", field)
    labels = cast("dict[str, Any]", own["nouns"] if not field else own["fields"][field])
    labels = cast("dict[str, Any]", labels.get("labels", labels))
    said = False
    for language in ("en", "de"):
        word = " ".join(str(proposed.get(language) or "").split())
        if word and language not in labels and len(word) <= _LONGEST_WORD and word[:1].isalpha():
            labels[language], said = word, True
    if said:
        draft.remarks[place] = f"{PROPOSAL} words of a language model"
        draft.open_points = [one for one in draft.open_points if one.place != place]
