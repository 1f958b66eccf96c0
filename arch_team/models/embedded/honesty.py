"""No word that changes a question may be passed over: what a plan does not take into account is said, not dropped."""

import re

from arch_team.models.embedded.plan import Cannot, Outcome, Say
from arch_team.models.embedded.resolution import Question
from arch_team.models.embedded.texts import Voice
from arch_team.reading.cues import cue_matches
from arch_team.reading.question import Reading

WANTS_NOTHING = frozenset(
    {
        "amount_too",
        "total",
        "percent",
        "why",
        "yes_no",
        "listing",
        "per_account",
        "per_currency",
        "harmless",
        "active",
        "closing",
    }
    | {"unpaid", "issued", "where", "owed", "billed", "who", "relative"}
)
"""Cues that ask for nothing a plan would have to do, or that only some topics know; those check them themselves."""


def passed_over(
    reading: Reading, honoured: frozenset[str], voice: Voice, *, unless: frozenset[str] = frozenset()
) -> Cannot | None:
    """Why a plan that honours these cues is no answer to this question, if so. `unless`: cues that mean something to
    it although elsewhere they want nothing."""
    left = reading.cues - honoured - (WANTS_NOTHING - unless)
    if not left:
        return None
    said = next(reading.text[start:end] for name, (start, end) in cue_matches(reading.flat) if name in left)
    return Cannot(
        voice(
            f"«{said.strip()}» kann ich in dieser Frage nicht berücksichtigen. Stell sie anders.",
            f"I cannot take “{said.strip()}” into account in this question. Ask it differently.",
        )
    )


_SECOND = re.compile(
    r"\b(?:und|and|sowie)\s+(?:wie|was|wer|wem|wen|wann|wo|welche\w*|how|what|who|when|where|which)\b", re.IGNORECASE
)
_SAYS_MORE = re.compile(
    r"^(?:Ja|Nein|Yes|No|Up|Down|Gestiegen|Gesunken|Ein Gewinn|Ein Verlust|A profit|A loss)\b|höchste|tiefste|highest|"
    r"lowest|grösste|kleinste|largest|smallest"
)


def half_answered(text: str, outcome: Outcome, voice: Voice) -> Cannot | None:
    """Two things were asked of one, and one figure is no answer to both."""
    if not isinstance(outcome, Say) or not _SECOND.search(text):
        return None
    if outcome.text.count("{{") + len(_SAYS_MORE.findall(outcome.text)) > 1:
        return None
    return Cannot(
        voice(
            "Das sind zwei Fragen in einer, und nur die eine kann ich beantworten. Stell sie einzeln.",
            "These are two questions in one, and I can answer only one of them. Ask them one by one.",
        )
    )


def passed_over_number(said: str, voice: Voice) -> Cannot:
    """A number that is no period, account, amount or rank: nobody knows what it would choose."""
    return Cannot(
        voice(
            f"Was «{said}» in dieser Frage bedeutet, verstehe ich nicht. Stell sie ohne diese Zahl.",
            f"I do not understand what “{said}” means in this question. Ask it without that number.",
        )
    )


def not_understood(question: Question, voice: Voice, *, rows: bool = False, places: bool = False) -> Cannot | None:
    """Words that nothing explains. Where rows are chosen (`rows`), unknown verbs count too: `gesperrt`, `gemahnt`;
    towns and countries count unless they are what is asked about (`places`)."""
    words = (*question.unknown, *(question.verbs if rows else ()))
    if not places:
        words = (*words, *question.cities, *question.countries)
    if not words:
        return None
    said = " ".join(words)
    near = ", ".join(question.similar)
    hint = voice(f" Ähnlich: {near}.", f" Similar: {near}.") if near else ""
    return Cannot(
        voice(
            f"«{said}» verstehe ich hier nicht: so heisst in diesem Mandat kein Konto und kein Kontakt.{hint}",
            f"I do not understand “{said}” here: no account and no contact of this mandate is called that.{hint}",
        )
    )
