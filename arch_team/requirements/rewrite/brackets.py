"""The faulty place of a requirement, and nothing else, gets a bracket: what is missing there, or what a person said.

`The app must be fast` becomes `The app must be fast ([metric?])`, and with an answer `fast (response time P95 < 2 s)`.
No word is taken away and none is moved. A bracket stands only where the sentence can bear it: in what is demanded,
never in or beside another one, and never where a ban or a second reading of the word would make it nonsense.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from arch_team.requirements.check.prose import Prose, read
from arch_team.requirements.model import Evaluation, Finding, Span
from arch_team.requirements.rewrite.gaps import Asked, Quality, Texts, Treatment, texts, treatment_of
from arch_team.requirements.rewrite.nature import demand_in, is_negated, label_of, nature_of
from arch_team.text.speech import spoken
from arch_team.wire import Language

LONGEST = 1_000
"""A longer text is a chapter: what is unclear in it is found, and nothing is put into it."""
_STRONGEST: tuple[Treatment, ...] = ("unit", "list", "doer", "measure", "loophole")
"""Where two rules mean the same words, the earlier of these counts."""
_LEADS_ON = re.compile(r" (?:of|von|an)$", re.IGNORECASE)
"""Behind it stands what is counted: `a number ([metric?]) of users`."""
_BY: dict[Language, str] = {"de": "durch", "en": "by"}
_NEAR = 8
"""Words behind a vague one in which a number may be its value."""
_NAMES_HOW = frozenset({"indem", "dadurch", "durch", "mittels", "by", "thereby", "using"})
_PERMITS = frozenset({"darf", "dürfen", "kann", "können", "can", "may"})


@dataclass(frozen=True, slots=True)
class _Place:
    start: int
    end: int
    words: str
    treatment: Treatment
    quality: Quality | None = None


def bracketed(evaluation: Evaluation, asked: Asked) -> str:
    """The text with a bracket at each place that only a person can mend."""
    text, language = evaluation.requirement.text, evaluation.language
    label = label_of(text, language)
    prose = read(evaluation.requirement.model_copy(update={"text": text[len(label) :], "language": language}))
    if len(text) > LONGEST or nature_of(prose, label) not in {"story", "demand", "order"}:
        return text
    inserted: list[tuple[int, str]] = []
    said: set[str] = set()
    first_line = len(text.split("\n")[0])
    for place in _places(prose, len(label), evaluation.findings, texts(language)):
        at = _position(text, place)
        if at > first_line or not _is_free(text, at) or (inserted and inserted[-1][0] == at):
            continue
        if place.treatment == "doer" and any(_BY[language] in one for _, one in inserted):
            continue  # one is enough to ask for an active sentence
        addition = _addition(place, asked, language)
        if addition and addition not in said:
            said.add(addition)
            inserted.append((at, addition))
    for at, addition in reversed(inserted):
        text = text[:at] + addition + text[at:]
    return text


def _addition(place: _Place, asked: Asked, language: Language) -> str:
    words = place.words
    match place.treatment:
        case "unit":
            value = asked.need("unit", (words,))
            return f" {value}" if value else ""
        case "doer":
            value = asked.need("doer", (words,), label=words)
            return f" ({_BY[language]} {value})" if value else ""
        case "list":
            value = asked.need("list", (words,))
        case "loophole":
            value = asked.need("condition", (words,), label=words)
        case _:
            quality = place.quality
            value = asked.need("metric", (words,), label=quality.label if quality else "", quality=quality)
    return f" ({value})" if value else ""


def _position(text: str, place: _Place) -> int:
    led = _LEADS_ON.search(place.words)
    dot = text[place.end : place.end + 1] == "." and place.treatment == "list"
    return place.end - (len(led[0]) if led else 0) + int(dot and bool(text[place.end + 1 :].strip()))


def _is_free(text: str, at: int) -> bool:
    """Neither inside a bracket nor beside one, nor inside of a word."""
    inside = text.count("(", 0, at) > text.count(")", 0, at) or text.count("[", 0, at) > text.count("]", 0, at)
    before, after = text[:at].rstrip()[-1:], text[at:].lstrip()[:1]
    return not inside and before not in set(")]([") and after not in set("([/-") and text[at : at + 1] not in set("-/_")


def _places(prose: Prose, label: int, findings: tuple[Finding, ...], wording: Texts) -> Iterator[_Place]:
    """Each place once, with the strongest treatment; of two that overlap, the wider. `label` is the label's length."""
    kept: dict[tuple[int, int], _Place] = {}
    for finding in findings:
        treatment = treatment_of(finding)
        if treatment not in _STRONGEST or not finding.spans or finding.suppressed is not None:
            continue
        span = finding.spans[-1].model_copy(
            update={"start": finding.spans[-1].start - label, "end": finding.spans[-1].end - label}
        )
        if finding.rule != "vague-quantity" and _only_says_which(prose, span, wording, finding.rule == "comparative"):
            continue
        if finding.part is not None or span.start < 0 or not (place := _borne(prose, span, treatment, wording)):
            continue
        known = kept.get((place.start, place.end))
        if known is None or _STRONGEST.index(treatment) < _STRONGEST.index(known.treatment):
            kept[place.start, place.end] = place
    last = 0
    for (start, end), place in sorted(kept.items(), key=lambda item: (item[0][0], -item[0][1])):
        if start >= last:
            last = end
            yield replace(place, start=start + label, end=end + label)


