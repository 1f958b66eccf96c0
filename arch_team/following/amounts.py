"""Follow-ups on any tables about a figure before: of how many rows it is, and the other side of their bound."""

from collections.abc import Iterator

from arch_team.featuredata.calls import Op
from arch_team.following import changes
from arch_team.following.turn import NOTHING, Edit, Turn
from arch_team.forms.form import Compare, Given

_SMALL = ("of", "preposition", "determiner", "genitive", "aggregate", "be", "what", "request", "how")
_BOUNDS = {Op.GT: Op.LT, Op.GE: Op.LT, Op.LT: Op.GT, Op.LE: Op.GT}


def how_many(turn: Turn) -> Edit | None:
    """`how many are there?`, after their average."""
    form = turn.form
    asked = " ".join(turn.bare) in turn.words["how_many_all"]
    if not asked or not changes.figures(form) or changes.counts(form):
        return None
    if form.group_by or form.limit is not None or len(form.outputs) != 1:
        return NOTHING
    ends = (turn.plain[token.start :] for token in turn.tokens if not turn.is_of(token.folded, *_SMALL))
    texts = (f"{asks} {end}" for end in ends for asks in turn.words["how_many_of"])
    return Edit(
        texts, lambda made: changes.counts(made) and made.table == form.table and changes.same_rows(made, form.where)
    )


def other_side(turn: Turn) -> Edit | None:
    """`and below?`, after those above a number."""
    said = next((side for side in ("below_it", "above_it") if " ".join(turn.bare) in turn.words[side]), None)
    if said is None:
        return None
    held = [c for c in turn.form.where if isinstance(c, Compare) and c.op in _BOUNDS and isinstance(c.right, Given)]
    if len(held) != 1 or (_BOUNDS[held[0].op] is Op.LT) != (said == "below_it"):
        return NOTHING
    turned = held[0].model_copy(update={"op": _BOUNDS[held[0].op]})
    where = tuple(turned if condition == held[0] else condition for condition in turn.form.where)
    wanted = turn.form.model_copy(update={"where": where})
    return Edit(_turned(turn, turn.words[said]), lambda made: made == wanted)


def _turned(turn: Turn, words: list[str]) -> Iterator[str]:
    """The question before with another word for how it is held to the number."""
    folded = tuple(token.folded for token in turn.tokens)
    for at in range(len(folded)):
        for end, entry in turn.lexicon.matches(folded, at):
            if entry.klass == "comparator":
                behind = turn.plain[turn.tokens[end].start :] if end < len(turn.tokens) else ""
                yield from (f"{turn.plain[: turn.tokens[at].start]}{word} {behind}" for word in words)
