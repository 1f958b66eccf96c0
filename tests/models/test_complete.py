"""A chat client asked for JSON: what it says is read, and what is no JSON is no answer."""

import asyncio
import json
from collections.abc import Mapping

import pytest

from arch_team.models.complete import ClientComplete, opinion_of
from arch_team.models.scripted import Call, Fails, Script, Scripted
from arch_team.requirements.evaluate import Evaluator
from arch_team.requirements.model import CRITERIA
from arch_team.requirements.model_opinion import ModelOpinion, SaidVerdict
from arch_team.settings import Settings

VERDICT = {"criteria": [{"criterion": name, "score": 0.9, "feedback": "gut"} for name in CRITERIA]}


def said(turn: Script) -> Mapping[str, object]:
    return asyncio.run(ClientComplete(Scripted(turn))("Judge.", SaidVerdict))


@pytest.mark.parametrize("frame", ["{}", "```json\n{}\n```", "Here it is:\n{}\nDone."])
def test_the_object_is_read_whatever_stands_around_it(frame: str) -> None:
    assert said(frame.replace("{}", json.dumps(VERDICT))) == VERDICT


@pytest.mark.parametrize("turn", ["no JSON at all", "{broken", Call("evaluate_requirement", {}), Fails(RuntimeError())])
def test_anything_else_is_an_error(turn: Script) -> None:
    with pytest.raises((ValueError, RuntimeError)):
        said(turn)


def test_the_schema_goes_along_with_the_prompt() -> None:
    client = Scripted(json.dumps(VERDICT))
    asyncio.run(ClientComplete(client)("Judge.", SaidVerdict))
    assert '"criterion"' in str(client.requests[0][0].content)


def test_a_models_verdict_stands_beside_the_rules() -> None:
    opinion = ModelOpinion(ClientComplete(Scripted(json.dumps(VERDICT))), "scripted")
    verdict = asyncio.run(opinion.verdict(Evaluator().evaluate("Die App muss schnell sein")))
    assert verdict is not None
    assert (verdict.verdict, verdict.disagrees) == ("pass", True)


def test_without_a_model_there_is_no_opinion() -> None:
    assert opinion_of(Settings(model=None)) is None
