"""A weak model repeats itself word for word, for ever. This wrapper gets it out of that, or ends it."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from autogen_core.models import (
    AssistantMessage,
    ChatCompletionClient,
    CreateResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    UserMessage,
)

from arch_team.models.request import NOTHING, ModelRequest
from arch_team.models.speech import CANNOT, is_invalid
from arch_team.models.wrappers import Wrapped
from arch_team.wire import Language

WARM_AFTER, END_AFTER = 2, 4
"""How often the same rejected call may come before the model is made less certain of itself, and before it is over."""
WARMTH = 0.7
_REASONS: dict[Language, str] = {
    "de": "Das Modell hat denselben fehlerhaften Aufruf immer wieder geschickt.",
    "en": "The model sent the same faulty call again and again.",
}


class Unstuck(Wrapped):
    """Raises the temperature when a rejected call comes again unchanged; after a few more, gives up without a call.

    When a call comes again that was answered already, it must speak next: it has what it asked for. So it must when
    it `has_enough`. A draft that was held back is not shown to it again, only what was wrong with it: it would copy it.
    """

    def __init__(
        self, inner: ChatCompletionClient, language: Language, has_enough: Callable[[], bool] = lambda: False
    ) -> None:
        super().__init__(inner)
        self._has_enough = has_enough
        self._language: Language = language

    async def answer(self, request: ModelRequest) -> CreateResult:
        messages = request.messages
        sendings = _sendings(messages)
        if sendings >= END_AFTER:
            return CreateResult(
                finish_reason="stop",
                content=f"{CANNOT} {_REASONS[self._language]}",
                usage=NOTHING,
                cached=False,
            )
        if self._has_enough() or (_has_just_called(messages) and _is_known(messages)):
            request = replace(request, tool_choice="none")
        request = replace(request, messages=_without_rejected_drafts(messages))
        if sendings >= WARM_AFTER:
            request = replace(request, extra={**request.extra, "temperature": WARMTH})
        return await request.to(self._inner)


def _sendings(messages: Sequence[LLMMessage]) -> int:
    """How often the last call was sent, if it was rejected each time."""
    rejected: list[_Sent] = []
    for sent, success in _calls(messages):
        rejected = [] if success else [*rejected, sent]
    return sum(1 for sent in rejected if sent == rejected[-1])


def _without_rejected_drafts(messages: Sequence[LLMMessage]) -> list[LLMMessage]:
    following = [*messages[1:], None]
    return [one for one, then in zip(messages, following, strict=True) if not (_is_said(one) and _rejects(then))]


def _is_said(message: LLMMessage) -> bool:
    return isinstance(message, AssistantMessage) and isinstance(message.content, str)


def _rejects(message: LLMMessage | None) -> bool:
    return isinstance(message, UserMessage) and isinstance(message.content, str) and is_invalid(message.content)


def _has_just_called(messages: Sequence[LLMMessage]) -> bool:
    """Nothing was said since the last call."""
    return isinstance(messages[-1], FunctionExecutionResultMessage)


def _is_known(messages: Sequence[LLMMessage]) -> bool:
    """Whether the last call was answered before."""
    calls = _calls(messages)
    return len(calls) > 1 and calls[-1][1] and calls[-1] in calls[:-1]


_Sent = tuple[str, str]


def _calls(messages: Sequence[LLMMessage]) -> list[tuple[_Sent, bool]]:
    """Each call with its arguments, and whether it was answered."""
    asked: dict[str, _Sent] = {}
    out: list[tuple[_Sent, bool]] = []
    for message in messages:
        if isinstance(message, AssistantMessage) and not isinstance(message.content, str):
            asked |= {call.id: (call.name, call.arguments) for call in message.content}
        elif isinstance(message, FunctionExecutionResultMessage):
            out += [
                (asked[result.call_id], '"success":false' not in result.content)
                for result in message.content
                if result.call_id in asked
            ]
    return out
