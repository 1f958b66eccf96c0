"""A model's call of `ask_user` becomes the operator's word that it needs to know something.

The seat that asks the person is the one that waits, and in a kept run nothing waits inside a tool call. So the call
ends the operator's turn, and the answer comes with its next one.
"""

import json
from collections.abc import Sequence
from typing import Any, cast

from autogen_core import FunctionCall
from autogen_core.models import CreateResult

from arch_team.models.request import ModelRequest
from arch_team.models.speech import NEED, SUGGESTIONS
from arch_team.models.wrappers import Wrapped

ASK_USER = "ask_user"


class AsksThePerson(Wrapped):
    async def answer(self, request: ModelRequest) -> CreateResult:
        result = await request.to(self._inner)
        if isinstance(result.content, str):
            return result
        asked = next((call for call in result.content if call.name == ASK_USER), None)
        need = _need(asked) if asked is not None else None
        if need is None:
            return result
        return CreateResult(finish_reason="stop", content=need, usage=result.usage, cached=result.cached)


def _need(call: FunctionCall) -> str | None:
    """None where the arguments name no question: then the tool itself says what is wrong with them."""
    try:
        given: Any = json.loads(call.arguments)
    except ValueError:
        return None
    if not isinstance(given, dict):
        return None
    named = cast("dict[str, object]", given)
    question, offered = named.get("question"), named.get("suggested_answers")
    if not isinstance(question, str) or not question.strip():
        return None
    choices = [str(one) for one in cast("Sequence[object]", offered)] if isinstance(offered, list) else []
    return f"{NEED} {question.strip()}" + (f"\n{SUGGESTIONS} {' | '.join(choices)}" if choices else "")
