"""A company's own rules on sources, set once for all searches; a request adds its own lists on top.

Set in the section `[policy]` of the settings file, or by `ARCH_TEAM_POLICY_BLOCKED`, `…_SENSITIVE` and `…_PRIORITIES`.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field

from arch_team.errors import UsageError
from arch_team.search.contracts_model import SearchModel
from arch_team.search.validation import parsed

PREFIX = "ARCH_TEAM_POLICY_"

Share = Annotated[float, Field(ge=0, le=1)]

SENSITIVE = "sensitive"
"""The risk flag, and the `trust_hint`, of a source whose use only a person may approve."""


class DomainPolicy(SearchModel):
    """Sources are named as in `ScoringContext`: a host with its sub-domains, or `scheme://host/path`."""

    blocked: tuple[str, ...] = ()
    """Never shown."""
    sensitive: tuple[str, ...] = ()
    """Shown, but never approved by a deadline."""
    priorities: dict[str, Share] = Field(default_factory=dict[str, Share])
    """How much a source is preferred, from 0 to 1. The closest name counts."""


def load_policy(environment: Mapping[str, str] | None = None, folder: Path | None = None) -> DomainPolicy:
    """No rules, those of the settings file over that, those of the environment over both."""
    from arch_team.search.tuning import section_of
    from arch_team.settings import SETTINGS_FILE

    given = {name: value for name, value in (environment or os.environ).items() if name.startswith(PREFIX)}
    spoken = {name.removeprefix(PREFIX).lower(): _listed(name, value) for name, value in given.items()}
    return parsed(DomainPolicy, {**section_of((folder or Path()) / SETTINGS_FILE, "policy"), **spoken})


def _listed(name: str, text: str) -> object:
    """`a.ch, b.ch`; for priorities `a.ch=1, b.ch=0.5`."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not name.endswith("PRIORITIES"):
        return parts
    try:
        return {source.strip(): float(share) for source, share in (part.split("=") for part in parts)}
    except ValueError as error:
        raise UsageError(f"{name}={text!r} cannot be read", "Write admin.ch=1,example.org=0.5") from error
