"""What only a person knows. It is asked for and marked in the text; nothing here ever makes it up."""

from collections.abc import Mapping, Sequence

from arch_team.errors import UsageError
from arch_team.requirements.model import Gap
from arch_team.requirements.rewrite.texts import GapText, texts
from arch_team.wire import Language

LONGEST_ANSWER = 500
MOST_OPTIONS = 6


class Asked:
    """The gaps of one rewrite, and the answers given so far.

    An answer is given for a gap's mark (`[Metrik?]`), or for its kind (`add_metric`) where it is the first of it.
    """

    def __init__(self, language: Language, answers: Mapping[str, str], roles: Sequence[str] = ()) -> None:
        self._texts = texts(language)
        self._answers = {key.strip().casefold(): tidy_answer(value) for key, value in answers.items()}
        self._roles = tuple(roles)
        self._marks: dict[tuple[str, str], str] = {}
        self._used: set[str] = set()
        self._all: dict[str, Gap] = {}
        self.open: list[Gap] = []
        self.given: dict[str, str] = {}

    def need(self, kind: str, words: Sequence[str] = (), *, label: str = "", options: Sequence[str] = ()) -> str | None:
        """The person's answer, or the mark of the gap, or None where the person said there is none."""
        text = self._texts.gaps[kind]
        mark = self._mark(kind, text, label or " ".join(words))
        answer = self._answer(kind, mark, text)
        gap = self._gap(kind, text, mark, words, options)
        self._all.setdefault(mark, gap)
        if answer:
            self.given[mark] = answer
            return None if answer.casefold() in map(str.casefold, text.none) else answer
        if all(known.placeholder != mark for known in self.open):
            self.open.append(gap)
        return mark

    def answer_to(self, gap: Gap) -> str:
        """The answer to a gap that is known already, as in a text that somebody else wrote."""
        self._all.setdefault(gap.placeholder, gap)
        for key in (gap.placeholder.casefold(), gap.what):
            answer = self._answers.get(key)
            if answer:
                self._used.add(key)
                self.given[gap.placeholder] = answer
                return answer
        return ""

    def check(self) -> None:
        """An answer to something that was not asked is a mistake of the caller, and is said."""
        unused = [key for key, value in self._answers.items() if value and key not in self._used]
        if unused:
            asked = ", ".join(self._all) or "nothing is missing"
            raise UsageError(f"no gap of this rewrite is called {unused[0]!r}", f"Answer one of: {asked}.")

    def _mark(self, kind: str, text: GapText, label: str) -> str:
        """The first of a kind has the plain mark; another one names what it is about."""
        known = self._marks.get((kind, label))
        if known is not None:
            return known
        is_first = all(other != kind for other, _ in self._marks)
        mark = text.mark if is_first or not text.more else text.more.replace("{label}", label)
        self._marks[(kind, label)] = mark
        return mark

    def _answer(self, kind: str, mark: str, text: GapText) -> str:
        keys = [mark.casefold()]
        if mark == text.mark:
            keys += [text.what, kind]
        for key in keys:
            if self._answers.get(key):
                self._used.add(key)
                return self._answers[key]
        return ""

    def _gap(self, kind: str, text: GapText, mark: str, words: Sequence[str], options: Sequence[str]) -> Gap:
        question = text.question.replace("{words}", self._texts.quoted(*words)) if words else text.bare or text.question
        offered = (*self._roles, *text.options) if kind == "role" else (*options,) or text.options
        return Gap(
            what=text.what,
            question=question,
            suggested_answers=tuple(dict.fromkeys(offered))[:MOST_OPTIONS],
            placeholder=mark,
        )


def tidy_answer(answer: str) -> str:
    """One line of printable characters, without the full stop. A longer answer is refused, not cut."""
    line = " ".join("".join(c if c.isprintable() else " " for c in answer).split()).rstrip(".;, ")
    if len(line) > LONGEST_ANSWER:
        raise UsageError(f"an answer has {len(line)} characters", f"Say it in at most {LONGEST_ANSWER}.")
    return line


def declines(answers: Mapping[str, str], language: Language) -> bool:
    """Whether the person leaves something out."""
    none = {word.casefold() for gap in texts(language).gaps.values() for word in gap.none}
    return any(tidy_answer(answer).casefold() in none for answer in answers.values())


def marks_in(text: str, language: Language) -> tuple[str, ...]:
    """The open marks of a text."""
    kinds = texts(language).gaps.values()
    starts = tuple(kind.mark.rstrip("?]") for kind in kinds)
    found = [piece.split("]")[0] for piece in text.split("[")[1:]]
    return tuple(
        dict.fromkeys(f"[{piece}]" for piece in found if piece.endswith("?") and f"[{piece}".startswith(starts))
    )
