"""Reading a question against an ontology: what it names, which period it pins, what kind of answer it wants.

Deterministic. The embedded operator plans from it, and the evidence of any operator is held against it.
"""

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from arch_team.ontologies.descriptor import Entity, OntologyDescriptor, SemanticType
from arch_team.reading.cues import cue_spans, cues_in, is_common, is_stopword, phrases_in
from arch_team.reading.labels import LabelIndex, Mention
from arch_team.reading.periods import Period, joined, periods_in
from arch_team.reading.words import Word, folded, words_of

_ACCOUNT = re.compile(r"(?<![\d.,'’/-])\b(?P<n>[1-9]\d{3})\b(?![.,'’]\d|-\d|\s?%)")
_RANGE = re.compile(r"\b(?P<a>[1-9]\d{3})\s*(?:-|–|bis|to)\s*(?P<b>[1-9]\d{3})\b|\b(?P<p>[1-9]\d{0,2})[xX*]{1,3}\b")
_AMOUNT = re.compile(
    r"(?:(?P<c1>chf|eur|fr\.?|€)\s*)?(?P<v>\d{1,3}(?:['’,. ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?)"
    r"\s*(?P<k>k|tsd\.?|mio\.?|million(?:en)?)?\b\s*(?P<c2>chf|eur|franken|francs|fr\.?|euro)?"
)
_MOST = (
    r"gross\w*|groste\w*|hochste\w*|best\w*|teuerste\w*|wichtigste\w*|largest|biggest|highest|top|most|kleinste\w*|"
    r"niedrigste\w*|smallest|lowest|letzte\w*|neueste\w*|latest|last|recent"
)
_TOP = re.compile(
    rf"\b(?P<n>\d{{1,2}}|zwei|drei|vier|funf|zehn|two|three|four|five|ten)\s+(?:\w+\s+)?(?:{_MOST})"
    rf"|\btop[\s-]?(?P<n2>\d{{1,2}})\b|\b(?:{_MOST})\s+(?P<n3>\d{{1,2}}|two|three|four|five|ten|zwei|drei|funf|zehn)\b(?!\s*[.%])"
)
_NUMBER_WORDS = {"zwei": 2, "two": 2, "drei": 3, "three": 3, "vier": 4, "four": 4, "funf": 5, "five": 5, "zehn": 10}
_NUMBER_WORDS["ten"] = 10
_CLASS = re.compile(r"\b(?:konten|konto)?klasse\s+(?P<k>[1-9])\b|\b(?:account\s+)?class\s+(?P<k2>[1-9])\b")
_MONEY = ("chf", "eur", "fr.", "€", "franken", "francs")
_QUOTED = re.compile(r"[\"“„«‹']([^\"”“»›']{2,60})[\"”“»›']")
_REFERENCE = re.compile(r"\b[A-Z]{2,4}-\d{2,4}-\d{2,6}\b")


@dataclass(frozen=True, slots=True)
class Amount:
    value: Decimal
    said: str


@dataclass(frozen=True, slots=True)
class Reading:
    text: str
    flat: str
    words: tuple[Word, ...]
    mentions: tuple[Mention, ...]
    periods: tuple[Period, ...]
    accounts: tuple[str, ...]
    ranges: tuple[tuple[str, str], ...]
    amounts: tuple[Amount, ...]
    cues: frozenset[str]
    top: int | None
    quoted: tuple[str, ...]
    references: tuple[str, ...]
    names: tuple[str, ...]
    """Capitalised words that nothing else explains: perhaps a customer, a supplier or an account."""

    unread: tuple[str, ...]
    """Content words that nothing here explains. They must not be passed over in silence."""

    def entities(self, *kinds: SemanticType) -> list[Entity]:
        seen: dict[str, Entity] = {}
        for mention in self.mentions:
            if not kinds or mention.entity.semantic_type in kinds:
                seen.setdefault(mention.entity.name, mention.entity)
        return list(seen.values())

    def names_entity(self, *names: str) -> bool:
        return any(mention.entity.name in names for mention in self.mentions)


