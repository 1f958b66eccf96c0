"""The review in this process: evaluate, suggest, rewrite, find duplicates, and all of it for a whole set.

Works with rules alone. Where a model is at hand, its verdict stands beside the rules', and its rewrite is taken only if
it adds no number, actor or benefit of its own. What a team has decided before is heeded.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from arch_team.a_few_at_once import a_few_at_once
from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.contract import (
    LONGEST_TEXT,
    MOST_ITEMS,
    ConflictFound,
    DuplicateFound,
    EvaluationResult,
    Item,
    RewrittenPart,
    Status,
    SuggestedItem,
    SuggestedItems,
    ValidatedItem,
    item_key,
)
from arch_team.requirements.errors import NothingToReview, TooMuch, UnknownCriterion, UnreadableText
from arch_team.requirements.learned import Learned
from arch_team.requirements.model import (
    CRITERIA,
    ConflictPair,
    Criterion,
    DuplicatePair,
    Evaluation,
    Gap,
    RelatedPair,
    Requirement,
    Review,
    Rewrite,
)
from arch_team.requirements.rewrite.rewriter import Rewriter
from arch_team.requirements.rewrite.suggest import Form, suggest
from arch_team.requirements.wording_key import key_of
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.requirements.rewrite.opinion import ModelOpinion

ALL = "all"
MODEL_CALLS_AT_ONCE = 4

Duplicates = tuple[Sequence[DuplicatePair], Sequence[Sequence[str]]]
FindDuplicates = Callable[[Sequence[Requirement]], Duplicates]
Progress = Callable[[int, int], None]
_Pair = TypeVar("_Pair", ConflictPair, RelatedPair)


class RequirementsService:
    """Serves any number of callers. Keeps no requirement."""

    def __init__(
        self,
        evaluator: Evaluator | None = None,
        *,
        opinion: "ModelOpinion | None" = None,
        learned: Learned | None = None,
        duplicates: FindDuplicates | None = None,
    ) -> None:
        """`duplicates` finds them in another way than here. The evaluator's language is that of all that is said."""
        given = evaluator or Evaluator()
        rules = learned.applied_to(given.rules) if learned else given.rules
        self.evaluator = Evaluator(rules, given.pass_at, given.speaks)
        self.rewriter = Rewriter(self.evaluator, learned.values() if learned else {})
        self._opinion = opinion
        self._learned = learned
        self._find = duplicates

    async def evaluate(self, text: str, criteria_keys: Sequence[str] | None = None) -> EvaluationResult:
        (requirement,) = checked_requirements((text,))
        (evaluation,) = await self._judged([self.evaluator.evaluate(requirement, criteria_of(criteria_keys))])
        return EvaluationResult(
            score=evaluation.score,
            verdict=evaluation.verdict,
            evaluation=evaluation.criteria,
            language=evaluation.language,
            pass_at=self.evaluator.pass_at,
            explanation=evaluation.explanation,
            findings=evaluation.findings,
            model=evaluation.model,
        )

    async def rewrite(self, items: Sequence[str | Item]) -> tuple[ValidatedItem, ...]:
        given = [Item(text=item) if isinstance(item, str) else item for item in items]
        evaluations = await self._evaluated([item.text for item in given])
        found = await self.rewritten(evaluations, [item.answers for item in given])
        decided = self._learned.rewrites() if self._learned else {}
        found = [
            one if item.answers or not decided else self._accepted(one, decided.get(key_of(item.text)))
            for one, item in zip(found, given, strict=True)
        ]
        return await asyncio.to_thread(lambda: tuple(map(self._item, range(1, len(found) + 1), evaluations, found)))

    async def suggest(self, items: Sequence[str]) -> SuggestedItems:
        evaluations = await self._evaluated(items)
        return SuggestedItems(
            items={one.requirement.id: SuggestedItem(suggestions=suggest(one)) for one in evaluations}
        )

    async def _evaluated(self, texts: Sequence[str]) -> list[Evaluation]:
        requirements = checked_requirements(texts)
        return await asyncio.to_thread(lambda: list(map(self.evaluator.evaluate, requirements)))

    async def detect_duplicates(self, requirements: Sequence[str]) -> tuple[DuplicateFound, ...]:
        known = checked_requirements(requirements)
        places = {requirement.id: index for index, requirement in enumerate(known)}
        pairs, _ = await asyncio.to_thread(self._duplicates, known)
        return tuple(
            DuplicateFound(req1_idx=first, req2_idx=second, similarity=pair.similarity, reason=pair.reason)
            for pair in pairs
            for first, second in (sorted((places[pair.one], places[pair.other])),)
        )

    async def detect_conflicts(self, requirements: Sequence[str]) -> tuple[ConflictFound, ...]:
        known = checked_requirements(requirements)
        places = {requirement.id: index for index, requirement in enumerate(known)}
        found = await asyncio.to_thread(self._conflicts, known)
        return tuple(
            ConflictFound(req1_idx=places[pair.one], req2_idx=places[pair.other], kind=pair.kind, reason=pair.reason)
            for pair in found
        )

    async def close(self) -> None:
        """Nothing is held open."""

    async def rewritten(
        self,
        evaluations: Sequence[Evaluation],
        answers: Sequence[Mapping[str, str]] | None = None,
        form: Form = "story",
    ) -> list[Rewrite]:
        """The model's rewrite where there is a model and it keeps to the requirement, else the rules'.

        In its own form a requirement is mended by the rules alone: there is nothing in it to put differently.
        """
        told = answers if answers is not None else [dict[str, str]()] * len(evaluations)
        by_rules = await asyncio.to_thread(
            lambda: [self.rewriter.rewrite(one, said, form=form) for one, said in zip(evaluations, told, strict=True)]
        )
        opinion = self._opinion
        if opinion is None or form == "own":
            return by_rules

        async def asked(evaluation: Evaluation, rewrite: Rewrite) -> Rewrite:
            return rewrite if rewrite.is_unchanged else await opinion.rewrite(evaluation, rewrite, self.evaluator)

        return await a_few_at_once(
            MODEL_CALLS_AT_ONCE, [asked(*one) for one in zip(evaluations, by_rules, strict=True)]
        )

    async def review(
        self,
        requirements: Sequence[Requirement],
        criteria: Sequence[str] | None = None,
        *,
        duplicates: bool = True,
        progress: Progress | None = None,
    ) -> Review:
        """A whole set: ids must differ. Each requirement keeps its form."""
        wanted = criteria_of(criteria)
        evaluations = await asyncio.to_thread(self.evaluator.evaluate_set, requirements, wanted, progress)
        evaluations = tuple(await self._judged(evaluations))
        rewrites = list(self._heeded(await self.rewritten(evaluations, form="own")))
        found = Review(
            evaluations=evaluations,
            suggestions={
                one.requirement.id: told for one in evaluations if (told := suggest(one, "own", self.evaluator.speaks))
            },
            rewrites={rewrite.requirement.id: rewrite for rewrite in rewrites},
            questions=questions_of(rewrites),
        )
        return await asyncio.to_thread(self._with_pairs, found, requirements) if duplicates else found

    def _heeded(self, rewrites: Iterable[Rewrite]) -> Iterable[Rewrite]:
        """What the team has accepted instead, and nothing where it rejected."""
        decided = self._learned.rewrites() if self._learned else {}
        for rewrite in rewrites:
            key = key_of(rewrite.requirement.text) if decided else ""
            if key in decided and decided[key] is None:
                continue
            told = self._accepted(rewrite, decided.get(key))
            if not told.is_unchanged:
                yield told

    def _accepted(self, rewrite: Rewrite, text: str | None) -> Rewrite:
        """The text that the team accepted for this wording, scored; else the rewrite given."""
        if text is None:
            return rewrite
        again = self.evaluator.evaluate(rewrite.requirement.model_copy(update={"text": text}))
        return Rewrite(
            requirement=rewrite.requirement,
            text=text,
            before=rewrite.before,
            after=again.score,
            verdict=again.verdict,
            source="team",
        )

    def _with_pairs(self, review: Review, requirements: Sequence[Requirement]) -> Review:
        """The same with how the requirements stand to each other. What contradicts is neither the same nor related."""
        from arch_team.requirements.compare import find_related

        conflicts = self._conflicts(requirements)
        opposed = {pair.ids for pair in conflicts}
        pairs, groups = self._duplicates(requirements)
        related = self._not_rejected(find_related(requirements, speaks=self.evaluator.speaks), requirements)
        return review.model_copy(
            update={
                "pairs": tuple(pair for pair in pairs if pair.ids not in opposed),
                "groups": tuple(map(tuple, groups)),
                "conflicts": conflicts,
                "related": tuple(pair for pair in related if pair.ids not in opposed),
            }
        )

    def _conflicts(self, requirements: Sequence[Requirement]) -> tuple[ConflictPair, ...]:
        from arch_team.requirements.compare import find_conflicts

        return tuple(self._not_rejected(find_conflicts(requirements, speaks=self.evaluator.speaks), requirements))

    def _duplicates(self, requirements: Sequence[Requirement]) -> Duplicates:
        if self._find is not None:
            return self._find(requirements)
        return find_with(requirements, self._learned, self.evaluator.speaks)

    def _not_rejected(self, pairs: Iterable[_Pair], requirements: Sequence[Requirement]) -> list[_Pair]:
        rejected = self._learned.pairs(requirements, "rejected") if self._learned else ()
        apart = set(map(frozenset, rejected))
        return [pair for pair in pairs if pair.ids not in apart]

    def _item(self, number: int, evaluation: Evaluation, rewrite: Rewrite) -> ValidatedItem:
        """While it waits for answers, score and evaluation are still those of the original."""
        finished = rewrite.requirement.model_copy(update={"text": rewrite.text, "language": evaluation.language})
        again = evaluation if rewrite.gaps else self.evaluator.evaluate(finished)
        return ValidatedItem(
            id=number,
            original_text=rewrite.requirement.text,
            corrected_text=rewrite.text,
            status=status_of(rewrite),
            score=rewrite.after,
            verdict=rewrite.verdict,
            evaluation=again.criteria,
            original_score=rewrite.before,
            acceptance_criteria=rewrite.acceptance_criteria,
            questions=rewrite.gaps,
            parts=tuple(
                RewrittenPart(text=p.text, acceptance_criteria=p.acceptance_criteria, score=p.after, verdict=p.verdict)
                for p in rewrite.parts
            ),
            answers=rewrite.answers,
            source=rewrite.source,
            rejected=rewrite.rejected,
            left_alone=rewrite.left_alone,
        )

    async def _judged(self, evaluations: Sequence[Evaluation]) -> Sequence[Evaluation]:
        """Each with the model's verdict beside it, where there is a model."""
        opinion = self._opinion
        if opinion is None:
            return evaluations

        async def judged(evaluation: Evaluation) -> Evaluation:
            said = await opinion.verdict(evaluation, self.evaluator.pass_at)
            return evaluation.model_copy(update={"model": said})

        return await a_few_at_once(MODEL_CALLS_AT_ONCE, list(map(judged, evaluations)))


