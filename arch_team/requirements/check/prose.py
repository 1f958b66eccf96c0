"""A requirement as the checks read it. What was left out of a very long one is said, not hidden."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arch_team.requirements.check.stories import Story, purposes, story_of
from arch_team.requirements.model import Requirement, Span
from arch_team.text.sentence.clauses import mark_clauses
from arch_team.text.sentence.measures import Measure, measures_in
from arch_team.text.sentence.phrases import Phrase, ends_at, match_at
from arch_team.text.sentence.tagging import mark_degrees, tag_words
from arch_team.text.sentence.words import Word, language_of, sentences_of, words_of
from arch_team.wire import Language

MOST_CHARACTERS = 6_000
"""No requirement is longer. What comes after is not analysed, and a finding says so."""


@dataclass(slots=True)
class Prose:
    requirement: Requirement
    text: str
    """What is analysed: the requirement's text, or its beginning."""
    language: Language
    words: list[Word]
    sentences: list[range]
    """Each as the indices of its words."""
    measures: list[Measure]
    story: Story | None
    asides: list[Span]
    """Role and benefit of a story, and what a sentence is for: no part of what is required."""
    is_cut: bool = False
    defined: frozenset[str] = frozenset()
    """Abbreviations explained elsewhere in the set."""

    def span(self, first: int, last: int) -> Span:
        """The words from `first` up to and with `last`."""
        start, end = self.words[first].start, self.words[last].end
        return Span(start=start, end=end, text=self.text[start:end])

    @property
    def scopes(self) -> list[range]:
        """Where something is demanded: the sentences, or only the means of a user story."""
        if self.story is None:
            return self.sentences
        return [self.story.means] if self.story.means else []

    def part_of(self, spans: Sequence[Span]) -> str | None:
        """The part of a story that all of them stand in, with its marker: `role` or `ends`."""
        story = self.story
        if story is None or not spans:
            return None
        role_stop = story.means_marker.start if story.role and story.means_marker else 0
        ends = story.ends_marker or story.ends
        stop = story.ends.stop if story.ends else 0
        while 0 < stop < len(self.words) and not self.words[stop].is_word:
            stop += 1  # the signs behind it belong to it
        for name, part in (("role", range(role_stop)), ("ends", range(ends.start if ends else 0, stop))):
            if part:
                whole = self.span(part.start, part.stop - 1)
                if all(whole.start <= span.start and span.end <= whole.end for span in spans):
                    return name
        return None

    def sentence_of(self, index: int) -> range:
        return self.sentences[bisect_right(self.sentences, index, key=lambda one: one.start) - 1]

    def after(self, index: int) -> Word | None:
        """The next word of the same sentence."""
        return self.words[index + 1] if index + 1 < self.sentence_of(index).stop else None

    def begins(self, index: int, phrases: Iterable[Phrase]) -> int | None:
        """The index after the first of the phrases that begins here."""
        stop = self.sentence_of(index).stop
        ends = (match_at(self.words, index, phrase, stop) for phrase in phrases)
        return next((after for after in ends if after is not None), None)

    def ends(self, index: int, phrases: Iterable[Phrase]) -> bool:
        """Whether one of the phrases ends right before this index."""
        start = self.sentence_of(index).start
        return any(ends_at(self.words, index, phrase, start) for phrase in phrases)


def read(requirement: Requirement) -> Prose:
    text = requirement.text[:MOST_CHARACTERS]
    words = words_of(text)
    language = requirement.language or language_of(words)
    sentences = sentences_of(text, words, language)
    tag_words(words, sentences, language)
    mark_degrees(words, language)
    mark_clauses(words, sentences, language)
    prose = Prose(
        requirement=requirement,
        text=text,
        language=language,
        words=words,
        sentences=sentences,
        measures=measures_in(words, language),
        story=story_of(words, language),
        asides=[],
        is_cut=len(requirement.text) > MOST_CHARACTERS,
    )
    parts = [prose.story.role, prose.story.ends] if prose.story else list(purposes(words, sentences, language))
    prose.asides = [prose.span(part.start, part.stop - 1) for part in parts if part]
    return prose
