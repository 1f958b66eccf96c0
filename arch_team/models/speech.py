"""The few fixed words the seats use to understand each other, and how to read them."""

import re
from dataclasses import dataclass

from arch_team.featuredata.findings import shortened

READY = "READY_FOR_VALIDATION"
NEED = "NEED_USER_CLARIFICATION:"
CANNOT = "CANNOT_ANSWER:"
SUGGESTIONS = "SUGGESTIONS:"
PROVIDED = "The user provided:"
VALID = "VALID:"
INVALID = "INVALID:"
APPROVE = "APPROVE:"
NOT_APPROVED = "NOT APPROVED:"
NOTHING_TO_ASK = "PASS"

LONGEST_QUESTION = 400
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\w)")
_MARK = re.compile(rf"\s*\b{READY}\b\s*\.?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Need:
    question: str
    suggestions: tuple[str, ...] = ()
    about: str = ""
    """The mark it is about, where the operator did not ask for it itself: the answer is relayed for this."""


def draft_in(text: str) -> str:
    """The draft without the operator's mark."""
    return _MARK.sub("", text).strip()


def need_in(text: str) -> Need | None:
    """The clarification an operator's turn asks for."""
    _, mark, rest = text.partition(NEED)
    if not mark:
        return None
    question, _, listed = draft_in(rest).partition(SUGGESTIONS)
    choices = tuple(choice.strip() for choice in listed.split("|") if choice.strip())
    return Need(_once(question), choices[:12])


def _once(text: str) -> str:
    """Each sentence once, and not too many: a model that has lost its way says the same for ever."""
    sentences = dict.fromkeys(_SENTENCE_END.split(" ".join(text.split())))
    return shortened(" ".join(sentences), LONGEST_QUESTION)


def refusal_in(text: str) -> str | None:
    """Why an operator says it cannot answer."""
    stripped = text.strip()
    return stripped[len(CANNOT) :].strip() if stripped.startswith(CANNOT) else None


def need_of(question: str, suggestions: tuple[str, ...], about: str) -> Need:
    """A need as it would read if the operator had said it."""
    return Need(_once(question), suggestions, about)


def relayed(answer: str) -> str:
    return f"{PROVIDED} {answer}. Continue with this."


def answer_in(text: str) -> str:
    return text[len(PROVIDED) :].removesuffix(" Continue with this.").strip().rstrip(".")


def is_invalid(text: str) -> bool:
    return text.startswith(INVALID)
