"""A company's own rules on sources, set once for all searches; a request adds its own lists on top."""

from typing import Annotated

from pydantic import Field

from arch_team.search.contracts_model import SearchModel

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
