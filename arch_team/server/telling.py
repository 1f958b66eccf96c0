"""What a door says of a run: the words for a person, and beside them what a program can use."""

from typing import Any

from arch_team.clarify.clarification import Clarification
from arch_team.clarify.terminal import labelled
from arch_team.evidence.verdict import Figure
from arch_team.runs.records import RunRecord
from arch_team.server.following import Outcome
from arch_team.wire import Language, Wire

_NO_ANSWER = {
    "de": {"cancelled": "Der Lauf wurde abgebrochen.", "running": "Der Lauf dauert noch an."},
    "en": {"cancelled": "The run was cancelled.", "running": "The run is still going on."},
}


class ShownFigure(Wire):
    display: str
    value: Any
    unit: str | None
    kind: str
    references: tuple[str, ...]

    @classmethod
    def of(cls, figure: Figure) -> "ShownFigure":
        return cls(
            display=figure.display,
            value=figure.value,
            unit=figure.unit,
            kind=figure.kind.value,
            references=figure.references,
        )


class Extension(Wire):
    """What there is to say beside the text. `status` is the run's ending, or `waiting` for an open question."""

    run_id: str
    status: str
    from_own_data: bool = True
    figures: tuple[ShownFigure, ...] = ()
    clarification: Clarification | None = None
    reason: str | None = None
    next_step: str | None = None
    reading: str | None = None
    """How the question was read."""
    warnings: tuple[str, ...] = ()
    """What the quality gate minds in the answer."""


def extension(record: RunRecord, question: Clarification | None) -> Extension:
    answer = record.answer
    if answer is None:
        status = "waiting" if question else record.status
        return Extension(run_id=record.id, status=status, clarification=question)
    return Extension(
        run_id=record.id,
        status=answer.status,
        from_own_data=answer.from_own_data,
        figures=tuple(ShownFigure.of(figure) for figure in answer.figures),
        reason=answer.reason,
        next_step=answer.next_step,
        reading=answer.reading,
        warnings=answer.warnings,
    )


def text_of(found: Outcome) -> str:
    """What the assistant says: the approved text to the letter and how the question was read, the question, or why
    there is no answer."""
    return _said(found.record) if found.question is None else question_text(found.question)


def question_text(question: Clarification) -> str:
    """The question, with the suggested answers under labels that may be given back."""
    choices = labelled(question.suggested_answers)
    return "\n".join([question.question, *(f"{label}) {text}" for label, text in choices.items())])


def _said(record: RunRecord) -> str:
    answer = record.answer
    if answer is None:
        language: Language = record.request.language or "de"
        return _NO_ANSWER[language]["cancelled" if record.ended else "running"]
    if answer.ok:
        return f"{answer.text}\n\n{answer.read_as}" if answer.read_as else answer.text
    asked = answer.clarification.question if answer.clarification else None
    return "\n".join(part for part in (answer.reason, asked, answer.next_step) if part)
