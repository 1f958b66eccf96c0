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
from arch_team.requirements.rewrite.nature import DEMANDS, demand_in, grammar, is_negated, label_of, nature_of
from arch_team.text.sentence.words import Word
from arch_team.text.speech import spoken
from arch_team.wire import Language

LONGEST = 1_000
"""A longer text is a chapter: what is unclear in it is found, and nothing is put into it."""
_STRONGEST: tuple[Treatment, ...] = ("unit", "list", "doer", "measure")
"""Where two rules mean the same words, the earlier of these counts."""
_LEADS_ON = re.compile(r" (?:of|von|an)$", re.IGNORECASE)
"""Behind it stands what is counted: `a number ([metric?]) of users`."""
_VALUE = re.compile(r"(?: [\w-]+){0,3} \([^()]*\d|,? (?:d\. ?h\.|das heißt|i\. ?e\.|that is)")
"""`a short answer (at most 5 words)`, `quickly, i.e. …`."""
_NOUNS = frozenset({"noun", "abbr"})
_DECLINED = ("e", "en", "em", "er", "es")
_DESCRIBES = frozenset({"adj", "part", "ing"})
_BY: dict[Language, str] = {"de": "durch", "en": "by"}
_NAMES_HOW = frozenset({"indem", "dadurch", "durch", "mittels", "by", "thereby", "using"})
_PERMITS = frozenset({"darf", "dürfen", "kann", "können", "könnte", "könnten", "can", "may", "could", "might", "would"})
_EACH_OTHER = frozenset({"je", "desto", "umso", "the"})
"""`The higher the rate, the higher the priority`: nothing is measured there."""


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
    label = label_of(text, language)
    prose = read(evaluation.requirement.model_copy(update={"text": text[len(label) :], "language": language}))
    nature = nature_of(prose, label)
    if len(text) > LONGEST or nature not in DEMANDS:
        return text
    text = prose.text
    inserted: dict[int, list[str]] = {}
    places = _places(prose, evaluation.findings, len(label), nature == "order", texts(language))
    for place in places:
        led, list_dot = _LEADS_ON.search(place.words), place.treatment == "list" and text[place.end :].strip(". ")
        at = place.at - (len(led[0]) if led else 0) + int(bool(list_dot) and text[place.end] == ".")
        others = inserted.get(at, [])
        shared = not others or place.treatment == "measure"  # `a fast and simple search ([metric?], [metric: …?])`
        if shared and at <= len(text.split("\n")[0]) and _is_free(text, at):
            addition = _addition(place, asked, language)
            if addition and not any(addition in known for known in inserted.values()):
                inserted[at] = [*others, addition]
    for at in sorted(inserted, reverse=True):
        text = text[:at] + "".join(inserted[at]).replace(") (", ", ") + text[at:]
    return label + text


def _addition(place: _Place, asked: Asked, language: Language) -> str:
    words, quality = place.words, place.quality
    if place.treatment == "measure":
        value = asked.need("metric", (words,), label=quality.label if quality else "", quality=quality)
    else:
        value = asked.need(place.treatment, (words,))
    form = {"unit": " {value}", "doer": f" ({_BY[language]} {{value}})"}.get(place.treatment, " ({value})")
    return form.format(value=value) if value else ""


def _is_free(text: str, at: int) -> bool:
    """Neither inside a bracket nor beside one, nor inside of a word."""
    inside = any(
        text.count(opens, 0, at) > text.count(closes, 0, at) or text.rfind(opens, 0, at) > text.rfind(closes, 0, at)
        for opens, closes in ("()", "[]")
    )
    before, after = text[:at].rstrip()[-1:], text[at:].lstrip()[:1]
    return not inside and before not in set(")]([") and after not in set("([/-") and text[at : at + 1] not in set("-/_")


