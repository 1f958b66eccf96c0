"""How far a question is put together, and which ways to put it together are kept."""

from dataclasses import dataclass, replace

from arch_team.forms.form import Condition, Either
from arch_team.interpreting.frames import Frame, Item
from arch_team.interpreting.phrases import Bound, Piece, Top

BEAM = 10


@dataclass(frozen=True, slots=True)
class State:
    """How far a question is put together."""

    frame: Frame
    phase: str = "ask"
    lead: frozenset[str] = frozenset()
    """What was said since the last piece that says something."""
    subject: int = -1
    last: int = -1
    verbs: tuple[str, ...] = ()
    negated: bool = False
    open: tuple[Piece, ...] = ()
    """Pieces whose rows come later."""
    asks: frozenset[str] = frozenset()
    segment: int = 0
    begun: int = 0
    """How many items there were when the segment began."""
    measure: Item | None = None
    """A figure that is held against what follows."""
    linked: int = -1
    often: Bound | None = None
    """How often what follows was done."""
    after: str = ""
    """What kind of piece was the last: an owner of columns, an order, a mean."""
    joined: str = ""
    prior: "tuple[int, Condition] | None" = None
    """What was said last of which rows: another condition may be a choice beside it."""
    both: bool = False
    is_either: bool = False
    """One of two conditions was said to hold."""
    is_given: bool = False
    """Something of the sentence was said."""
    pending: Piece | None = None
    """A column of which something is said next: `whose milk comes from …`."""
    top: Top | None = None
    """It is said of a verb that follows: `who most recently registered`."""
    limit: int = 1
    """So many were named: the three that are ranked next."""

    def plus(self, cost: float = 0.0, **changes: object) -> "State":
        return replace(self, frame=self.frame.plus(cost), **changes)  # type: ignore[arg-type]

    def met(self, frame: Frame, at: int, **changes: object) -> "State":
        """After a condition on a node: one that an `or` joins to what was said before is a choice beside it."""
        made = frame.nodes[at].where[-1] if frame.nodes[at].where else None
        if self.is_either and self.joined == "and" and not self.lead & {"relative", "whose"}:
            frame = frame.plus(3.0)  # one of two, and more: of both, or of the second alone
        if (
            self.joined == "or"
            and self.prior is not None
            and made is not None
            and self.prior[0] == at
            and made != self.prior[1]
        ):
            node = frame.nodes[at]
            options = self.prior[1].of if isinstance(self.prior[1], Either) else (self.prior[1],)
            made = Either(of=(*options, made))
            kept = tuple(c for c in node.where if c != self.prior[1] and c not in made.of)
            frame = frame.changed(at, replace(node, where=(*kept, made)))
        elif self.joined == "or" and self.prior is not None and self.prior[0] != at:
            frame = _as_option(frame, self.prior[0], self.prior[1], at) or frame
        prior = None if made is None else (at, made)
        return self.done(frame, prior=prior, is_either=self.is_either or self.joined == "or", **changes)

    def done(self, frame: Frame, **changes: object) -> "State":
        """After a piece that says something."""
        plain: dict[str, object] = {"lead": frozenset(), "is_given": True, "joined": "", "measure": None, "after": ""}
        return replace(self, frame=frame, **{**plain, **changes})  # type: ignore[arg-type]


def _as_option(frame: Frame, one: int, condition: Condition, at: int) -> Frame | None:
    """What was said of some rows, or a tie of theirs to others: one of both must hold."""
    top = at
    while frame.nodes[top].parent >= 0 and frame.nodes[top].parent != one:
        top = frame.nodes[top].parent
    if frame.nodes[top].parent != one or condition not in frame.nodes[one].where:
        return None
    number = 1 + max((node.either for node in frame.nodes), default=0)
    node = frame.nodes[one]
    frame = frame.changed(
        one,
        replace(
            node, where=tuple(c for c in node.where if c != condition), options=(*node.options, (number, condition))
        ),
    )
    return frame.changed(top, replace(frame.nodes[top], either=number))


def pruned(states: list[State]) -> list[State]:
    """The cheapest of those that differ, as many as are kept."""
    if len(states) < 2:
        return states
    best: dict[object, State] = {}
    for state in states:
        key = (
            state.frame.meaning,
            state.phase,
            state.lead,
            state.subject,
            state.last,
            state.verbs,
            state.open,
            state.measure,
            state.joined,
            state.negated,
        )
        if key not in best or best[key].frame.cost > state.frame.cost:
            best[key] = state
    return sorted(best.values(), key=lambda state: state.frame.cost)[:BEAM]
