"""What a language model says of a requirement. It stands beside the rules, and never instead of them.

The verdict is computed from the model's scores by the rules' own sum; the rewrite is taken only if it adds nothing and
loses nothing. The requirement's text is handed over as data between fences: whatever it asks of the model, the answer
has to fit the schema and pass the checks.
"""

import hashlib
import json
import logging
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arch_team.requirements.check.evaluate import Evaluator, overall, verdict
from arch_team.requirements.model import (
    PASS_AT,
    Criterion,
    CriterionScore,
    Evaluation,
    Gap,
    ModelVerdict,
    Requirement,
    Rewrite,
)
from arch_team.requirements.rewrite.gaps import Asked, marks_in, texts
from arch_team.requirements.rewrite.nature import DEMANDS
from arch_team.requirements.rewrite.statements import Taken, take_apart
from arch_team.text.kept import lost_number, lost_words, new_number
from arch_team.text.showing import one_line
from arch_team.wire import Language

LONGEST = 1_500
_ASKED = re.compile(r" ?\(\[[^\[\]]*\?\]\)")
"""A bracket that asks for more adds nothing yet."""
_MARK = re.compile(r"\[[^\[\]]*\?\]")
_FOREIGN = re.compile(r"<[a-z/!]|https?:|www\.|```|READY_FOR_VALIDATION|APPROVE", re.IGNORECASE)
_SCENARIO = {"de": ("angenommen", "wenn", "dann"), "en": ("given", "when", "then")}


def objection(
    stories: Sequence[str], criteria: Sequence[Sequence[str]], evaluation: Evaluation, by_rules: Rewrite
) -> str | None:
    """Why the rewrite is not taken, in words; None where nothing speaks against it."""
    language, original = evaluation.language, evaluation.requirement.text
    given = tuple(by_rules.answers.values())
    known = (original, *given)
    whole = "\n".join((*stories, *(line for lines in criteria for line in lines)))
    plain = _MARK.sub(" ", whole)
    if len(whole) > max(LONGEST, 3 * len(original)) or (_FOREIGN.search(plain) and not _FOREIGN.search(original)):
        return "it is not a plain rewrite"
    if any(not c.isprintable() and c != "\n" for c in whole):
        return "it holds characters that cannot be shown"
    if len(stories) != max(1, len(by_rules.parts)):
        return f"it has {len(stories)} stories instead of {max(1, len(by_rules.parts))}"
    allowed = set(_marks(by_rules, language))
    marks = set(marks_in(whole, language)) | set(_MARK.findall(whole))
    if strange := sorted(marks - allowed):
        return f"it marks {strange[0]}, which is not missing"
    if missing := [mark for mark in _placed(by_rules) if mark not in marks]:
        return f"it leaves out {missing[0]}"
    if number := new_number(plain, known, language):
        return f"it adds the number {number}"
    if number := lost_number(plain, original, language):
        return f"it loses the number {number}"
    if any(not all(word in line.casefold() for word in _SCENARIO[language]) for lines in criteria for line in lines):
        return "its acceptance criteria are not scenarios"
    for story in stories:
        if (reason := _objection_to_story(story, known, evaluation)) is not None:
            return reason
    if lost := lost_words(_without_faults(evaluation), plain, language):
        return f"it loses {', '.join(lost[:3])}"
    return None


def _placed(by_rules: Rewrite) -> tuple[str, ...]:
    """The marks that stand in the rules' rewrite; what is asked beside it has no place."""
    whole = "\n".join((by_rules.text, *by_rules.acceptance_criteria))
    return tuple(gap.placeholder for gap in by_rules.gaps if gap.placeholder in whole)


def _marks(by_rules: Rewrite, language: Language) -> tuple[str, ...]:
    return (*_placed(by_rules), *(gap.placeholder for gap in _of_a_story(by_rules, language)))


def _of_a_story(by_rules: Rewrite, language: Language) -> tuple[Gap, ...]:
    """What a story may ask for where the rules told none."""
    asked = Asked(language, {})
    for kind in ("role", "benefit", "when") if by_rules.left_alone else ():
        asked.need(kind)
    return tuple(asked.open)


