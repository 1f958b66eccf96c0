"""What is a caller's own: settings narrowed by the key, documents, rejected pairs, opened data."""

import time
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar

from starlette.requests import HTTPConnection

from arch_team.access.caller import Caller
from arch_team.engine.societies import Societies
from arch_team.engine.tenants import settings_for
from arch_team.errors import ArchTeamError
from arch_team.models.judges import judged_knowledge
from arch_team.owndata.choice import settings_with
from arch_team.requirements.contract import (
    ConflictFound,
    DuplicateFound,
    EvaluationResult,
    Item,
    Requirements,
    SuggestedItems,
    ValidatedItem,
)
from arch_team.requirements.learned import Learned
from arch_team.requirements.model import Requirement
from arch_team.requirements.service import Duplicates
from arch_team.runs.records import SourceChoice
from arch_team.search.decision_store import DecisionStore
from arch_team.search.knowledge import Knowledge, tenant_of
from arch_team.server import heavy_work
from arch_team.server.gate import caller_of
from arch_team.server.heavy import Heavy
from arch_team.server.heavy_work import check_size, reviewers
from arch_team.settings import Settings
from arch_team.tools.session import DataSource

P = ParamSpec("P")
T = TypeVar("T")


class Own:
    def __init__(self, settings: Settings, decisions: DecisionStore, heavy: Heavy) -> None:
        self._settings = settings
        self._heavy = heavy
        self._decisions = decisions
        self._sources = Societies()

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

    def requirements(self, request: HTTPConnection) -> Requirements:
        return self.requirements_of(caller_of(request))

    def requirements_of(self, caller: Caller) -> Requirements:
        """The review, done elsewhere: see `heavy_work.reviewed`."""
        return _Elsewhere(self, caller)

    async def heavily(self, caller: Caller, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function gives that takes long: in a process of its own, of the caller's share."""
        return await self._heavy.do(caller.tenant, work, *args, **kwargs)

    async def reviewed(self, caller: Caller, method: str, *given: Any) -> Any:
        given = (time.monotonic(), method, *given)
        return await self.heavily(caller, heavy_work.reviewed, self._settings, caller, *given)

    async def duplicates(self, caller: Caller, requirements: Sequence[Requirement]) -> Duplicates:
        return await self.heavily(caller, heavy_work.duplicates, self._settings, caller, requirements)

    def learned(self, caller: Caller) -> Learned:
        """What people of this tenant and mandate decided about findings, rewrites and pairs."""
        return Learned.of(self.settings(caller), tenant=reviewers(caller))


class _Elsewhere:
    """A caller's review in another process. What cannot be worked on at once is said here."""

    def __init__(self, own: Own, caller: Caller) -> None:
        self._own, self._caller = own, caller

    async def evaluate(self, text: str, criteria_keys: Sequence[str] | None = None) -> EvaluationResult:
        return await self._own.reviewed(self._caller, "evaluate", text, criteria_keys)

    async def rewrite(self, items: Sequence[str | Item]) -> tuple[ValidatedItem, ...]:
        check_size([item if isinstance(item, str) else item.text for item in items])
        return await self._own.reviewed(self._caller, "rewrite", items)

    async def suggest(self, items: Sequence[str]) -> SuggestedItems:
        check_size(items)
        return await self._own.reviewed(self._caller, "suggest", items)

    async def close(self) -> None:
        """There is nothing to close: the processes are the server's."""

    async def detect_duplicates(self, requirements: Sequence[str]) -> tuple[DuplicateFound, ...]:
        check_size(requirements)
        return await self._own.reviewed(self._caller, "detect_duplicates", requirements)

    async def detect_conflicts(self, requirements: Sequence[str]) -> tuple[ConflictFound, ...]:
        check_size(requirements)
        return await self._own.reviewed(self._caller, "detect_conflicts", requirements)
