"""Which client sits in the operator's seat."""

from autogen_core.models import ChatCompletionClient

from arch_team.errors import UsageError
from arch_team.featuredata.catalog import Catalog
from arch_team.models.embedded.client import EmbeddedOperator
from arch_team.models.wrappers import Budget, Budgeted, EvidenceFirst, Spending
from arch_team.settings import Settings
from arch_team.tools.data import DataTools
from arch_team.wire import Language


def operator_client(
    settings: Settings,
    given: ChatCompletionClient | None,
    catalog: Catalog,
    language: Language,
    tools: DataTools,
    budget: Budget,
    spending: Spending,
) -> tuple[ChatCompletionClient, str]:
    """The client and its name: a given one, the configured model, or the embedded operator."""
    if given is not None:
        return Budgeted(EvidenceFirst(given, lambda: len(tools.log)), budget, spending), type(given).__name__
    if settings.model is None:
        if catalog.ontology is None:
            raise UsageError(
                "without an ontology and without a model there is nobody to read the question",
                "Set ARCH_TEAM_MODEL and ARCH_TEAM_BASE_URL, or register a feature with an ontology.",
            )
        return EmbeddedOperator(catalog.ontology, language), "embedded"
    from arch_team.models.provider import ProviderConfig, open_model

    config = ProviderConfig(
        model=settings.model, base_url=settings.base_url, api_key=settings.api_key, timeout=settings.timeout
    )
    return Budgeted(EvidenceFirst(open_model(config), lambda: len(tools.log)), budget, spending), settings.model
