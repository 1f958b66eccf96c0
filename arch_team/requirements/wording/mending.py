"""Mends the words a rule found, before the text is taken apart: what is vague goes, and what must replace it is asked.

A vague quality leaves a gap for its value; a loophole, an open list, an unclear pronoun and a missing unit leave one of
their own. A filler just goes. What cannot go without breaking the sentence stays, and the rules will find it again.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from arch_team.requirements.gaps import Asked
from arch_team.requirements.model import Evaluation, Finding, Span, SuggestionType
from arch_team.requirements.wording.grammar import is_german_infinitive, listed
from arch_team.requirements.wording.texts import Texts, texts
from arch_team.wire import Language

IN_PLACE = {"Menge", "Häufigkeit", "amount", "frequency"}
"""Qualities whose value stands where the vague word stood: `[Metrik?] Nutzer`."""
_MENDED: tuple[SuggestionType, ...] = (
    "close_list", "add_unit", "add_condition", "add_metric", "add_criteria", "replace_term", "remove_weak_word",
)  # fmt: skip
_PRONOUNS = {
    "it",
    "they",
    "them",
    "this",
    "these",
    "those",
    "that",
    "es",
    "sie",
    "er",
    "dies",
    "diese",
    "dieses",
    "dieser",
    "ihnen",
}
_ENGLISH_PREPOSITIONS = {
    "within",
    "in",
    "under",
    "at",
    "by",
    "with",
    "every",
    "on",
    "for",
    "to",
    "from",
    "after",
    "before",
    "when",
}
_BE = re.compile(r"\s*(?:,|und|and|\w+)?\s*(?:sein|bleiben|ist|sind)\b", re.IGNORECASE)
_AFTER_BE = re.compile(r"\b(?:be|is|are|remain|ist|sind)\s+(?:\w+ly\s+)?$", re.IGNORECASE)


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
    kinds: frozenset[SuggestionType]


def mend(evaluation: Evaluation, asked: Asked, protected: Sequence[str] = ()) -> Mended:
    """The text without what the findings object to. `protected` are clauses that are left as they are."""
    text, language = evaluation.requirement.text, evaluation.language
    wording = texts(language)
    mended = Mended(text)
    edits: list[tuple[int, int, str]] = []
    for place in _places(text, evaluation.findings, protected, wording):
        replacement = _replacement(place, text, language, asked, mended)
        if replacement is not None:
            edits.append((place.start, place.end, replacement))
    for start, end, replacement in reversed(edits):
        mended.text = mended.text[:start] + replacement + mended.text[end:]
    mended.text = _tidy(mended.text) if edits else text
    if not mended.metrics and not edits and _lacks_metric(evaluation.findings):
        mended.metrics = [value for value in (asked.need("metric"),) if value]
    return mended


def _lacks_metric(findings: Iterable[Finding]) -> bool:
    return any(f.suggestion == "add_metric" and not f.spans and f.suppressed is None for f in findings)


def _places(text: str, findings: Sequence[Finding], protected: Sequence[str], wording: Texts) -> list[_Place]:
    """Each place once, with all that is suggested for it; of two that overlap, the wider."""
    kept: dict[tuple[int, int], set[SuggestionType]] = {}
    for finding in findings:
        if finding.suggestion in _MENDED and finding.suppressed is None:
            for span in finding.spans:
                kept.setdefault(_widened(text, span, wording), set()).add(finding.suggestion)
    spared = [(at, at + len(clause)) for clause in protected if clause and (at := text.find(clause)) >= 0]
    places: list[_Place] = []
    for (start, end), kinds in sorted(kept.items(), key=lambda item: (item[0][0], -item[0][1])):
        if any(start < to and end > since for since, to in spared):
            continue
        if places and start < places[-1].end:
            if end <= places[-1].end:
                last = places[-1]
                places[-1] = _Place(last.start, last.end, last.words, last.kinds | kinds)
            continue
        places.append(_Place(start, end, text[start:end], frozenset(kinds)))
    return places


def _widened(text: str, span: Span, wording: Texts) -> tuple[int, int]:
    """`schnell` in `so schnell wie möglich` is the whole phrase."""
    for phrase in wording.around:
        before, after = phrase.split("{words}")
        start, end = span.start - len(before), span.end + len(after)
        if start >= 0 and text[start : span.start].casefold() == before and text[span.end : end].casefold() == after:
            return start, end
    return span.start, span.end


def _replacement(place: _Place, text: str, language: Language, asked: Asked, mended: Mended) -> str | None:
    """What stands there instead. None: it stays."""
    wording, words = texts(language), place.words
    folded = words.casefold()
    if folded in listed(language, "modals"):
        return None
    if "close_list" in place.kinds:
        value = asked.need("list", (words,))
        return "" if value is None else f"{wording.and_} {value}"
    if "add_unit" in place.kinds:
        value = asked.need("unit", (words,))
        return f"{words} {value}" if value else None
    if "replace_term" in place.kinds:
        return asked.need("reference", (words,)) if folded in _PRONOUNS else None
    quality = wording.quality_of(_core(words, wording))
    if "add_condition" in place.kinds and quality is None:
        value = asked.need("condition", (words,))
        mended.condition = value if value is not None else mended.condition
        return ""
    if not _may_go(place, text, language):
        return None
    if quality is None and "add_metric" not in place.kinds:
        return ""
    label = quality.label if quality else ""
    value = asked.need("metric", (words,), label=label, options=quality.options if quality else ())
    if value is None or value in mended.metrics:
        return ""
    if label in IN_PLACE and not _is_predicate(place, text):
        return value
    if _is_adverb(place, text, language):
        return with_preposition(value, language)
    mended.metrics.append(value)
    return ""


def _core(words: str, wording: Texts) -> str:
    for phrase in wording.around:
        before, after = phrase.split("{words}")
        if (
            words.casefold().startswith(before)
            and words.casefold().endswith(after)
            and len(words) > len(before + after)
        ):
            return words[len(before) : len(words) - len(after)]
    return words


def with_preposition(value: str, language: Language) -> str:
    """`mit Antwortzeit P95 < 2 s`, but `innerhalb von 2 s` as it is."""
    first = value.split(" ")[0].casefold()
    known = listed("de", "prepositions") if language == "de" else _ENGLISH_PREPOSITIONS
    return value if first in known else f"{'mit' if language == 'de' else 'with'} {value}"


def _may_go(place: _Place, text: str, language: Language) -> bool:
    """Verbs and nouns stay: without them there is no sentence."""
    words = place.words.split()
    before, after = text[: place.start].split(), text[place.end :].split()
    if language == "de":
        if _is_predicate(place, text):
            return True
        return not any(word[:1].isupper() and place.start > 0 for word in words) and not (
            is_german_infinitive(words[-1]) and not (after and after[0][:1].isupper())
        )
    if words[-1].casefold() in listed("en", "verbs") and not (
        before and before[-1].casefold() in listed("en", "articles")
    ):
        return False
    has_article = bool(before) and before[-1].casefold() in listed("en", "articles")
    ends_there = (
        not after
        or not text[place.end :].startswith(" ")
        or after[0].casefold() in ("of", "and", "or", "to", "in", "for")
    )
    return not (has_article and ends_there)


def _is_predicate(place: _Place, text: str) -> bool:
    return bool(_BE.match(text, place.end) or _AFTER_BE.search(text[: place.start]))


def _is_adverb(place: _Place, text: str, language: Language) -> bool:
    if _is_predicate(place, text):
        return False
    after = text[place.end :].split()
    if language == "de":
        return not (
            after and after[0][:1].isupper() and place.words.split()[-1].endswith(("e", "en", "er", "es", "em"))
        )
    last = place.words.split()[-1].casefold()
    if last in ("fast", "soon", "quick"):
        return not after or not text[place.end :].startswith(" ") or after[0].casefold() in _ENGLISH_PREPOSITIONS
    return last.endswith("ly") or last in ("manner", "way", "possible")


def _tidy(text: str) -> str:
    """No double space, no comma or conjunction left hanging where words went."""
    text = re.sub(r"[ \t]{2,}", " ", text)
    text = re.sub(r"\s+([,.;:!?)])", r"\1", text)
    text = re.sub(r"\b(muss|müssen|soll|sollen|be|is|are|ein|eine|einen|der|die|das|a|an|the)\s*,\s*", r"\1 ", text)
    text = re.sub(r"\b(muss|müssen|soll|sollen|be|is|are)\s+(?:und|oder|and|or)\s+", r"\1 ", text)
    text = re.sub(r"(?:\s*,)?\s+(?:und|oder|sowie|and|or)\s+(?=sein\b|werden\b|[,.;]|$)", " ", text)
    text = re.sub(r"(?:,\s*)+(?=[,.;]|$)", "", text)
    return text.strip()
