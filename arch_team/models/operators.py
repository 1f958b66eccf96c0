"""Which model sits in the operator's seat."""

from collections.abc import Callable

from autogen_core.models import ChatCompletionClient

from arch_team.models.asking import AsksThePerson
from arch_team.models.journaled import Journaled
from arch_team.models.spending import Budget, Spending
from arch_team.models.watched import Watched
from arch_team.models.wrappers import Budgeted, EvidenceFirst, Wrapped
from arch_team.runs.steps import Steps
from arch_team.settings import Settings


def operator_client(
    settings: Settings,
    given: ChatCompletionClient | None,
    must_call: Callable[[], bool],
    budget: Budget,
    spending: Spending,
    steps: Steps,
) -> tuple[ChatCompletionClient, str]:
    """The client and its name: a given one, or the configured model."""
    model, name = _opened(settings, given)
    first = EvidenceFirst(Journaled(model, steps), must_call)
    return AsksThePerson(Budgeted(first, budget, spending)), name


def reading_client(
    settings: Settings, given: ChatCompletionClient | None, budget: Budget, spending: Spending
) -> ChatCompletionClient:
    """The model as a second reader: without tools, within the same budget. One that was given is left open."""
    model = _opened(settings, given)[0]
    return Budgeted(model if given is None else _Borrowed(model), budget, spending)


class _Borrowed(Wrapped):
    async def close(self) -> None:
        """Whoever gave it closes it."""


def _opened(settings: Settings, given: ChatCompletionClient | None) -> tuple[ChatCompletionClient, str]:
    if given is not None:
        name = type(given).__name__
        return Watched(given, name), name
    from arch_team.models.provider import ProviderConfig, open_model

    name = settings.model or ""
    config = ProviderConfig(model=name, base_url=settings.base_url, api_key=settings.api_key, timeout=settings.timeout)
    return Watched(open_model(config), name), name
