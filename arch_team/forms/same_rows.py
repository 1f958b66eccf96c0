"""Two things that are said of the rows that belong to a row: of the same one of them, or of one each."""

from arch_team.forms import form as f
from arch_team.forms.form import Form


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


def _columns(form: Form) -> list[f.Column]:
    return [c.left for c in form.where if isinstance(c, f.Compare) and isinstance(c.left, f.Column)]
