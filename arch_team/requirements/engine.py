"""Runs the rules of a language over one requirement."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arch_team.requirements.checks import CHECKS, Hit
from arch_team.requirements.model import Finding, Span
from arch_team.requirements.phrases import Phrase, PhraseIndex, ends_at, match_at, parse
from arch_team.requirements.prose import Prose
from arch_team.requirements.rule_set import Rule, RuleSet, WordGroup
from arch_team.wire import Language


@dataclass(frozen=True, slots=True)
class _Group:
    rule: Rule
    group: WordGroup
    not_after: tuple[Phrase, ...]
    not_before: tuple[Phrase, ...]
    only_after: tuple[Phrase, ...]
    only_before: tuple[Phrase, ...]


class Engine:
    """The rules of one language, compiled once."""

    def __init__(self, rules: RuleSet, language: Language) -> None:
        self.rules = rules.of(language)
        self._index: PhraseIndex[_Group] = PhraseIndex()
        self._patterns: list[tuple[Rule, re.Pattern[str]]] = []
        for rule in self.rules:
            for group in rule.words:
                self._index.add(
                    (parse(phrase, language, inflected=group.forms == "adjective") for phrase in group.any),
                    _compiled(rule, group, language),
                )
            self._patterns += [(rule, re.compile(pattern)) for pattern in rule.patterns]

    def run(self, prose: Prose) -> list[Finding]:
        hits: dict[str, list[Hit]] = {rule.id: [] for rule in self.rules}
        for rule, span in self._by_words(prose):
            hits[rule.id].append(Hit((span,)))
        for rule, pattern in self._patterns:
            hits[rule.id] += [Hit((_span(match),)) for match in pattern.finditer(prose.text)]
        for rule in self.rules:
            if rule.check is not None and rule.check in CHECKS:
                hits[rule.id] += CHECKS[rule.check](prose, rule.parameters)
        return [found for rule in self.rules for found in _findings(rule, hits[rule.id])]

    def _by_words(self, prose: Prose) -> Iterator[tuple[Rule, Span]]:
        words = prose.words
        for sentence in prose.sentences:
            longest: dict[str, int] = {}
            for index in sentence:
                best: dict[str, tuple[int, Rule]] = {}
                for after, group in self._index.at(words, index, sentence.stop):
                    rule = group.rule
                    if index >= longest.get(rule.id, 0) and after > best.get(rule.id, (0, rule))[0]:
                        if _fits(group, prose, index, after, sentence):
                            best[rule.id] = (after, rule)
                for rule_id, (after, rule) in best.items():
                    longest[rule_id] = after
                    yield rule, prose.span(index, after - 1)


def _compiled(rule: Rule, group: WordGroup, language: Language) -> _Group:
    def phrases(texts: Iterable[str]) -> tuple[Phrase, ...]:
        return tuple(parse(text, language) for text in texts)

    return _Group(
        rule, group, phrases(group.not_after), phrases(group.not_before),
        phrases(group.only_after), phrases(group.only_before),
    )  # fmt: skip


def _fits(group: _Group, prose: Prose, index: int, after: int, sentence: range) -> bool:
    words = prose.words
    if group.group.tagged and words[after - 1].tag not in group.group.tagged:
        return False
    if any(ends_at(words, index, phrase, sentence.start) for phrase in group.not_after):
        return False
    if any(match_at(words, after, phrase, sentence.stop) is not None for phrase in group.not_before):
        return False
    if group.only_after and not any(ends_at(words, index, phrase, sentence.start) for phrase in group.only_after):
        return False
    return not group.only_before or any(
        match_at(words, after, phrase, sentence.stop) is not None for phrase in group.only_before
    )


def _span(match: re.Match[str]) -> Span:
    name = "at" if "at" in match.re.groupindex and match["at"] is not None else 0
    return Span(start=match.start(name), end=match.end(name), text=match[name])


def _findings(rule: Rule, hits: Iterable[Hit]) -> Iterator[Finding]:
    """One finding for each different wording: the same word three times is one thing to mend."""
    by_words: dict[str, list[Hit]] = {}
    for hit in hits:
        by_words.setdefault(" … ".join(span.text.casefold() for span in hit.spans) or hit.said, []).append(hit)
    for same in by_words.values():
        words = " … ".join(span.text for span in same[0].spans)
        yield Finding(
            rule=rule.id,
            criterion=rule.criterion,
            level=rule.level,
            message=rule.message.replace("{words}", words).replace("{said}", same[0].said),
            reference=rule.reference,
            spans=tuple(span for hit in same for span in hit.spans),
            weight=rule.weight,
            suggestion=rule.suggestion,
        )
