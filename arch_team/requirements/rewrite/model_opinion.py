"""What a language model says of a requirement. It stands beside the rules, and never instead of them.

The verdict is computed from the model's scores by the rules' own sum; the rewrite is taken only if it adds nothing.
The requirement's text is handed over as data between fences: whatever it asks of the model, the answer has to fit the
schema and pass the checks.
"""

import hashlib
import json
import logging
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.check.scoring import overall
from arch_team.requirements.model import (
    PASS_AT,
    Criterion,
    CriterionScore,
    Evaluation,
    ModelVerdict,
    Requirement,
    Rewrite,
    Verdict,
)
from arch_team.requirements.rewrite.model_checks import form_of, marks_of, objection, scenario_words, without_marks
from arch_team.wire import Language

_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())

_NAMES: dict[Language, str] = {"de": "German", "en": "English"}
LONGEST_FEEDBACK = 600

_Schema = TypeVar("_Schema", bound=BaseModel)


class Complete(Protocol):
    """One answer of a model, as JSON of the schema. What it raises counts as no answer."""

    async def __call__(self, prompt: str, schema: type[BaseModel]) -> Mapping[str, object]: ...


class _Said(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=False)


class SaidCriterion(_Said):
    criterion: Criterion
    score: float = Field(ge=0, le=1)
    feedback: str = Field(default="", max_length=LONGEST_FEEDBACK)


class SaidVerdict(_Said):
    """A score for each criterion asked for."""

    criteria: list[SaidCriterion] = Field(min_length=1, max_length=12)


class SaidStory(_Said):
    story: str = Field(min_length=1, max_length=2_000)
    acceptance_criteria: list[str] = Field(min_length=1, max_length=5)


class SaidRewrite(_Said):
    """One story for each part of the requirement."""

    stories: list[SaidStory] = Field(min_length=1, max_length=20)


class ModelOpinion:
    """Asks a model. A model that fails, or does not keep to the form, has no opinion; the review goes on without it."""

    def __init__(self, complete: Complete, name: str) -> None:
        self._complete = complete
        self.name = name

    async def verdict(self, evaluation: Evaluation, pass_at: float = PASS_AT) -> ModelVerdict | None:
        asked: list[Criterion] = [score.criterion for score in evaluation.criteria]
        data = {"requirement": evaluation.requirement.text}
        prompt = _prompt("model_verdict", evaluation, data, criteria=", ".join(asked))
        said = await self._said(prompt, SaidVerdict)
        if said is None:
            return None
        by_name = {one.criterion: one for one in said.criteria}
        if set(by_name) != set(asked) or len(by_name) != len(said.criteria):
            _log.warning("%s did not judge by the criteria asked for", self.name)
            return None
        scores = tuple(
            CriterionScore(
                criterion=criterion,
                score=round(by_name[criterion].score, 4),
                passed=by_name[criterion].score >= pass_at,
                feedback=_one_line(by_name[criterion].feedback),
            )
            for criterion in asked
        )
        score = overall(scores)
        said_verdict: Verdict = "pass" if score >= pass_at else "fail"
        return ModelVerdict(
            model=self.name,
            score=score,
            verdict=said_verdict,
            criteria=scores,
            disagrees=said_verdict != evaluation.verdict,
        )

    async def rewrite(self, evaluation: Evaluation, by_rules: Rewrite, evaluator: Evaluator) -> Rewrite:
        """The model's rewrite with the gaps of the rules', or the rules' with the reason why."""
        data = {
            "requirement": evaluation.requirement.text,
            "parts": [part.text for part in by_rules.parts] or [by_rules.text],
            "answers": by_rules.answers,
        }
        prompt = _prompt(
            "model_rewrite",
            evaluation,
            data,
            count=str(max(1, len(by_rules.parts))),
            form=form_of(evaluation),
            scenario=scenario_words(evaluation),
            marks=marks_of(by_rules),
        )
        said = await self._said(prompt, SaidRewrite)
        if said is None:
            return by_rules.model_copy(update={"rejected": f"{self.name} gave no rewrite of the form asked for"})
        stories = [_one_line(one.story) for one in said.stories]
        criteria = [tuple(line.strip() for line in one.acceptance_criteria) for one in said.stories]
        reason = objection(stories, criteria, evaluation, by_rules)
        if reason is not None:
            return by_rules.model_copy(update={"rejected": f"{self.name}: {reason}"})
        return _taken(stories, criteria, evaluation, by_rules, evaluator, self.name)

    async def _said(self, prompt: str, schema: type[_Schema]) -> _Schema | None:
        try:
            return schema.model_validate(await self._complete(prompt, schema))
        except ValidationError:
            _log.warning("%s did not answer in the form asked for", self.name)
        except Exception as error:  # somebody else's client: whatever it raises, the review goes on
            _log.warning("%s did not answer (%s)", self.name, type(error).__name__)
        return None


def _taken(
    stories: list[str],
    criteria: list[tuple[str, ...]],
    evaluation: Evaluation,
    by_rules: Rewrite,
    evaluator: Evaluator,
    name: str,
) -> Rewrite:
    def scored(text: str) -> Evaluation:
        return evaluator.evaluate(Requirement(id=evaluation.requirement.id, text=text, language=evaluation.language))

    def rewritten(text: str, lines: tuple[str, ...], told: Rewrite) -> Rewrite:
        again = scored(text)
        whole = "\n".join((text, *lines))
        gaps = tuple(gap for gap in by_rules.gaps if gap.placeholder in whole)
        return told.model_copy(
            update={
                "text": text,
                "acceptance_criteria": lines,
                "gaps": gaps,
                "after": evaluation.score if gaps else again.score,
                "verdict": "fail" if gaps else again.verdict,
                "source": "model",
            }
        )

    by_model, by_hand = scored(without_marks("\n".join(stories))).score, scored(without_marks(by_rules.text)).score
    if by_model < by_hand:
        reason = f"{name}: it scores {by_model:.2f}, the rules' rewrite {by_hand:.2f}"
        return by_rules.model_copy(update={"rejected": reason})
    whole = rewritten("\n".join(stories), tuple(line for lines in criteria for line in lines), by_rules)
    if not by_rules.parts:
        return whole
    parts = tuple(map(rewritten, stories, criteria, by_rules.parts))
    passed = all(part.verdict == "pass" for part in parts)
    after = min(part.after for part in parts)
    return whole.model_copy(update={"parts": parts, "after": after, "verdict": "pass" if passed else "fail"})


def _prompt(name: str, evaluation: Evaluation, data: Mapping[str, object], **filled: str) -> str:
    """The data comes last and as one JSON line, so that no line of it can pass for a fence."""
    line = json.dumps(data, ensure_ascii=True)
    fence = f"-----{hashlib.sha256(line.encode()).hexdigest()[:16]}-----"
    told = {"language": _NAMES[evaluation.language], "fence": fence, "data": line, **filled}
    return re.sub(r"\{(\w+)\}", lambda match: told[match[1]], _template(name))


@cache
def _template(name: str) -> str:
    return (files("arch_team.requirements.rewrite") / f"{name}.md").read_text(encoding="utf-8")


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
