"""The root of this room's wire models."""

from pydantic import ConfigDict

from arch_team.wire import Wire


class SearchModel(Wire):
    """Like every wire model frozen and strict about unknown fields, but snake_case: that is the contract here."""

    model_config = ConfigDict(alias_generator=None)


def is_none(value: object) -> bool:
    """For fields that are left out of the JSON while they hold nothing."""
    return value is None


def is_empty(value: object) -> bool:
    return not value
