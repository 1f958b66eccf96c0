"""A model that does not answer: what it means for the person, by what clients of OpenAI-style endpoints raise."""

from traceback import format_exception

from arch_team.models.provider import place_of
from arch_team.settings import Settings
from arch_team.text.messages import messages_of
from arch_team.wire import Language

_KINDS = {
    "no_time": ("APITimeoutError", "timed out", "Timed out"),
    "unreachable": ("APIConnectionError", "Connection error"),
    "no_key": ("AuthenticationError", "PermissionDeniedError"),
    "no_model": ("NotFoundError",),
    "too_many": ("RateLimitError",),
}


def kind_of(error: Exception) -> str | None:
    """What went wrong may be wrapped in other errors on its way: the cause is found in the text of all of them."""
    text = "".join(format_exception(error))
    return next((kind for kind, signs in _KINDS.items() if any(sign in text for sign in signs)), None)


def told(kind: str, settings: Settings, model: str | None, language: Language) -> tuple[str, str]:
    """Reason and next step."""
    say, url = messages_of("arch_team.agents", "run_failures.yaml", language), place_of(settings.base_url)
    return say(kind, url=url, model=model), say(f"{kind}_next", url=url, model=model)