def _without_faults(evaluation: Evaluation) -> str:
    """The original without the words that a rule objects to: those may go."""
    text = evaluation.requirement.text
    spans = sorted((span.start, span.end) for finding in evaluation.findings for span in finding.spans)
    for start, end in reversed(spans):
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _objection_to_story(story: str, known: Sequence[str], evaluation: Evaluation) -> str | None:
    told = take_apart(without_marks(story), evaluation.language)
    parts = told.prose.story
    if len(told.statements) != 1 or parts is None or parts.means is None:
        return "it is not a user story in the requirement's language"
    for name, part in (("role", parts.role), ("actor", _actor(told)), ("benefit", parts.ends)):
        words = told.prose.span(part.start, part.stop - 1).text if part else ""
        if new := lost_words(_MARK.sub(" ", words), "\n".join(known), evaluation.language):
            return f"it adds the {name} {new[0]!r}"
    return None


def _actor(told: Taken) -> range | None:
    """Who shall do it, where that is not the role: `I want the system to …`, `dass das System …`."""
    story, words = told.prose.story, told.prose.words
    if story is None or story.means is None:
        return None
    start = story.means.start
    while start < story.means.stop and words[start].tag in {"sub", "sign", "det", "adj"}:
        start += 1
    if start >= story.means.stop or words[start].tag not in {"noun", "abbr"}:
        return None
    stop = start + 1
    while stop < story.means.stop and words[stop].tag in {"noun", "abbr"}:
        stop += 1
    return range(start, stop)


def without_marks(text: str) -> str:
    """The text as if each gap held a word: for comparing two texts that both have gaps."""
    return _MARK.sub("X", _ASKED.sub("", text))


_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())

_NAMES: dict[Language, str] = {"de": "German", "en": "English"}
LONGEST_FEEDBACK = 600

_Schema = TypeVar("_Schema", bound=BaseModel)


class Complete(Protocol):
    """One answer of a model, as JSON of the schema. What it raises counts as no answer."""

    async def __call__(self, prompt: str, schema: type[BaseModel]) -> Mapping[str, object]: ...


class _Said(BaseModel):
    model_config = ConfigDict(extra="forbid")


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
                feedback=one_line(by_name[criterion].feedback),
            )
            for criterion in asked
        )
        score = overall(scores)
        said_so = verdict(score, pass_at)
        disagrees = said_so != evaluation.verdict
        return ModelVerdict(model=self.name, score=score, verdict=said_so, criteria=scores, disagrees=disagrees)

    async def rewrite(self, evaluation: Evaluation, by_rules: Rewrite, evaluator: Evaluator) -> Rewrite:
        """The model's rewrite with the gaps of the rules', or the rules' with the reason why.

        What demands nothing is no wish either, whoever tells it.
        """
        if take_apart(evaluation.requirement.text, evaluation.language).nature not in DEMANDS:
            return by_rules
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
            form=texts(evaluation.language).suggestions["use_template"],
            scenario=" / ".join(word.capitalize() for word in _SCENARIO[evaluation.language]),
            marks=", ".join(_marks(by_rules, evaluation.language)) or "(nothing is missing)",
        )
        said = await self._said(prompt, SaidRewrite)
        if said is None:
            return by_rules.model_copy(update={"rejected": f"{self.name} gave no rewrite of the form asked for"})
        stories = [one_line(one.story) for one in said.stories]
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
        known = (*by_rules.gaps, *_of_a_story(by_rules, evaluation.language))
        gaps = tuple(gap for gap in known if gap.placeholder in "\n".join((text, *lines)))
        said = {"text": text, "acceptance_criteria": lines, "gaps": gaps, "source": "model", "left_alone": None}
        return told.model_copy(update=said).scored(scored(text))

    by_model, by_hand = scored(without_marks("\n".join(stories))).score, scored(without_marks(by_rules.text)).score
    if by_model < by_hand:
        reason = f"{name}: it scores {by_model:.2f}, the rules' rewrite {by_hand:.2f}"
        return by_rules.model_copy(update={"rejected": reason})
    whole = rewritten("\n".join(stories), tuple(line for lines in criteria for line in lines), by_rules)
    return whole.of_parts(tuple(map(rewritten, stories, criteria, by_rules.parts))) if by_rules.parts else whole


def _prompt(name: str, evaluation: Evaluation, data: Mapping[str, object], **filled: str) -> str:
    """The data comes last and as one JSON line, so that no line of it can pass for a fence."""
    line = json.dumps(data, ensure_ascii=True)
    fence = f"-----{hashlib.sha256(line.encode()).hexdigest()[:16]}-----"
    told = {"language": _NAMES[evaluation.language], "fence": fence, "data": line, **filled}
    return re.sub(r"\{(\w+)\}", lambda match: told[match[1]], _template(name))


@cache
def _template(name: str) -> str:
    return (files("arch_team.requirements.rewrite") / f"{name}.md").read_text(encoding="utf-8")