def find_with(
    requirements: Sequence[Requirement],
    learned: Learned | None,
    speaks: Language | None = None,
    progress: Progress | None = None,
) -> Duplicates:
    """Duplicates as a team sees them: without the pairs it rejected, and with those it accepted."""
    from arch_team.requirements.compare import find_duplicates

    rejected = learned.pairs(requirements, "rejected") if learned else ()
    accepted = learned.pairs(requirements, "accepted") if learned else ()
    return find_duplicates(requirements, rejected=rejected, accepted=accepted, speaks=speaks, progress=progress)


def status_of(rewrite: Rewrite) -> Status:
    if rewrite.is_unchanged and rewrite.verdict == "pass":
        return "unchanged"
    if rewrite.gaps:
        return "needs_clarification"
    return "accepted" if rewrite.verdict == "pass" else "rejected"


def criteria_of(keys: Sequence[str] | None) -> tuple[Criterion, ...] | None:
    """The criteria meant. None or `all`: all of them."""
    if not keys or any(key.strip().casefold() == ALL for key in keys):
        return None
    wanted = [key.strip().casefold() for key in keys]
    unknown = [key for key in wanted if key not in CRITERIA]
    if unknown:
        raise UnknownCriterion(f"there is no criterion {unknown[0][:60]!r}", f"Use some of: {', '.join(CRITERIA)}.")
    return tuple(criterion for criterion in CRITERIA if criterion in wanted)


