"""What an operator can say to the other seats, as types; and the few fixed words by which a language model says it.

An operator of ours hands over a `Word`. Only a model's turn is text, and is read here once: a mark counts at the start
of a line, and not where it repeats what stands in the data.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from arch_team.featuredata.findings import shortened

READY = "READY_FOR_VALIDATION"
NEED = "NEED_USER_CLARIFICATION:"
CANNOT = "CANNOT_ANSWER:"
SUGGESTIONS = "SUGGESTIONS:"
PROVIDED = "The user provided:"
VALID = "VALID:"
ASKING = f"{VALID} the operator asks the user."
CANNOT_ANSWER = f"{VALID} the operator says it cannot answer."
INVALID = "INVALID:"
APPROVE = "APPROVE:"
NOT_APPROVED = "NOT APPROVED:"
NOTHING_TO_ASK = "PASS"

PERSON = "user"
OPERATOR, VALIDATOR, CLARIFICATION, APPROVER = "QueryOperator", "Validator", "UserClarification", "QAApprover"
"""Who speaks. What a message is follows from who sent it."""

LONGEST_QUESTION = 400
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\w)")
_MARK = re.compile(rf"\s*\b{READY}\b\s*\.?", re.IGNORECASE)
_NEED = re.compile(rf"^[ \t>*#_-]*{NEED}", re.MULTILINE)
MOST_SUGGESTIONS = 12


@dataclass(frozen=True, slots=True)
class Draft:
    text: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the operator cannot answer."""

    reason: str


@dataclass(frozen=True, slots=True)
class Need:
    question: str
    suggestions: tuple[str, ...] = ()
    about: str = ""
    """The mark it is about, where the operator did not ask for it itself: the answer is relayed for this."""


Word = Draft | Need | Refusal


def word_in(text: str, held: Iterable[str] = ()) -> Word:
    """A model's turn. `held` are texts of the data: what repeats one of them says nothing to the seats."""
    refusal = refusal_in(text)
    if refusal is not None and not _repeats(refusal, held):
        return Refusal(refusal)
    need = need_in(text)
    if need is not None and not _repeats(need.question, held):
        return need
    return Draft(draft_in(text))


def _repeats(said: str, held: Iterable[str]) -> bool:
    """Whether this is what stands behind a mark in the data."""
    plain = _plain(said)
    for text in held:
        for mark in (NEED, CANNOT):
            _, found, rest = text.partition(mark)
            told = _plain(rest)
            if found and told and (plain.startswith(told) or told.startswith(plain)):
                return True
    return False


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .?!*_\"'")


def spoken(word: Word) -> str:
    """A word as it is written down and shown in the run's events."""
    if isinstance(word, Draft):
        return f"{word.text}\n\n{READY}"
    if isinstance(word, Refusal):
        return f"{CANNOT} {word.reason}"
    suggestions = f"\n{SUGGESTIONS} {' | '.join(word.suggestions)}" if word.suggestions else ""
    return f"{NEED} {word.question}{suggestions}"


def draft_in(text: str) -> str:
    """The draft without the operator's mark."""
    return _MARK.sub("", text).strip()


def need_in(text: str) -> Need | None:
    """The clarification an operator's turn asks for."""
    mark = _NEED.search(text)
    if mark is None:
        return None
    question, _, listed = draft_in(text[mark.end() :]).partition(SUGGESTIONS)
    choices = tuple(choice.strip() for choice in listed.split("|") if choice.strip())
    return Need(_once(question), choices[:MOST_SUGGESTIONS])


def _once(text: str) -> str:
    """Each sentence once, and not too many: a model that has lost its way says the same for ever."""
    sentences = dict.fromkeys(_SENTENCE_END.split(" ".join(text.split())))
    return shortened(" ".join(sentences), LONGEST_QUESTION)


def refusal_in(text: str) -> str | None:
    """Why an operator says it cannot answer."""
    stripped = text.strip()
    return stripped[len(CANNOT) :].strip() if stripped.startswith(CANNOT) else None


def need_of(question: str, suggestions: tuple[str, ...], about: str = "") -> Need:
    """A need as a person reads it: not too long, not too many answers to choose from."""
    return Need(_once(question), suggestions[:MOST_SUGGESTIONS], about)


def relayed(answer: str) -> str:
    return f"{PROVIDED} {answer}. Continue with this."


def answer_in(text: str) -> str:
    return text[len(PROVIDED) :].removesuffix(" Continue with this.").strip().rstrip(".")


def is_invalid(text: str) -> bool:
    return text.startswith(INVALID)
