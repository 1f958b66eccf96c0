"""Two things that are said of the rows that belong to a row: of the same one of them, or of one each."""

from arch_team.featuredata.calls import Function, Op
from arch_team.forms import form as f
from arch_team.forms.form import Form

_PAIR = 2
"""Of two, people say `and` and mean both together; of more, each."""


def of_the_same(form: Form) -> Form | None:
    """`drivers with a trip for A and with a trip that was not cancelled`, as one trip. None: nothing of the kind, or
    both are said of the same column, which one row does not have twice."""
    plain = [c for c in form.where if isinstance(c, f.Member) and _is_plain(c)]
    for at, one in enumerate(plain):
        for other in plain[at + 1 :]:
            alike = (one.left, one.form.table, one.form.outputs) == (other.left, other.form.table, other.form.outputs)
            shared = any(column in _columns(other.form) for column in _columns(one.form))
            told = all(each.form.where or each.form.having for each in (one, other))
            if shared or not alike or not told or (one.form.having and other.form.having):
                continue
            first, second = (one, other) if one.form.having else (other, one)  # so many of them: of those
            both = first.form.model_copy(update={"where": (*first.form.where, *second.form.where)})
            kept = tuple(c for c in form.where if c is not second)
            joined = first.model_copy(update={"form": both})
            return form.model_copy(update={"where": tuple(joined if c is first else c for c in kept)})
    return None


def of_that_row(form: Form) -> Form | None:
    """`the astronomer who made the longest observation and its duration`: of that observation, not of all that the
    astronomer made. None: nothing of the kind."""
    own = any(isinstance(o.value, f.Column) and not o.value.via for o in form.outputs)
    figures = any(isinstance(e, f.Figure) for e in (*(o.value for o in form.outputs), *(o.by for o in form.order_by)))
    for member in form.where:
        if isinstance(member, f.Member) and (_is_plain(member) or _is_of_one(member)) and not member.form.having:
            [key] = member.form.outputs
            leads_back = (own or figures) and bool(member.left.via) and key.value == _before(member.left)
            shares = (figures or (own and _is_of_one(member))) and key.value == member.left
            if member.form.table == form.table and (leads_back or shares):
                return form.model_copy(update={"where": _spread(form.where, member, member.form.where)})
    return None


def of_the_first_row(form: Form) -> Form:
    """`the household with the heaviest parcel and that parcel's weight`: the figure by which a row was chosen is shown
    of that row, and not of all that are of the same household."""
    if form.group_by or form.order_by or form.limit is not None:
        return form
    shown = [output.value for output in form.outputs]
    for member in form.where:
        if not isinstance(member, f.Member) or member.negated or member.form.table != form.table:
            continue
        inner = member.form
        [key] = inner.outputs
        order = tuple(map(_of_single_rows, inner.order_by)) if inner.limit == 1 else ()
        extremes = [c.left for c in inner.where if isinstance(c, f.Compare) and isinstance(c.right, f.Lookup)]
        is_theirs = key.value in (member.left, _before(member.left) if member.left.via else None)
        ranked = [by for by in (*(each.by for each in order), *extremes) if isinstance(by, f.Column)]
        if is_theirs and not inner.having and any(by in shown for by in ranked):
            where = _spread(form.where, member, inner.where)
            return form.model_copy(update={"where": where, "order_by": order, "limit": inner.limit})
    return form


def _of_single_rows(order: f.Order) -> f.Order:
    """Whose highest figure is the highest of all has the row with the highest figure."""
    extreme = Function.MAX if order.descending else Function.MIN
    if not isinstance(order.by, f.Figure) or order.by.of is None or order.by.function is not extreme:
        return order
    return f.Order(by=order.by.of, descending=order.descending)


def without_its_own_rank(form: Form) -> Form:
    """`which vehicle has the most trips, and how many`: of the one that is shown, its trips need not be said to be
    those of the one with the most."""
    if not form.order_by or form.limit is None:
        return form

    def is_implied(condition: f.Condition) -> bool:
        if not isinstance(condition, f.Member) or condition.negated:
            return False
        inner = condition.form
        if inner.table == form.table and _is_alike(inner, form):
            return not inner.where or inner.where == form.where
        return len(inner.where) == 1 and not inner.having and is_implied(inner.where[0])

    def of_rows(output: f.Output) -> f.Output:
        if not isinstance(output.value, f.Related):
            return output
        where = tuple(c for c in output.value.rows.where if not is_implied(c))
        rows = output.value.rows.model_copy(update={"where": where})
        value = output.value.model_copy(update={"rows": rows})
        # how many there are is what it is ranked by
        same = _told(value) is not None and _told(value) == _by_how_many(form)
        return f.Output(name="count", value=form.order_by[0].by) if same else output.model_copy(update={"value": value})

    where = tuple(c for c in form.where if not is_implied(c))
    return form.model_copy(update={"where": where, "outputs": tuple(map(of_rows, form.outputs))})


