"""Metrics of a described model as columns to be asked for: each belongs to the table its parts are of.

No table holds such a column. The reader takes it for a measure; `forms/metrics.py` puts what it is computed of in its
place.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arch_team.featuredata.calls import Function
from arch_team.featuredata.tables import FieldType
from arch_team.modelling.model import ModelField, ModelTable
from arch_team.modelling.naming import EXACT, Name
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.ontologies.metric_expression import (
    ExpressionFault,
    Number,
    Operation,
    Part,
    RowCount,
    Total,
    leaves,
    parsed,
)
from arch_team.ontologies.roles import Metric
from arch_team.text.messages import messages_of
from arch_team.text.stems import stems_of
from arch_team.wire import Language


@dataclass(frozen=True)
class Metrics:
    """The metrics of a descriptor in one language, over tables that are there."""

    descriptor: OntologyDescriptor
    tables: Mapping[str, ModelTable]
    language: Language

    def fields(self) -> Iterator[ModelField]:
        """Those that questions may ask for, each as a column of its table."""
        for metric, part in self._readable():
            homes = _tables(part)
            if len(homes) == 1 and self._is_held(part) and can_be_asked(part):
                yield self._field(metric, part, homes[0])

    def topics(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """The words of the others, and what to say to whoever asks for one."""
        say = messages_of("arch_team.modelling", "metrics.yaml", self.language)
        for metric, part in self._readable():
            homes = _tables(part)
            if not self._is_held(part) or (len(homes) == 1 and can_be_asked(part)):
                continue
            key = "several_tables" if len(homes) > 1 else "cannot_be_asked"
            for word in metric.labels.of(self.language):
                yield stems_of(word, self.language), say(key, metric=word, expression=metric.expression)

    def _readable(self) -> Iterator[tuple[Metric, Part]]:
        for metric in self.descriptor.metrics:
            try:
                part = parsed(metric.expression) if metric.expression else None
            except ExpressionFault:
                part = None  # `check` says so to whoever wrote it
            if part is not None:
                yield metric, self._of_tables(part)

    def _of_tables(self, part: Part) -> Part:
        """The part with tables in the place of what the model calls them."""
        match part:
            case Operation():
                return replace(part, left=self._of_tables(part.left), right=self._of_tables(part.right))
            case Total() | RowCount():
                return replace(part, table=self.descriptor.table_of(part.table) or part.table)
            case Number():
                return part

    def _is_held(self, part: Part) -> bool:
        """Whether every field it speaks of is a number of a table that is there."""
        match part:
            case Operation():
                return self._is_held(part.left) and self._is_held(part.right)
            case Total():
                own = self.tables[part.table].fields.get(part.field) if part.table in self.tables else None
                return own is not None and own.type.is_number
            case RowCount():
                return part.table in self.tables
            case Number():
                return True

    def _field(self, metric: Metric, part: Part, table: str) -> ModelField:
        labels = metric.labels.of(self.language)
        names = tuple(Name(stems, EXACT) for word in labels if (stems := stems_of(word, self.language)))
        return ModelField(
            table,
            f"metric {metric.name}",
            FieldType.DECIMAL,
            names,
            is_measure=True,
            title=next(iter(labels), metric.name),
            other_title=next(iter((*metric.labels.en, *metric.labels.de)), None),
            aggregation=Function.AVG if is_ratio(part) else Function.SUM,
            metric=part,
        )


def with_metrics(
    tables: Mapping[str, ModelTable], descriptor: OntologyDescriptor, language: Language
) -> Mapping[str, ModelTable]:
    """The tables with the metrics that are computed of each."""
    made = dict(tables)
    for own in Metrics(descriptor, tables, language).fields():
        table = made[own.table]
        if own.names and not _is_taken(own.names, table.fields.values()):
            made[own.table] = replace(table, fields={**table.fields, own.name: own})
    return made


def with_units(fields: Mapping[str, ModelField]) -> dict[str, ModelField]:
    """The columns of a table with the unit of each metric: that of the amounts it is made of."""

    def unit_of(own: ModelField) -> str | None:
        parts = leaves(own.metric) if own.metric is not None else ()
        totals = (fields.get(part.field) for part in parts if isinstance(part, Total))
        return next((total.unit for total in totals if total is not None and total.unit), own.unit)

    return {name: replace(own, unit=unit_of(own)) if own.metric is not None else own for name, own in fields.items()}


def is_ratio(part: Part) -> bool:
    """Whether it says how much of something comes on one of something else: it is averaged, never added up."""
    if isinstance(part, Operation):
        return part.sign == "/" or is_ratio(part.left) or is_ratio(part.right)
    return False


def can_be_asked(part: Part) -> bool:
    """Whether it is made of totals and counts by adding, taking away and dividing, or is a percentage of such."""
    if isinstance(part, Operation):
        inner = percentage(part)
        if inner is not None:
            return can_be_asked(inner.left) and can_be_asked(inner.right)
        return part.sign != "*" and can_be_asked(part.left) and can_be_asked(part.right)
    return not isinstance(part, Number)


def percentage(part: Part) -> Operation | None:
    """The ratio that is told in percent: `100 * a / b`, `a / b * 100`."""
    if not isinstance(part, Operation) or part.sign not in ("*", "/"):
        return None
    left, right = part.left, part.right
    if part.sign == "/" and isinstance(left, Operation) and left.sign == "*":
        rest = [each for each in (left.left, left.right) if not _is_hundred(each)]
        return Operation("/", rest[0], right) if len(rest) == 1 else None
    if part.sign == "*":
        rest = [each for each in (left, right) if not _is_hundred(each)]
        inner = rest[0] if len(rest) == 1 else None
        return inner if isinstance(inner, Operation) and inner.sign == "/" else None
    return None


def _is_hundred(part: Part) -> bool:
    return isinstance(part, Number) and part.value == 100


def _tables(part: Part) -> Sequence[str]:
    match part:
        case Operation():
            return [*dict.fromkeys((*_tables(part.left), *_tables(part.right)))]
        case Total() | RowCount():
            return [part.table]
        case Number():
            return []


def _is_taken(names: Iterable[Name], fields: Iterable[ModelField]) -> bool:
    """Whether a column is called so: it is meant, and not the metric."""
    held = {name.words for own in fields for name in own.names if name.tier == EXACT}
    return any(name.words in held for name in names)
