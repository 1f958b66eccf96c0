"""A requirement as the checks read it: words, sentences, measures, and the parts of a user story: who, what, what for.

What was left out of a very long one is said, not hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from arch_team.requirements.model import Requirement, Span
from arch_team.text.packaged import packaged
from arch_team.text.sentence.phrases import Phrase, clauses_led_by, first_phrase, parse, phrase_at
from arch_team.text.sentence.purpose import ends_by_form, plain_so
from arch_team.text.sentence.reading import Reading, reading_of
from arch_team.text.sentence.words import Word
from arch_team.wire import Language

MOST_CHARACTERS = 6_000
"""No requirement is longer. What comes after is not analysed, and a finding says so."""
_LONGEST_ROLE = 14
_BEFORE_MEANS = 2
"""Words before `I want` where no role is named: `Today I want …`."""
_LONGEST_LABEL = 8
_ENDS_LABEL = frozenset({":", ".", ")", "]", "-", "–", "|", "*"})
_SENTENCE_ENDS = frozenset({".", "!", "?", ";"})
_BY_GRAMMAR = frozenset(("a", "an", "the", "any", "every", "each", "to", "be", "able", "ein", "eine", "einer", ","))
"""Words of a marker that the grammar asks for: `As an` is `As a`, `I want to` is `I want`."""
_FIRST_PERSON = frozenset({"i", "we", "ich", "wir"})

Markers = dict[str, tuple[Phrase, ...]]


@dataclass(frozen=True, slots=True)
class Story:
    """Ranges of word indices; the markers (`As a`, `I want to`, `so that`) are told apart from what they mark."""

    role: range | None
    means: range | None
    ends: range | None
    markers: tuple[str, ...] = ()
    """The markers as written, to hold stories of a set against each other."""
    means_marker: range | None = None
    ends_marker: range | None = None


@dataclass(slots=True)
class Prose(Reading):
    """`text` is what is analysed: the requirement's text, or its beginning."""

    requirement: Requirement
    story: Story | None
    asides: list[Span]
    """Role and benefit of a story, and what a sentence is for: no part of what is required."""
    defined: frozenset[str] = frozenset()
    """Abbreviations explained elsewhere in the set."""

    def span(self, first: int, last: int) -> Span:
        """The words from `first` up to and with `last`."""
        start, end = self.words[first].start, self.words[last].end
        return Span(start=start, end=end, text=self.text[start:end])

    @property
    def means(self) -> range:
        """What a story wants; nothing of a sentence."""
        return self.story.means if self.story and self.story.means else range(0)

    @property
    def scopes(self) -> list[range]:
        """Where something is demanded: the sentences, or only the means of a user story."""
        if self.story is None:
            return self.sentences
        return [self.means] if self.means else []

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
            if part and all(self.span(part.start, part.stop - 1).holds(span) for span in spans):
                return name
        return None


def read(requirement: Requirement) -> Prose:
    known = reading_of(requirement.text[:MOST_CHARACTERS], requirement.language)
    words, language = known.words, known.language
    story = story_of(words, language)
    prose = Prose(known.text, language, words, known.sentences, known.measures, requirement, story, [])
    parts = (
        [story.role, story.ends]
        if story
        else list(clauses_led_by(words, known.sentences, _markers(language)["purpose"]))
    )
    prose.asides = [prose.span(part.start, part.stop - 1) for part in parts if part]
    return prose


@cache
def _markers(language: Language) -> Markers:
    listed: dict[str, list[str]] = packaged("rules/lexicon/stories.yaml", "arch_team.requirements.check")[language]
    return {
        name: tuple(parse(text, language) for text in sorted(texts, key=lambda text: -len(text.split())))
        for name, texts in listed.items()
    }