def _is_alike(inner: Form, form: Form) -> bool:
    """Whether two rank by the same, or by how many there are of the same, each once or not."""
    ranked = inner.order_by == form.order_by or _by_how_many(inner) == _by_how_many(form) is not None
    return ranked and inner.limit == form.limit


def _by_how_many(form: Form) -> tuple[object, ...] | None:
    return _told(form.order_by[0].by) if len(form.order_by) == 1 else None


def _told(value: f.Expression) -> tuple[object, ...] | None:
    """The rows that are counted. None: something else."""
    counts = isinstance(value, f.Related) and value.function in (Function.COUNT, Function.COUNT_DISTINCT)
    return (value.rows, value.link, value.to) if isinstance(value, f.Related) and counts else None


def _before(column: f.Column) -> f.Column:
    """The column that points at a row whose key this is."""
    *steps, last = column.via
    return f.Column(field=last.field, via=tuple(steps)) if column.field == last.key else column


def _spread(
    where: tuple[f.Condition, ...], one: f.Condition, others: tuple[f.Condition, ...]
) -> tuple[f.Condition, ...]:
    return tuple(each for c in where for each in (others if c is one else (c,)))


def only_names(form: Form, other: Form, key: tuple[str, ...], label: tuple[str, ...]) -> bool:
    """Whether a form lists but the names of the rows that another lists with their key: `which courses`, where a
    column of the courses is called so too."""
    if form.group_by or other.group_by or form.also or other.also:
        return False
    rest = {"outputs": (), "distinct": False}
    mine, theirs = ([output.value for output in each.outputs] for each in (form, other))
    more = [value for value in theirs if value not in mine]
    keys, names = ([f.Column(field=name) for name in each] for each in (key, label))
    is_fewer = bool(more) and len(mine) + len(more) == len(theirs) and all(v in keys for v in more)
    is_fewer = is_fewer and any(value in names for value in mine)
    return is_fewer and form.model_copy(update=rest) == other.model_copy(update=rest)


def _is_plain(member: f.Member) -> bool:
    inner = member.form
    compared = all(isinstance(c, f.Compare) for c in inner.where)
    grouped = bool(inner.group_by) != bool(inner.having)
    return compared and not (member.negated or grouped or inner.limit or inner.order_by)


def _is_of_one(member: f.Member) -> bool:
    """Whether the rows are those of one row that is first by something: the event with the most guests."""
    [only] = member.form.where if len(member.form.where) == 1 else [None]
    first = only.form if isinstance(only, f.Member) and not only.negated else None
    own = member.form.model_copy(update={"where": (), "outputs": ()})
    return not member.negated and own == Form(table=own.table) and first is not None and first.limit == 1


def _columns(form: Form) -> list[f.Column]:
    return [c.left for c in form.where if isinstance(c, f.Compare) and isinstance(c.left, f.Column)]


def per_value(form: Form, *, is_said_of_each: bool) -> Form:
    """`how many are open, paid and cancelled`: so many of each; also of two, where how many is asked of each."""
    least = _PAIR if is_said_of_each else _PAIR + 1
    chosen = [c for c in form.where if isinstance(c, f.Either) and _one_column(c) is not None and len(c.of) >= least]
    counts = len(form.outputs) == 1 and isinstance(form.outputs[0].value, f.Figure) and not form.group_by
    column = _one_column(chosen[0]) if len(chosen) == 1 else None
    if column is None or not counts or form.order_by:
        return form
    outputs = (f.Output(name=column.field, value=column), *form.outputs)
    return form.model_copy(update={"outputs": outputs, "group_by": (column,)})


def _one_column(choice: f.Either) -> f.Column | None:
    """The column of which a choice lists values."""
    first = choice.of[0]
    left = first.left if isinstance(first, f.Compare) else None
    alike = all(isinstance(c, f.Compare) and c.op is Op.EQ and c.left == left for c in choice.of)
    return left if alike and isinstance(left, f.Column) else None
