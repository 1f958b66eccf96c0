"""The checks of the contract that pydantic does not know, and their errors with the remedy.

Four mistakes are common enough to have names of their own. Whoever answers a person turns a failed model into
`SearchInputError`, which says what to do.
"""

import math
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import TypeVar, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticCustomError

from arch_team.errors import UsageError

NAIVE_DATE = "naive_date"
TOO_FEW_BUCKETS = "too_few_buckets"
INVALID_DIMENSION = "invalid_dimension"
FACET_SCORE = "facet_score"
CUSTOM_FACET_SCORE = "custom_facet_score"

REMEDIES: dict[str, str] = {
    NAIVE_DATE: "Add an offset or Z, for example 2024-06-01T09:00:00+02:00.",
    TOO_FEW_BUCKETS: "Set it to at least 1, or leave the field out.",
    INVALID_DIMENSION: "Use the names of the coverage dimensions, and put facets of your own into custom_facets.",
    FACET_SCORE: "Give a number from 0.0 to 1.0.",
    CUSTOM_FACET_SCORE: "Give a number from 0.0 to 1.0.",
}

CUSTOM_PREFIX = "CUSTOM_"
_NOT_IN_A_KEY = re.compile(r"\W+")

M = TypeVar("M", bound=BaseModel)


class SearchInputError(UsageError):
    """What was handed in does not keep the contract. `code` is one of the names above, or pydantic's own."""

    def __init__(self, message: str, next_step: str, *, code: str, field: str) -> None:
        super().__init__(message, next_step)
        self.code = code
        self.field = field


def parsed(model: type[M], data: object) -> M:
    """The model of the data, which is a mapping or JSON text."""
    try:
        return model.model_validate_json(data) if isinstance(data, str | bytes) else model.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        code = first["type"]
        step = REMEDIES.get(code, "Correct the field and send the request again.")
        raise SearchInputError(
            f"{field}: {first['msg']}" if field else first["msg"], step, code=code, field=field
        ) from error


def in_utc(time: datetime) -> datetime:
    if time.utcoffset() is None:
        raise PydanticCustomError(NAIVE_DATE, "detected_date must include timezone information")
    try:
        return time.astimezone(UTC)
    except OverflowError as error:
        raise PydanticCustomError("date_out_of_range", "detected_date is outside the calendar in UTC") from error


def at_least_one_bucket(count: int | None) -> int | None:
    if count is not None and count < 1:
        raise PydanticCustomError(TOO_FEW_BUCKETS, "min_diversity_buckets must be at least 1")
    return count


def upper_case(text: str | None) -> str | None:
    return text.strip().upper() if text else None


def facet_coverage(dimensions: type[StrEnum]) -> Callable[[object], dict[str, float]]:
    """Facets by their dimension. A key outside the enum is an error: it belongs into `custom_facets`."""
    names = frozenset(dimension.value for dimension in dimensions)

    def checked(value: object) -> dict[str, float]:
        facets: dict[str, float] = {}
        for key, score in _mapping(value).items():
            if key not in names:
                raise PydanticCustomError(INVALID_DIMENSION, "invalid coverage dimension: {key}", {"key": str(key)})
            if not _is_share(score):
                raise PydanticCustomError(FACET_SCORE, "facet scores must be numeric, from 0.0 to 1.0")
            facets[str(key)] = float(cast("float", score))
        return facets

    return checked


def custom_facets(value: object) -> dict[str, float]:
    """A tenant's own facets, under keys that start with `CUSTOM_`."""
    facets: dict[str, float] = {}
    for key, score in _mapping(value).items():
        if not _is_share(score):
            raise PydanticCustomError(CUSTOM_FACET_SCORE, "custom facet scores must be numeric")
        name = custom_key(str(key))
        if name in facets:
            raise PydanticCustomError("custom_facet_twice", "custom facet {name} is given twice", {"name": name})
        facets[name] = float(cast("float", score))
    return facets


def custom_key(key: str) -> str:
    name = _NOT_IN_A_KEY.sub("_", key).strip("_").upper()
    if not name.removeprefix(CUSTOM_PREFIX.rstrip("_")).strip("_"):
        raise PydanticCustomError("custom_facet_name", "custom facets need a name")
    return name if name.startswith(CUSTOM_PREFIX) else CUSTOM_PREFIX + name


def _mapping(value: object) -> Mapping[object, object]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise PydanticCustomError("not_a_mapping", "facets must be an object of names and scores")
    return cast("Mapping[object, object]", value)


def _is_share(score: object) -> bool:
    if isinstance(score, bool) or not isinstance(score, int | float):
        return False
    return math.isfinite(score) and 0 <= score <= 1
