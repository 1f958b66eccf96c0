"""What a person asks for in a conversation: which requirements, by which criteria, with which answers to open gaps."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arch_team.requirements.model import CRITERIA, Criterion, Gap
from arch_team.requirements.rewrite.gaps import texts
from arch_team.text.packaged import packaged
from arch_team.text.sentence.words import language_of, words_of
from arch_team.wire import Language

_QUOTED = re.compile(
    r"„([^“”\"]+)[“”\"]|“([^”]+)”|«([^»]+)»|»([^«]+)«|\"([^\"]+)\"|‚([^‘]+)‘|(?<!\w)'([^']{8,})'(?!\w)"
)
_BULLET = re.compile(r"^\s*(?:[-*•–]|\(?\d{1,3}[.)]|[A-Za-z]+[-_]?\d+\s*[:.)])\s+(?=\S)")
_LABEL = re.compile(r"^\s*(?:requirements?|anforderung(?:en)?|user stor(?:y|ies)|req)\b[^:\n]{0,40}:\s*", re.IGNORECASE)
_SENTENCE = re.compile(
    r"\b(?:muss|müssen|soll|sollen|sollte|sollten|darf|dürfen|shall|must|should|möchte ich|want|will|can|kann)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Request:
    requirements: tuple[str, ...]
    criteria: tuple[Criterion, ...] | None = None
    """None: all of them."""
    asks_which_criteria: bool = False
    """The person speaks of criteria and names none."""
    only_duplicates: bool = False
    answers: dict[str, str] = field(default_factory=dict[str, str])
    """To gaps of a rewrite, by their kind."""


def read_request(question: str, said: tuple[str, ...] = ()) -> Request:
    """`said` is what the person answered since: it may name the criteria, a requirement, or fill a gap."""
    requirements, rest = _requirements(question)
    for answer in said:
        if not requirements and answer.strip():
            requirements, more = _requirements(answer)
            rest += f" {more}"
            requirements = requirements or (() if _is_command(answer) else (answer.strip(),))
    around = " ".join((rest, *said))
    criteria = criteria_in(around)
    mentioned = any(part in around.casefold() for part in _words()["mentions"])
    return Request(
        requirements=requirements,
        criteria=criteria or None,
        asks_which_criteria=mentioned and criteria is None,
        only_duplicates=len(requirements) > 1 and _begins(rest, _words()["duplicates"]) and not criteria,
        answers=gap_answers("\n".join((rest, *said))),
    )


def criteria_in(text: str) -> tuple[Criterion, ...] | None:
    """The criteria a text names. All of them: an empty tuple. None of them: None."""
    named: tuple[Criterion, ...] = tuple(one for one in CRITERIA if _begins(text, _words()["criteria"][one]))
    if named:
        return named
    lower = {word.casefold() for word in re.findall(r"\w+", text)}
    return () if lower & set(_words()["all"]) else None


def language_of_all(requirements: Sequence[str]) -> Language | None:
    """The language of the requirements, where they have the same one."""
    spoken: set[Language] = {language_of(words_of(text)) for text in requirements}
    return spoken.pop() if len(spoken) == 1 else None


def _requirements(text: str) -> tuple[tuple[str, ...], str]:
    """Quoted ones; else listed ones; else what follows a colon; else the whole text where it reads like one."""
    quoted = [next(group for group in match.groups() if group).strip() for match in _QUOTED.finditer(text)]
    quoted = [words for words in quoted if len(words.split()) > 1]
    if quoted:
        return tuple(quoted), _QUOTED.sub(" ", text)
    lines = [line for line in text.splitlines() if line.strip()]
    listed = [line for line in lines if _BULLET.match(line)]
    if listed:
        rest = "\n".join(line for line in lines if line not in listed)
        return tuple(_BULLET.sub("", line).strip() for line in listed), rest
    return _in_lines(lines)


def _in_lines(lines: list[str]) -> tuple[tuple[str, ...], str]:
    found: list[str] = []
    rest: list[str] = []
    for line in lines:
        label = _LABEL.match(line)
        head, colon, tail = line.partition(":")
        if label and line[label.end() :].strip():
            found.append(line[label.end() :].strip())
        elif label or head.strip().casefold() in _words()["labels"] or _gap_name(head):
            rest.append(line)
        elif colon and _is_command(head) and tail.strip():
            found.append(tail.strip())
            rest.append(head)
        elif _is_command(line):
            rest.append(line)
        elif _SENTENCE.search(line) or len(lines) > 1:
            found.append(line.strip())
        else:
            rest.append(line)
    return tuple(found), "\n".join(rest)


def _is_command(text: str) -> bool:
    word = re.match(r"\s*(\w+)", text)
    return bool(word) and word[1].casefold() in _words()["commands"]


def gap_answers(text: str) -> dict[str, str]:
    """`Metrik: P95 < 2 s`, `[Rolle?] = Kunde`; one to a line or parted by semicolons."""
    found: dict[str, str] = {}
    for piece in re.split(r"[;\n]", text):
        name, sign, value = (
            re.split(r"\s*([:=])\s*", piece, maxsplit=1) if re.search(r"[:=]", piece) else (piece, "", "")
        )
        kind = _gap_name(name)
        if sign and kind and value.strip():
            found[kind] = value.strip()
    return found


def _gap_name(name: str) -> str | None:
    """`Metrik`, `[Metrik?]` and `metric` all name the same gap."""
    bare = name.strip().strip("-*•").strip().casefold().strip("[]?")
    for language in ("de", "en"):
        for kind, gap in texts(language).gaps.items():
            if bare == gap.mark.casefold().strip("[]?") or bare == kind:
                return kind
    return None


def _begins(text: str, starts: list[str]) -> bool:
    """Whether a word of the text begins with one of these."""
    return any(word.casefold().startswith(tuple(starts)) for word in re.findall(r"\w+", text))


def _words() -> dict[str, Any]:
    return packaged("requirements_request.yaml", "arch_team.models.embedded")


def only_fills_gaps(text: str) -> bool:
    """Whether a text names nothing but answers to gaps: `Metrik: P95 < 2 s; Rolle: Kunde`."""
    pieces = [piece for piece in re.split(r"[;\n]", text) if piece.strip()]
    return bool(pieces) and all(gap_answers(piece) for piece in pieces)


def leaves_open(answer: str) -> bool:
    """The person does not know, or does not want to say."""
    return leaves_all_open(answer) or _bare(answer) in _words()["leave_open"]


def leaves_all_open(answer: str) -> bool:
    return _bare(answer) in _words()["leave_all"]


def _bare(answer: str) -> str:
    return " ".join(answer.split()).strip(" .!").casefold()


def said_texts(language: Language) -> dict[str, str]:
    return _words()["texts"][language]


LONGEST_QUOTE = 60
_LAST = ("add_actor", "add_benefit")
"""What is asked after the facts themselves: for whom, then to which end."""


@dataclass(frozen=True, slots=True)
class Missing:
    """One thing that only the person knows."""

    requirement: str
    """The requirement's text, by which its rewrite is known."""
    mark: str
    """How the rewrite marks it, `[Metrik?]`: answers are given for it."""
    question: str
    suggested_answers: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.mark} {self.question}"


