"""Which words of a question were read as what."""

from dataclasses import replace

from arch_team.featuredata.naming import spaced
from arch_team.forms import form as f
from arch_team.forms.wording import Wording
from arch_team.interpreting.read import Candidate, Part
from arch_team.modelling.model import Model, NounSense
from arch_team.modelling.values import Hit
from arch_team.text.tokens import tokens_of
from arch_team.wire import Language

Told = tuple[str, str]
"""Words of the question, and what they were read as."""


def parts_of(question: str, candidate: Candidate, model: Model, language: Language) -> tuple[Told, ...]:
    """The parts of a question in their order, each words once."""
    tokens, wording = tokens_of(question), Wording(model, language)
    found: dict[tuple[int, int], str] = {}
    for part in candidate.parts:
        meaning = _meaning(part.meaning, candidate.form, wording)
        start, end = part.span
        if meaning and start < end <= len(tokens):
            found.setdefault((start, end), meaning)
    return tuple(
        (question[tokens[start].start : tokens[end - 1].end], meaning)
        for (start, end), meaning in sorted(found.items())
    )


def parts_within(question: str, text: str, candidate: Candidate) -> tuple[Part, ...]:
    """The parts of a text that stand in a question word for word, where they stand there."""
    said, held = ([token.folded for token in tokens_of(each)] for each in (text, question))
    found: list[Part] = []
    for part in candidate.parts:
        words = said[slice(*part.span)]
        places = range(len(held) - len(words) + 1) if words else ()
        at = next((at for at in places if held[at : at + len(words)] == words), None)
        if at is not None:
            found.append(replace(part, span=(at, at + len(words))))
    return tuple(found)


def _meaning(meaning: object, form: f.Form, wording: Wording) -> str | None:
    match meaning:
        case f.Compare() | f.Member() | f.Either() | f.Both() | f.Not():
            return wording.condition(meaning, form.table)
        case f.Order():
            return wording.order(meaning, form.table, form.limit)
        case f.Column() | f.Figure() | f.Related() | f.Bucket() | f.Lookup() | f.Arithmetic():
            return wording.expression(meaning, form.table)
        case NounSense():
            return spaced(meaning.field or meaning.table)
        case Hit():
            return f"{spaced(meaning.field)} = {meaning.value}"
        case _:
            return None
