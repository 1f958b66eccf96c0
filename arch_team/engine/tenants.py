"""What a tenant's runs work with: the server's settings, narrowed to whose rows they may see, and its own folder."""

from arch_team.runs.records import Scope
from arch_team.settings import LOCAL, Settings


def settings_for(settings: Settings, scope: Scope) -> Settings:
    own: dict[str, object] = {}
    if scope.mandate is not None:
        own["mandate"] = scope.mandate
    if scope.feature_instance is not None:
        own["feature_instance"] = scope.feature_instance
    if scope.tenant != LOCAL:
        own["tenant"] = scope.tenant
        own["home"] = settings.home / "tenants" / scope.tenant
        own["demo_home"] = settings.demo_home or settings.home
        own["skills"] = settings.skills_folder
        own["ontologies"] = settings.ontologies_folder
    return settings.model_copy(update=own)
