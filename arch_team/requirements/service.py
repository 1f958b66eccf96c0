"""The review in this process: evaluate, suggest, rewrite, find duplicates, and all of it for a whole set.

Works with rules alone. Where a model is at hand, its verdict stands beside the rules', and its rewrite is taken only if
it adds no number, actor or benefit of its own.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from arch_team.requirements.rewrite.model_opinion import ModelOpinion

ALL = "all"
MODEL_CALLS_AT_ONCE = 4

Groups = tuple[tuple[str, ...], ...]
FindDuplicates = Callable[[Sequence[Requirement]], tuple[tuple[DuplicatePair, ...], Groups]]
Progress = Callable[[int, int], None]


class RequirementsService:
    """Serves any number of callers. Keeps no requirement."""

    def __init__(
        self,
        evaluator: Evaluator | None = None,
        *,
        opinion: "ModelOpinion | None" = None,
        duplicates: FindDuplicates | None = None,
    ) -> None:
        self.evaluator = evaluator or Evaluator()
        self.rewriter = Rewriter(self.evaluator)
        self._opinion = opinion
        self._duplicates = duplicates or _find_duplicates

    async def evaluate(self, text: str, criteria_keys: Sequence[str] | None = None) -> EvaluationResult:
        criteria = criteria_of(criteria_keys)
        requirement = checked_requirements((text,))[0]
        (evaluation,) = await self._judged([self.evaluator.evaluate(requirement, criteria)])
        return EvaluationResult(
            score=evaluation.score,
            verdict=evaluation.verdict,
            evaluation=evaluation.criteria,
            language=evaluation.language,
            pass_at=self.evaluator.pass_at,
            findings=evaluation.findings,
            model=evaluation.model,
        )

    async def rewrite(self, items: Sequence[str | Item]) -> tuple[ValidatedItem, ...]:
        given = [Item(text=item) if isinstance(item, str) else item for item in items]
        requirements = checked_requirements([item.text for item in given])
        evaluations = await asyncio.to_thread(self._evaluated, requirements)
        found = await self.rewritten(evaluations, [item.answers for item in given])
        numbered = zip(evaluations, found, strict=True)
        return await asyncio.to_thread(
            lambda: tuple(self._item(n, evaluation, rewrite) for n, (evaluation, rewrite) in enumerate(numbered, 1))
        )

    async def suggest(self, items: Sequence[str]) -> SuggestedItems:
        evaluations = await asyncio.to_thread(self._evaluated, checked_requirements(items))
        return SuggestedItems(
            items={
                item_key(number): SuggestedItem(suggestions=suggest(evaluation))
                for number, evaluation in enumerate(evaluations, 1)
            }
        )

    async def detect_duplicates(self, requirements: Sequence[str]) -> tuple[DuplicateFound, ...]:
        known = checked_requirements(requirements)
        places = {requirement.id: index for index, requirement in enumerate(known)}
        pairs, _ = await asyncio.to_thread(self._duplicates, known)
        return tuple(
            DuplicateFound(
                req1_idx=min(places[pair.one], places[pair.other]),
                req2_idx=max(places[pair.one], places[pair.other]),
                similarity=pair.similarity,
                reason=pair.reason,
            )
            for pair in pairs
        )

    async def detect_conflicts(self, requirements: Sequence[str]) -> tuple[ConflictFound, ...]:
        known = checked_requirements(requirements)
        places = {requirement.id: index for index, requirement in enumerate(known)}
        found = await asyncio.to_thread(_find_conflicts, known)
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
        turn = asyncio.Semaphore(MODEL_CALLS_AT_ONCE)

        async def asked(evaluation: Evaluation, rewrite: Rewrite) -> Rewrite:
            if rewrite.is_unchanged:
                return rewrite
            async with turn:
                return await opinion.rewrite(evaluation, rewrite, self.evaluator)

        return list(await asyncio.gather(*map(asked, evaluations, by_rules)))

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
        rewrites = await self.rewritten(evaluations, form="own")
        rewrites = [rewrite for rewrite in rewrites if not rewrite.is_unchanged]
        pairs, groups = await asyncio.to_thread(self._duplicates, requirements) if duplicates else ((), ())
        conflicts = await asyncio.to_thread(_find_conflicts, requirements) if duplicates else ()
        opposed = {frozenset((pair.one, pair.other)) for pair in conflicts}
        pairs = [pair for pair in pairs if frozenset((pair.one, pair.other)) not in opposed]
        related = await asyncio.to_thread(_find_related, requirements) if duplicates else ()
        related = tuple(pair for pair in related if frozenset((pair.one, pair.other)) not in opposed)
        return Review(
            evaluations=evaluations,
            suggestions={one.requirement.id: found for one in evaluations if (found := suggest(one, "own"))},
            rewrites={rewrite.requirement.id: rewrite for rewrite in rewrites},
            pairs=tuple(pairs),
            groups=tuple(groups),
            conflicts=conflicts,
            related=related,
            questions=questions_of(rewrites),
        )

    def _evaluated(self, requirements: Sequence[Requirement]) -> list[Evaluation]:
        return [self.evaluator.evaluate(requirement) for requirement in requirements]

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
                RewrittenPart(
                    text=part.text,
                    acceptance_criteria=part.acceptance_criteria,
                    score=part.after,
                    verdict=part.verdict,
                )
                for part in rewrite.parts
            ),
            answers=rewrite.answers,
            source=rewrite.source,
            rejected=rewrite.rejected,
        )

    async def _judged(self, evaluations: Sequence[Evaluation]) -> Sequence[Evaluation]:
        """Each with the model's verdict beside it, where there is a model."""
        opinion = self._opinion
        if opinion is None:
            return evaluations
        turn = asyncio.Semaphore(MODEL_CALLS_AT_ONCE)

        async def judged(evaluation: Evaluation) -> Evaluation:
            async with turn:
                said = await opinion.verdict(evaluation, self.evaluator.pass_at)
            return evaluation.model_copy(update={"model": said})

        return await asyncio.gather(*map(judged, evaluations))


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


def _find_conflicts(requirements: Sequence[Requirement]) -> tuple[ConflictPair, ...]:
    from arch_team.requirements.compare import find_conflicts

    return find_conflicts(requirements)


def _find_related(requirements: Sequence[Requirement]) -> tuple[RelatedPair, ...]:
    from arch_team.requirements.compare import find_related

    return find_related(requirements)


def _find_duplicates(requirements: Sequence[Requirement]) -> tuple[tuple[DuplicatePair, ...], Groups]:
    from arch_team.requirements.compare import find_duplicates

    pairs, groups = find_duplicates(requirements)
    return tuple(pairs), tuple(tuple(group) for group in groups)
