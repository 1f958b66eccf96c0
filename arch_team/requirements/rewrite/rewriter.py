"""Rewrites a requirement from its own words: in its own form, or as a user story with acceptance criteria.

In its own form only the faulty place changes: a bracket asks for what only a person knows. As a story it is told from
its parsed parts. Nothing is made up: what is missing becomes a gap with a question, and as long as one is open the
score stays that of the original. A rewrite that loses a word of meaning is not offered. What passes is left as it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.model import Evaluation, Finding, Requirement, Rewrite
from arch_team.requirements.rewrite import telling
from arch_team.requirements.rewrite.edits import edited
from arch_team.requirements.rewrite.gaps import Asked
from arch_team.requirements.rewrite.kept import lost_words
from arch_team.requirements.rewrite.splitting import split
from arch_team.requirements.rewrite.statements import Taken, take_apart
from arch_team.requirements.rewrite.suggest import Form


@dataclass(frozen=True)
class Rewriter:
    """Writes with the rules alone. Keeps nothing between two calls."""

    evaluator: Evaluator
    known: Mapping[str, str] = field(default_factory=dict[str, str])
    """What a team has said of a word before."""

    def rewrite(
        self, evaluation: Evaluation, answers: Mapping[str, str] | None = None, form: Form = "story"
    ) -> Rewrite:
        """`answers` by placeholder or kind."""
        asked = Asked(evaluation.language, answers or {}, self.evaluator.speaks, self.known)
        pieces = self._pieces(evaluation)
        if evaluation.verdict == "pass" and not answers:
            parts = tuple(self._finished(evaluation, _Told(piece, ()), asked) for piece in pieces)
            whole = self._together(evaluation, parts, asked) if parts else None
            return whole if whole is not None and whole.verdict == "pass" else _unchanged(evaluation)
        if any(map(_has_no_beginning, evaluation.findings)):
            return _unchanged(evaluation)
        told = [one for piece in pieces or (None,) for one in self._told(evaluation, piece, asked, form)]
        asked.check()
        finished = [self._finished(evaluation, one, asked) for one in told]
        rewrite = finished[0] if len(finished) == 1 else self._together(evaluation, tuple(finished), asked)
        whole = "\n".join((rewrite.text, *rewrite.acceptance_criteria))
        if lost_words(evaluation.requirement.text, whole, evaluation.language):
            return _unchanged(evaluation)
        return rewrite

    def _pieces(self, evaluation: Evaluation) -> tuple[str, ...]:
        """Several requirements in one, each by itself in the form it had; none where it is one."""
        is_one = all(score.passed for score in evaluation.criteria if score.criterion == "atomicity")
        return () if is_one else split(evaluation.requirement.text, evaluation.language)

    def _told(self, evaluation: Evaluation, piece: str | None, asked: Asked, form: Form) -> list["_Told"]:
        of_piece = evaluation
        if piece is not None:
            requirement = evaluation.requirement.model_copy(update={"text": piece, "language": evaluation.language})
            of_piece = self.evaluator.evaluate(requirement)
        text = edited(of_piece, asked)
        if form == "own":
            return [_Told(text, ())]
        taken = take_apart(text, evaluation.language)
        is_list = "\n" in taken.prose.text or not all(map(telling.can_be_told, taken.statements))
        if taken.prose.story is None and is_list:
            return [_Told(text, ())]
        return list(_as_story(taken, asked))

    def _together(self, evaluation: Evaluation, parts: tuple[Rewrite, ...], asked: Asked) -> Rewrite:
        """As good as the weakest of its parts."""
        whole = self._finished(evaluation, _Told("\n".join(part.text for part in parts), ()), asked)
        gaps = tuple(dict.fromkeys(gap for part in parts for gap in part.gaps))
        criteria = tuple(line for part in parts for line in part.acceptance_criteria)
        return whole.model_copy(update={"gaps": gaps, "acceptance_criteria": criteria}).of_parts(parts)

    def _finished(self, evaluation: Evaluation, told: "_Told", asked: Asked) -> Rewrite:
        whole = told.text + "".join(f"\n\n{criterion}" for criterion in told.criteria)
        gaps = tuple(gap for gap in asked.open if gap.placeholder in whole)
        again = evaluation
        if not gaps:  # with one open, the score is still that of the original
            finished = Requirement(id=evaluation.requirement.id, text=told.text, language=evaluation.language)
            again = self.evaluator.evaluate(finished)
        return Rewrite(
            requirement=evaluation.requirement,
            text=told.text,
            acceptance_criteria=told.criteria,
            gaps=gaps,
            before=evaluation.score,
            after=again.score,
            verdict="fail" if gaps else again.verdict,
            answers=dict(asked.given),
        )


@dataclass(frozen=True, slots=True)
class _Told:
    text: str
    criteria: tuple[str, ...]


def _as_story(taken: Taken, asked: Asked) -> list[_Told]:
    own = (taken.criteria,) if taken.criteria else None
    if not taken.statements:
        return [_Told(asked.need("text") or "", ())]
    if taken.prose.story is not None:
        text, scenario = telling.completed(taken, asked)
        return [_Told(telling.noted(text, taken), own or (scenario,))]
    told = [(telling.story(one, asked), telling.scenario(one, asked)) for one in taken.statements]
    last = len(told) - 1
    return [
        _Told(telling.noted(text, taken) if number == last else text, own or (scenario,))
        for number, (text, scenario) in enumerate(told)
    ]


def _has_no_beginning(finding: Finding) -> bool:
    """A question, or a sentence that begins with its modal (`Shall stop.`): there is nothing that could be told."""
    first = finding.spans[0] if finding.spans else None
    is_modal = (
        finding.rule == "incomplete-sentence" and first is not None and first.start == 0 and " " not in first.text
    )
    return finding.rule == "question" or is_modal


def _unchanged(evaluation: Evaluation) -> Rewrite:
    return Rewrite(
        requirement=evaluation.requirement,
        text=evaluation.requirement.text,
        before=evaluation.score,
        after=evaluation.score,
        verdict=evaluation.verdict,
    )
