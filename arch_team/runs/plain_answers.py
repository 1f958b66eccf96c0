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


def unclear(run_id: str, question: str, language: Language) -> Answer:
    reason, next_step = (
        ("Es ist nicht klar, wie das mit der Frage davor zusammenhängt.", "Stellen Sie bitte die ganze Frage.")
        if language == "de"
        else ("It is not clear how this goes on with the question before.", "Please ask the whole question.")
    )
    return Answer(
        run_id=run_id, question=question, language=language, status="refused", reason=reason, next_step=next_step
    )


def failed(run_id: str, question: str, language: Language, reason: str, next_step: str) -> Answer:
    status: Status = "failed"
    return Answer(
        run_id=run_id, question=question, language=language, status=status, reason=reason, next_step=next_step or None
    )