class QuestionReader:
    def __init__(self, ontology: OntologyDescriptor, today: date | None = None) -> None:
        self._labels = LabelIndex(ontology)
        self._today = today

    def read(self, text: str) -> Reading:
        flat = folded(text)
        named = joined(periods_in(flat, self._today), flat)
        periods = _distinct(named)
        accounts, ranges, spots = _accounts(flat, named)
        spots += [p.at for p in named]
        words = words_of(text)
        phrases = phrases_in(flat)
        spots += [(start, end) for start, end, _ in phrases]
        free = [w for w in words if not _inside(w, [p.at for p in periods]) and not _inside(w, spots)]
        mentions = [m for m in self._labels.mentions(free, text) if not _is_no_noun(m, text)]
        amounts = _amounts(flat, [p.at for p in periods] + spots)
        return Reading(
            text=text,
            flat=flat,
            words=tuple(words),
            mentions=tuple(mentions),
            periods=tuple(periods),
            accounts=tuple(accounts),
            ranges=tuple(ranges),
            amounts=tuple(amounts),
            cues=cues_in(flat),
            top=_top(flat) or _count_before_noun(flat),
            quoted=tuple(m[1].strip() for m in _QUOTED.finditer(text)),
            references=tuple(m[0] for m in _REFERENCE.finditer(text)),
            names=tuple(_names(text, free, mentions)),
            unread=(*(stem for _, _, stem in phrases), *_unread(text, flat, free, mentions, amounts)),
        )


def _accounts(flat: str, periods: list[Period]) -> tuple[list[str], list[tuple[str, str]], list[tuple[int, int]]]:
    accounts: list[str] = []
    ranges: list[tuple[str, str]] = []
    spots = [p.at for p in periods]
    taken: list[tuple[int, int]] = []
    for match in _RANGE.finditer(flat):
        if _overlaps(match.span(), spots):
            continue
        if match["p"]:
            prefix = match["p"]
            ranges.append((prefix.ljust(4, "0"), prefix.ljust(4, "9")))
        else:
            ranges.append((match["a"], match["b"]))
        taken.append(match.span())
    for match in _CLASS.finditer(flat):
        ranges.append((f"{match['k'] or match['k2']}000", f"{match['k'] or match['k2']}999"))
        taken.append(match.span())
    for match in _ACCOUNT.finditer(flat):
        if _overlaps(match.span(), spots + taken):
            continue
        before, after = flat[: match.start()].rstrip(), flat[match.end() :].lstrip()
        money = before.endswith(("chf", "eur", "fr.", "€")) or after.startswith(
            ("chf", "eur", "franken", "francs", "fr.", "€")
        )
        if not money:
            accounts.append(match["n"])
            taken.append(match.span())
    return list(dict.fromkeys(accounts)), ranges, taken


def _amounts(flat: str, taken: list[tuple[int, int]]) -> list[Amount]:
    found: list[Amount] = []
    for match in _AMOUNT.finditer(flat):
        if _overlaps(match.span("v"), taken):
            continue
        raw = re.sub(r"['’ ]", "", match["v"])
        raw = re.sub(r"[.,](?=\d{3}\b)", "", raw).replace(",", ".")
        value = Decimal(raw)
        if match["k"]:
            value *= 1_000_000 if match["k"].startswith("m") else 1_000
        if match["k"] or match["c1"] or match["c2"] or value >= 100:
            found.append(Amount(value, match[0].strip()))
    return found


def _top(flat: str) -> int | None:
    match = _TOP.search(flat)
    if not match:
        return None
    word = match["n"] or match["n2"] or match["n3"]
    return _NUMBER_WORDS.get(word) or int(word)


def _count_before_noun(flat: str) -> int | None:
    """`which three customers owe us most`: a small number word, where a ranking is asked."""
    if not cues_in(flat) & {"highest", "lowest"}:
        return None
    match = re.search(rf"\b({'|'.join(_NUMBER_WORDS)})\b", flat)
    return _NUMBER_WORDS[match[1]] if match else None


_LEGAL_FORMS = ("ag", "gmbh", "sa", "sarl")
_COMMON = frozenset(
    [
        "was",
        "wie",
        "wer",
        "wo",
        "wann",
        "warum",
        "welche",
        "welcher",
        "welches",
        "ist",
        "sind",
        "war",
        "waren",
        "hat",
        "haben",
        "hatte",
        "gibt",
        "zeig",
        "zeige",
        "nenne",
        "liste",
        "der",
        "die",
        "das",
        "den",
        "dem",
        "des",
        "ein",
        "eine",
        "einen",
        "und",
        "oder",
        "von",
        "vom",
        "im",
        "in",
        "am",
        "an",
        "auf",
        "per",
        "bei",
        "mit",
        "für",
        "nach",
        "bis",
        "ich",
        "wir",
        "uns",
        "unser",
        "unsere",
        "chf",
        "eur",
        "what",
        "how",
        "who",
        "where",
        "when",
        "why",
        "which",
        "is",
        "are",
        "was",
        "were",
        "has",
        "have",
        "had",
        "do",
        "does",
        "did",
        "the",
        "a",
        "an",
        "of",
        "in",
        "on",
        "at",
        "by",
        "for",
        "to",
        "and",
        "or",
        "from",
        "with",
        "show",
        "list",
        "give",
        "me",
        "our",
        "we",
        "us",
        "my",
        "tell",
        "please",
        "bitte",
        "hallo",
        "hello",
        "hi",
        "stimmt",
        "es",
        "dass",
        "kannst",
        "du",
        "können",
        "sie",
        "ende",
        "anfang",
        "end",
        "start",
        "total",
        "summe",
        "vergleich",
        "jahr",
        "monat",
        "quartal",
        "year",
        "month",
        "quarter",
        "ja",
        "nein",
        "yes",
        "no",
        "text",
        "i",
        "you",
        "may",
        "approve",
        "approved",
    ]
)


