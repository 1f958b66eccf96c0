"""A client whose calls are seen: each is a span, is counted, and tells its tokens."""

from autogen_core.models import ChatCompletionClient, CreateResult

from arch_team.models.request import ModelRequest
from arch_team.models.wrappers import Wrapped
from arch_team.telemetry.signals import model_call


class Watched(Wrapped):
    """Sits inside `Journaled`: what is read back after a restart is no call of a model."""

    def __init__(self, inner: ChatCompletionClient, model: str) -> None:
        super().__init__(inner)
        self._model = model

    async def answer(self, request: ModelRequest) -> CreateResult:
        with model_call(self._model) as call:
            result = await request.to(self._inner)
            call.answered(
                result.content if isinstance(result.content, str) else "",
                input_tokens=result.usage.prompt_tokens,
                output_tokens=result.usage.completion_tokens,
                finish_reason=result.finish_reason,
            )
        return result
