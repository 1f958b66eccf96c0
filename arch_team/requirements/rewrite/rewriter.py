"""Rewrites a requirement from its own words: in its own form, or as a user story with acceptance criteria.

The text is left alone unless the change is certain; otherwise the rewrite says why, and what to ask. In its own form
only the faulty place changes: a bracket asks for what only a person knows. As a story it is told from its parsed parts,
and what is told is parsed again: it must be a story and keep every word of meaning. Nothing is made up, and as long as
a question is open the score stays that of the original. What passes is left as it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.model import Evaluation, Requirement, Rewrite
from arch_team.requirements.rewrite import telling
from arch_team.requirements.rewrite.brackets import bracketed
from arch_team.requirements.rewrite.gaps import Asked
from arch_team.requirements.rewrite.nature import DEMANDS, label_of
from arch_team.requirements.rewrite.splitting import split
from arch_team.requirements.rewrite.statements import take_apart
from arch_team.requirements.rewrite.suggest import Form
from arch_team.requirements.rewrite.telling import Told
from arch_team.requirements.wording_key import unlabelled
from arch_team.text.kept import lost_words


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
            parts = tuple(self._finished(evaluation, Told(piece, ""), asked) for piece in pieces)
            whole = self._together(evaluation, parts, asked) if parts else None
            return whole if whole is not None and whole.verdict == "pass" else _unchanged(evaluation)
        told, reason = self._told(evaluation, pieces, asked, form)
        asked.check()
        finished = [self._finished(evaluation, one, asked) for one in told]
        whole = finished[0] if len(finished) == 1 else self._together(evaluation, tuple(finished), asked)
        return whole.model_copy(update={"left_alone": reason}) if reason else whole

    def _pieces(self, evaluation: Evaluation) -> tuple[str, ...]:
        """Several requirements in one, each by itself in the form it had; none where it is one."""
        return () if _is_one(evaluation) else split(evaluation.requirement.text, evaluation.language)

    def _told(
        self, evaluation: Evaluation, pieces: Sequence[str], asked: Asked, form: Form, is_new: bool = False
    ) -> tuple[list[Told], str | None]:
        """What is told, and why it is left in its own form, if it is. `is_new`: the person has put it differently."""
        original, language = evaluation.requirement.text, evaluation.language
        taken = take_apart(original, language)
        mended = [bracketed(self._of(evaluation, piece), asked) for piece in pieces or (None,)]
        own = [Told(text, "") for text in mended]
        if taken.nature in DEMANDS:
            if form == "own":
                return own, None
            stories = _stories(mended, evaluation, asked)
            if len(stories) > 1 and asked.placed("".join(one.text for one in stories)):
                # What a story lacks is asked once, of all together; with the answers each stands by itself.
                stories = _stories([bracketed(evaluation, asked)], evaluation, asked) or stories
            if stories:
                return stories, None
        if not is_new and mended == [original] and (said := asked.need("text")) and not said.startswith("["):
            return self._told_anew(evaluation, said, asked, form)
        if taken.nature not in DEMANDS:
            return own, asked.reason(taken.nature, label_of(original, language))
        several = len(taken.statements) > 1 or not _is_one(evaluation)
        return own, asked.reason("several" if several else "plain")

    def _told_anew(self, evaluation: Evaluation, text: str, asked: Asked, form: Form) -> tuple[list[Told], str | None]:
        again = self.evaluator.evaluate(_with(evaluation.requirement, text, evaluation))
        return self._told(again, self._pieces(again), asked, form, is_new=True)

    def _of(self, evaluation: Evaluation, piece: str | None) -> Evaluation:
        if piece is None:
            return evaluation
        return self.evaluator.evaluate(_with(evaluation.requirement, piece, evaluation))

    def _together(self, evaluation: Evaluation, parts: tuple[Rewrite, ...], asked: Asked) -> Rewrite:
        """As good as the weakest of its parts."""
        whole = self._finished(evaluation, Told("\n".join(part.text for part in parts), ""), asked)
        gaps = tuple(dict.fromkeys(gap for part in parts for gap in part.gaps))
        criteria = tuple(line for part in parts for line in part.acceptance_criteria)
        return whole.model_copy(update={"gaps": gaps, "acceptance_criteria": criteria}).of_parts(parts)

    def _finished(self, evaluation: Evaluation, told: Told, asked: Asked) -> Rewrite:
        gaps = asked.placed(f"{told.text}\n{told.criterion}")
        again = evaluation
        if not gaps:  # with one open, the score is still that of the original
            again = self.evaluator.evaluate(_with(evaluation.requirement, told.text, evaluation))
        return Rewrite(
            requirement=evaluation.requirement,
            text=told.text,
            acceptance_criteria=(told.criterion,) if told.criterion else (),
            gaps=gaps,
            before=evaluation.score,
            after=again.score,
            verdict="fail" if gaps else again.verdict,
            answers=dict(asked.given),
        )


def _stories(mended: Sequence[str], evaluation: Evaluation, asked: Asked) -> list[Told]:
    """Each as a story; none at all where one cannot be told, or would lose a word."""
    language, found = evaluation.language, list[Told]()
    for text in mended:
        taken = take_apart(text, language)
        told = telling.told(taken, asked)
        if told is None:
            return []
        found.append(replace(told, criterion=taken.criteria or told.criterion))
    whole = "\n".join(line for one in found for line in (one.text, one.criterion))
    return [] if lost_words(unlabelled(evaluation.requirement.text), whole, language) else found


def _is_one(evaluation: Evaluation) -> bool:
    return all(score.passed for score in evaluation.criteria if score.criterion == "atomicity")


def _with(requirement: Requirement, text: str, evaluation: Evaluation) -> Requirement:
    return requirement.model_copy(update={"text": text, "language": evaluation.language})


def _unchanged(evaluation: Evaluation) -> Rewrite:
    return Rewrite(
        requirement=evaluation.requirement,
        text=evaluation.requirement.text,
        before=evaluation.score,
        after=evaluation.score,
        verdict=evaluation.verdict,
    )