def missing_in(gaps: Mapping[str, Sequence[Gap]], language: Language, *, several: bool) -> tuple[Missing, ...]:
    """The questions to a review's open gaps (by requirement), in the order in which they are asked.

    Where `several` requirements are reviewed, each question says which one it is about.
    """
    said = said_texts(language)
    count = sum(map(len, gaps.values()))
    found: list[Missing] = []
    for number, (requirement, open_gaps) in enumerate(gaps.items(), 1):
        quote = requirement if len(requirement) <= LONGEST_QUOTE else requirement[: LONGEST_QUOTE - 1].rstrip() + "…"
        for gap in sorted(open_gaps, key=_rank):
            form = said["of_requirement"] if several else "{question}"
            question = form.format(number=number, text=" ".join(quote.split()), question=gap.question)
            ways_out = (said["leave_open"], said["leave_all"]) if count > 1 else (said["leave_open"],)
            found.append(Missing(requirement, gap.placeholder, question, (*gap.suggested_answers, *ways_out)))
    return tuple(found)


def next_missing(missing: Iterable[Missing], asked: Collection[str], said: Iterable[str]) -> Missing | None:
    """The first that was not asked yet. None where the person leaves the rest open."""
    if any(leaves_all_open(answer) for answer in said):
        return None
    return next((one for one in missing if one.question not in asked), None)


def filled(missing: Missing, answer: str) -> dict[str, str]:
    """What an answer says, by mark. Nothing where it leaves the gap open; several where it names several."""
    if leaves_open(answer):
        return {}
    named = {mark: value for kind, value in gap_answers(answer).items() for mark in _marks_of(kind)}
    return named or {missing.mark: answer.strip()}


def _marks_of(kind: str) -> tuple[str, ...]:
    return tuple(texts(language).gaps[kind].mark for language in ("de", "en") if kind in texts(language).gaps)


def _rank(gap: Gap) -> int:
    return _LAST.index(gap.what) + 1 if gap.what in _LAST else 0
