"""What such clients send and read. Names are OpenAI's; what is ours stands under `arch_team`."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from arch_team.access.conversations import Turn
from arch_team.runs.records import RunRecord
from arch_team.server.telling import Extension
from arch_team.wire import Wire

MODEL = "arch-team"
MOST_MESSAGES = 1_000


class Part(BaseModel):
    model_config = ConfigDict(extra="ignore")

    type: str = Field(max_length=40)
    text: str = ""


class Message(BaseModel):
    model_config = ConfigDict(extra="ignore")

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[Part] | None = None

    @property
    def text(self) -> str:
        if isinstance(self.content, str) or self.content is None:
            return self.content or ""
        return "\n".join(part.text for part in self.content if part.text)


class StreamOptions(BaseModel):
    model_config = ConfigDict(extra="ignore")

    include_usage: bool = False


class Hints(Wire, extra="ignore"):
    """Sent back by a client that knows us, where a plain one is known by its conversation."""

    clarification_id: str | None = Field(default=None, max_length=120)
    language: Literal["de", "en"] | None = None


class ChatRequest(BaseModel):
    """Settings of a model, such as a temperature, are taken and mean nothing: an answer here is proven, not sampled."""

    model_config = ConfigDict(extra="ignore")

    model: str = Field(max_length=200, examples=[MODEL, f"{MODEL}/data"])
    messages: list[Message] = Field(
        min_length=1,
        max_length=MOST_MESSAGES,
        examples=[[{"role": "user", "content": "Was ist der Banksaldo per 31.12.2025?"}]],
    )
    stream: bool = False
    stream_options: StreamOptions | None = None
    n: int | None = Field(default=1, ge=1, le=1)
    arch_team: Hints | None = None

    @property
    def turns(self) -> list[Turn]:
        return [(message.role, message.text) for message in self.messages if message.role in ("user", "assistant")]


class ChatMessage(BaseModel):
    role: Literal["assistant"] = "assistant"
    content: str
    refusal: None = None


class Choice(BaseModel):
    index: int = 0
    message: ChatMessage
    finish_reason: Literal["stop"] = "stop"
    logprobs: None = None


class Usage(BaseModel):
    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0

    @classmethod
    def of(cls, record: RunRecord) -> "Usage":
        if record.answer is None:
            return cls()
        asked, said = record.answer.trace.prompt_tokens, record.answer.trace.completion_tokens
        return cls(prompt_tokens=asked, completion_tokens=said, total_tokens=asked + said)


class ChatCompletion(BaseModel):
    id: str
    object: Literal["chat.completion"] = "chat.completion"
    created: int
    model: str
    choices: tuple[Choice, ...]
    usage: Usage
    arch_team: Extension


class Model(BaseModel):
    id: str
    object: Literal["model"] = "model"
    created: int = 0
    owned_by: str = "arch_team"


class Models(BaseModel):
    object: Literal["list"] = "list"
    data: tuple[Model, ...]
