"""A model's form as the short content that people write: one word instead of a list of one, nothing that is default."""

from typing import Any, cast

from arch_team.ontologies.yaml_form import ModelForm

_WORDS = ("nouns", "labels", "words", "verbs", "opposite")
_LISTS = ("rowName", "columns", "order", "searched", "settled")
_WHOLE = ("entities", "constraints", "patterns", "purposes", "everyday", "partyVerbs", "reports", "levels", "movements")
"""Written as they are: they have no short form."""


def content_of(form: ModelForm) -> dict[str, Any]:
    """What would be written of a model. Reading it gives the same form."""
    content = form.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return cast("dict[str, Any]", _short(content, ()))


def _short(value: object, at: tuple[str, ...]) -> object:
    if not isinstance(value, dict):
        return [_short(item, (*at, "")) for item in cast("list[object]", value)] if isinstance(value, list) else value
    out: dict[str, object] = {}
    for key, inner in cast("dict[str, object]", value).items():
        place = (*at, key)
        if key in _WHOLE and (not at or (len(at) == 2 and at[0] == "tables")):
            out[key] = inner
        elif key in _WORDS and isinstance(inner, dict) and _is_words(cast("dict[str, object]", inner)):
            out[key] = _short_words(cast("dict[str, list[str]]", inner))
        elif key in _LISTS and isinstance(inner, list):
            held = cast("list[object]", inner)
            out[key] = held[0] if len(held) == 1 else held
        else:
            out[key] = _short(cast("object", inner), place)
    is_field = len(at) == 4 and at[0] == "tables" and at[2] == "fields"
    only_words = is_field and set(out) == {"labels"} and bool(out["labels"])
    return out["labels"] if only_words else out


def _is_words(value: dict[str, object]) -> bool:
    return set(value) <= {"en", "de"} and all(isinstance(inner, list) for inner in value.values())


def _short_words(value: dict[str, list[str]]) -> dict[str, object]:
    return {language: said[0] if len(said) == 1 else said for language, said in value.items()}
