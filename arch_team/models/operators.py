"""Which client sits in the operator's seat."""

from collections.abc import Callable
from dataclasses import dataclass

from autogen_core.models import ChatCompletionClient

from arch_team.errors import UsageError
from arch_team.models.asking import AsksThePerson
from arch_team.models.journaled import Journaled
from arch_team.models.unstuck import Unstuck
from arch_team.models.watched import Watched
from arch_team.models.wrappers import Budget, Budgeted, EvidenceFirst, Spending
from arch_team.runs.steps import Steps
from arch_team.settings import Settings
from arch_team.wire import Language

EMBEDDED = "embedded"


@dataclass(frozen=True, slots=True)
class Pace:
    """When a model must call a tool, and when it must speak."""

    must_call: Callable[[], bool]
    has_enough: Callable[[], bool]


def operator_client(
    settings: Settings,
    given: ChatCompletionClient | None,
    embedded: Callable[[], ChatCompletionClient | None],
    pace: Pace,
    budget: Budget,
    spending: Spending,
    language: Language,
    steps: Steps,
    *,
    is_settled: bool = False,
) -> tuple[ChatCompletionClient, str]:
    """The client and its name: a given one, the configured model, or the skill's embedded operator, which also answers
    what is settled without a model."""
    if given is not None and not is_settled:
        name = type(given).__name__
        return _wrapped(Journaled(Watched(given, name), steps), pace, budget, spending, language), name
    if settings.model is None or is_settled:
        client = embedded()
        if client is None:
            raise UsageError("this skill needs a language model", "Set ARCH_TEAM_MODEL and ARCH_TEAM_BASE_URL.")
        return client, EMBEDDED
    from arch_team.models.provider import ProviderConfig, open_model

    config = ProviderConfig(
        model=settings.model, base_url=settings.base_url, api_key=settings.api_key, timeout=settings.timeout
    )
    client = Watched(open_model(config), settings.model)
    return _wrapped(Journaled(client, steps), pace, budget, spending, language), settings.model


def _wrapped(
    client: ChatCompletionClient, pace: Pace, budget: Budget, spending: Spending, language: Language
) -> ChatCompletionClient:
    first = EvidenceFirst(client, pace.must_call)
    return AsksThePerson(Unstuck(Budgeted(first, budget, spending), language, pace.has_enough))
