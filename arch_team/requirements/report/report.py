"""A review together with the files it came from: what every output format is written from, and its words.

Numbers, places and marked words are told here as every format shows them, in the language of the report.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import fmean
from typing import cast

from arch_team.requirements.check.rules import Rule, RuleSet
from arch_team.requirements.model import (
    CRITERIA,
    Criterion,
    CriterionScore,
    Evaluation,
    Finding,
    Level,
    Review,
    SuggestionType,
)
from arch_team.requirements.read.specification import Entry, LeftOut, Specification, place_told
from arch_team.text.packaged import packaged
from arch_team.wire import Language, Wire

_LONGEST_MARK = 60
_MOST_MARKED = 0.6
_LEVELS: tuple[Level, ...] = ("error", "warning", "info")


def texts(language: Language) -> dict[str, str]:
    return cast("dict[Language, dict[str, str]]", packaged("texts.yaml", "arch_team.requirements.report"))[language]


def place_of(entry: Entry | None, language: Language) -> str:
    """Where a requirement stands, as a person would say it."""
    return place_told(entry.requirement.place or "", language) if entry else ""


def counted(words: dict[str, str], count: int, thing: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{count} {words[thing if count == 1 else thing + 's']}"


class CriterionSummary(Wire):
    criterion: Criterion
    mean: float
    failed: int


class RuleCount(Wire):
    rule: str
    count: int


class Summary(Wire):
    """The set in figures."""

    count: int
    passed: int
    failed: int
    mean: float
    criteria: tuple[CriterionSummary, ...]
    findings: dict[Level, int]
    """Suppressed ones not counted."""
    suppressed: int
    most_frequent: tuple[RuleCount, ...]
    histogram: tuple[int, ...]
    """How many score 0 to below 0.1, 0.1 to below 0.2, … 0.9 to 1."""
    duplicate_groups: int
    not_reviewed: int
    fail_under: float | None = None
    below: tuple[str, ...] = ()
    """The ids that `fail_under` holds back."""
    ok: bool = True
    """Everything was reviewed and nothing is below `fail_under`. Always true where no threshold was set."""


class ToDo(Wire):
    """One kind of work, and the requirements that need it, the weakest first."""

    type: SuggestionType
    task: str
    ids: tuple[str, ...]
    example: str
    """What the weakest of them needs."""


@dataclass(frozen=True)
class Report:
    review: Review
    specifications: tuple[Specification, ...]
    rules: RuleSet
    language: Language
    """Of all that the report says; what it quotes stays as it was written."""
    fail_under: float | None = None

    @cached_property
    def entries(self) -> dict[str, Entry]:
        return {entry.requirement.id: entry for one in self.specifications for entry in one.entries}

    @cached_property
    def left_out(self) -> tuple[LeftOut, ...]:
        return tuple(out for one in self.specifications for out in one.left_out)

    @cached_property
    def no_requirements(self) -> tuple[tuple[str, str], ...]:
        """The ids of what was reviewed and demands nothing, with the reason."""
        alone = (one for one in self.review.rewrites.values() if one.text == one.requirement.text)
        return tuple((one.requirement.id, one.left_alone) for one in alone if one.left_alone)

    @cached_property
    def worst_first(self) -> tuple[Evaluation, ...]:
        return tuple(sorted(self.review.evaluations, key=lambda evaluation: evaluation.score))

    @cached_property
    def summary(self) -> Summary:
        evaluations = self.review.evaluations
        open_ = [f for e in evaluations for f in e.findings if f.suppressed is None]
        every = sum(len(e.findings) for e in evaluations)
        below = tuple(
            e.requirement.id for e in evaluations if self.fail_under is not None and e.score < self.fail_under
        )
        passed = sum(e.verdict == "pass" for e in evaluations)
        tenths = Counter(min(9, int(e.score * 10 + 1e-9)) for e in evaluations)
        return Summary(
            count=len(evaluations),
            passed=passed,
            failed=len(evaluations) - passed,
            mean=_mean([e.score for e in evaluations]),
            criteria=_by_criterion(evaluations),
            findings={level: sum(f.level == level for f in open_) for level in _LEVELS},
            suppressed=every - len(open_),
            most_frequent=tuple(
                RuleCount(rule=rule, count=count) for rule, count in Counter(f.rule for f in open_).most_common(10)
            ),
            histogram=tuple(tenths[tenth] for tenth in range(10)),
            duplicate_groups=len(self.review.groups),
            not_reviewed=len(self.left_out),
            fail_under=self.fail_under,
            below=below,
            ok=self.fail_under is None or not (below or self.left_out),
        )

    @cached_property
    def duplicates(self) -> dict[str, tuple[str, ...]]:
        """The other members of a requirement's groups."""
        out: dict[str, tuple[str, ...]] = {}
        for group in self.review.groups:
            for id_ in group:
                out[id_] = (*out.get(id_, ()), *(other for other in group if other != id_))
        return out

    @cached_property
    def to_do(self) -> tuple[ToDo, ...]:
        """Grouped by the work it takes: what most and the weakest requirements need comes first."""
        found: defaultdict[SuggestionType, dict[str, str]] = defaultdict(dict)
        for evaluation in self.worst_first:
            for suggestion in self.review.suggestions.get(evaluation.requirement.id, ()):
                if suggestion.priority != "low":
                    found[suggestion.type].setdefault(evaluation.requirement.id, suggestion.suggestion)
        weight = {one.requirement.id: 1 - one.score for one in self.review.evaluations}
        groups = [
            ToDo(
                type=kind,
                task=texts(self.language)[f"do_{kind}"],
                ids=tuple(needed),
                example=next(iter(needed.values())),
            )
            for kind, needed in found.items()
        ]
        return tuple(sorted(groups, key=lambda group: -sum(weight[id_] for id_ in group.ids)))

    def rule(self, id_: str) -> Rule | None:
        """The rule as the report's language words it, else as the other does."""
        languages: tuple[Language, ...] = ("de", "en") if self.language == "de" else ("en", "de")
        return next((rule for language in languages if (rule := self.rules.rule(id_, language))), None)

    def text_of(self, id_: str) -> str:
        entry = self.entries.get(id_)
        return entry.requirement.text if entry else ""


