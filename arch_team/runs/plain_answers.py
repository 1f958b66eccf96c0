"""Answers that no team made: a direct one, a question that leans on nothing, a run that could not begin."""

from arch_team.runs.answer import Answer, Status
from arch_team.wire import Language


def direct(run_id: str, question: str, language: Language, text: str, warnings: tuple[str, ...]) -> Answer:
    return Answer(
        run_id=run_id,
        question=question,
        language=language,
        status="approved",
        text=text,
        from_own_data=False,
        route="direct_chat",
        warnings=warnings,
    )


_EMPTY: dict[Language, tuple[str, str]] = {
    "de": ("Die Frage ist leer.", "Schreiben Sie, was Sie wissen möchten."),
    "en": ("The question is empty.", "Please write what you would like to know."),
}
_UNCLEAR: dict[Language, tuple[str, str]] = {
    "de": ("Es ist nicht klar, wie das mit der Frage davor zusammenhängt.", "Stellen Sie bitte die ganze Frage."),
    "en": ("It is not clear how this goes on with the question before.", "Please ask the whole question."),
}


def unclear(run_id: str, question: str, language: Language) -> Answer:
    """Nothing is asked, or nobody can tell how it goes on with what was asked before."""
    reason, next_step = (_UNCLEAR if question.strip() else _EMPTY)[language]
    return Answer(
        run_id=run_id, question=question, language=language, status="refused", reason=reason, next_step=next_step
    )


def failed(run_id: str, question: str, language: Language, reason: str, next_step: str) -> Answer:
    status: Status = "failed"
    return Answer(
        run_id=run_id, question=question, language=language, status=status, reason=reason, next_step=next_step or None
    )
