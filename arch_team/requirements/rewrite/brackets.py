"""The faulty place of a requirement, and nothing else, gets a bracket: what is missing there, or what a person said.

`The app must be fast` becomes `The app must be fast ([metric?])`, and with an answer `fast (response time P95 < 2 s)`.
No word is taken away and none is moved. A bracket stands only where the sentence can bear it: in what is demanded,
never in or beside another one, and never where a ban or a second reading of the word would make it nonsense.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from arch_team.requirements.check.prose import Prose, read
from arch_team.requirements.model import Evaluation, Finding, Span
from arch_team.requirements.rewrite.gaps import Asked, Quality, Texts, Treatment, texts, treatment_of
from arch_team.requirements.rewrite.nature import DEMANDS, grammar, nature_of
from arch_team.text.sentence.demands import demand_in, is_negated
from arch_team.text.sentence.purpose import end_of_list
from arch_team.text.speech import spoken

LONGEST = 1_000
"""A longer text is a chapter: what is unclear in it is found, and nothing is put into it."""
_STRONGEST: tuple[Treatment, ...] = ("unit", "list", "measure")
"""Where two rules mean the same words, the earlier of these counts."""
_VALUE = re.compile(r"(?: [\w-]+){0,3} \([^()]*\d|,? (?:d\. ?h\.|das heißt|i\. ?e\.|that is)")
"""`a short answer (at most 5 words)`, `quickly, i.e. …`."""
_CODE = re.compile(r"[`{}$<>;—]|\w\(\)|==| – ")
"""Signs of a program, of markup, or of one sentence put beside another: what is said of what is not sure there."""
_NOUNS = frozenset({"noun", "abbr"})
_DECLINED = ("e", "en", "em", "er", "es")
_JOINS = frozenset({",", "and", "or", "und", "oder"})


@dataclass(frozen=True, slots=True)
class _Place:
    start: int
    end: int
    words: str
    treatment: Treatment
    at: int
    """Where the bracket goes: behind the words, or behind the noun that they describe."""
    quality: Quality | None = None


def bracketed(evaluation: Evaluation, asked: Asked) -> str:
    """The text with a bracket at each place that only a person can mend. In a list, of its first line only."""
    text, language = evaluation.requirement.text, evaluation.language
    prose = read(evaluation.requirement.model_copy(update={"language": language}))
    if len(text) > LONGEST or _CODE.search(text) or nature_of(prose) not in DEMANDS:
        return text
    inserted: dict[int, str] = {}
    for place in _places(prose, evaluation.findings, texts(language)):
        list_dot = place.treatment == "list" and text[place.end :].strip(". ") and text[place.end] == "."
        at = place.at + bool(list_dot)
        if at not in inserted and at <= len(text.split("\n")[0]) and _is_free(text, at):
            addition = _addition(place, asked)
            if addition and addition not in inserted.values():
                inserted[at] = addition
    for at in sorted(inserted, reverse=True):
        text = text[:at] + inserted[at] + text[at:]
    return text


def _addition(place: _Place, asked: Asked) -> str:
    kind, quality = "metric" if place.treatment == "measure" else place.treatment, place.quality
    value = asked.need(kind, (place.words,), label=quality.label if quality else "", quality=quality)
    return (f" {value}" if place.treatment == "unit" else f" ({value})") if value else ""


def _is_free(text: str, at: int) -> bool:
    """Neither inside a bracket nor beside one, nor inside of a word."""
    inside = any(
        text.count(opens, 0, at) > text.count(closes, 0, at) or text.rfind(opens, 0, at) > text.rfind(closes, 0, at)
        for opens, closes in ("()", "[]")
    )
    before, after = text[:at].rstrip()[-1:], text[at:].lstrip()[:1]
    return not inside and before not in set(")]([") and after not in set("([/-") and text[at : at + 1] not in set("-/_")


def _places(prose: Prose, findings: tuple[Finding, ...], wording: Texts) -> Iterator[_Place]:
    """Each place once, with the strongest treatment; of two that overlap, the wider."""
    kept: dict[tuple[int, int], _Place] = {}
    for finding in findings:
        treatment = treatment_of(finding)
        if treatment in _STRONGEST and finding.spans and finding.suppressed is None and finding.part is None:
            place = _borne(prose, finding.spans[-1], treatment, wording)
            known = kept.get((place.start, place.end)) if place else None
            if place and (not known or _STRONGEST.index(treatment) < _STRONGEST.index(known.treatment)):
                kept[place.start, place.end] = place
    last = 0
    for (start, end), place in sorted(kept.items(), key=lambda item: (item[0][0], -item[0][1])):
        if start >= last:
            last = end
            yield place


def _borne(prose: Prose, span: Span, treatment: Treatment, wording: Texts) -> _Place | None:
    """The place, where a bracket behind it makes sense in this sentence."""
    first = next((i for i, word in enumerate(prose.words) if word.start >= span.start), None)
    if first is None or prose.words[first].is_quoted or any(one.start <= span.start < one.end for one in prose.asides):
        return None
    sentence = prose.sentence_of(first)
    demand = demand_in(prose, sentence)
    if (demand is None and prose.story is None) or is_negated(prose, sentence):
        return None
    behind = prose.text[span.end :].lstrip()[:1]
    start, end, at, quality = span.start, span.end, span.end, None
    match treatment:
        case "unit":
            fits = span.text[-1].isdigit() and behind in {"", ".", ")"}
        case "list":
            said = span.text.casefold().rstrip(".")
            goes_on = behind.isalnum() and said.endswith(("more", "mehr", "others", "…"))  # `faster and more accurate`
            fits = said in wording.closing and not goes_on
        case _:
            start, end = _widened(prose.text, span, wording)
            last = max(i for i, word in enumerate(prose.words) if word.end <= end)
            quality = wording.quality_of(prose.text[start:end], wording.around)
            at = _behind(prose, first, last, quality) if quality else 0
            fits = at > 0 and _is_demanded(prose, sentence, demand, first)
    return _Place(start, end, prose.text[start:end], treatment, at, quality) if fits else None


def _is_demanded(prose: Prose, sentence: range, demand: int | None, first: int) -> bool:
    """A measure may be asked for here: the word stands in a duty or an ability, and no value does."""
    words, language = prose.words, prose.language
    bounds = {words[index - 1].folded for index in sentence[1:] if words[index].tag == "num"}
    if not grammar(language, "bounds").isdisjoint(bounds) or words[first].is_subordinate:
        return False
    if prose.story is not None:
        return True
    others = [one for one in prose.sentences if one != sentence and prose.count(one) > 1]
    if len(others) > 1 or any(words[index].tag == "num" for one in others for index in one):
        return False  # another sentence may say it: it has a number, or there are several
    able = grammar(language, "persons") | grammar(language, "products")
    permits = demand is not None and words[demand].folded in grammar(language, "permits")
    is_ability = any(word.lemma in able for word in words[sentence.start : sentence.stop])
    # What stands before the modal is spoken of, and not demanded; `Daten können schnell verloren gehen` is no ability.
    return demand is not None and first > demand and (not permits or is_ability)


def _behind(prose: Prose, first: int, last: int, quality: Quality) -> int:
    """Where its measure is asked for: behind the word, or behind the noun that it describes; 0 where it is not sure.

    Sure are adverbs, what something shall be, and the surely vague before their noun: of `large changes` and `a secure
    socket` one asks which, and not how much; `a quick look evaluation` is a name.
    """
    words, end = prose.words, prose.words[last].end
    word, following = words[first], words[last + 1 : last + 2 + quality.nouns]
    if _VALUE.match(prose.text, end) or not _may_be_vague(prose, first):
        return 0
    joined = (
        bool(following) and following[0].folded in _JOINS and words[first - 1].tag in {"det", "prep", "verb", "inf"}
    )
    if joined:
        return 0  # `a fast and simple search`, `faster and more exact reports`
    if prose.language == "de":
        is_bare = not word.folded.endswith(_DECLINED) or (word.lemma == word.folded and word.folded.endswith("er"))
        if is_bare and following and (following[0].tag in {"adj", "noun"} or following[0].is_capital):
            return 0  # `ein intuitiv verständliches Symbol`, `ausreichend dicht`, `ausreichend Reserve`
        if following and following[0].folded.startswith(("viel", "wenig")):
            return 0  # `ausreichend viele Plätze`
        nouns = [] if is_bare else [one for one in following[:1] if one.is_capital]
    else:
        if following and following[0].tag in {"adj", "part", "ing", "num"}:
            return 0
        nouns = [one for one in following if one.tag in _NOUNS]
        nouns = nouns if following[: len(nouns)] == nouns else []
        is_bare = word.tag == "adv" or words[first - 1].tag in {"aux", "adv"} or first != last
    if not nouns:
        listed = end_of_list(words, last) if is_bare and words[last - 1].folded == "to" else last
        return (words[listed].end if listed else word.end) if is_bare else 0
    is_name = len(nouns) > quality.nouns or not word.folded.startswith(quality.attributive)
    return 0 if is_name or word.degree == "comp" else nouns[-1].end


def _may_be_vague(prose: Prose, first: int) -> bool:
    """It is read as an adjective or adverb: `save, clear cart` clears it."""
    word = prose.words[first]
    if prose.language == "de":
        return word.degree != "" or (word.tag not in {"verb", "inf"} and word.text[0].islower())
    if word.tag in {"verb", "noun", "ing", "abbr"} and word.degree == "":
        return False
    before = prose.words[first - 1].tag if first > prose.sentence_of(first).start else ""
    may_act = spoken(("they", "must", word.folded, "it"), "en")[2].tag == "inf" and word.tag != "adv"
    return not may_act or before in {"det", "aux", "adv", "adj", "prep"}


def _widened(text: str, span: Span, wording: Texts) -> tuple[int, int]:
    """`schnell` in `so schnell wie möglich` is the whole phrase."""
    for phrase in wording.around:
        before, after = phrase.split("{words}")
        start, end = span.start - len(before), span.end + len(after)
        if start >= 0 and text[start : span.start].casefold() == before and text[span.end : end].casefold() == after:
            return start, end
    return span.start, span.end