def says(rule: Rule | None) -> str:
    """What a rule says, the words of the single case left open."""
    return re.sub(r"\{\w+\}", "…", rule.message) if rule else ""


def _by_criterion(evaluations: Sequence[Evaluation]) -> tuple[CriterionSummary, ...]:
    every = [score for evaluation in evaluations for score in evaluation.criteria]
    by_criterion: dict[Criterion, list[CriterionScore]] = {
        criterion: [one for one in every if one.criterion == criterion] for criterion in CRITERIA
    }
    return tuple(
        CriterionSummary(
            criterion=criterion, mean=_mean([one.score for one in found]), failed=sum(not one.passed for one in found)
        )
        for criterion, found in by_criterion.items()
        if found
    )


def _mean(scores: Sequence[float]) -> float:
    return round(fmean(scores), 4) if scores else 0.0


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a requirement's text, with the findings that speak of it."""

    text: str
    findings: tuple[Finding, ...] = ()

    @property
    def level(self) -> Level | None:
        """The gravest."""
        return min((finding.level for finding in self.findings), key=lambda level: _LEVELS.index(level), default=None)


def segments(text: str, findings: Sequence[Finding]) -> list[Segment]:
    """Joined, they are the text again. Findings about the whole sentence mark no words, and suppressed ones do not."""
    spans = [
        (max(0, span.start), min(len(text), span.end), finding)
        for finding in findings
        if finding.suppressed is None
        for span in finding.spans
        if span.start < span.end and not _is_sentence(span.start, span.end, text)
    ]
    cuts = sorted({0, len(text), *(s for s, _, _ in spans), *(e for _, e, _ in spans)})
    return [
        Segment(text[start:end], tuple(finding for s, e, finding in spans if s <= start and end <= e))
        for start, end in pairwise(cuts)
    ]


def _is_sentence(start: int, end: int, text: str) -> bool:
    """Marking all of it would mark nothing."""
    return end - start > _LONGEST_MARK or (len(text) > 20 and end - start > _MOST_MARKED * len(text.strip()))
