"""What is a caller's own: settings narrowed by the key, documents, rejected pairs, opened data."""

from collections.abc import Sequence
from functools import cached_property

from starlette.requests import HTTPConnection

from arch_team.access.caller import Caller
from arch_team.engine.societies import Societies
from arch_team.engine.tenants import settings_for
from arch_team.errors import ArchTeamError
from arch_team.models.judges import judged_knowledge, opinion_of
from arch_team.owndata.choice import settings_with
from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.learned import Learned
from arch_team.requirements.model import DuplicatePair, Requirement
from arch_team.requirements.service import Groups, RequirementsService
from arch_team.runs.records import SourceChoice
from arch_team.search.decision_store import DecisionStore
from arch_team.search.knowledge import Knowledge, tenant_of
from arch_team.server.gate import caller_of
from arch_team.settings import Settings
from arch_team.tools.session import DataSource

MODEL_SHARE = 0.7
"""Of the time a request may take: how long a model is asked for its opinion."""
REVIEWERS = "review"
"""Rejected pairs belong to the tenant, whichever mandate a key is for."""


class Own:
    def __init__(self, settings: Settings, decisions: DecisionStore) -> None:
        self._settings = settings
        self._decisions = decisions
        self._sources = Societies()

    @cached_property
    def _evaluator(self) -> Evaluator:
        """The rules are read once, and are the same for everybody."""
        return Evaluator()

    def settings(self, caller: Caller) -> Settings:
        return settings_for(self._settings, caller.scope)

    def source_of(self, caller: Caller, source: SourceChoice | None = None) -> DataSource:
        """The opened data, shared by all who may see the same rows. Without a source, what the caller chose last."""
        return self._sources.source(settings_with(self.settings(caller), source))

    def is_question(self, caller: Caller, text: str) -> bool:
        """Whether a text is a whole question on the caller's data."""
        from arch_team.front_door import language_of

        try:
            return self.source_of(caller).engine.is_question(text, language_of(text))
        except ArchTeamError:
            return False

    def knowledge(self, request: HTTPConnection) -> tuple[Knowledge, str]:
        return self.knowledge_of(caller_of(request))

    def knowledge_of(self, caller: Caller) -> tuple[Knowledge, str]:
        own = self.settings(caller)
        return judged_knowledge(own).deciding_in(self._decisions), tenant_of(own)

    def requirements(self, request: HTTPConnection) -> RequirementsService:
        return self.requirements_of(caller_of(request))

    def requirements_of(self, caller: Caller) -> RequirementsService:
        """The review in this process, with the opinion of the configured model beside the rules.

        Pairs and findings that somebody of this tenant rejected stay rejected. The model has most of the time a request
        may take.
        """
        opinion = opinion_of(self._settings, seconds=self._settings.request_timeout * MODEL_SHARE)
        rules = self.learned(caller).applied_to(self._evaluator.rules)
        return RequirementsService(
            Evaluator(rules), opinion=opinion, duplicates=lambda known: self.duplicates(caller, known)
        )

    def learned(self, caller: Caller) -> Learned:
        """What people of this tenant said about findings."""
        return Learned.of(self.settings(caller), tenant=REVIEWERS)

    def duplicates(
        self, caller: Caller, requirements: Sequence[Requirement]
    ) -> tuple[tuple[DuplicatePair, ...], Groups]:
        from arch_team.requirements.compare import RejectedPairs, find_duplicates

        rejected = RejectedPairs.of(self.settings(caller), tenant=REVIEWERS).among(requirements)
        found = find_duplicates(requirements, rejected=rejected)
        return found.pairs, found.groups

    def reject(self, caller: Caller, one: str, other: str, *, is_rejected: bool) -> None:
        from arch_team.requirements.compare import RejectedPairs

        pairs = RejectedPairs.of(self.settings(caller), tenant=REVIEWERS)
        first, second = Requirement(id="1", text=one), Requirement(id="2", text=other)
        if is_rejected:
            pairs.reject(first, second)
        else:
            pairs.allow(first, second)
