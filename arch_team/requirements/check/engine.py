"""Runs the rules of a language over one requirement, and over a set."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from arch_team.requirements.check.checks import CHECKS, SET_CHECKS, Hit, Parameters
from arch_team.requirements.check.prose import Prose
from arch_team.requirements.check.rules import Measure, Rule, RuleSet, WordGroup
from arch_team.requirements.model import Finding, Span
from arch_team.text.sentence.phrases import PhraseIndex, ends_at, match_at, parse
from arch_team.wire import Language

_EXPLAINABLE = frozenset(
    {"add_metric", "replace_term", "add_condition", "close_list", "remove_weak_word", "use_active_voice"}
)
_EXPLANATION = re.compile(r"(?: als möglich| wie möglich| as possible)? \([^()?]{3,200}\)")
"""A mark that still asks (`[metric?]`) explains nothing."""
_KINDS = {"time": {"time"}, "percent": {"percent"}, "any": {"time", "percent", "other"}}
_AFTER_THESE = frozenset({":", ".", "-", "–", "•", "*", "(", '"', "“"})
"""A capital after one of them tells nothing."""

Spoken = tuple[Rule, WordGroup]


class Engine:
    """The rules of one language, compiled once."""

    def __init__(self, rules: RuleSet, language: Language, speaks: Language | None = None) -> None:
        """`speaks` is the language of its messages, where that is another than the requirements'."""
        self.language = language
        self.rules = rules.of(language)
        said = {rule.id: rule for rule in rules.of(speaks or language)}
        self._messages = {rule.id: said.get(rule.id, rule).message for rule in self.rules}
        self._parameters = {rule.id: Parameters(rule.parameters, language) for rule in self.rules}
        self._patterns = {rule.id: [re.compile(pattern) for pattern in rule.patterns] for rule in self.rules}
        self._index: PhraseIndex[Spoken] = PhraseIndex()
        for rule in self.rules:
            for group in rule.words:
                is_adjective = group.forms == "adjective"
                phrases = (parse(phrase, language, inflected=is_adjective) for phrase in group.any)
                self._index.add(phrases, (rule, group))

    def run(self, prose: Prose) -> list[Finding]:
        hits: dict[str, list[Hit]] = {rule.id: [] for rule in self.rules}
        for rule, hit in self._by_words(prose):
            hits[rule.id].append(hit)
        for rule in self.rules:
            for pattern in self._patterns[rule.id]:
                hits[rule.id] += [Hit((_span(match),)) for match in pattern.finditer(prose.text)]
            if rule.check in CHECKS:
                hits[rule.id] += CHECKS[rule.check](prose, self._parameters[rule.id])
        self._yield(hits)
        for rule in self.rules:
            if rule.suggestion in _EXPLAINABLE:
                hits[rule.id] = [hit for hit in hits[rule.id] if not _is_explained(hit, prose.text)]
        for rule in self.rules:
            hits[rule.id] += [replace(hit, weight=None) for leader in rule.follows for hit in hits.get(leader, ())]
        kind = "sentence" if prose.story is None else "story"
        return [
            found
            for rule in self.rules
            if not rule.only_in or kind in rule.only_in
            for found in self._findings(
                rule, prose, (hit for hit in hits[rule.id] if rule.anywhere or not _is_aside(hit, prose.asides))
            )
        ]

    def _yield(self, hits: dict[str, list[Hit]]) -> None:
        """Of two rules that speak of the same words, the longer quotation stands; of equal ones, the first."""
        found = {rule.id: list(hits[rule.id]) for rule in self.rules}
        earlier: set[str] = set()
        yields = {rule.id: set(rule.yields_to) for rule in self.rules}
        for rule in self.rules:
            earlier.add(rule.id)
            for other in rule.yields_to:
                also = rule.id in yields.get(other, ()) and other not in earlier
                taken = [span for hit in found.get(other, ()) for span in hit.spans]
                hits[rule.id] = [hit for hit in hits[rule.id] if not _is_taken(hit, taken, longer=also)]

    def run_set(self, proses: Sequence[Prose]) -> Iterator[tuple[int, Finding]]:
        """What shows only across a set, by the index of the requirement. Speaks of this engine's language only."""
        for rule in self.rules:
            hits: dict[int, list[Hit]] = {}
            found = SET_CHECKS[rule.check](proses, self._parameters[rule.id]) if rule.check in SET_CHECKS else ()
            for index, hit in found:
                if proses[index].language == self.language:
                    hits.setdefault(index, []).append(hit)
            for index, of_one in hits.items():
                yield from ((index, finding) for finding in self._findings(rule, proses[index], of_one))

    def _findings(self, rule: Rule, prose: Prose, hits: Iterable[Hit]) -> Iterator[Finding]:
        """One finding for each different wording: the same word three times is one thing to mend."""
        by_words: dict[str, list[Hit]] = {}
        for hit in hits:
            by_words.setdefault(" … ".join(span.text.casefold() for span in hit.spans) or hit.said, []).append(hit)
        most = rule.story_weight if prose.story is not None and rule.story_weight is not None else 1.0
        for same in by_words.values():
            words, weight = " … ".join(span.text for span in same[0].spans), same[0].weight
            yield Finding(
                rule=rule.id,
                criterion=rule.criterion,
                level=rule.level,
                message=self._messages[rule.id].replace("{words}", words).replace("{said}", same[0].said),
                reference=rule.reference,
                spans=tuple(span for hit in same for span in hit.spans),
                weight=min(rule.weight if weight is None else weight, most),
                suggestion=rule.suggestion,
                related=tuple(dict.fromkeys(name for hit in same for name in hit.related)),
            )

    def _by_words(self, prose: Prose) -> Iterator[tuple[Rule, Hit]]:
        """Of the phrases of one rule that begin at a word, the longest; none begins inside another."""
        for sentence in prose.sentences:
            longest: dict[str, int] = {}
            for index in sentence:
                best: dict[str, tuple[int, Spoken]] = {}
                for after, (rule, group) in self._index.at(prose.words, index, sentence.stop):
                    is_new = index >= longest.get(rule.id, 0) and (rule.id not in best or after > best[rule.id][0])
                    if is_new and _fits(group, prose, index, after, sentence):
                        best[rule.id] = (after, (rule, group))
                for rule_id, (after, (rule, group)) in best.items():
                    longest[rule_id] = after
                    yield rule, Hit((prose.span(index, after - 1),), weight=group.weight)


