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
            if shared or not (alike and one.form.where and other.form.where):
                continue
            both = one.form.model_copy(update={"where": (*one.form.where, *other.form.where)})
            kept = tuple(c for c in form.where if c is not other)
            joined = one.model_copy(update={"form": both})
            return form.model_copy(update={"where": tuple(joined if c is one else c for c in kept)})
    return None


def _is_plain(member: f.Member) -> bool:
    inner = member.form
    compared = all(isinstance(c, f.Compare) for c in inner.where)
    return compared and not (member.negated or inner.group_by or inner.having or inner.limit or inner.order_by)


def _columns(form: Form) -> list[f.Column]:
    return [c.left for c in form.where if isinstance(c, f.Compare) and isinstance(c.left, f.Column)]
