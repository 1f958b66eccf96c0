"""The faulty place of a requirement, and nothing else, gets a bracket: what is missing there, or what a person said.

`The app must be fast` becomes `The app must be fast ([metric?])`, and with an answer `fast (response time P95 < 2 s)`.
No word is taken away and none is moved, so that the sentence stays a sentence and means what it meant.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arch_team.requirements.model import Evaluation, Finding, Span
from arch_team.requirements.rewrite.gaps import Asked, Texts, Treatment, texts, treatment_of
from arch_team.text.sentence.words import packaged
from arch_team.wire import Language

_STRONGEST: tuple[Treatment, ...] = (
    "list", "unit", "reference", "doer", "amount", "measure", "loophole", "which", "condition",
)  # fmt: skip
"""Where two rules mean the same words, the earlier of these counts."""
_LEADS_ON = re.compile(r" (?:of|von|an)$", re.IGNORECASE)
"""Behind it stands what is counted: `a number ([metric?]) of users`."""
_BY: dict[Language, str] = {"de": "durch", "en": "by"}


@dataclass(frozen=True, slots=True)
class _Place:
    start: int
    end: int
    words: str
    treatment: Treatment


def edited(evaluation: Evaluation, asked: Asked) -> str:
    """The text with a bracket at each place that only a person can mend."""
    text, wording = evaluation.requirement.text, texts(evaluation.language)
    findings = [finding for finding in evaluation.findings if finding.suppressed is None]
    said: set[str] = set()
    inserted: list[tuple[int, str]] = []
    for place in _places(text, findings, wording):
        addition = _addition(place, text, wording, asked, evaluation.language)
        if addition and addition not in said and text[place.end : place.end + 1] != "/":
            said.add(addition)
            if place.treatment == "doer" and text[place.end :].lstrip()[:1].isalpha() and evaluation.language == "de":
                inserted.append((place.start, f"{addition.strip()} "))
            else:
                led, dot = _LEADS_ON.search(place.words), _dot(text, place, evaluation.language)
                inserted.append((place.end - (len(led[0]) if led else 0) + (1 if dot else 0), addition))
    if not inserted and any(not one.spans and treatment_of(one) == "measure" for one in findings):
        value = asked.need("metric")
        inserted = [(len(text.rstrip(" \n.")), f" ({value})")] if value else []
    for at, addition in reversed(inserted):
        text = text[:at] + addition + text[at:]
    return text


def _dot(text: str, place: _Place, language: Language) -> bool:
    """Whether the dot behind it is that of an abbreviation: `ggf. mit`, `bspw. Google`."""
    short = place.words.split()[-1].casefold() in packaged("abbreviations")[language]
    return text[place.end : place.end + 1] == "." and (short or text[place.end + 1 : place.end + 3].strip().islower())


def _addition(place: _Place, text: str, wording: Texts, asked: Asked, language: Language) -> str:
    words = place.words
    match place.treatment:
        case "unit":
            value = asked.need("unit", (words,))
            return f" {value}" if value else ""
        case "doer":
            if not _is_demanded(words, language):
                return ""
            value = asked.need("doer", (words,), label=words)
            return f" ({_BY[language]} {value})" if value else ""
        case "list" | "reference":
            value = asked.need(place.treatment, (words,))
        case "condition":
            value = asked.need("condition", (words,))
        case _:
            value = _vague(place, text, wording, asked)
    return f" ({value})" if value else ""


def _is_demanded(words: str, language: Language) -> bool:
    """`shall be stored`, `muss gespeichert werden`; what merely is so has no doer to ask for."""
    lower = words.lower()
    return lower.endswith(" werden") if language == "de" else lower.startswith("be ")


def _vague(place: _Place, text: str, wording: Texts, asked: Asked) -> str | None:
    quality = wording.quality_of(_core(place.words, wording))
    if quality is None and place.treatment == "which":
        following = text[place.end :].split()
        noun = following[0].strip(".,;:()") if following and text[place.end : place.end + 1] == " " else ""
        return asked.need("which", (f"{place.words} {noun}".strip(),))
    if quality is None and place.treatment == "loophole":
        return asked.need("condition", (place.words,))
    return asked.need("metric", (place.words,), label=quality.label if quality else "", quality=quality)


def _places(text: str, findings: Sequence[Finding], wording: Texts) -> list[_Place]:
    """Each place once, with the strongest treatment; of two that overlap, the wider."""
    kept: dict[tuple[int, int], set[Treatment]] = {}
    for finding in findings:
        treatment = treatment_of(finding)
        if treatment in _STRONGEST and finding.spans:
            kept.setdefault(_widened(text, finding.spans[-1], wording), set()).add(treatment)
    places: list[_Place] = []
    for (start, end), treatments in sorted(kept.items(), key=lambda item: (item[0][0], -item[0][1])):
        if not (places and start < places[-1].end):
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