def _fits(group: WordGroup, prose: Prose, index: int, after: int, sentence: range) -> bool:
    words, last = prose.words, prose.words[after - 1]

    def before(texts: Iterable[str]) -> bool:
        return any(ends_at(words, index, parse(text, prose.language), sentence.start) for text in texts)

    def behind(texts: Iterable[str]) -> bool:
        matched = (match_at(words, after, parse(text, prose.language), sentence.stop) for text in texts)
        return any(end is not None for end in matched)

    return not (
        (group.tagged and last.tag not in group.tagged)
        # `schicken` is also a form of `schick`
        or (group.forms == "adjective" and (last.degree or last.tag in {"inf", "zuinf"}))
        or words[index].is_quoted
        or (group.main_clause and words[index].is_subordinate)
        or _is_name(prose, index, sentence)
        or (group.measured_by is not None and _is_measured(prose, sentence, group.measured_by))
        or before(group.not_after)
        or behind(group.not_before)
        or (group.only_after and not before(group.only_after))
        or (group.only_before and not behind(group.only_before))
    )


def _is_measured(prose: Prose, sentence: range, by: Measure) -> bool:
    """Whether a measure in the same sentence says how much is meant."""
    kinds = _KINDS.get(by)
    return any(measure.index in sentence and (kinds is None or measure.kind in kinds) for measure in prose.measures)


def _is_name(prose: Prose, index: int, sentence: range) -> bool:
    """A capital inside an English sentence: `the General purpose radio`."""
    words = prose.words
    if prose.language != "en" or not words[index].text.istitle() or words[index - 1].folded in _AFTER_THESE:
        return False
    return any(words[one].text[0].isalpha() for one in range(sentence.start, index))


def _is_explained(hit: Hit, text: str) -> bool:
    """A bracket right behind the words says what is meant: `fast (response time < 2 s)`."""
    return bool(hit.spans) and _EXPLANATION.match(text, hit.spans[-1].end) is not None


def _is_aside(hit: Hit, asides: list[Span]) -> bool:
    return bool(hit.spans) and all(any(aside.holds(span) for aside in asides) for span in hit.spans)


def _is_taken(hit: Hit, taken: list[Span], *, longer: bool) -> bool:
    """Whether another quotation overlaps it and is as long, or longer."""
    return any(
        span.start < other.end and other.start < span.end and len(other.text) >= len(span.text) + longer
        for span in hit.spans
        for other in taken
    )


def _span(match: re.Match[str]) -> Span:
    name = "at" if "at" in match.re.groupindex and match["at"] is not None else 0
    return Span(start=match.start(name), end=match.end(name), text=match[name])
