"""Rewrites a requirement as a user story with acceptance criteria, from its own words.

A number, an actor or a benefit that is not there is not made up: it becomes a gap with a question, and stays a visible
mark in the text until a person has answered; so long the score stays that of the original. Every finished rewrite is
evaluated again by the same rules. A requirement that passes is left as it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.model import Evaluation, Requirement, Rewrite
from arch_team.requirements.rewrite.gaps import Asked, declines
from arch_team.requirements.rewrite.parts import Parts, Taken
from arch_team.requirements.rewrite.take_apart import own_sentences, take_apart
from arch_team.requirements.rewrite.wording import english_story, german_story
from arch_team.requirements.rewrite.wording.english_parts import without_article as without_english_article
from arch_team.requirements.rewrite.wording.german_parts import without_article as without_german_article
from arch_team.requirements.rewrite.wording.known import Known
from arch_team.requirements.rewrite.wording.mending import Mended, mend
from arch_team.requirements.rewrite.wording.texts import texts, treatment_of
from arch_team.wire import Language


@dataclass(frozen=True)
class Rewriter:
    """Writes with the rules alone. Keeps nothing between two calls."""

    evaluator: Evaluator

    def rewrite(
        self, evaluation: Evaluation, answers: Mapping[str, str] | None = None, roles: Sequence[str] = ()
    ) -> Rewrite:
        """`answers` by placeholder or kind; `roles` are known from elsewhere and offered where the role is missing."""
        if evaluation.verdict == "pass" and not answers:
            return self._split(evaluation) or _unchanged(evaluation)
        asked = Asked(evaluation.language, answers or {}, roles)
        told = list(self._tell(evaluation, asked))
        asked.check()
        if len(told) == 1:
            return self._finished(evaluation, told[0], asked)
        return self._together(evaluation, tuple(self._finished(evaluation, one, asked) for one in told), asked)

    def fill(self, rewrite: Rewrite, answers: Mapping[str, str], roles: Sequence[str] = ()) -> Rewrite:
        """The rewrite with these answers in it, and those given before. An empty answer leaves its gap open.

        A model's sentence has no place where a part could be left out: then the rules write it.
        """
        evaluation = self.evaluator.evaluate(rewrite.requirement)
        if rewrite.source == "model" and not declines(answers, evaluation.language):
            return self._filled(rewrite, answers)
        return self.rewrite(evaluation, {**rewrite.answers, **answers}, roles)

    def _split(self, evaluation: Evaluation) -> Rewrite | None:
        """Several requirements in one that is good otherwise: each by itself, in the form it had."""
        is_one = all(score.passed for score in evaluation.criteria if score.criterion == "atomicity")
        pieces = () if is_one else own_sentences(take_apart(evaluation.requirement.text, evaluation.language))
        if len(pieces) < 2:
            return None
        asked = Asked(evaluation.language, {})
        parts = tuple(self._finished(evaluation, _Told(piece, ()), asked) for piece in pieces)
        whole = self._together(evaluation, parts, asked)
        return whole if whole.verdict == "pass" else None

    def _together(self, evaluation: Evaluation, parts: tuple[Rewrite, ...], asked: Asked) -> Rewrite:
        """As good as the weakest of its parts."""
        whole = self._finished(evaluation, _Told("\n".join(part.text for part in parts), ()), asked)
        return whole.model_copy(
            update={
                "parts": parts,
                "gaps": tuple(dict.fromkeys(gap for part in parts for gap in part.gaps)),
                "acceptance_criteria": tuple(line for part in parts for line in part.acceptance_criteria),
                "after": min(part.after for part in parts),
                "verdict": "pass" if all(part.verdict == "pass" for part in parts) else "fail",
            }
        )

    def _tell(self, evaluation: Evaluation, asked: Asked) -> Iterator["_Told"]:
        language = evaluation.language
        before = take_apart(evaluation.requirement.text, language)
        protected = [clause for parts in before.statements for clause in (parts.ends, parts.role)]
        protected += [parts.condition_word for parts in before.statements if " " in parts.condition_word]
        mended = mend(evaluation, asked, protected)
        taken = take_apart(mended.text, language)
        active = any(treatment_of(f) == "doer" and f.suppressed is None for f in evaluation.findings)
        singles = [single for parts in taken.statements for single in _single(parts)]
        if not singles:
            yield _Told(asked.need("text") or "", ())
            return
        measured = _measured(singles)
        for index, parts in enumerate(singles):
            known = _known(parts, asked, mended, active=active, with_metrics=index == measured)
            yield _written(known, language, taken if index == len(singles) - 1 else None)

    def _finished(self, evaluation: Evaluation, told: "_Told", asked: Asked) -> Rewrite:
        whole = told.text + "".join(f"\n\n{criterion}" for criterion in told.criteria)
        gaps = tuple(gap for gap in asked.open if gap.placeholder in whole)
        again = self.evaluator.evaluate(
            Requirement(id=evaluation.requirement.id, text=told.text, language=evaluation.language)
        )
        return Rewrite(
            requirement=evaluation.requirement,
            text=told.text,
            acceptance_criteria=told.criteria,
            gaps=gaps,
            before=evaluation.score,
            after=evaluation.score if gaps else again.score,
            verdict="fail" if gaps else again.verdict,
            answers=dict(asked.given),
        )

    def _filled(self, rewrite: Rewrite, answers: Mapping[str, str]) -> Rewrite:
        """A model's text is filled in as it stands."""
        asked = Asked(_language(rewrite, self.evaluator), {**rewrite.answers, **answers})
        text, criteria = rewrite.text, rewrite.acceptance_criteria
        for gap in rewrite.gaps:
            answer = asked.answer_to(gap)
            if answer:
                text = text.replace(gap.placeholder, answer)
                criteria = _replaced(criteria, gap.placeholder, answer)
        asked.check()
        again = self.evaluator.evaluate(rewrite.requirement.model_copy(update={"text": text}))
        gaps = tuple(gap for gap in rewrite.gaps if gap.placeholder not in asked.given)
        return rewrite.model_copy(
            update={
                "text": text,
                "acceptance_criteria": criteria,
                "gaps": gaps,
                "after": rewrite.before if gaps else again.score,
                "verdict": "fail" if gaps else again.verdict,
                "answers": {**rewrite.answers, **asked.given},
            }
        )


