"""What a question says of rows: values, times, amounts, and what they lack."""

from collections.abc import Iterator
from itertools import islice, product

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Both, Column, Compare, Condition, Either, Form, Given, Member, Output, Related, Step
from arch_team.forms.negating import negative
from arch_team.gathering.places import STEP, UNSAID, Places
from arch_team.gathering.slots import Threshold
from arch_team.grammar.dating import days_within
from arch_team.grammar.syntax import Noun, Text, Time
from arch_team.modelling.flags import as_stored
from arch_team.modelling.model import FULL_NAME, NAME_JOINT, Hit, Link, ModelTable

Where = tuple[Condition, ...]
_DOWN = 1.5
"""What it costs to speak of rows that point at a row."""
_MOST_WAYS = 24


class Said(Places):
    """Conditions on the rows of one table."""

    def conditions(self) -> Iterator[tuple[Where, float]]:
        """Every way to hold all that is said, and what it costs."""
        slots = self.slots
        if slots.lacking and (slots.values or slots.times or slots.thresholds):
            return  # of those that are lacking, or of those that lack them?
        options = [
            *([*self._held(text, is_denied=denied)] for text, denied in slots.values),
            *([*self._then(time, op)] for time, op in slots.times),
            *([*self._beyond(each)] for each in slots.thresholds),
            *([*self._lacks(noun)] for noun in slots.lacking),
        ]
        for chosen in islice(product(*options), _MOST_WAYS):
            together = self._together([condition for condition, _ in chosen])
            if together is not None:
                yield together, sum(cost for _, cost in chosen)

    def _together(self, conditions: list[Condition]) -> Where | None:
        """Values of one column are alternatives, where they are said with an `or`: of other columns, or said with an
        `and`, they need a grammar."""
        found: dict[str, list[Condition]] = {}
        for each in conditions:
            column = each.left if isinstance(each, Compare) and each.op is Op.EQ else None
            key = column if isinstance(column, Column) else each
            found.setdefault(key.model_dump_json(), []).append(each)
        if any(len({each.model_dump_json() for each in same}) < len(same) for same in found.values()):
            return None  # what is said twice is said of two things
        several = any(len(same) > 1 for same in found.values())
        if several != self.slots.is_either or (self.slots.is_both and (several or len(conditions) == 1)):
            return None
        return tuple(same[0] if len(same) == 1 else Either(of=tuple(same)) for same in found.values())

    def _held(self, text: Text, *, is_denied: bool) -> Iterator[tuple[Condition, float]]:
        for hit in text.hits:
            for steps in self.up(hit.table):
                if text.is_verbal and steps:
                    continue  # what is done is done with the rows themselves
                made = self._equals(hit, steps)
                yield (negative(made) if is_denied else made), len(steps) * STEP
        if text.is_verbal or any(hit.table == self.table.name for hit in text.hits):
            return
        for link in self.model.links_to(self.table.name):
            for hit in text.hits:
                for steps in self.up(hit.table, link.table):
                    if all(step.table != self.table.name for step in steps):
                        there_is = _there_is(link, (self._equals(hit, steps),), negated=is_denied)
                        yield there_is, _DOWN + len(steps) * STEP

    def _equals(self, hit: Hit, steps: tuple[Step, ...]) -> Condition:
        if hit.field != FULL_NAME:
            value = as_stored(self.model.field(hit.table, hit.field), hit.value)
            return Compare(left=Column(field=hit.field, via=steps), op=Op.EQ, right=Given(value=value))
        parts = zip(self.model.tables[hit.table].label, hit.value.split(NAME_JOINT), strict=True)
        columns = ((Column(field=name, via=steps), Given(value=value)) for name, value in parts)
        return Both(of=tuple(Compare(left=column, op=Op.EQ, right=given) for column, given in columns))

    def _then(self, time: Time, op: Op) -> Iterator[tuple[Condition, float]]:
        days = self.days()
        for own in [day for day in days if day.is_default_time] or days:
            held = days_within(own, time, self.model)
            if held is None:
                continue
            kind, values = held
            column, first, last = Column(field=own.name), values[0], values[-1]
            if op is Op.EQ and kind is Op.BETWEEN:
                yield Compare(left=column, op=kind, values=values), 0.0
            else:
                edge = last if op in (Op.GT, Op.LE) else first
                yield Compare(left=column, op=op, right=Given(value=edge)), 0.0

    def _beyond(self, said: Threshold) -> Iterator[tuple[Condition, float]]:
        right = Given(value=said.value.value)
        if said.of is not None:
            for place in self.places(said.of):
                if place.field.is_measure:
                    yield Compare(left=place.column, op=said.op, right=right), place.cost
            for counted in self.counts_of(said.of):
                yield Compare(left=counted, op=said.op, right=right), _DOWN
            return
        names = self.lattice.lexicon.dimensions.get(said.dimension or "", [])
        own = self.called(names) if names else [*self.table.fields.values()]
        measures = [field for field in own if field.is_measure]
        counted = [field for field in measures if any(said.value.unit in name.words for name in field.names)]
        if said.value.unit and not names:
            measures = counted or measures
        if len(measures) == 1:
            yield Compare(left=Column(field=measures[0].name), op=said.op, right=right), UNSAID

    def _lacks(self, noun: Noun) -> Iterator[tuple[Condition, float]]:
        for place in self.places(noun):
            if not place.column.via and not place.field.is_flag:
                yield Compare(left=place.column, op=Op.IS_NULL), place.cost
        for link in self.model.links_to(self.table.name):
            if any(sense.table == link.table for sense in noun.senses):
                yield _there_is(link, (), negated=True), 0.0

    def counts_of(self, noun: Noun) -> Iterator[Related]:
        """How many rows of what is named point at a row."""
        tables = {sense.table for sense in noun.senses if sense.field is None}
        for link in self.model.links_to(self.table.name):
            if link.table in tables:
                column = Column(field=link.field)
                yield Related(function=Function.COUNT, rows=Form(table=link.table), link=column, to=link.to_field)


def is_of_time(condition: Condition, table: ModelTable) -> bool:
    """Whether a condition only says when."""
    left = condition.left if isinstance(condition, Compare) else None
    if not isinstance(left, Column) or left.via or left.field not in table.fields:
        return False
    return table.fields[left.field].is_temporal


def _there_is(link: Link, where: Where, *, negated: bool) -> Member:
    """There is a row that points at it and is so, or there is none."""
    inner = Form(table=link.table, outputs=(Output(name="key", value=Column(field=link.field)),), where=where)
    return Member(left=Column(field=link.to_field), form=inner, negated=negated)
