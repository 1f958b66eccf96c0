"""The wire format: snake_case in Python, the contract's camelCase in JSON, prompts and tool arguments."""

from typing import Literal

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

Language = Literal["de", "en"]


class Wire(BaseModel):
    """A value that crosses a border. Takes both spellings in, gives the contract's out, and never changes."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, frozen=True, extra="forbid")

    def to_wire(self) -> dict[str, object]:
        return self.model_dump(mode="json", by_alias=True)

    def to_json(self, *, indent: int | None = None) -> str:
        return self.model_dump_json(by_alias=True, indent=indent)