def _places(
    prose: Prose, findings: tuple[Finding, ...], label: int, is_order: bool, wording: Texts
) -> Iterator[_Place]:
    """Each place once, with the strongest treatment; of two that overlap, the wider. One doer is enough to ask for."""
    kept: dict[tuple[int, int], _Place] = {}
    for finding in findings:
        treatment = treatment_of(finding)
        if treatment in _STRONGEST and finding.spans and finding.suppressed is None and finding.part is None:
            start, end = finding.spans[-1].start - label, finding.spans[-1].end - label
            span = Span(start=start, end=end, text=finding.spans[-1].text)
            place = _borne(prose, span, finding.rule, treatment, is_order, wording) if start >= 0 else None
            known = kept.get((place.start, place.end)) if place else None
            if place and (not known or _STRONGEST.index(treatment) < _STRONGEST.index(known.treatment)):
                kept[place.start, place.end] = place
    last, has_doer = 0, False
    for (start, end), place in sorted(kept.items(), key=lambda item: (item[0][0], -item[0][1])):
        if start >= last and not (has_doer and place.treatment == "doer"):
            last, has_doer = end, has_doer or place.treatment == "doer"
            yield place


def _borne(prose: Prose, span: Span, rule: str, treatment: Treatment, is_order: bool, wording: Texts) -> _Place | None:
    """The place, where a bracket behind it makes sense in this sentence."""
    first = next((i for i, word in enumerate(prose.words) if word.start >= span.start), None)
    if first is None or prose.words[first].is_quoted or any(one.start <= span.start < one.end for one in prose.asides):
        return None
    sentence = prose.sentence_of(first)
    demand = demand_in(prose, sentence)
    if treatment in {"measure", "doer"} and prose.story is None and _is_told_elsewhere(prose, sentence):
        return None
    bounds = (prose.words[index - 1].folded for index in sentence[1:] if prose.words[index].tag == "num")
    if treatment == "measure" and not grammar(prose.language, "bounds").isdisjoint(bounds):
        return None  # a value stands there already
    if (demand is None and prose.story is None and not is_order) or is_negated(prose, sentence):
        return None
    permits = grammar(prose.language, "permits")
    if demand is not None and prose.words[demand].folded in permits and not _is_ability(prose, sentence):
        return None
    behind = prose.text[span.end :].lstrip()[:1]
    start, end, at, quality = span.start, span.end, span.end, None
    match treatment:
        case "doer":
            fits = prose.story is None and _lacks_doer(prose, sentence, first, span)
        case "unit":
            fits = span.text[-1].isdigit() and behind in {"", ".", ")"}
        case "list":
            said = span.text.casefold().rstrip(".")
            goes_on = behind.isalnum() and said.endswith(("more", "mehr", "others", "…"))  # `faster and more accurate`
            fits = said in wording.closing and not goes_on
        case _:
            start, end = _widened(prose.text, span, wording)
            at = _behind_noun(prose, max(i for i, word in enumerate(prose.words) if word.end <= end))
            quality = wording.quality_of(prose.text[start:end], wording.around)
            fits = quality is not None and at > 0 and _is_measured(prose, first, end, at, quality, rule)
            fits = fits and not (at == end and _stands_for_noun(prose, first))
            fits = fits and not (demand is not None and first < demand)  # what is spoken of, and not what is demanded
    return _Place(start, end, prose.text[start:end], treatment, at, quality) if fits else None


def _is_told_elsewhere(prose: Prose, sentence: range) -> bool:
    """Another sentence may say it: it has a number, or there are several."""
    others = [one for one in prose.sentences if one != sentence and prose.count(one) > 1]
    return len(others) > 1 or any(prose.words[index].tag == "num" for one in others for index in one)


def _behind_noun(prose: Prose, last: int) -> int:
    """The end of the noun that an adjective describes, so that the two stay together: `a fast search ([metric?])`.

    The end of the adjective where it describes none, and 0 where it is not sure: `faster and more exact reports`.
    """
    words, at, end = prose.words, last + 1, prose.words[last].end
    folded, is_bare = words[last].folded, words[last].lemma == words[last].folded
    if prose.language == "de" and (not folded.endswith(_DECLINED) or (is_bare and folded.endswith("er"))):
        described = words[at : at + 2]  # `ein intuitiv verständliches Symbol`
        leads = len(described) == 2 and described[0].folded.endswith(_DECLINED) and described[0].text.islower()
        if not (leads and described[1].is_capital):
            return end  # not declined: it describes no noun
    is_noun = False
    while at < len(words):
        noun = words[at].is_capital if prose.language == "de" else words[at].tag in _NOUNS
        joins = words[at].folded in {",", "and", "or", "und", "oder"} and at + 1 < len(words)
        goes_on = words[at].tag in _DESCRIBES or (joins and words[at + 1].tag in {"adj", "part"})
        if (is_noun and prose.language == "de") or (not noun and (is_noun or not goes_on)):
            break
        is_noun, at = noun, at + 1
    led = words[last - 1].tag in {"verb", "inf", "det", "prep"} if last else False
    unsure = led and last + 1 < len(words) and words[last + 1].folded in {"and", "or"} and not is_noun
    return words[at - 1].end if is_noun else 0 if unsure else end