def _borne(prose: Prose, span: Span, treatment: Treatment, wording: Texts) -> _Place | None:
    """The place, where a bracket behind it makes sense in this sentence."""
    first = next((i for i, word in enumerate(prose.words) if word.start >= span.start), None)
    if first is None or prose.words[first].is_quoted or any(one.start <= span.start < one.end for one in prose.asides):
        return None
    sentence = prose.sentence_of(first)
    demand = demand_in(prose, sentence)
    if demand is None and prose.story is None and nature_of(prose) != "order":
        return None
    if is_negated(prose, sentence):
        return None
    lower = span.text.casefold()
    match treatment:
        case "doer":
            passive = lower.endswith(" werden") if prose.language == "de" else lower.startswith("be ")
            behind = prose.text[span.end :].lstrip()[:1]
            led = [word for word in prose.words[sentence.start : first] if word.tag not in {"adv", "neg"}][-1:]
            modals = [word for word in prose.words[sentence.start : first] if word.tag == "modal"]
            direct = prose.language == "de" or (led == modals[-1:] and not _goes_on(prose, span.end))
            obliges = bool(modals) and direct and modals[-1].folded not in _PERMITS
            main = not prose.words[first].is_subordinate
            named = any(word.folded in _NAMES_HOW for word in prose.words[sentence.start : sentence.stop])
            closes = prose.language == "en" or behind in {"", ".", ",", ";"}
            fits = passive and obliges and main and closes and not named and prose.story is None
        case "loophole":
            closes = prose.text[span.end :].lstrip()[:1] in {"", ".", ",", ";"}
            closes = closes and not any(word.is_subordinate and word.is_word for word in prose.words[first - 2 : first])
            fits = closes and lower.split()[0].rstrip(".") in wording.unless
        case "unit":
            fits = lower[-1].isdigit() and not prose.text[span.end :].lstrip()[:1].isalnum()
        case "list":
            fits = lower.rstrip(".") in wording.closing
        case "measure":
            start, end = _widened(prose.text, span, wording)
            quality = wording.quality_of(prose.text[start:end], wording.around)
            permits = demand is not None and prose.words[demand].folded in _PERMITS
            fits = quality is not None and _describes(prose, first) and _is_measured(prose, end, quality, wording)
            fits = fits and not (permits and quality is wording.qualities[wording.amount])
            return _Place(start, end, prose.text[start:end], treatment, quality) if fits else None
        case _:
            fits = False
    return _Place(span.start, span.end, prose.text[span.start : span.end], treatment) if fits else None


def _goes_on(prose: Prose, end: int) -> bool:
    """`be made available`: the adjective belongs to the verb."""
    following = next((word for word in prose.words if word.start >= end), None)
    return following is not None and following.tag == "adj"


def _only_says_which(prose: Prose, span: Span, wording: Texts, compares: bool) -> bool:
    """`large changes`, `regular expression`, `a higher priority`: which ones is asked, and not how much."""
    quality = wording.quality_of(span.text)
    following = next((word for word in prose.words if word.start >= span.end), None)
    before_noun = following is not None and following.tag in {"noun", "adj", "abbr", "ing", "part"}
    return bool(quality and not quality.attributive and (compares or before_noun))


def _is_measured(prose: Prose, end: int, quality: Quality, wording: Texts) -> bool:
    """It has no value yet. An amount is one of things: `ausreichend Treffer`; `ausreichend normalisiert` counts nothing."""
    behind = [word for word in prose.words if word.start >= end][:_NEAR]
    following = behind[0] if behind else None
    if any(word.tag == "num" for word in behind):
        return False
    return quality is not wording.qualities[wording.amount] or (following is not None and following.tag in {"noun", "adj"})


def _describes(prose: Prose, index: int) -> bool:
    """It is read as an adjective or adverb, and could not be a verb here: `save, clear cart` clears it."""
    word = prose.words[index]
    before = prose.words[index - 1] if index > prose.sentence_of(index).start else None
    if word.tag in {"verb", "inf", "noun", "ing", "abbr"} and " " not in word.text and word.degree == "":
        return False
    if prose.language == "de":
        return True
    may_act = spoken(("they", "must", word.folded, "it"), "en")[2].tag == "inf" and word.tag != "adv"
    return not may_act or (before is not None and before.tag in {"det", "aux", "adv", "adj", "prep"})


def _widened(text: str, span: Span, wording: Texts) -> tuple[int, int]:
    """`schnell` in `so schnell wie möglich` is the whole phrase."""
    for phrase in wording.around:
        before, after = phrase.split("{words}")
        start, end = span.start - len(before), span.end + len(after)
        if start >= 0 and text[start : span.start].casefold() == before and text[span.end : end].casefold() == after:
            return start, end
    return span.start, span.end
