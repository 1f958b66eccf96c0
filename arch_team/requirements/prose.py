"""A requirement as the checks read it: words with places, sentences, language, and what was left out of a very long one."""

from dataclasses import dataclass

from arch_team.requirements.language import language_of
from arch_team.requirements.model import Requirement, Span
from arch_team.requirements.words import Word, words_of
from arch_team.wire import Language

MOST_CHARACTERS = 20_000
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
    is_cut: bool = False

    def sentence_of(self, index: int) -> range:
        return next((sentence for sentence in self.sentences if index in sentence), range(len(self.words)))

    def span(self, first: int, last: int) -> Span:
        """The words from `first` up to and with `last`."""
        start, end = self.words[first].start, self.words[last].end
        return Span(start=start, end=end, text=self.text[start:end])


def read(requirement: Requirement) -> Prose:
    text = requirement.text[:MOST_CHARACTERS]
    words = words_of(text)
    language = requirement.language or language_of(words)
    return Prose(
        requirement, text, language, words, _sentences(text, words), is_cut=len(requirement.text) > MOST_CHARACTERS
    )


def _sentences(text: str, words: list[Word]) -> list[range]:
    """Ends at a full stop, question mark or exclamation mark before a capital, and at an empty line."""
    found: list[range] = []
    begin = 0
    for index, word in enumerate(words):
        following = words[index + 1] if index + 1 < len(words) else None
        between = text[word.end : following.start] if following else ""
        ends = (
            word.folded in {".", "!", "?"}
            and between != ""
            and following is not None
            and not following.text[0].islower()
        )
        if following is None or ends or between.count("\n") > 1:
            found.append(range(begin, index + 1))
            begin = index + 1
    return found
