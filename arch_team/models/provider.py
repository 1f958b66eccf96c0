"""Any OpenAI-compatible endpoint, with a timeout that really reaches the HTTP layer."""

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from pydantic import Field

from arch_team.wire import Wire

if TYPE_CHECKING:
    from autogen_core.models import ChatCompletionClient

DEFAULT_TIMEOUT = 120.0
UNSET_TIMEOUT = 60.0
"""What a timeout of 0 means: nobody wants to wait for ever."""


class ProviderConfig(Wire):
    """How to reach a model."""

    model: str
    base_url: str | None = None
    api_key: str | None = Field(default=None, repr=False)
    timeout: float = Field(default=DEFAULT_TIMEOUT, ge=0)
    max_retries: int = Field(default=2, ge=0)
    temperature: float = 0.0
    max_tokens: int = Field(default=800, gt=0)
    cost_per_million_prompt_tokens: float = 0.0
    cost_per_million_completion_tokens: float = 0.0

    @property
    def seconds(self) -> float:
        return self.timeout or UNSET_TIMEOUT


def place_of(url: str | None) -> str:
    """An endpoint without what may be secret in its address."""
    parts = urlsplit(url or "https://api.openai.com/v1")
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment=""))


def open_model(config: ProviderConfig) -> "ChatCompletionClient":
    from autogen_core.models import ModelFamily, ModelInfo
    from autogen_ext.models.openai import OpenAIChatCompletionClient

    info = ModelInfo(
        vision=False,
        function_calling=True,
        json_output=True,
        structured_output=True,
        family=ModelFamily.UNKNOWN,
        multiple_system_messages=False,
    )
    extra: dict[str, Any] = {"base_url": config.base_url} if config.base_url else {}
    return OpenAIChatCompletionClient(
        model=config.model,
        api_key=config.api_key or "none",
        timeout=config.seconds,
        max_retries=config.max_retries,
        temperature=config.temperature,
        max_tokens=config.max_tokens,
        parallel_tool_calls=False,
        model_info=info,
        **extra,
    )
