"""A tool as the seats call it: what a model is told of it, and what it says back, as text. It knows of no framework."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

Schema = dict[str, Any]
"""Name, description and parameters, as model servers expect them."""


class Tool(ABC):
    def __init__(self, name: str, description: str) -> None:
        self.name, self.description = name, description

    @property
    @abstractmethod
    def schema(self) -> Schema:
        """What a model is told."""

    @abstractmethod
    async def run(self, given: object, call_id: str | None = None) -> str:
        """Arguments as they were written; what is wrong with them is said in a way that can be mended."""


def schema_of(name: str, description: str, properties: Mapping[str, Any], required: Sequence[str]) -> Schema:
    parameters = {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }
    return {"name": name, "description": description, "parameters": parameters}


def schema_by(name: str, description: str, arguments: type[BaseModel]) -> Schema:
    """From a model of the arguments."""
    made = arguments.model_json_schema()
    return schema_of(name, description, made["properties"], made.get("required", ()))