def story_of(words: list[Word], language: Language) -> Story | None:
    """The story a text tells, or None where it is none. A story may lack parts; one marker alone does not make one."""
    markers = _markers(language)
    begin = _beginning(words, markers)
    early = _early_ends(words, begin, markers)
    begin = early.stop + 1 if early else begin
    role_marker = phrase_at(words, begin, markers["role"])
    if role_marker and phrase_at(words, role_marker.stop, markers["not_a_role"]):
        return None
    if role_marker is None and early is None and begin < len(words) and words[begin].tag == "sub":
        return None  # `When a user wants to …, the system shall …`: a condition, and no wish
    after_role = role_marker.stop if role_marker else begin
    means_marker = first_phrase(words, after_role, _ways(words, role_marker, markers), not_after=markers["ends"])
    if role_marker is None and (means_marker is None or means_marker.start - begin > _BEFORE_MEANS):
        return None
    after_means = means_marker.stop if means_marker else after_role
    ends_marker = None if early else first_phrase(words, after_means, markers["ends"])
    if language == "en" and not early and means_marker:
        ends_marker = (
            plain_so(words, range(after_means, ends_marker.start if ends_marker else len(words))) or ends_marker
        )
    if means_marker is None and not (early or ends_marker) and not _says_i(words, after_role):
        return None
    role, means_from = _role(words, role_marker, means_marker, ends_marker), after_means
    if role is None and means_marker is not None:
        role, means_from = _inner_role(words, means_marker.stop, markers)
    end = len(words)
    if ends_marker:
        end = next((at + 1 for at in range(ends_marker.stop, end) if words[at].folded in _SENTENCE_ENDS), end)
    means = range(means_from, ends_marker.start if ends_marker else end) if means_marker else None
    ends = _worded(words, range(ends_marker.stop, end) if ends_marker else early)
    if ends is None and means and language == "en":
        means, ends = ends_by_form(words, means)
    return Story(
        role=_worded(words, role),
        means=_worded(words, means),
        ends=ends,
        markers=tuple(
            " ".join(words[at].folded for at in marker if words[at].folded not in _BY_GRAMMAR)
            for marker in (role_marker, means_marker)
            if marker
        ),
        means_marker=means_marker,
        ends_marker=ends_marker,
    )


def _beginning(words: list[Word], markers: Markers) -> int:
    """The first word, or the first after a label (`US-12:`, `1.`, `User Story:`) where a story begins there."""
    first = next((index for index, word in enumerate(words) if word.is_word), len(words))
    labels = (i + 1 for i, word in enumerate(words[:_LONGEST_LABEL]) if word.folded in _ENDS_LABEL or word.tag == "num")
    opens = (*markers["role"], *markers["means"], *markers["early_ends"])
    return next((index for index in (first, *labels) if phrase_at(words, index, opens)), first)


def _ways(words: list[Word], role_marker: range | None, markers: Markers) -> tuple[Phrase, ...]:
    """How the wish may be marked: told of someone only without a role, `Ich als Einkäufer möchte` without `ich`."""
    if role_marker is None:
        return (*markers["means"], *markers["told"])
    has_said_i = any(words[index].folded in _FIRST_PERSON for index in role_marker)
    return (*markers["means"], *markers["wants"]) if has_said_i else markers["means"]


def _role(
    words: list[Word], role_marker: range | None, means_marker: range | None, ends_marker: range | None
) -> range | None:
    if role_marker is None:
        return None
    begin, last = role_marker.stop, means_marker or ends_marker
    stop = min(last.start if last else len(words), begin + _LONGEST_ROLE)
    commas = (index for index in range(begin, stop - 1) if words[index].folded == ",")
    # `As a user, when I load a file, I want …`: the condition is no part of the role.
    ends = (index for index in commas if means_marker is None or words[index + 1].tag == "sub")
    return range(begin, next(ends, stop))


def _inner_role(words: list[Word], begin: int, markers: Markers) -> tuple[range | None, int]:
    """`… möchte ich als Kassierer Artikel erfassen`: the role is the next noun, and the wish follows it."""
    if (marker := phrase_at(words, begin, markers["inner_role"])) is not None:
        for index in range(marker.stop, min(marker.stop + 4, len(words))):
            if words[index].tag == "noun":
                return range(marker.stop, index + 1), index + 1
    return None, begin


def _early_ends(words: list[Word], begin: int, markers: Markers) -> range | None:
    """`In order to plan my day, as a driver I want …`: the benefit first, up to the comma before role or wish."""
    if (marker := phrase_at(words, begin, markers["early_ends"])) is None:
        return None
    comma = next((index for index in range(marker.stop, len(words)) if words[index].folded == ","), len(words))
    goes_on = phrase_at(words, comma + 1, (*markers["role"], *markers["means"]))
    return range(marker.stop, comma) if goes_on else None


def _says_i(words: list[Word], begin: int) -> bool:
    """In the main clause: `Als API, welche wir nutzen, …` is no story."""
    near = takewhile(lambda word: word.tag != "sub", words[begin : begin + _LONGEST_ROLE])
    return any(word.folded in _FIRST_PERSON for word in near)


def _worded(words: list[Word], part: range | None) -> range | None:
    """The part without the signs around it; None where no word is left."""
    inner = [index for index in part or () if words[index].is_word]
    return range(inner[0], inner[-1] + 1) if inner else None
