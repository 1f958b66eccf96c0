"""A form that a question may have, with what it gives."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from arch_team.featuredata.provider import Rows
from arch_team.forms.form import Form
from arch_team.forms.showing import with_sort_keys
from arch_team.forms.wording import worded
from arch_team.modelling.model import Model
from arch_team.reading.source import Engine
from arch_team.tools.shapes import Said, Shape, plain, shape_of_form
from arch_team.wire import Language

Row = tuple[object, ...]


@dataclass(frozen=True)
class Asked:
    form: Form
    shape: Shape
    rows: Rows
    """Its rows, with what they are sorted by behind what is asked for."""
    columns: tuple[Said, ...]
    """What stands in the columns of the rows."""
    line: str
    """The form in words."""
    _places: dict[tuple[int, ...], dict[Row, list[int]]] = field(
        default_factory=dict[tuple[int, ...], dict[Row, list[int]]]
    )

    @classmethod
    def of(cls, form: Form, engine: Engine, model: Model, language: Language) -> "Asked":
        shown = with_sort_keys(form, model)
        columns = tuple(shape_of_form(shown, model).outputs.values())
        return cls(form, shape_of_form(form, model), engine.run(shown), columns, worded(form, model, language))

    @property
    def width(self) -> int:
        """How many columns are asked for."""
        return len(self.form.outputs)

    @cached_property
    def values(self) -> tuple[Row, ...]:
        return tuple(tuple(map(plain, row)) for row in self.rows.rows)

    @property
    def is_empty(self) -> bool:
        """Nothing was found, or a figure over nothing."""
        return not self.values or (len(self.values) == 1 and all(v is None for v in self.values[0][: self.width]))

    def rows_with(self, cells: Mapping[int, object]) -> list[int]:
        """The rows that have these values in these columns."""
        at = tuple(sorted(cells))
        if at not in self._places:
            index: dict[Row, list[int]] = {}
            for number, row in enumerate(self.values):
                index.setdefault(tuple(row[i] for i in at), []).append(number)
            self._places[at] = index
        return self._places[at].get(tuple(cells[i] for i in at), [])

    @cached_property
    def tables(self) -> frozenset[str]:
        """The tables it reads."""
        found = {self.shape.table}
        shape = self.shape
        for part in (*shape.outputs.values(), *shape.where, *shape.groups, *shape.having, *shape.order, *shape.also):
            _add_tables(part, found)
        return frozenset(found)


def _add_tables(said: object, found: set[str]) -> None:
    if isinstance(said, tuple | frozenset):
        items: list[object] = list(said)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        if len(items) == 4 and items[0] == "column":
            found.add(str(items[3]))
        for item in items:
            _add_tables(item, found)
