"""Reading a question against an ontology: what it names, which period it pins, what kind of answer it wants.

Deterministic. The embedded operator plans from it, and the evidence of any operator is held against it.
"""

import re
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache

from arch_team.ontologies.descriptor import Entity, OntologyDescriptor, SemanticType
from arch_team.reading.cues import cue_matches, cue_words, cues_in, glossary, phrases_in
from arch_team.reading.labels import LabelIndex, Mention
from arch_team.reading.lexicon import fillers
from arch_team.reading.numbers import Amount, account_numbers_in, amounts_in, how_many
from arch_team.reading.periods import Period, joined, not_in_the_calendar, periods_in, without_left_out, years_said
from arch_team.reading.unexplained import REFERENCE, explained_by_number, is_no_noun, unread_in
from arch_team.reading.wording import says
from arch_team.reading.words import Word, folded, overlaps, words_of

_QUOTED = re.compile(r"(?:[\"“„«‹]|(?<!\w)')([^\"”“»›']{2,60})(?:[\"”“»›]|'(?!\w))")

_JOINED = re.compile(
    r"(?i:(?<=\bchf)|(?<=\beur)|(?<=\busd)|(?<=\beuro)|(?<=\bfranken))-"
    r"(?=[^\W\d]{4})(?!(?i:bank)?(?i:konto\b|konten\b|accounts?\b))"
    r"|(?<=[^\W\d]{4})(?<!\bHaben)(?<!\bSoll)-(?=(?:Kont[oie]|Buchung|Beleg|Rechnung|Posten|Ertr|Erlös|Aufw|Kosten|Umsatz|Ausgaben|Bestand)\w*)"
)
"""`CHF-Rechnungen`, `Leasing-Konto`: two words that a hyphen joins."""
_SWISS = re.compile(r"(?i:\bswiss|\bschweizer)(?= (?i:francs?|franken))")
"""The currency has a country in its name, and means none."""
RECENT = 64
"""Readings kept: those of the runs that are going on."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All that a question says, as far as it can be told without looking at the data."""

    text: str
    flat: str
    """The text folded: places in it are places in the text."""
    mentions: tuple[Mention, ...]
    periods: tuple[Period, ...]
    accounts: tuple[str, ...]
    ranges: tuple[tuple[str, str], ...]
    amounts: tuple[Amount, ...]
    cues: frozenset[str]
    top: int | None
    quoted: tuple[str, ...]
    references: tuple[str, ...]
    loose: tuple[Word, ...]
    """Content words that nothing here explains. They must not be passed over in silence."""
    verbs: tuple[Word, ...]
    """Words that look like verbs and are not known: they may choose rows, they do not change which account is meant."""

    impossible: tuple[str, ...] = ()
    """Days and periods that no calendar has, as they are written."""
    spare_numbers: tuple[str, ...] = ()
    """Numbers that are no period, account, amount or part of a reference."""

    @property
    def unread(self) -> tuple[str, ...]:
        return tuple(word.text for word in self.loose)

    def entities(self, *kinds: SemanticType) -> list[Entity]:
        seen: dict[str, Entity] = {}
        for mention in self.mentions:
            if not kinds or mention.entity.semantic_type in kinds:
                seen.setdefault(mention.entity.name, mention.entity)
        return list(seen.values())

    def names_entity(self, *names: str) -> bool:
        return any(mention.entity.name in names for mention in self.mentions)

    def says(self, *lists: str) -> bool:
        """Whether the question holds a part of a word from these lists of `wording.yaml`."""
        return says(self.flat, *lists)


class QuestionReader:
    """Reads questions against one ontology. `today` gives `last year` a meaning; without it, it has none."""

    def __init__(self, ontology: OntologyDescriptor, today: date | None = None) -> None:
        self._labels = LabelIndex(ontology)
        self._today = today
        self._recent = lru_cache(maxsize=RECENT)(self._read)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word that means something here, for the spelling of others to be held against."""
        return self._labels.words | ((cue_words() | frozenset(glossary())) - fillers())

    def read(self, text: str) -> Reading:
        """Operator, advice, guard and seats all read the question of a run: it is done once."""
        return self._recent(text)

    def _read(self, text: str) -> Reading:
        text = _SWISS.sub(lambda match: " " * len(match[0]), _JOINED.sub(" ", text))
        flat = folded(text)
        named, left_out = without_left_out(joined(periods_in(flat, self._today), flat), flat)
        impossible = not_in_the_calendar(flat)
        days = [period.at for period in (*named, *left_out)] + years_said(flat, named) + impossible
        numbers = account_numbers_in(flat, days)
        phrases = phrases_in(flat)
        taken = [*numbers.spots, *days, *((start, end) for start, end, _ in phrases)]
        free = [word for word in words_of(text) if not overlaps(word.span, taken)]
        aside = [span for name, span in cue_matches(flat) if name == "harmless"]
        named_things = self._labels.mentions([w for w in free if not overlaps(w.span, aside)], text)
        mentions = [m for m in named_things if not is_no_noun(m, text)]
        amounts = amounts_in(flat, taken)
        loose, verbs = unread_in(text, flat, free, mentions, amounts)
        glossed = explained_by_number(flat)
        loose += [Word(stem, stem, a, b) for a, b, stem in phrases if not overlaps((a, b), glossed)]
        return Reading(
            text=text,
            flat=flat,
            mentions=tuple(mentions),
            periods=tuple(_distinct(named)),
            accounts=numbers.single,
            ranges=numbers.ranges,
            amounts=tuple(amounts),
            cues=cues_in(_without_quotes(flat)) - ({"negated"} if left_out else set[str]()),
            top=how_many(flat),
            quoted=tuple(m[1].strip() for m in _QUOTED.finditer(text)),
            references=tuple(m[0] for m in REFERENCE.finditer(text)),
            loose=tuple(sorted(loose, key=lambda word: word.start)),
            verbs=tuple(verbs),
            impossible=tuple(text[start:end] for start, end in impossible),
            spare_numbers=tuple(
                word.text
                for word in free
                if word.text.isdigit() and not any(word.text in amount.said for amount in amounts)
            ),
        )


def _without_quotes(flat: str) -> str:
    """What is quoted asks nothing: it is a text to look for."""
    return _QUOTED.sub(lambda match: " " * len(match[0]), flat)


def _distinct(periods: list[Period]) -> list[Period]:
    """A period named twice is one period; a point in it is the more exact reading."""
    kept: dict[tuple[date, date], Period] = {}
    for period in periods:
        known = kept.get((period.start, period.end))
        kept[period.start, period.end] = period if known is None or (period.is_point and not known.is_point) else known
    return list(kept.values())


_READERS: dict[int, tuple[OntologyDescriptor, QuestionReader]] = {}


def reader_of(ontology: OntologyDescriptor) -> QuestionReader:
    """The reader of an ontology, made once: its labels are many."""
    known = _READERS.get(id(ontology))
    if known is None or known[0] is not ontology:
        _READERS[id(ontology)] = known = (ontology, QuestionReader(ontology))
    return known[1]
