"""Whether a question wants those who have none counted as well: `including branches without learners`."""

from collections.abc import Container

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Compare, Condition, Figure, Form, Output, Related
from arch_team.grammar.lattice import Lattice


def asks_for_zeros(lattice: Lattice) -> int | None:
    """The place where it says so. None: it does not."""
    places = range(len(lattice))
    phrases = [tuple(phrase.split()) for phrase in lattice.lexicon.phrases("counting_in")]
    said = next((at for at in places if any(tuple(lattice.words[at : at + len(p)]) == p for p in phrases)), None)
    if said is None:
        return None
    none = any(lattice.ends(at, klass) is not None for at in places[said:] for klass in ("without", "none"))
    return said if none else None


def with_zeros(form: Form, names: Container[str] = ()) -> Form | None:
    """The form with a row for each of what it groups by, also where nothing is counted. None: it is no such form.
    `names`: what the rows that are counted are called by."""
    figures = [o for o in form.outputs if isinstance(o.value, Figure)]
    keys = [o for o in form.outputs if isinstance(o.value, Column)]
    columns = [k.value for k in keys if isinstance(k.value, Column)]
    ways = {column.via for column in columns}
    form = form.model_copy(update={"where": tuple(c for c in form.where if not _is_of_none(c, names))})
    if len(figures) != 1 or len(ways) != 1 or form.having or form.limit is not None or form.also:
        return None
    [way] = ways
    figure = figures[0].value
    if any(column.via for column in map(_left, form.where) if column is not None):
        return None
    if len(way) != 1 or not isinstance(figure, Figure) or figure.function is not Function.COUNT:
        return None
    [step] = way
    rows = Form(table=form.table, where=form.where)
    made = Related(function=figure.function, of=figure.of, rows=rows, link=Column(field=step.field), to=step.key)
    outputs = [Output(name=k.name, value=Column(field=c.field)) for k, c in zip(keys, columns, strict=True)]
    return Form(table=step.table, outputs=(*outputs, Output(name=figures[0].name, value=made)))


def _is_of_none(condition: Condition, names: Container[str]) -> bool:
    """What `without rooms` comes to where those are counted in: rooms of no name. What else is lacking was said."""
    left = _left(condition) if isinstance(condition, Compare) and condition.op is Op.IS_NULL else None
    return left is not None and not left.via and left.field in names


def _left(condition: Condition) -> Column | None:
    left = getattr(condition, "left", None)
    return left if isinstance(left, Column) else None