def questions_of(rewrites: Sequence[Rewrite]) -> tuple[Gap, ...]:
    """Each question once; what most requirements lack comes first."""
    asked = Counter((gap.placeholder, gap.question) for rewrite in rewrites for gap in rewrite.gaps)
    gaps = {(gap.placeholder, gap.question): gap for rewrite in rewrites for gap in rewrite.gaps}
    return tuple(gaps[key] for key, _ in asked.most_common())


def checked_requirements(texts: Sequence[str]) -> tuple[Requirement, ...]:
    """Checked at the door: the first thing that is wrong, and where."""
    if not texts:
        raise NothingToReview("no requirement was given", "Give at least one.")
    if len(texts) > MOST_ITEMS:
        raise TooMuch(f"{len(texts)} requirements at once", f"Send at most {MOST_ITEMS}, or review them as a file.")
    for number, text in enumerate(texts, 1):
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise UnreadableText(f"requirement {number} holds half of a character", "Send it as valid UTF-8.")
        if not any(character.isalnum() for character in text[: LONGEST_TEXT + 1]):
            raise NothingToReview(f"requirement {number} has no words", "Leave it out, or write it.")
        if len(text) > LONGEST_TEXT:
            raise TooMuch(
                f"requirement {number} has {len(text)} characters", f"Divide it: one has at most {LONGEST_TEXT}."
            )
    return tuple(Requirement(id=item_key(number), text=text) for number, text in enumerate(texts, 1))
