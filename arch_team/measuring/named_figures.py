"""Figures that have a name of their own: metrics, reports, and what a thing is defined as."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from arch_team.measuring.asked import Asked, Lacking, Make, Refused, Subject
from arch_team.measuring.making import Making
from arch_team.measuring.scan import Item
from arch_team.measuring.used_words import ALWAYS
from arch_team.measuring.vocabulary import (
    EntitySense,
    MetricSense,
    ReportSense,
    SetSense,
)
from arch_team.measuring.wording import since_new_year
from arch_team.ontologies.descriptor import SemanticType
from arch_team.text.periods import Period, stretches, year_before


class NamedFigures(Making):
    """Reads questions for one of them."""

    def _definition(self) -> Asked | None:
        """`What is equity?`: one thing, and nothing asked of it."""
        scan = self._scan
        if not scan.says("define") or scan.periods:
            return None
        rest = [item for item in scan.items if not item.is_word("define")]
        if len(rest) != 1 or len(scan.words("define")) != 1:
            return None
        for sense in rest[0].senses:
            if isinstance(sense, SetSense | MetricSense | EntitySense):
                return Asked((), make=Make.DEFINITION, name=sense.name)
        return None

    def _named_figure(self) -> Asked | Lacking | Refused | None:
        """A metric or a report, at one time or at two."""
        scan = self._scan
        for item in scan.items:
            for sense in item.senses:
                if not isinstance(sense, MetricSense | ReportSense):
                    continue
                if isinstance(sense, ReportSense) and self._is_source(item):
                    continue
                times = self._times([])
                if isinstance(times, Lacking | Refused):
                    return Lacking("time") if isinstance(times, Lacking) else times
                if len(times) == 1 and scan.says("change", "up", "down", "higher", "lower", "than", "compare"):
                    times = (year_before(times[0]), *times)
                if len(times) > 2 and isinstance(sense, ReportSense):
                    return Refused("not_read", times[2].said)
                of_members = {
                    "at_cost",
                    "minus",
                    "added",
                    "taken_off",
                    "acquired",
                    "happened",
                    "left_of",
                    "tax_office",
                    "earned",
                }
                allowed = (ALWAYS - of_members) | {
                    "compare",
                    "previous",
                    "percent",
                    "change",
                    "up",
                    "down",
                    "higher",
                    "lower",
                    "than",
                    "apart",
                    "course",
                    "by_grain",
                }
                allowed = allowed | {"above", "below"} if len(times) == 2 else allowed
                left = next(
                    (i.text for i in scan.items if i is not item and not self._explains(i, sense, allowed)), None
                )
                if left is not None:
                    return Refused("not_read", left)
                if isinstance(sense, ReportSense):
                    if self._grain() is not None:
                        return Refused("not_read", self._scan.words("by_grain")[0].text)
                    if scan.says("why"):
                        return Refused("not_read", scan.words("why")[0].text)
                    return Asked((), times, Make.REPORT, name=sense.name)
                several = [s.name for s in item.senses if isinstance(s, MetricSense)]
                if len(several) > 1:
                    return Lacking("which_member", item.text, self._metric_titles(several))
                metric = next(m for m in self._measures.descriptor.metrics if m.name == sense.name)
                parts = tuple(self._of_set(name) for name in metric.of)
                whole = tuple(self._of_set(name) for name in metric.to)
                grain = self._grain()
                stands = not all(subject.is_flow for subject in (*parts, *whole))
                times = tuple(each for time in map(since_new_year, times) for each in _cut(time, grain, stands))
                why = scan.says("why")
                return Asked(parts, times, Make.PROPORTION, name=item.text, others=whole, grain=grain, asks_why=why)
        return None

    def _is_source(self, item: Item) -> bool:
        """`inventory according to the report`: where a figure stands, beside what it is of."""
        at = next(i for i, other in enumerate(self._scan.items) if other is item)
        before = self._scan.items[at - 1] if at else None
        is_told = before is not None and before.is_word("light", "carrying", "each") and before.span[1] == item.span[0]
        return is_told and any(self._subject(other) is not None for other in self._scan.items)

    def _formula(self) -> list[Item]:
        """The items of a formula that follows what it explains: `…, revenue less cost of class 4`."""
        items = self._scan.items
        signs = [at for at, item in enumerate(items) if item.is_word("minus")]
        if not signs:
            return []
        first = next((at for at in range(signs[0] - 1, -1, -1) if self._names_members(items[at])), signs[0])
        return list(items[first:])

    def _metric_titles(self, names: Sequence[str]) -> tuple[str, ...]:
        metrics = [m for m in self._measures.descriptor.metrics if m.name in names]
        return tuple(next(iter(m.labels.of(self._scan.language)), m.name) for m in metrics)

    def _explains(self, item: Item, named: MetricSense | ReportSense, allowed: frozenset[str]) -> bool:
        """Whether an item only says what a metric is made of, or is of a word that may be passed over."""
        if item.is_word(*allowed) or (
            item.in_brackets
            and item.is_word("minus", "share", "share_of", "compare", "whole", "code", "percent", "divided")
        ):
            return True
        metric = next((m for m in self._measures.descriptor.metrics if m.name == named.name), None)
        subject = self._subject(item)
        if metric is None or not isinstance(subject, Subject):
            return False
        codes = frozenset(code for name in (*metric.of, *metric.to) for code in self._measures.sets[name].codes)
        at = next(i for i, other in enumerate(self._scan.items) if other is item)
        if item.in_brackets or any(item is other for other in self._formula()):
            return bool(subject.codes & codes)
        whole = frozenset(code for name in metric.to for code in self._measures.sets[name].codes)
        if self._scan.says("percent", "share", "share_of") and subject.codes == whole:
            return True  # `the ratio in percent of …` only names what it is of
        counted = self._scan.says("including") and any(subject.codes == self._measures.sets[n].codes for n in metric.of)
        return subject.codes <= codes and (self._is_included(at) or counted)

    def _of_set(self, name: str) -> Subject:
        known = self._measures.sets[name]
        entity = self._measures.descriptor.entity(name)
        title = next(iter(entity.labels.of(self._scan.language)), name) if entity else name
        return Subject(title, known.codes, known.sign, known.is_flow)

    @cached_property
    def _of_levels(self) -> frozenset[str]:
        """Entities that a question for figures of members may name."""
        level_rows, units, parties = self._level_rows(), self._units(), self._parties_of_a_level()
        return frozenset((self._measures.levels.members, *level_rows, *units, *parties))

    def _level_rows(self) -> tuple[str, ...]:
        """The table of the levels itself, where members and a time are named: `trial balance of class 1`."""
        if not self._scan.periods or not any(map(self._names_members, self._scan.items)):
            return ()
        entities = self._measures.descriptor.entities
        return tuple(e.name for e in entities if e.python_class == self._measures.levels_table)

    def _units(self) -> tuple[str, ...]:
        kinds = (e.name for e in self._measures.descriptor.entities if e.semantic_type is SemanticType.UNIT)
        return tuple(kinds)

    def _parties_of_a_level(self) -> tuple[str, ...]:
        """Kinds of party beside a level of what they owe or are owed: `owed to suppliers (payment terms)`."""
        moving = self._measures.movements
        levels = [s.name for i in self._scan.items for s in i.senses if isinstance(s, SetSense)]
        figures, sets = (
            [f for v in self._measures.descriptor.party_verbs for f in v.by_kind.values()],
            self._measures.sets,
        )
        owed = {name for f in figures for name in (f.also or "", f.of) if name in sets and not sets[name].is_flow}
        if moving is None or not self._scan.periods or not owed.intersection(levels):
            return ()
        kinds = (e for e in self._measures.descriptor.entities if e.parent_entity == moving.parties)
        return tuple(e.name for e in kinds if any(i.field == moving.party_kind for i in e.invariants))


def _cut(period: Period, grain: str | None, stands: bool) -> tuple[Period, ...]:
    """The stretches of a period. What says how things stand has all since the year began in it, at each end."""
    found = (grain and stretches(period, grain)) or (period,)
    return tuple(replace(each, start=each.end.replace(month=1, day=1)) for each in found) if stands and grain else found
