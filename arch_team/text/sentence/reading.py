"""A text as its words, sentences and measures: what every look at its grammar begins with."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from arch_team.text.sentence.clauses import mark_clauses
from arch_team.text.sentence.measures import Measure, measures_in
from arch_team.text.sentence.phrases import Phrase, ends_at, match_at
from arch_team.text.sentence.tagging import mark_degrees, tag_words
from arch_team.text.sentence.words import Word, language_of, sentences_of, words_of
from arch_team.wire import Language


@dataclass(slots=True)
class Reading:
    text: str
    language: Language
    words: list[Word]
    sentences: list[range]
    """Each as the indices of its words."""
    measures: list[Measure]

    def count(self, part: range) -> int:
        """Its words, signs not counted."""
        return sum(self.words[index].is_word for index in part)

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


def reading_of(text: str, language: Language | None = None) -> Reading:
    """`language` None: read from the text."""
    words = words_of(text)
    spoken = language or language_of(words)
    sentences = sentences_of(text, words, spoken)
    tag_words(words, sentences, spoken)
    mark_degrees(words, spoken)
    mark_clauses(words, sentences, spoken)
    return Reading(text, spoken, words, sentences, measures_in(words, spoken))
