"""Plans for what is asked of members: calls first, then every figure by reference."""

from arch_team.measuring.asked import Asked, Make
from arch_team.models.embedded.plan import (
    Plan,
)
from arch_team.models.embedded.series_plans import SeriesPlans


class MeasurePlans(SeriesPlans):
    """Plans on one source in one language."""

    def plan(self, asked: Asked) -> Plan:
        match asked.make:
            case Make.VALUE:
                return self._value(asked)
            case Make.CHANGE:
                return self._change_by_member(asked) if asked.per_member else self._changes(asked)
            case Make.DIFFERENCE:
                return self._difference(asked)
            case Make.SHARE:
                return self._share(asked)
            case Make.SERIES | Make.CUMULATED:
                return self._series(asked)
            case Make.AVERAGE:
                return self._average(asked)
            case Make.EXTREME:
                return self._extreme(asked)
            case Make.BEYOND:
                return self._beyond(asked)
            case Make.RANK_CHANGE:
                return self._rank_change(asked)
            case Make.RANK | Make.MEMBERS_BEYOND:
                return self._rank(asked)
            case Make.PROPORTION:
                return self._proportion(asked)
            case Make.REPORT:
                return self._report(asked)
            case Make.DEFINITION:
                return self._defined(asked.name)