@dataclass(frozen=True, slots=True)
class _Told:
    text: str
    criteria: tuple[str, ...]


def _unchanged(evaluation: Evaluation) -> Rewrite:
    return Rewrite(
        requirement=evaluation.requirement,
        text=evaluation.requirement.text,
        before=evaluation.score,
        after=evaluation.score,
        verdict="pass",
    )


def _replaced(lines: Sequence[str], mark: str, answer: str) -> tuple[str, ...]:
    return tuple(line.replace(mark, answer) for line in lines)


def _language(rewrite: Rewrite, evaluator: Evaluator) -> Language:
    return evaluator.evaluate(rewrite.requirement).language


def _single(parts: Parts) -> Iterator[Parts]:
    """One action each."""
    for action in parts.actions or (None,):
        if action is None:
            yield parts
        elif action.verb in ("sein", "be"):
            yield replace(parts, form="quality", actions=(), predicate=action.object)
        else:
            yield replace(parts, actions=(action,))


def _measured(singles: Sequence[Parts]) -> int:
    """The statement that lost a quality: its values go there."""
    empty = (i for i, parts in enumerate(singles) if parts.form == "quality" and not parts.predicate)
    return next(empty, 0)


def _known(parts: Parts, asked: Asked, mended: Mended, *, active: bool, with_metrics: bool) -> Known:
    german = parts.language == "de"
    role = parts.role or asked.need("role") or ""
    doer = None
    if parts.form == "function" and parts.actor is None:
        doer = asked.need("doer", (_shown(parts),))
    elif parts.form == "passive" and parts.agent is None and active:
        doer = asked.need("doer", (f"{parts.actor or ''} {parts.predicate.removeprefix('be ')}".strip(),))
    action = asked.need("action", (parts.predicate,)) if (parts.form, parts.template) == ("thing", "fragment") else ""
    if parts.form == "quality" and not parts.predicate and not mended.metrics:
        mended.metrics = [value for value in (asked.need("metric"),) if value]
    return Known(
        parts=parts,
        role=_role(role, german),
        doer=doer,
        action=(action or "").removeprefix("zu ").removeprefix("to "),
        metrics=tuple(mended.metrics) if with_metrics else (),
        condition=mended.condition,
        benefit=parts.ends or asked.need("benefit"),
        benefit_word=parts.ends_word,
    )


def _shown(parts: Parts) -> str:
    action = parts.actions[0]
    pieces = (action.object, action.verb) if parts.language == "de" else (action.verb, action.object)
    return " ".join(piece for piece in pieces if piece)


def _role(role: str, german: bool) -> str:
    """As it stands after `Als` or `As`, however the person wrote it."""
    word, _, rest = role.partition(" ")
    if rest and word.casefold() in ("als", "as"):
        role = rest
    return without_german_article(role) if german else without_english_article(role)


def _written(known: Known, language: Language, taken: Taken | None) -> _Told:
    teller = german_story if language == "de" else english_story
    text = teller.story(known)
    criteria = (taken.criteria,) if taken and taken.criteria else (teller.scenario(known),)
    notes = [texts(language).note.replace("{text}", note) for note in taken.notes] if taken else []
    return _Told(" ".join((text, *notes)), criteria)
