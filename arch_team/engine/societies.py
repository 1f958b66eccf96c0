"""The society of a run. Opened data is shared among the runs of a process that may see the same rows."""

import time
from collections import OrderedDict
from collections.abc import Callable

from arch_team.engine.run_store import Claim
from arch_team.engine.tenants import settings_for
from arch_team.owndata.choice import NoSuchSource, settings_with
from arch_team.settings import Settings
from arch_team.society import Society, open_data
from arch_team.tools.session import DataSource

FRESH = 300.0
"""Seconds after which a source is opened anew: its tables may have changed."""
MOST = 32


def _refusing(error: NoSuchSource) -> Callable[[Settings], DataSource]:
    """A run whose data is gone ends with that, and is not asked of other data instead."""

    def opens(settings: Settings) -> DataSource:
        raise error

    return opens


class Societies:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._open: OrderedDict[str, tuple[float, DataSource]] = OrderedDict()
        self._clock = clock

    def __call__(self, claim: Claim, settings: Settings) -> Society:
        own = settings_for(settings, claim.scope)
        try:
            own = settings_with(own, claim.request.source)
        except NoSuchSource as error:
            return Society(own, opens=_refusing(error))
        return Society(own, opens=self.source)

    def source(self, settings: Settings) -> DataSource:
        """What is dropped is not closed: a run may be reading from it. It closes with the last run that does."""
        whose = (settings.mandate, settings.feature_instance, settings.feature)
        where = (settings.db, settings.file, settings.files, settings.ontology, settings.ontologies_folder)
        key = repr((*where, *whose, settings.demo_home or settings.home))
        known = self._open.get(key)
        if known is not None and self._clock() - known[0] < FRESH:
            self._open.move_to_end(key)
            return known[1]
        opened = open_data(settings)
        self._open[key] = (self._clock(), opened)
        self._open.move_to_end(key)
        while len(self._open) > MOST:
            self._open.popitem(last=False)
        return opened
