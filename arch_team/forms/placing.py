"""The second, the third and so on of a rank: the foremost of those behind the ones before it."""

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Compare, Expression, Figure, Form, Lookup, Order, Output
from arch_team.forms.showing import nodes_in
from arch_team.text.lexicon import Lexicon
from arch_team.text.tokens import Token, tokens_of

_ENDS = (Function.MAX, Function.MIN)


def placed(question: str, lexicon: Lexicon) -> tuple[str, int] | None:
    """A question for a place in a rank as one for the foremost, and the place. None: it asks for none, or for two."""
    tokens = tokens_of(question, lexicon.language)
    folded = tuple(token.folded for token in tokens)
    found: list[tuple[str, int]] = []
    for at, token in enumerate(tokens):
        for said, place in lexicon.ordinals.items():
            apart = token.folded == said and _ranks(folded, at + 1, lexicon)
            rest = token.folded.removeprefix(said).removeprefix("-")  # `second-highest`, `zweithöchste`
            joined = token.folded.startswith(said) and not token.is_capital and _ranks((rest,), 0, lexicon)
            if apart or joined:
                found.append((_without(question, token, len(said)), place))
    return found[0] if len(found) == 1 else None


def _ranks(words: tuple[str, ...], at: int, lexicon: Lexicon) -> bool:
    return at < len(words) and any(entry.klass == "superlative" for _, entry in lexicon.matches(words, at))


def _without(question: str, token: Token, length: int) -> str:
    return f"{question[: token.start]}{question[token.start + length :].lstrip(' -')}"


def behind(form: Form, place: int) -> Form | None:
    """The form of the foremost as that of what stands at a place, by the values of what it is ranked by: two that share
    the first place are both before the second. None: it is no rank, or there is another in it, which may be meant."""
    if any(isinstance(part, Lookup) or (isinstance(part, Form) and part.limit) for part in _within(form)):
        return None
    extreme = form.outputs[0].value if len(form.outputs) == 1 and not form.order_by else None
    if isinstance(extreme, Figure) and extreme.of is not None and extreme.function in _ENDS and not form.group_by:
        return _beyond(form, extreme.of, extreme.function is Function.MAX, place)
    if len(form.order_by) != 1 or form.limit != 1 or form.also:
        return None
    return _beyond(form, form.order_by[0].by, form.order_by[0].descending, place)


def _within(form: Form) -> list[object]:
    """All that the conditions of a form hold, and of what it is ranked by."""
    held = form.model_copy(update={"outputs": (), "limit": None})
    return [part for _, part in nodes_in(held) if part is not held]


def _beyond(form: Form, by: Expression, is_max: bool, place: int) -> Form:
    held = "having" if isinstance(by, Figure) else "where"
    before = getattr(form, held)
    found = form
    for _ in range(place - 1):
        first = Output(name="first", value=by)
        ends = {"outputs": (first,), "order_by": (Order(by=by, descending=is_max),), "limit": 1}
        further = Compare(left=by, op=Op.LT if is_max else Op.GT, right=Lookup(form=found.model_copy(update=ends)))
        found = form.model_copy(update={held: (*before, further)})
    return found
