"""How a run ended, in words for the person who asked."""

from arch_team.agents.failures import told_failure
from arch_team.agents.model_failures import told
from arch_team.agents.state import Ending, RunState
from arch_team.runs.answer import Status
from arch_team.wire import Language

_STATUS: dict[Ending, Status] = {
    Ending.APPROVED: "approved",
    Ending.NEEDS_CLARIFICATION: "needs_clarification",
    Ending.REFUSED: "refused",
    Ending.EXHAUSTED: "exhausted",
    Ending.FAILED: "failed",
}
_NEXT: dict[Ending, tuple[str, str]] = {
    Ending.NEEDS_CLARIFICATION: ("Beantworten Sie die Rückfrage.", "Answer the question."),
    Ending.REFUSED: ("Fragen Sie anders.", "Ask differently."),
    Ending.EXHAUSTED: (
        "Fragen Sie enger, oder geben Sie dem Lauf mehr Zeit.",
        "Ask something narrower, or allow more time.",
    ),
    Ending.FAILED: (
        "Prüfen Sie Datenbank und Modell, und fragen Sie dann noch einmal.",
        "Check database and model, then ask again.",
    ),
}

_NEAREST = ("Das kann ich beantworten: «{question}»", "This I can answer: “{question}”")


def ending_of(state: RunState, language: Language) -> tuple[Status, str | None, str | None]:
    """Status, reason and next step. A run that just stopped talking is exhausted, unless the guard held it back."""
    broken = state.desk.broken()
    if broken is not None:
        reason, next_step = told_failure(broken, language)
        return "failed", reason, next_step or _next(Ending.FAILED, language)
    ending = state.ending or (Ending.REFUSED if state.is_blocked else Ending.EXHAUSTED)
    if ending is Ending.APPROVED:
        return "approved", None, None
    if ending is Ending.REFUSED and state.desk.missed is not None:
        settings = state.desk.task.settings
        return "failed", *told(state.desk.missed, settings, settings.model or state.model, language)
    reason = state.reason
    if state.ending is None and reason is None:
        reason = "die Runden sind aufgebraucht" if language == "de" else "the rounds are used up"
    if ending is Ending.NEEDS_CLARIFICATION and state.need:
        reason = state.need[0]
    near = state.desk.nearest() if ending is Ending.REFUSED and state.next_step is None else None
    if near is not None:
        return _STATUS[ending], reason, (_NEAREST[0] if language == "de" else _NEAREST[1]).format(question=near)
    return _STATUS[ending], reason, state.next_step or _next(ending, language)


def _next(ending: Ending, language: Language) -> str:
    german, english = _NEXT[ending]
    return german if language == "de" else english
