"""What only a person knows: how it is marked, asked for and answered. Nothing here ever makes it up."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal

from pydantic import Field

from arch_team.errors import UsageError
from arch_team.requirements.model import Finding, Gap, SuggestionType
from arch_team.text.packaged import packaged
from arch_team.text.showing import one_line
from arch_team.wire import Language, Wire

Treatment = Literal["measure", "list", "unit", "keep"]


class GapText(Wire):
    """One kind of thing that only a person knows: how it is marked, asked, and answered with "there is none"."""

    what: SuggestionType
    mark: str
    question: str
    options: tuple[str, ...] = ()
    more: str = ""
    """How a second one of its kind is marked."""
    is_named: bool = False
    """The first one names what it is about as well, where something is known."""
    bare: str = ""
    """The question where no words can be quoted."""
    none: tuple[str, ...] = ()
    """Answers by which the person leaves it out."""


class Quality(Wire):
    """A vague quality and the values people usually give for it."""

    label: str
    words: tuple[str, ...]
    options: tuple[str, ...]
    attributive: tuple[str, ...] = ()
    """Which of the words are measured before a noun as well: `a fast search`; `large changes` are not."""
    nouns: int = 1
    """How many nouns they may stand before: `an intuitive user interface`."""


class Texts(Wire):
    gaps: dict[str, GapText]
    quote: str
    and_: str = Field(alias="and")
    reasons: dict[str, str]
    """Why a text is left as it is."""
    suggestions: dict[str, str]
    qualities: tuple[Quality, ...]
    around: tuple[str, ...]
    """Phrases that belong to a vague word and go with it."""
    closing: tuple[str, ...]
    """Words that end a list and leave it open."""

    def quoted(self, *words: str) -> str:
        """`„schnell“ und „einfach“`."""
        shown = [self.quote.replace("{words}", word) for word in dict.fromkeys(words)]
        return f" {self.and_} ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))

    def same_as(self, quality: Quality, others: "Texts") -> Quality:
        """The quality of another language's texts in these."""
        return self.qualities[others.qualities.index(quality)]

    def quality_of(self, words: str, around: Sequence[str] = ()) -> Quality | None:
        lower = words.casefold()
        for phrase in around:
            before, after = phrase.split("{words}")
            if lower.startswith(before) and lower.endswith(after) and len(words) > len(before + after):
                lower = lower[len(before) : len(lower) - len(after)]
        return next((quality for quality in self.qualities if lower.startswith(quality.words)), None)


@cache
def texts(language: Language) -> Texts:
    return Texts.model_validate(_packaged()[language])


def treatment_of(finding: Finding) -> Treatment:
    """What a bracket behind the words of a finding asks for."""
    known: dict[str, Treatment] = _packaged()["treatments"]
    return known.get(finding.rule, "keep")


def _packaged() -> dict[str, Any]:
    return packaged("rewriting.yaml", "arch_team.requirements.rewrite")


LONGEST_ANSWER = 500
MOST_OPTIONS = 6


class Asked:
    """The gaps of one rewrite, and the answers given so far.

    An answer is given for a gap's mark (`[Metrik?]`), or for its kind (`add_metric`) where it is the first of it.
    """

    def __init__(
        self,
        language: Language,
        answers: Mapping[str, str],
        speaks: Language | None = None,
        known: Mapping[str, str] | None = None,
    ) -> None:
        """`speaks` is the language of the questions; `known` holds what a team has said of a word before."""
        self._texts, self._said = texts(language), texts(speaks or language)
        self._known = known or {}
        self._answers = {key.strip().casefold(): tidy_answer(value) for key, value in answers.items()}
        self._marks: dict[tuple[str, str], str] = {}
        self._used: set[str] = set()
        self._all: dict[str, Gap] = {}
        self.open: list[Gap] = []
        self.given: dict[str, str] = {}

    def need(
        self,
        kind: str,
        words: Sequence[str] = (),
        *,
        label: str = "",
        quality: Quality | None = None,
    ) -> str | None:
        """The person's answer, or the mark of the gap, or None where the person said there is none."""
        text = self._texts.gaps[kind]
        mark = self._mark(kind, text, label or " ".join(words))
        answer = self._answer(kind, mark, text)
        gap = self._gap(kind, mark, words, quality)
        self._all.setdefault(mark, gap)
        if answer:
            self.given[mark] = answer
            return None if answer.casefold() in map(str.casefold, text.none) else answer
        if all(known.placeholder != mark for known in self.open):
            self.open.append(gap)
        return mark

    def placed(self, told: str) -> tuple[Gap, ...]:
        """The open gaps that stand in a text, and those that are asked beside it."""
        beside = self._texts.gaps["text"].mark
        return tuple(gap for gap in self.open if gap.placeholder in told or gap.placeholder == beside)

    def reason(self, name: str, words: str = "") -> str:
        return self._said.reasons[name].replace("{words}", self._said.quoted(words) if words else "")

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
        is_plain = not text.more or (not label if text.is_named else is_first)
        mark = text.mark if is_plain else text.more.replace("{label}", label)
        self._marks[(kind, label)] = mark
        return mark

    def _answer(self, kind: str, mark: str, text: GapText) -> str:
        keys = [mark.casefold()]
        if mark == text.mark or text.is_named:
            keys += [text.mark.casefold(), text.what, kind]
        for key in keys:
            if self._answers.get(key):
                self._used.add(key)
                return self._answers[key]
        return ""

    def _gap(self, kind: str, mark: str, words: Sequence[str], quality: Quality | None) -> Gap:
        text = self._said.gaps[kind]
        question = text.question.replace("{words}", self._said.quoted(*words)) if words else text.bare or text.question
        said_before = tuple(self._known[word.casefold()] for word in words if word.casefold() in self._known)
        usual = self._said.same_as(quality, self._texts).options if quality else text.options
        options = tuple(dict.fromkeys((*said_before, *usual)))[:MOST_OPTIONS]
        return Gap(what=text.what, question=question, suggested_answers=options, placeholder=mark)


def tidy_answer(answer: str) -> str:
    """One line of printable characters, without the full stop. A longer answer is refused, not cut."""
    line = one_line(answer).rstrip(".;, ")
    if len(line) > LONGEST_ANSWER:
        raise UsageError(f"an answer has {len(line)} characters", f"Say it in at most {LONGEST_ANSWER}.")
    return line


def marks_in(text: str, language: Language) -> tuple[str, ...]:
    """The open marks of a text."""
    kinds = texts(language).gaps.values()
    starts = tuple(kind.mark.rstrip("?]") for kind in kinds)
    found = [piece.split("]")[0] for piece in text.split("[")[1:]]
    return tuple(
        dict.fromkeys(f"[{piece}]" for piece in found if piece.endswith("?") and f"[{piece}".startswith(starts))
    )
