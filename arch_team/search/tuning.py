"""Every number that steers a search, each with its default.

Changed by `ARCH_TEAM_SEARCH_<NAME>` in the environment, or in the section `[search]` of the settings file.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Self, cast

from pydantic import Field, model_validator

from arch_team.errors import UsageError
from arch_team.search.contracts_model import SearchModel
from arch_team.search.validation import parsed

PREFIX = "ARCH_TEAM_SEARCH_"

Weight = Annotated[float, Field(ge=0)]


def _weights() -> dict[str, float]:
    return {"hybrid": 1.0, "dense": 1.0, "sparse": 1.0, "lexical": 1.0, "heuristic": 1.0, "llm": 2.0}


class Tuning(SearchModel):
    """The first block is the published tuning table. The rest are this pipeline's own."""

    rag_cache_ttl_s: float = Field(default=300, ge=0)
    llm_cache_ttl_s: float = Field(default=3600, ge=0)
    mmr_lambda: float = Field(default=0.7, ge=0, le=1)
    """0: as different as possible. 1: as relevant as possible."""
    mmr_limit: int = Field(default=20, ge=1)
    """How many are picked, and with that how many a model scores."""
    rrf_k: int = Field(default=90, ge=1)
    min_diversity_buckets: int = Field(default=3, ge=1)
    max_key_points: int = Field(default=5, ge=1)
    min_key_points: int = Field(default=3, ge=1)
    default_freshness_days: int = Field(default=365, ge=1)
    software_freshness_days: int = Field(default=1095, ge=1)
    max_reason_length: int = Field(default=280, ge=20)
    freshness_penalty_per_month: float = Field(default=2.0, ge=0)
    """Points of 100."""
    domain_redundancy_penalty: float = Field(default=0.85, gt=0, le=1)
    """Factor on the fused score of every result after the first of its host."""
    policy_priority_scale: float = Field(default=0.1, ge=0, le=0.5)
    """In units of 1/(k+1), the worth of a first rank."""

    rag_bonus_scale: float = Field(default=0.1, ge=0, le=0.5)
    """In units of 1/(k+1), like the next."""
    domain_bonus_scale: float = Field(default=0.1, ge=0, le=0.5)
    weights: dict[str, Weight] = Field(default_factory=_weights)
    """Per ranking that is fused. One that is not named weighs 1. A model reads the texts: `llm` weighs more."""
    heuristic_half_rank: int = Field(default=10, ge=1)
    """Without a model: after how many ranks the points are half."""
    top_k: int = Field(default=5, ge=1)
    ranked_limit: int = Field(default=1000, ge=1)
    """Longest `ranked`. What comes after it is counted in the flags."""
    mmr_pool: int = Field(default=200, ge=1)
    """How many of the most relevant MMR picks from."""
    retrieval_limit: int = Field(default=100, ge=1)
    """Per arm."""
    rag_timeout_s: float = Field(default=15, gt=0)
    llm_timeout_s: float = Field(default=30, gt=0)
    llm_temperature: float = Field(default=0.3, ge=0, le=2)
    llm_max_tokens: int = Field(default=2000, ge=1)
    llm_text_length: int = Field(default=1200, ge=100)
    """Characters of a candidate's text that a model reads."""
    cache_entries: int = Field(default=2000, ge=1)
    """Per tenant."""
    covered_from: float = Field(default=0.5, gt=0, le=1)
    """A facet counts as covered from here on."""
    ingest_limit: int = Field(default=5, ge=0)

    @model_validator(mode="after")
    def _fewest_before_most(self) -> Self:
        if self.min_key_points > self.max_key_points:
            raise ValueError("min_key_points is above max_key_points")
        return self


def load_tuning(environment: Mapping[str, str] | None = None, folder: Path | None = None) -> Tuning:
    """The defaults, the settings file over them, the environment over both."""
    from arch_team.settings import SETTINGS_FILE

    file = (folder or Path()) / SETTINGS_FILE
    return parsed(Tuning, {**section_of(file, "search"), **_from(environment or os.environ)})


def _from(environment: Mapping[str, str]) -> dict[str, object]:
    """A setting nobody knows is refused later, by its name."""
    own = {name.removeprefix(PREFIX).lower(): value for name, value in environment.items() if name.startswith(PREFIX)}
    return {name: _weights() | _pairs(value) if name == "weights" else value for name, value in own.items()}


def _pairs(text: str) -> dict[str, float]:
    """`dense=1,sparse=0.5`"""
    try:
        return {name.strip(): float(number) for name, number in (part.split("=") for part in text.split(","))}
    except ValueError as error:
        raise UsageError(f"{PREFIX}WEIGHTS={text!r} cannot be read", "Write dense=1,sparse=0.5") from error


def section_of(path: Path, name: str) -> dict[str, object]:
    """A section of the settings file. Empty where the file, or the section in it, is absent."""
    import tomllib

    try:
        section: object = tomllib.loads(path.read_text(encoding="utf-8")).get(name, {})
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}", "Check the file's name, rights and syntax.") from error
    if not isinstance(section, dict):
        raise UsageError(
            f"[{name}] in {path} is not a section", f"Write [{name}] on a line of its own, settings below it."
        )
    return cast("dict[str, object]", section)