def _names(text: str, words: list[Word], mentions: list[Mention]) -> list[str]:
    """Runs of capitalised words in the middle of the question."""
    runs: list[list[Word]] = []
    first = words_of(text)[0].start if words_of(text) else 0
    for word in words:
        joins = bool(runs) and text[runs[-1][-1].end : word.start].strip() == "" and word.folded in _LEGAL_FORMS
        plain = word.text.casefold() in _COMMON or (is_common(word.folded) and not joins)
        explained = any(m.start < word.end and word.start < m.end and m.start <= word.start for m in mentions)
        if not word.text[0].isupper() or plain or explained or word.start == first:
            continue
        if runs and text[runs[-1][-1].end : word.start].strip() in ("", "&", "und", "and"):
            runs[-1].append(word)
        else:
            runs.append([word])
    return [text[run[0].start : run[-1].end] for run in runs]


def _distinct(periods: list[Period]) -> list[Period]:
    """A period named twice is one period; a point in it is the more exact reading."""
    kept: dict[tuple[date, date], Period] = {}
    for period in periods:
        known = kept.get((period.start, period.end))
        kept[period.start, period.end] = period if known is None or (period.is_point and not known.is_point) else known
    return list(kept.values())


def _is_no_noun(mention: Mention, text: str) -> bool:
    """`schulden wir` and `nicht mehr aktiv` name nothing: German nouns have a capital, where capitals are used at all."""
    said = mention.said.casefold()
    english = any(said == label.casefold() or said in label.casefold().split() for label in mention.entity.labels.en)
    german = any(said == label for label in mention.entity.labels.de)
    within = mention.start > 0 and text[mention.start - 1].isalpha()
    lower = mention.said[:1].islower() and len(mention.said.split()) == 1 and not within
    return lower and not english and not german and text[:1].isupper()


def _unread(text: str, flat: str, words: list[Word], mentions: list[Mention], amounts: list[Amount]) -> list[str]:
    """What is left when mentions, cues, amounts, numbers and words without content are taken away."""
    spots = [(m.start, m.end) for m in mentions] + cue_spans(flat)
    for amount in amounts:
        start = flat.find(amount.said)
        spots.append((start, start + len(amount.said)))
    left: list[str] = []
    german = _looks_german(flat)
    for word in words:
        covered = all(any(start <= i < end for start, end in spots) for i in range(word.start, word.end))
        plain = word.folded.strip("'’s") if word.folded.endswith(("'s", "’s")) else word.folded
        if covered or len(plain) < 3 or not any(c.isalpha() for c in plain):
            continue
        if is_stopword(word.folded) or is_stopword(plain) or is_common(plain) or _REFERENCE.fullmatch(word.text):
            continue
        if german and word.text[0].islower() and text[0].isupper():
            continue  # a verb or an adjective: German nouns are written with a capital
        left.append(word.text)
    return left


_GERMAN = frozenset(
    [
        "der",
        "die",
        "das",
        "und",
        "ist",
        "war",
        "wie",
        "was",
        "wieviel",
        "unser",
        "unsere",
        "auf",
        "im",
        "am",
        "per",
        "den",
        "dem",
        "wir",
        "uns",
        "hat",
        "haben",
        "gibt",
        "welche",
        "fur",
        "von",
    ]
)


def _looks_german(flat: str) -> bool:
    words = set(flat.replace("?", " ").split())
    return len(words & _GERMAN) > 0


def _inside(word: Word, spots: list[tuple[int, int]]) -> bool:
    return _overlaps((word.start, word.end), spots)


def _overlaps(span: tuple[int, int], spots: list[tuple[int, int]]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in spots)
