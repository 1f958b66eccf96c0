"""How a run ended, in words for the person who asked."""

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
    Ending.NEEDS_CLARIFICATION: ("Beantworte die Rückfrage.", "Answer the question."),
    Ending.REFUSED: ("Frag anders, oder nenne Konto und Zeitraum.", "Ask differently, or name account and period."),
    Ending.EXHAUSTED: ("Frag enger, oder gib dem Lauf mehr Zeit.", "Ask something narrower, or allow more time."),
    Ending.FAILED: ("Prüf Datenbank und Modell, dann frag noch einmal.", "Check database and model, then ask again."),
}


def ending_of(state: RunState, language: Language) -> tuple[Status, str | None, str | None]:
    """Status, reason and next step. A run that just stopped talking is exhausted."""
    ending = state.ending or Ending.EXHAUSTED
    if ending is Ending.APPROVED:
        return "approved", None, None
    german, english = _NEXT[ending]
    reason = state.reason
    if state.ending is None and reason is None:
        reason = "die Runden sind aufgebraucht" if language == "de" else "the rounds are used up"
    if ending is Ending.NEEDS_CLARIFICATION and state.need:
        reason = state.need[0]
    if ending is Ending.REFUSED and not state.desk.speaks_of_accounts:
        german, english = "Frag anders.", "Ask differently."
    return _STATUS[ending], reason, german if language == "de" else english