def _is_ability(prose: Prose, sentence: range) -> bool:
    """Of a person or the product; `Daten können schnell verloren gehen` is none."""
    able = grammar(prose.language, "persons") | grammar(prose.language, "products")
    return any(word.lemma in able for word in prose.words[sentence.start : sentence.stop])


def _lacks_doer(prose: Prose, sentence: range, first: int, span: Span) -> bool:
    """`shall be stored`, `muss gespeichert werden`: a duty, and nothing says by what it is fulfilled."""
    before = prose.words[sentence.start : first]
    modals = [word for word in before[prose.language == "de" :] if word.tag == "modal"]
    no_duty = grammar(prose.language, "permits") | grammar(prose.language, "might")
    if not modals or modals[-1].folded in no_duty or prose.words[first].is_subordinate:
        return False
    if not grammar(prose.language, "no_doer").isdisjoint(span.text.lower().split()):
        return False
    if any(word.folded in _NAMES_HOW for word in prose.words[sentence.start : sentence.stop]):
        return False
    following = _following(prose, span.end)
    if prose.language == "de":
        return span.text.lower().endswith(" werden") and (following is None or following.folded in {".", ",", ";"})
    led = [word for word in before if word.tag != "adv"][-1:]
    # `be comprised of`, `it shall be expected that`, `be taken into account`
    of = following is not None and (following.tag == "adj" or following.folded in {"of", "that", "into"})
    return span.text.lower().startswith("be ") and led == modals[-1:] and not of


def _is_measured(prose: Prose, first: int, end: int, at: int, quality: Quality, rule: str) -> bool:
    """It is read as an adjective or adverb whose value can be asked for, and has none yet.

    `save, clear cart` clears it; of `large changes` and `a higher priority` one asks which, and not how much.
    """
    word, following = prose.words[first], _following(prose, end)
    before = prose.words[first - 1].folded if first else ""
    bound = first > 1 and rule == "comparative" and any(c.isdigit() for c in prose.words[first - 2].text)
    leads = following is not None and following.tag in {"det", "noun"}
    bound = bound or (before in _EACH_OTHER and leads and bool(word.degree))
    is_kind = (at > end or rule == "comparative") and not word.folded.startswith(quality.attributive)
    nouns = sum(end <= one.start < at and one.tag in _NOUNS for one in prose.words)
    is_kind = is_kind or nouns > quality.nouns  # `a quick journal entry option`, `a quick look evaluation` are names
    if bound or is_kind or _VALUE.match(prose.text, end):
        return False
    if prose.language == "de":
        return word.degree != "" or (word.tag not in {"verb", "inf"} and word.text[0].islower())
    if word.tag in {"verb", "noun", "ing", "abbr"} and word.degree == "":
        return False
    before = prose.words[first - 1].tag if first > prose.sentence_of(first).start else ""
    may_act = spoken(("they", "must", word.folded, "it"), "en")[2].tag == "inf" and word.tag != "adv"
    return not may_act or before in {"det", "aux", "adv", "adj", "prep"}


def _stands_for_noun(prose: Prose, first: int) -> bool:
    """`a handheld portable`: behind an article or an adjective, and no noun follows."""
    return prose.language == "en" and first > 0 and prose.words[first - 1].tag in {"det", "adj"}


def _following(prose: Prose, end: int) -> Word | None:
    return next((word for word in prose.words if word.start >= end), None)


def _widened(text: str, span: Span, wording: Texts) -> tuple[int, int]:
    """`schnell` in `so schnell wie möglich` is the whole phrase."""
    for phrase in wording.around:
        before, after = phrase.split("{words}")
        start, end = span.start - len(before), span.end + len(after)
        if start >= 0 and text[start : span.start].casefold() == before and text[span.end : end].casefold() == after:
            return start, end
    return span.start, span.end
