"""Lists: the rows asked for, with the columns that show them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arch_team.featuredata.calls import Op
from arch_team.forms.form import Column, Compare, Condition, Expression, Figure, Form, Order, Output, Related, Step
from arch_team.forms.joins import Path, moved, named_beside
from arch_team.interpreting.read import Candidate, Part
from arch_team.semantics.asking import Asked, Asking
from arch_team.semantics.places import Place
from arch_team.semantics.rows import Rows


class Listing(Asking):
    """Rows and their columns as forms."""

    def _listed(self, asked: tuple[Asked, ...]) -> Iterator[Candidate]:
        asked = tuple(self._finer(one) for one in asked)
        for base, steps, cost in self._bases([one.rows for one in asked], asked):
            outputs: list[Expression] = []
            where: list[Condition] = []
            order: tuple[Order, ...] = ()
            limit: int | None = None
            having: tuple[Condition, ...] = ()
            parts: list[Part] = []
            grouped: Expression | None = None
            sound = True
            for one, way in zip(asked, steps, strict=True):
                rows = one.rows
                where += [moved(condition, way) for condition in rows.where]
                parts += rows.parts
                if rows.order:
                    if order and order != rows.order:
                        sound = False
                    order, limit = (
                        tuple(Order(by=seen_from(o.by, way), descending=o.descending) for o in rows.order),
                        rows.limit,
                    )
                    sound = sound and all(not way or isinstance(o.by, Column) for o in rows.order)
                if rows.field is not None and any(not isinstance(o.by, Figure) for o in rows.order):
                    sound = False  # a value of many rows has no one rank among them
                if rows.having or (rows.field is not None and rows.order):
                    having, grouped = rows.having, seen_from(rows.field, way) if rows.field else None
                shown = self._shown(one, len(asked))
                sound = sound and bool(shown)
                outputs += [seen_from(column, way) for column in shown]
            if not outputs or not sound or (grouped is not None and len(dict.fromkeys(outputs)) > 1):
                continue
            unique = tuple(dict.fromkeys(outputs))
            form = Form(
                table=base,
                outputs=self._named(unique),
                where=tuple(dict.fromkeys(where)),
                group_by=(grouped,) if grouped is not None else (),
                having=having,
                order_by=order,
                limit=limit,
                distinct=grouped is None and not order,
            )
            yield Candidate(form, cost, tuple(dict.fromkeys(parts)))

    def _finer(self, one: Asked) -> Asked:
        """A column of rows that point at the rows in focus, seen from those: `the purchase details of transactions`."""
        place = one.place
        if place is None or place.path.is_upwards or one.rows.order or one.rows.having or one.rows.field is not None:
            return one
        where = tuple(moved(condition, place.path.to_first) for condition in one.rows.where)
        path = Path(place.path.pivot, (), place.path.to_second)
        rows = replace(one.rows, table=place.path.pivot, where=where)
        return replace(one, rows=rows, place=Place(path, place.column, place.field, place.cost))

    def _shown(self, one: Asked, many: int) -> list[Expression]:
        """The columns that show what is asked for: the column itself, or what names a row, with its key. Where it is a
        list of such rows and nothing else (`many`), the columns that a model has for that."""
        if one.place is not None:
            if not one.place.path.is_upwards:
                return []
            return [one.place.column]
        if one.rows.field is not None:
            return [one.rows.field]
        if one.is_whole:
            return [Column(field=name) for name in self.model.tables[one.rows.table].stored]
        listed = self.model.tables[one.rows.table].columns if many == 1 else ()
        return [Column(field=name) for name in listed] or self._labels_of(one.rows.table)

    def _labels_of(self, table: str) -> list[Expression]:
        """What names a row, with its key."""
        described = self.model.tables[table]
        key = described.key if len(described.key) == 1 else ()
        if beside := named_beside(self.model, described):
            return [*beside, *(Column(field=name) for name in key)]
        names = tuple(dict.fromkeys((*described.label, *key)))
        if not names:
            own = tuple(f.name for f in described.stored.values() if f.refers_to is None)
            names = tuple(dict.fromkeys((*described.key, *own))) or tuple(described.stored)
        return [Column(field=name) for name in names]

    def _bases(
        self, several: Sequence[Rows], asked: Sequence[Asked]
    ) -> Iterator[tuple[str, tuple[tuple[Step, ...], ...], float]]:
        """A table whose rows know one row of each table asked for, and the steps to them."""
        tables = list(dict.fromkeys(rows.table for rows in several))
        if len(tables) == 1:
            yield tables[0], tuple(() for _ in several), 0.0
            return
        if len(tables) > 2:
            yield from self._wide(several, tables)
            return
        first, second = tables
        words = tuple(word for rows in several for part in rows.parts for word in self._said(part))
        linked = any(rows.is_linked for rows in several) or bool(set(self.lattice.words) & self._linking)
        for path, cost in self.paths(first, second, words):
            whole = any(one.place is None for one in asked)
            if not linked and ((path.to_first and path.to_second) or whole):
                continue  # two things named side by side are not two things that belong together
            steps = tuple(path.to_first if rows.table == first else path.to_second for rows in several)
            yield path.pivot, steps, max(cost - 1.0, 0.0) + 0.1

    @property
    def _linking(self) -> frozenset[str]:
        return self.lattice.lexicon.words("linking")

    def _said(self, part: Part) -> tuple[str, ...]:
        return self.lattice.words[part.span[0] : part.span[1]]

    def _wide(
        self, several: Sequence[Rows], tables: list[str]
    ) -> Iterator[tuple[str, tuple[tuple[Step, ...], ...], float]]:
        found: list[tuple[float, str, dict[str, tuple[Step, ...]]]] = []
        for pivot in self.model.tables:
            ways = {table: self.joins.up(pivot, table) for table in tables}
            if all(len(way) == 1 for way in ways.values()):
                chosen = {table: way[0] for table, way in ways.items()}
                found.append((float(sum(len(way) for way in chosen.values())), pivot, chosen))
        found.sort(key=lambda item: item[0])
        for cost, pivot, chosen in found[:1]:
            yield pivot, tuple(chosen[rows.table] for rows in several), max(cost - len(tables), 0.0) + 0.2

    def _named(self, expressions: Sequence[Expression]) -> tuple[Output, ...]:
        """Outputs with names that are unique and say what they are."""
        taken: set[str] = set()
        outputs: list[Output] = []
        for expression in expressions:
            name = _name(expression)
            while name in taken:
                name += "_"
            taken.add(name)
            outputs.append(Output(name=name, value=expression))
        return tuple(outputs)


def seen_from(expression: Expression, steps: tuple[Step, ...]) -> Expression:
    if not steps:
        return expression
    made = moved(Compare(left=expression, op=Op.NOT_NULL), steps)
    assert isinstance(made, Compare)  # noqa: S101
    return made.left


def _name(expression: Expression) -> str:
    if isinstance(expression, Column):
        return expression.field
    if isinstance(expression, Figure | Related):
        name = expression.function.value.lower()
        return f"{name}_{expression.of.field}" if expression.of is not None else name
    return "value"
