"""Mends the words a rule found, before the text is taken apart: what is vague goes, and what must replace it is asked.

What cannot go without breaking the sentence stays, and the rules will find it again. What happens to which words is
data (`treatments` in rewriting.yaml).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from arch_team.requirements.model import Evaluation, Finding, Span
from arch_team.requirements.rewrite.gaps import Asked
from arch_team.requirements.rewrite.wording.grammar import is_german_infinitive, listed, with_article
from arch_team.requirements.rewrite.wording.texts import Quality, Texts, Treatment, texts, treatment_of
from arch_team.wire import Language

_STRONGEST: tuple[Treatment, ...] = (
    "list", "unit", "reference", "amount", "measure", "loophole", "which", "condition", "drop",
)  # fmt: skip
"""Where two rules mean the same words, the earlier of these counts."""
_PREPOSITIONS = frozenset(
    ("within", "in", "under", "at", "by", "with", "every", "on", "for", "to", "from", "after", "before", "when")
)
_BE = re.compile(
    r"\s*(?:(?:,|und|oder|sowie)\s*(?:[\w-]+\s+){1,3}){0,4}(?:[\w-]+\s+)?(?:sein|bleiben|ist|sind)\b", re.IGNORECASE
)
_AFTER_BE = re.compile(
    r"\b(?:be|is|are|remain|ist|sind)\s+(?:[\w-]+\s*(?:,|and|or|und|oder)\s*){0,4}(?:\w+ly\s+)?$", re.IGNORECASE
)
_COMPARED = re.compile(r"\s+(?:als|than)\s", re.IGNORECASE)


@dataclass
class Mended:
    text: str
    metrics: list[str] = field(default_factory=list[str])
    """Values (or their marks) that found no place in the text."""
    condition: str | None = None
    """The condition that replaces a loophole."""


@dataclass(frozen=True, slots=True)
class _Place:
    start: int
    end: int
    words: str
    treatment: Treatment


def mend(evaluation: Evaluation, asked: Asked, protected: Sequence[str | None] = ()) -> Mended:
    """The text without what the findings object to. `protected` are clauses that are left as they are."""
    return _Mending(evaluation, asked).mended(protected)


def with_preposition(value: str, language: Language) -> str:
    """`mit Antwortzeit P95 < 2 s`, but `innerhalb von 2 s` as it is."""
    known = listed("de", "prepositions") if language == "de" else _PREPOSITIONS
    return value if value.split(" ")[0].casefold() in known else f"{'mit' if language == 'de' else 'with'} {value}"


class _Mending:
    def __init__(self, evaluation: Evaluation, asked: Asked) -> None:
        self._text = evaluation.requirement.text
        self._language: Language = evaluation.language
        self._findings = [finding for finding in evaluation.findings if finding.suppressed is None]
        self._wording = texts(evaluation.language)
        self._asked = asked
        self._mended = Mended(self._text)
        self._placed: set[str] = set()

    def mended(self, protected: Sequence[str | None]) -> Mended:
        edits = [
            (place, self._replacement(place)) for place in _places(self._text, self._findings, protected, self._wording)
        ]
        text = self._text
        for place, replacement in reversed(edits):
            if replacement is not None:
                text = text[: place.start] + replacement + text[place.end :]
        self._mended.text = _tidy(text, self._language) if text != self._text else text
        for finding in self._findings:
            if not finding.spans and treatment_of(finding) == "measure" and not self._mended.metrics:
                self._add_metric(self._asked.need("metric"))
        return self._mended

    def _replacement(self, place: _Place) -> str | None:
        """What stands there instead. None: it stays."""
        if place.words.casefold() in listed(self._language, "modals"):
            return None
        match place.treatment:
            case "list":
                value = self._asked.need("list", (place.words,))
                return "" if value is None else f"{self._wording.and_} {value}"
            case "unit":
                value = self._asked.need("unit", (place.words,))
                return f"{place.words} {value}" if value else None
            case "reference":
                return self._asked.need("reference", (place.words,))
            case "condition":
                self._mended.condition = self._asked.need("condition", (place.words,)) or self._mended.condition
                return None
            case "which" | "loophole" | "measure" | "amount":
                return self._vague(place)
            case _:
                return "" if _may_go(place, self._text, self._language) else None

    def _vague(self, place: _Place) -> str | None:
        quality = self._wording.quality_of(_core(place.words, self._wording))
        if quality is None and place.treatment == "which":
            return self._which(place)
        if quality is None and place.treatment == "loophole":
            value = self._asked.need("condition", (place.words,))
            self._mended.condition = value or self._mended.condition
            return ""
        return self._measured(place, quality)

    def _which(self, place: _Place) -> str | None:
        """Before a noun it is asked which; elsewhere the word just goes."""
        if not _may_go(place, self._text, self._language):
            return None
        following = self._text[place.end :].split()
        is_attribute = bool(following) and (self._language == "en" or following[0][:1].isupper())
        if _is_predicate(place, self._text):
            return None
        if not is_attribute:
            return ""
        noun = following[0].strip(".,;:")
        return self._asked.need("which", (f"{place.words} {noun}",))

    def _measured(self, place: _Place, quality: Quality | None) -> str | None:
        label = quality.label if quality else ""
        options = quality.options if quality else ()
        value = self._asked.need("metric", (place.words,), label=label, options=options)
        if _COMPARED.match(self._text, place.end) or not _may_go(place, self._text, self._language):
            self._add_metric(value)
            return None
        if _is_predicate(place, self._text) and _has_complement(place, self._text):
            self._add_metric(value)
            return None
        if value is None or value in self._mended.metrics or value in self._placed:
            return ""
        in_place = place.treatment == "amount" or (quality is not None and quality.in_place)
        if in_place and not _is_predicate(place, self._text):
            self._placed.add(value)
            return value
        if _is_adverb(place, self._text, self._language):
            self._placed.add(value)
            return with_preposition(value, self._language)
        self._add_metric(value)
        return ""

    def _add_metric(self, value: str | None) -> None:
        if value and value not in self._mended.metrics and value not in self._placed:
            self._mended.metrics.append(value)


def _places(text: str, findings: Sequence[Finding], protected: Sequence[str | None], wording: Texts) -> list[_Place]:
    """Each place once, with the strongest treatment; of two that overlap, the wider."""
    kept: dict[tuple[int, int], set[Treatment]] = {}
    for finding in findings:
        treatment = treatment_of(finding)
        if treatment in _STRONGEST:
            for span in finding.spans:
                kept.setdefault(_widened(text, span, wording), set()).add(treatment)
    lower = text.lower()
    spared = [(at, at + len(clause)) for clause in protected if clause and (at := lower.find(clause.lower())) >= 0]
    places: list[_Place] = []
    for (start, end), treatments in sorted(kept.items(), key=lambda item: (item[0][0], -item[0][1])):
        is_spared = any(start < to and end > since for since, to in spared)
        if is_spared or (places and start < places[-1].end):
            continue
        places.append(_Place(start, end, text[start:end], min(treatments, key=_STRONGEST.index)))
    return places


def _widened(text: str, span: Span, wording: Texts) -> tuple[int, int]:
    """`schnell` in `so schnell wie möglich` is the whole phrase."""
    for phrase in wording.around:
        before, after = phrase.split("{words}")
        start, end = span.start - len(before), span.end + len(after)
        if start >= 0 and text[start : span.start].casefold() == before and text[span.end : end].casefold() == after:
            return start, end
    return span.start, span.end


def _core(words: str, wording: Texts) -> str:
    lower = words.casefold()
    for phrase in wording.around:
        before, after = phrase.split("{words}")
        if lower.startswith(before) and lower.endswith(after) and len(words) > len(before + after):
            return words[len(before) : len(words) - len(after)]
    return words


def _may_go(place: _Place, text: str, language: Language) -> bool:
    """Verbs and nouns stay: without them there is no sentence."""
    words = place.words.split()
    before, after = text[: place.start].split(), text[place.end :].split()
    if any(word.casefold() in ("is", "are", "be", "ist", "sind", "sein") for word in words):
        return False
    if language == "de":
        is_noun = any(word[:1].isupper() for word in words) and place.start > 0
        is_verb = is_german_infinitive(words[-1]) and not (after and after[0][:1].isupper())
        return _is_predicate(place, text) or not (is_noun or is_verb)
    has_article = bool(before) and before[-1].casefold() in listed("en", "articles")
    if words[-1].casefold() in listed("en", "verbs") and not has_article:
        return False
    ends_there = (
        not after or not text[place.end :].startswith(" ") or after[0].casefold() in ("of", "and", "or", *_PREPOSITIONS)
    )
    return not (has_article and ends_there)


def _has_complement(place: _Place, text: str) -> bool:
    """`be suitable for use`, `gegen Ausfälle robust sein`: without the word the rest would hang."""
    before = text[: place.start].split()
    hangs_after = re.match(r"\s+(?:for|to|with|that|in|against)\b", text[place.end :])
    return bool(hangs_after) or (bool(_BE.match(text, place.end)) and len(before) > 2 and before[-1][:1].isupper())


def _is_predicate(place: _Place, text: str) -> bool:
    return bool(_BE.match(text, place.end) or _AFTER_BE.search(text[: place.start]))


def _is_adverb(place: _Place, text: str, language: Language) -> bool:
    if _is_predicate(place, text):
        return False
    after, last = text[place.end :].split(), place.words.split()[-1].casefold()
    if language == "de":
        return not (after and after[0][:1].isupper() and last.endswith(("e", "en", "er", "es", "em")))
    if last in ("fast", "soon", "quick"):
        return not after or not text[place.end :].startswith(" ") or after[0].casefold() in _PREPOSITIONS
    return last.endswith("ly") or last in ("manner", "way", "possible")


def _tidy(text: str, language: Language) -> str:
    """No double space, no comma or conjunction left hanging where words went, and English articles that fit again."""
    text = re.sub(r"[ \t]{2,}", " ", text)
    text = re.sub(r"\s+([,.;:!?)])", r"\1", text)
    text = re.sub(r"\b(muss|müssen|soll|sollen|be|is|are|ein|eine|einen|der|die|das|a|an|the)\s*,\s*", r"\1 ", text)
    text = re.sub(r"\b(muss|müssen|soll|sollen|be|is|are)\s+(?:und|oder|and|or)\s+", r"\1 ", text)
    text = re.sub(r"(?:\s*,)?\s+(?:und|oder|sowie|and|or)\s+(?=sein\b|werden\b|[,.;]|$)", " ", text)
    text = re.sub(r"(?:,\s*)+(?=[,.;]|$)", "", text)
    if language == "en":
        text = re.sub(r"\ban?\s+(?=\w)(\S+)", lambda match: with_article(match[1]), text)
    return text.strip()
