"""What is said after a question whose form is known, with all that an edit of it needs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, cast

from arch_team.forms.form import Column, Form
from arch_team.text.folding import folded
from arch_team.text.lexicon import Lexicon, lexicon_of
from arch_team.text.packaged import packaged
from arch_team.text.stems import noun_stem
from arch_team.text.tokens import Token, TokenKind, tokens_of
from arch_team.wire import Language

Reads = Callable[[str], Sequence[Form]]
"""The forms a text may have, the likeliest first."""
Shows = Callable[[Form], Sequence[tuple[Column, str]]]
"""The texts of the one row that a form gives, in columns of its own; none, where it gives none or several."""
Called = Callable[[str, str], str]
"""What people call a table, or a column of it."""
People = Callable[[str], Sequence[str]]
"""The tables of people that the rows of a table point at."""
IsDay = Callable[[str, str], bool]
"""Whether a column of a table holds days."""
Parts = Callable[[str], Sequence[str]]
"""The words of a text that were read as something."""
ASKS = ("how_many", "request", "who", "what", "aggregate")
"""Classes of words that ask, at the beginning of a question."""
_MOST_TRIED = 60
"""Texts of one edit."""
_SENTENCE = 3
"""Words of a sentence that has somebody to speak of."""
_ENDS = (".", "?", "!")
_YEARS = range(1900, 2100)


@dataclass(frozen=True)
class Edit:
    """Texts that may say what is meant; only one whose form fits is taken."""

    texts: Iterable[str]
    fits: Callable[[Form], bool]


NOTHING = Edit((), lambda _: False)
"""It is known what is wanted, and that it cannot be had here."""


@dataclass(frozen=True)
class Turn:
    """One follow-up to one question, whose form is known."""

    before: str
    form: Form
    said: str
    core: str
    """What was said, without the words that lead on."""
    leads: bool
    lexicon: Lexicon
    reads: Reads
    parts: Parts
    shows: Shows
    called: Called
    people: People
    is_day: IsDay
    before_that: str = ""
    """The question before the one before."""

    @property
    def language(self) -> Language:
        return self.lexicon.language

    @cached_property
    def words(self) -> "dict[str, Any]":
        return words_of(self.language)

    @cached_property
    def plain(self) -> str:
        return self.before.rstrip(" ?.!")

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        return tokens_of(self.plain, self.language)

    @cached_property
    def flat(self) -> str:
        return flat(self.core)

    @cached_property
    def bare(self) -> list[str]:
        """The words of it that are no courtesy: without *please*, *me*, *again*."""
        return bare(self.core, self.language)

    def first(self, edit: Edit) -> str | None:
        texts = islice(dict.fromkeys(" ".join(text.split()) for text in edit.texts), _MOST_TRIED)
        return next((text for text in texts for form in self.reads(text)[:1] if edit.fits(form)), None)

    def tried(self, kind: "Kind") -> str | None:
        """What an edit gives, where it is one of this turn."""
        edit = kind(self)
        return self.first(edit) if edit is not None else None

    def is_of(self, word: str, *classes: str) -> bool:
        """Whether a word is of a class of the language."""
        return any(entry.klass in classes for end, entry in self.lexicon.matches((word,), 0) if end == 1)

    @property
    def tail(self) -> str:
        """The question before without the words that ask: `orders are open`."""
        return self.without(*ASKS)

    @property
    def listed(self) -> str:
        """The question before, asking for the rows that it counts; as it is, where it counts none."""
        return f"{self.words['which_rows']} {self.tail}"

    def without(self, *classes: str, text: str = "") -> str:
        text = text or self.plain
        return text[self.asked_until(text, *classes) :].strip()

    def asked_until(self, text: str, *classes: str) -> int:
        """Where the words that ask end."""
        return asked_until(text, self.lexicon, *classes)

    def suffixes(self) -> Iterator[str]:
        """The ends of the question before, the longest first."""
        yield from (self.plain[token.start :] for token in self.tokens)

    def before_rows(self, words: str) -> Iterator[str]:
        """The question before with words put before the name of its rows."""
        called = noun_stem(folded(self.called(self.form.table, "").split()[-1]), self.language)
        for token in self.tokens:
            if noun_stem(token.folded, self.language) == called:
                yield f"{self.plain[: token.start]}{words} {self.plain[token.start :]}"

    def inserted(self, words: str) -> Iterator[str]:
        """The question before with words put between two of its own, the last places first."""
        yield f"{self.plain} {words}"
        yield from (
            f"{self.plain[: token.start]} {words} {self.plain[token.start :]}" for token in reversed(self.tokens[1:])
        )

    def cut(self, around: Token, most: int = 5) -> Iterator[str]:
        """The question before without a word and up to so many before it, fewest first."""
        at = self.tokens.index(around)
        for start in range(at, max(0, at - most), -1):
            yield f"{self.plain[: self.tokens[start].start]} {self.plain[around.end :]}"


Kind = Callable[[Turn], Edit | None]


def asked_until(text: str, lexicon: Lexicon, *classes: str) -> int:
    """Where the words that ask end."""
    tokens = tokens_of(text, lexicon.language)
    words = tuple(token.folded for token in tokens)
    found = lexicon.matches(words, 0) if words else ()
    end = max((end for end, entry in found if entry.klass in (classes or ASKS)), default=0)
    return tokens[end - 1].end if end else 0


def words_of(language: Language) -> "dict[str, Any]":
    """The words of follow-ups in a language."""
    return cast("dict[str, Any]", packaged(f"lexicon/follow_ups_{language}.yaml"))


def flat(text: str) -> str:
    """A text in plain words, without its signs."""
    words = (folded(word.strip(",;:?!.")) for word in text.split())
    return " ".join(word for word in words if word)


def bare(text: str, language: Language) -> list[str]:
    """The words of a text that are no courtesy."""
    courtesies = words_of(language)["courtesies"]
    return [word for word in flat(text).split() if word not in courtesies]


def years_in(text: str, language: Language) -> list[Token]:
    tokens = tokens_of(text, language)
    return [token for token in tokens if token.text.isdigit() and int(token.text) in _YEARS]


def pronouns_in(said: str, language: Language) -> list[tuple[int, int]]:
    """Where a text speaks of what was named before, and not in it: `their total amount`, `is er`."""
    words, cut = words_of(language), tokens_of(said, language)
    ends = (at for at, token in enumerate(cut) if at > _SENTENCE and token.text in _ENDS)
    cut = cut[: next(ends, len(cut))]  # a second sentence may speak of the first
    tokens = [token for token in cut if token.kind is not TokenKind.SIGN]
    joined = next((at for at, token in enumerate(tokens) if at > 1 and token.folded in words["joins"]), len(tokens))
    found = [
        (token.start, token.end)
        for at, token in enumerate(tokens)
        if at <= joined and token.folded in words["anaphors"] and not (token.is_capital and at)
    ]
    last = tokens[-1] if tokens else None
    pair = tuple(token.folded for token in tokens[-2:])
    exists = any(entry.klass == "there_is" for _, entry in lexicon_of(language).matches(pair, 0)) if pair else False
    inner = len(tokens) - 1 > joined  # `what is the tallest one, and how high is it?`
    if last is not None and last.folded in words["at_the_end"] and not exists and not inner:
        found.append((last.start, last.end))
    return found
