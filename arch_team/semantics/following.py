"""What is said after a question on any tables: one piece of it is named anew, or something is added to it.

Each piece of the question before is replaced in turn; what reads is kept. One form, or one of the same build as before,
is what is meant; of several, none is guessed.
"""

import json
from collections.abc import Callable, Sequence

from arch_team.forms.form import Form
from arch_team.semantics.building import Candidate
from arch_team.text.leading import without_lead
from arch_team.wire import Language

Reads = Callable[[str], Sequence[Candidate]]
Parts = Callable[[str, Candidate], Sequence[tuple[str, str]]]
_VALUES = ("value", "values")


def whole(before: str, said: str, language: Language, reads: Reads, parts: Parts) -> str | None:
    """The question that is meant. None: it stands for itself, or nothing of it can be told."""
    core, leads = without_lead(said, language)
    if not leads and reads(said):
        return None
    earlier = reads(before)
    if not earlier or not core:
        return before if earlier and leads and not core else None
    plain = before.rstrip(" ?.!")
    texts = [before.replace(words, core, 1) for words, _ in parts(before, earlier[0]) if words in before]
    found: dict[Form, str] = {}
    for text in dict.fromkeys((*texts, f"{plain} {core}")):
        for candidate in reads(text)[:1]:
            if candidate.form != earlier[0].form:
                found.setdefault(candidate.form, text)
    alike = [text for form, text in found.items() if _build(form) == _build(earlier[0].form)]
    if len(alike) == 1:
        return alike[0]
    return next(iter(found.values())) if len(found) == 1 else None


def _build(form: Form) -> str:
    """A form without the values that it is held to."""

    def blank(node: object) -> object:
        if isinstance(node, dict):
            return {key: None if key in _VALUES else blank(value) for key, value in node.items()}  # type: ignore[misc]
        return [blank(each) for each in node] if isinstance(node, list) else node  # type: ignore[misc]

    return json.dumps(blank(form.model_dump(mode="json")), sort_keys=True)
