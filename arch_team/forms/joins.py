"""How rows of two tables belong together, along the links of the model."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from arch_team.forms.form import (
    Arithmetic,
    Both,
    Bucket,
    Column,
    Compare,
    Condition,
    Either,
    Expression,
    Figure,
    Member,
    Not,
    Step,
)
from arch_team.modelling.model import Link, Model, ModelTable

_FURTHEST = 3


@dataclass(frozen=True, slots=True)
class Path:
    """Rows of `pivot` know one row of each of two tables: by these steps."""

    pivot: str
    to_first: tuple[Step, ...]
    to_second: tuple[Step, ...]

    @property
    def length(self) -> int:
        return len(self.to_first) + len(self.to_second)

    @property
    def is_upwards(self) -> bool:
        """Each row of the first table knows one of the second."""
        return not self.to_first


class Joins:
    """The paths of one model, each worked out once."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._climbs: dict[str, list[tuple[str, tuple[Step, ...]]]] = {}
        self.paths = lru_cache(maxsize=None)(self._paths)

    def climbs(self, table: str) -> list[tuple[str, tuple[Step, ...]]]:
        """Every table a row knows one row of, with the steps there; itself with none."""
        if table not in self._climbs:
            found: list[tuple[str, tuple[Step, ...]]] = [(table, ())]
            frontier: list[tuple[str, tuple[Step, ...], tuple[str, ...]]] = [(table, (), (table,))]
            for _ in range(_FURTHEST):
                following: list[tuple[str, tuple[Step, ...], tuple[str, ...]]] = []
                for here, steps, seen in frontier:
                    for link in self._model.links_from(here):
                        if link.to_table in seen and not (link.to_table == here and not steps):
                            continue
                        step = Step(field=link.field, table=link.to_table, key=link.to_field)
                        following.append((link.to_table, (*steps, step), (*seen, link.to_table)))
                found += [(there, steps) for there, steps, _ in following]
                frontier = following
            self._climbs[table] = found
        return self._climbs[table]

    def up(self, table: str, other: str) -> list[tuple[Step, ...]]:
        """The shortest ways from a row to the one row of another table that it knows."""
        ways = [steps for there, steps in self.climbs(table) if there == other]
        shortest = min((len(steps) for steps in ways), default=0)
        return [steps for steps in ways if len(steps) == shortest]

    def _paths(self, first: str, second: str) -> tuple[Path, ...]:
        """Every path between two tables, shortest first. None goes up and down again."""
        found: list[Path] = []
        for pivot in self._model.tables:
            climbs = self.climbs(pivot)
            for there, to_first in climbs:
                if there != first:
                    continue
                for other, to_second in climbs:
                    if other == second and _is_sound(first, second, pivot, to_first, to_second):
                        found.append(Path(pivot, to_first, to_second))
        found += self._inherited(first, second, found)
        return tuple(sorted(found, key=lambda path: path.length))

    def _inherited(self, first: str, second: str, known: Sequence[Path]) -> list[Path]:
        """Paths of what a row also is: a professor is an employee, so an employee's classes are a professor's."""
        found: list[Path] = []
        for link in self._is_a(first):
            for path in self.paths(link.to_table, second) if link.to_table != second else ():
                if path.to_first and path.to_first[-1].key == link.to_field:
                    last = Step(field=path.to_first[-1].field, table=first, key=link.field)
                    found.append(Path(path.pivot, (*path.to_first[:-1], last), path.to_second))
        for link in self._is_a(second):
            for path in self.paths(first, link.to_table) if link.to_table != first else ():
                if path.to_second and path.to_second[-1].key == link.to_field:
                    last = Step(field=path.to_second[-1].field, table=second, key=link.field)
                    found.append(Path(path.pivot, path.to_first, (*path.to_second[:-1], last)))
        return [path for path in found if path not in known]

    def _is_a(self, table: str) -> list[Link]:
        return [link for link in self._model.links_from(table) if self._model.tables[table].key == (link.field,)]


def _is_sound(first: str, second: str, pivot: str, to_first: Sequence[Step], to_second: Sequence[Step]) -> bool:
    """A path that begins with the same step on both sides meets itself."""
    if first == second and (not to_first or not to_second):
        return (not to_first) != (not to_second)
    if to_first and to_second and to_first[0] == to_second[0]:
        return False
    tables = [step.table for step in to_first[:-1]]
    return second not in tables and first not in [step.table for step in to_second[:-1]]


def moved(condition: Condition, steps: tuple[Step, ...]) -> Condition:
    """A condition on a row, seen from a row that leads to it by these steps."""
    if not steps:
        return condition
    if isinstance(condition, Compare):
        right = None if condition.right is None else _moved(condition.right, steps)
        return condition.model_copy(update={"left": _moved(condition.left, steps), "right": right})
    if isinstance(condition, Member):
        return condition.model_copy(update={"left": _moved(condition.left, steps)})
    if isinstance(condition, Not):
        return Not(of=moved(condition.of, steps))
    if isinstance(condition, Either):
        return Either(of=tuple(moved(one, steps) for one in condition.of))
    return Both(of=tuple(moved(one, steps) for one in condition.of))


def _moved(expression: Expression, steps: tuple[Step, ...]) -> Expression:
    if isinstance(expression, Column):
        return expression.model_copy(update={"via": (*steps, *expression.via)})
    if isinstance(expression, Bucket):
        return expression.model_copy(update={"of": _moved(expression.of, steps)})
    if isinstance(expression, Arithmetic):
        return expression.model_copy(
            update={"left": _moved(expression.left, steps), "right": _moved(expression.right, steps)}
        )
    if isinstance(expression, Figure) and expression.of is not None:
        return expression.model_copy(update={"of": _moved(expression.of, steps)})
    return expression


def key_of(steps: tuple[Step, ...], own_key: str) -> Column:
    """The column that holds the key of the row some steps lead to, without the last step; the own key for none."""
    if not steps:
        return Column(field=own_key)
    return Column(field=steps[-1].field, via=steps[:-1])


def nearest(value: Expression) -> Expression:
    """The key of the row that a column leads to is that column."""
    if isinstance(value, Column) and value.via and value.via[-1].key == value.field:
        return key_of(value.via, value.field)
    return value


def named_beside(model: Model, table: ModelTable) -> list[Column]:
    """The names of the rows that those of a table point at, where they are only numbered themselves: what is on an
    order is told by what it is."""
    numbered = len(table.key) == 1 and table.fields[table.key[0]].type.is_number
    if not table.is_bridge or table.label or not numbered:
        return []
    links = model.links_from(table.name)
    steps = [Step(field=link.field, table=link.to_table, key=link.to_field) for link in links]
    return [Column(field=name, via=(step,)) for step in steps for name in model.tables[step.table].label]
