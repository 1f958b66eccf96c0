"""From pieces to what is asked: each piece finds what it is said of, in the order in which they are said."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

from arch_team.featuredata.calls import Function, Op
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import (
    Both,
    Column,
    Compare,
    Condition,
    Either,
    Figure,
    Form,
    Given,
    Grain,
    Lookup,
    Output,
    Step,
)
from arch_team.forms.joins import Joins
from arch_team.forms.negating import negative
from arch_team.grammar.alike import of_the_one
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Noun, Number, Span, Text, Time
from arch_team.interpreting.frames import Frame, Having, Item, Node, Rank, Sort
from arch_team.interpreting.local import TIERS
from arch_team.interpreting.phrases import (
    Amount,
    Bound,
    Cols,
    Count,
    Deed,
    Figured,
    Held,
    How,
    Mean,
    Piece,
    Rows,
    Sorted,
    Stretch,
    Than,
    Told,
    Top,
    Unknown,
    Values,
)
from arch_team.interpreting.reaching import LATER, Place, Reaching, best
from arch_team.interpreting.read import Doubt
from arch_team.interpreting.words import Words
from arch_team.modelling.flags import as_stored
from arch_team.modelling.model import NAME_JOINT, Link, ModelField, NounSense
from arch_team.semantics.places import Places

BEAM = 10
_SHORT = 3
_ENDS = frozenset({"?", ".", "!", ";", ":"})
_NEGATING = frozenset({"no", "not", "never", "without", "neither", "nor", "except"})
_IDLE = frozenset(
    {
        "altogether",
        "on_average",
        "filler",
        "ties",
        "determiner",
        "auxiliary",
        "also",
        "there",
        "known_word",
        "member",
        "thing",
        "times",
    }
)
_ORDERING = (Op.LT, Op.LE, Op.GT, Op.GE)


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


class Attaching(Reaching):
    """One question."""

    def __init__(self, lattice: Lattice, joins: Joins, words: Words) -> None:
        super().__init__(lattice, joins)
        self.words = words
        self._places = Places(lattice, joins)

    def frames(self, pieces: Sequence[Piece]) -> list[Frame]:
        """What pieces may ask, cheapest first."""
        states = [State(Frame())]
        for piece in pieces:
            grown = [more for state in states for more in self._step(state, piece)]
            states = _pruned(grown)
            if not states:
                return []
        ended = [end for state in states for end in self._ended(state)]
        ended = [end for state in ended for end in self._closed(state)]
        return [state.frame for state in _pruned(ended)]

    def _step(self, state: State, piece: Piece) -> Iterator[State]:
        what = piece.what
        if state.after == "mean" and not isinstance(what, Told | Sorted) and not state.joined:
            return  # of the rows that are averaged, or of the others: that is not said
        if state.measure is not None and not isinstance(what, Told | Bound):
            return  # a figure was told, and is held against nothing
        match what:
            case Told():
                if "have" in what.klasses and self._holds_nothing(state, piece, what):
                    return
                yield from self._told(state, what)
            case Deed():
                if state.frame.target < 0 and state.open and state.joined:
                    return  # one of several nouns
                if state.joined == "or" and state.verbs:
                    return  # one or the other was done
                if state.joined and state.verbs and state.phase == "told":
                    denied = state.negated and "negating" in state.lead
                    for each in self._flushed(replace(state, negated=state.negated and not denied)):
                        yield from self._step(replace(each, negated=denied, joined=""), piece)
                    return
                asked = any(isinstance(p.what, Cols) and p.what.is_asked for p in state.open)
                for each in self._implicit(state) if asked or state.asks & {"which", "who"} else ():
                    yield from self._step(each, piece)
                phase = "told" if state.frame.target >= 0 else state.phase
                yield replace(state, verbs=(*state.verbs, what.word), lead=state.lead | {"deed"}, phase=phase)
            case Unknown():
                yield state
            case Rows():
                yield from self._rows(state, piece, what)
            case Cols():
                yield from self._cols(state, piece, what)
            case Count():
                yield from self._count(state, piece, what)
            case Held():
                yield from self._held(state, piece, what)
            case Values():
                yield from self._values(state, piece, what)
            case Bound():
                yield from self._bound(state, piece, what)
            case Top():
                yield from self._top(state, piece, what)
            case Sorted():
                yield from self._sorted(state, piece, what)
            case Stretch():
                yield from self._stretch(state, piece, what)
            case How():
                yield from self._how(state, piece, what)
            case Figured():
                yield from self._figured(state, piece, what)
            case _:
                return

    def _holds_nothing(self, state: State, piece: Piece, told: Told) -> bool:
        """`is on hold`, `whatever it includes`: more than to have, and of nothing."""
        end = piece.span[1]
        ends = end >= len(self.lattice) or bool(
            {"and", ","} & {s.klass for s in self.words.at(self.lattice.words, end)}
        )
        ends = ends or self.lattice.words[end] in _ENDS if end < len(self.lattice) else True
        ends = ends and not state.lead & {"be", "auxiliary"}  # `where it was held`
        return told.word not in self.words.phrases("bare_have") and (ends or "preposition" in state.lead)

    # words of the language

    def _told(self, state: State, told: Told) -> Iterator[State]:
        klasses = told.klasses
        if (
            "relative_behind" in klasses
            and state.is_given
            and "comma" in state.lead
            and not state.lead & {"ask", "which"}
        ):
            yield from self._told(state, replace(told, klasses=frozenset({"relative"})))
        klasses -= {"relative_behind"}
        if "of" in klasses and {"pointing", "with"} <= state.lead:
            return  # whose?
        begins = not (state.is_given or state.open or state.asks or state.frame.nodes)
        if "of" in klasses and not klasses & {"determiner", "preposition"} and begins:
            return  # of what?
        if "of" in klasses and not klasses & {"determiner", "preposition"} and state.joined == "and" and state.open:
            return  # `the id and of the clients`
        if "whose" in klasses and klasses & {"pointing", "of", "determiner"} and "comma" not in state.lead:
            klasses -= {"whose"}
        if "relative" in klasses and klasses & {"preposition", "of", "determiner"} and "comma" not in state.lead:
            klasses -= {"relative"}
        if not klasses:
            return
        if state.pending is not None and klasses & {*_ENDS, "known_word"}:
            if "known_word" not in klasses:
                return
            held = Held(cast("Cols", state.pending.what), is_known=not state.negated, is_missing=state.negated)
            yield from self._held(replace(state, pending=None, negated=False), state.pending, held)
            return
        if klasses & _ENDS:
            for ended in self._ended(state):
                yield replace(
                    ended,
                    phase="ask",
                    lead=frozenset(),
                    verbs=(),
                    negated=False,
                    both=False,
                    joined="",
                    segment=state.segment + 1,
                    begun=len(ended.frame.items),
                    after="",
                    is_either=False,
                    prior=None,
                    is_given=False,
                    subject=ended.frame.target,
                    last=ended.frame.target if ended.frame.target >= 0 else ended.last,
                )
            return
        if "sorted_word" in klasses:
            if state.frame.sorts:
                yield state
            return
        if "on_average" in klasses and state.frame.items:
            last = state.frame.items[-1]
            if last.column is not None and last.function in (None, Function.SUM):
                averaged = (*state.frame.items[:-1], replace(last, function=Function.AVG))
                yield replace(state, frame=replace(state.frame, items=averaged))
            return
        if klasses <= _IDLE:
            yield state
            return
        if klasses & {"have", "be"} and "ask" not in klasses:
            for each in self._implicit(state):
                yield from self._told(each, told)
        changes: dict[str, object] = {"lead": state.lead | klasses}
        if klasses & {"ask", "which", "who", "when", "where", "what_year", "how_much", "how_often", "whose"}:
            said = {"whose", "who"} & klasses
            is_relative = (
                "relative" in klasses and state.is_given and bool(said or "which" in klasses or "where" in klasses)
            )
            if is_relative or ("whose" in klasses and state.is_given):
                yield from self._relative(state, klasses)
                if "which" not in klasses or "comma" not in state.lead:
                    return
            changes |= {"phase": "ask", "asks": state.asks | klasses}
            if state.is_given:
                changes |= {"begun": len(state.frame.items)}
        elif "relative" in klasses and state.is_given:
            yield from self._relative(state, klasses)
            return
        elif "relative" in klasses:
            changes |= {"asks": state.asks | {"which"}}
        if "how_much" in klasses:
            changes |= {"asks": state.asks | {"how_much"}}
        if "how_often" in klasses:
            item = Item(-1, function=Function.COUNT)
            frame = replace(state.frame, items=(*self._shown_so_far(replace(state, asks=frozenset())), item))
            changes |= {"frame": frame, "phase": "told" if frame.target >= 0 else "ask"}
        if (
            klasses & {"where", "when", "what_year"}
            and "relative" not in klasses | state.lead
            and (not state.is_given or state.joined)
        ):
            kind = next(k for k in ("where", "when", "what_year") if k in klasses)
            changes |= {"open": (*state.open, Piece((0, 0), Told(frozenset({kind})), 0.0)), "asks": state.asks}
        if "called" in klasses:
            at = state.last if state.last >= 0 else state.frame.target
            if state.is_given and at >= 0 and "which" in state.asks and len(state.frame.items) == state.begun:
                named = replace(state.frame, items=(*state.frame.items, Item(at, span=(0, 1))))
                yield replace(state, frame=named, phase="ask")
            else:
                yield state
            return
        if "measuring" in klasses:
            yield from self._costing(state, told)
            return
        if "who" in klasses and not state.is_given and state.frame.target < 0:
            yield from self._somebody(replace(state, **changes))  # type: ignore[arg-type]
        if klasses & _NEGATING:
            changes |= {"negated": True, "lead": state.lead | klasses | {"negating"}}
            if state.phase == "ask" and state.frame.target >= 0:
                changes |= {"phase": "told"}
            if klasses & {"neither", "nor"}:
                changes |= {"joined": "and"}
        if told.word.rpartition(" ")[2] in self.words.phrases("pointing"):
            changes |= {"lead": cast("frozenset[str]", changes["lead"]) | {"pointing"}}
        if "both" in klasses:
            changes |= {"both": True}
        if klasses & {"and", "as_well_as", "but", "nor"}:
            changes |= {"joined": "and"}
        if klasses & {"or"}:
            changes |= {"joined": "or"}
        if "," in klasses:
            changes |= {"joined": state.joined or ",", "lead": state.lead | {"comma"}}
        if (
            klasses & {"have", "with", "be"}
            and "ask" not in klasses
            and state.phase == "ask"
            and state.frame.target >= 0
        ):
            changes |= {"phase": "told"}
        if "how_so" in klasses and state.frame.target < 0:
            changes |= {"asks": state.asks | {"how_so"}, "phase": "ask"}
        if "spreading" in klasses:
            frame = state.frame
            if "how_so" not in state.asks or frame.target < 0 or frame.items:
                return
            frame = replace(frame, items=(Item(frame.target, function=Function.COUNT),))
            changes |= {"frame": frame, "lead": frozenset({"each"}), "asks": state.asks - {"how_so"}}
        if "everything" in klasses:
            changes |= {"frame": replace(state.frame, with_all=True)}
        if "distinct" in klasses or "once" in klasses:
            changes |= {"frame": replace(state.frame, is_distinct=True)}
        yield replace(state, **changes)  # type: ignore[arg-type]

    def _costing(self, state: State, told: Told) -> Iterator[State]:
        """`how much did it cost`: the column that the verb asks for."""
        if "how_much" not in state.asks:
            yield replace(state, verbs=(*state.verbs, told.word.split()[0]), lead=state.lead | {"deed"})
            return
        together = bool(self.words.phrases("altogether") & set(self.lattice.words)) or bool(state.frame.keys)
        for at in self._near(state)[:3]:
            for field in self._called(state.frame.nodes[at].table, self.words.measuring.get(told.word, ()))[:2]:
                for function, dear in ((Function.SUM, 0.0), (None, 0.5 if together else 0.0)):
                    if function is None or field.adds_up:
                        item = Item(at, Column(field=field.name), function, span=(0, 1))
                        before = self._shown_so_far(state) if state.joined else state.frame.items
                        items = (
                            *before,
                            replace(item, span=state.frame.items[-1].span if state.frame.items else (0, 1)),
                        )
                        frame = replace(state.frame, items=items).plus(dear)
                        yield replace(state, frame=frame, asks=state.asks - {"how_much"}, verbs=())

    def _somebody(self, state: State) -> Iterator[State]:
        """Whom `who` may ask for: the rows of people, or a column that names somebody."""
        for table in [t for t in self.model.tables.values() if t.is_person][:4]:
            frame, at = state.frame.with_node(Node(table.name, is_named=True))
            yield replace(
                state, frame=replace(frame, target=at).plus(0.2), last=at, subject=at, phase="told", is_given=True
            )
        for field in self.lattice.somebody[:4]:
            frame, at = state.frame.with_node(Node(field.table))
            item = Item(at, Column(field=field.name))
            shown = replace(frame, target=at, items=(item,)).plus(0.3)
            yield replace(state, frame=shown, last=at, subject=at, phase="told", is_given=True)

    def _implicit(self, state: State) -> Iterator[State]:
        """Columns that are asked for, where their rows are not named: the rows that have them."""
        if state.frame.nodes or len(state.open) != 1 or not isinstance(state.open[0].what, Cols):
            return
        cols = state.open[0].what
        if cols.functions or cols.top is not None:
            return
        for sense in cols.noun.senses[:4]:
            frame, at = state.frame.with_node(Node(sense.table))
            frame = replace(frame, target=at).plus(0.1 + TIERS[sense.tier])
            own = replace(cols, noun=replace(cols.noun, senses=(replace(sense, tier=0),)))
            began = replace(state, frame=frame, open=(), last=at, subject=at)
            yield from self._shown(began, replace(state.open[0], what=own), own, at)

    def _relative(self, state: State, klasses: frozenset[str]) -> Iterator[State]:
        for each in self._implicit(state):
            yield from self._relative(each, klasses)
        subject = state.last if state.last >= 0 else state.frame.target
        for flushed in self._flushed(state):
            yield replace(
                flushed, phase="told", subject=subject, lead=frozenset({"relative", *(klasses & {"whose"})}), joined=""
            )

    # what is near

    def _near(self, state: State, *first: int) -> list[int]:
        frame = state.frame
        named = [at for at in reversed(range(len(frame.nodes))) if frame.nodes[at].is_named]
        order = [*first, state.last, state.subject, frame.target, *named]
        return [at for at in dict.fromkeys(order) if at >= 0]

    # rows

    def _rows(self, state: State, piece: Piece, rows: Rows) -> Iterator[State]:
        for sense in rows.noun.senses[:3]:
            for more in self._rows_of(state, piece, rows, sense):
                yield more.plus(0.5 if sense.tier > rows.noun.senses[0].tier else 0.0)

    def _rows_of(self, state: State, piece: Piece, rows: Rows, sense: NounSense) -> Iterator[State]:
        frame, lead = state.frame, state.lead
        is_each = rows.is_each or "each" in lead
        plain = not (rows.amount or rows.is_none or state.negated or (rows.top and rows.top.counts))
        asked = [
            i for i in frame.items if i.column is not None and i.function is None and not frame.nodes[i.node].is_named
        ]
        if (
            len(asked) == 1
            and len(frame.items) == 1
            and frame.nodes[asked[0].node].table == sense.table
            and not frame.nodes[asked[0].node].is_named
        ):
            yield from self._of_values(state, piece, rows, asked[0])
            return
        known = [
            at
            for at, node in enumerate(frame.nodes)
            if node.table == sense.table and not node.negated and (node.is_named or (at == frame.target and not asked))
        ]
        if (
            known
            and plain
            and not state.both
            and state.joined != "or"
            and (
                rows.is_pointing
                or state.segment
                or is_each
                or state.phase == "ask"
                or state.open
                or ("be" in lead and rows.texts)
            )
        ):
            for at in known[-1:]:
                if "of" in lead and not state.open and state.phase == "ask" and frame.items:
                    frame = frame.plus(0.4)  # what stood before it was said of these rows
                same = self._premodified(frame.told(rows.noun.span, sense), at, rows, piece.span)
                for made in same:
                    yield from self._settled(state, made, at, piece, is_each=is_each, is_same=True)
            if rows.is_pointing or (state.segment and not rows.texts):
                return
        asks_on = (state.joined and (rows.is_asked or "which" in lead)) or "relative" in lead
        if frame.target < 0 and not frame.nodes and state.open and asks_on:
            return  # how much it is, and whose: that is the first by it
        if frame.target < 0 and not frame.nodes:
            if state.negated or rows.is_none:
                for each in self._implicit(state):
                    yield from self._rows_of(each, piece, rows, sense)
                return
            root, at = frame.with_node(Node(sense.table, is_named=True))
            root = replace(root, target=at).told(rows.noun.span, sense)
            told = bool(lead & {"have", "with", "deed", "relative", "be"}) and not lead & {"of"}
            if (rows.amount is not None or (rows.top is not None and rows.top.counts)) and state.open and told:
                for each in self._opened(
                    replace(state, frame=root.changed(at, replace(root.nodes[at], is_named=False))), at
                ):
                    shown = [i for i in each.frame.items if i.column is not None and i.function is None]
                    if len(shown) == 1 and len(each.frame.items) == 1:
                        yield from self._of_values(each, piece, rows, shown[0])
            when = [p for p in state.open if isinstance(p.what, Told) and p.what.klasses & {"what_year", "when"}]
            if rows.amount is not None and when:
                yield from self._on_days_with(state, root, at, rows)
                return
            if rows.amount is not None and (rows.amount.op is not Op.EQ or is_each or rows.amount.value <= 1):
                return
            limit = 1 if rows.amount is None else int(rows.amount.value)
            if rows.top is not None and rows.top.dimension is None and not rows.top.counts and rows.top.limit > 1:
                limit, rows = rows.top.limit, replace(rows, top=None)
            for made in self._premodified(root, at, rows, piece.span):
                for each in self._settled(state, made, at, piece, is_each=is_each, is_same=False):
                    yield replace(each, limit=limit)
            return
        yield from self._tie(state, piece, rows, sense, is_each=is_each)

    def _on_days_with(self, state: State, root: Frame, at: int, rows: Rows) -> Iterator[State]:
        """`in which years were at least two halls opened`"""
        amount = cast("Amount", rows.amount)
        for each in self._opened(replace(state, frame=root), at):
            if len(each.frame.items) == 1:
                having = Having(Item(at, function=Function.COUNT), amount.op, (int(amount.value),))
                key = replace(each.frame.items[0], span=(0, 0))
                made = replace(each.frame, keys=(key,), havings=(having,))
                yield each.done(made, last=at, subject=at, phase="told")

    def _of_values(self, state: State, piece: Piece, rows: Rows, item: Item) -> Iterator[State]:
        """`which home ports have more than one vessel`: the values of a column, by the rows that have them."""
        frame = state.frame
        if rows.top is not None and rows.top.counts:
            for made in self._premodified(frame, item.node, replace(rows, top=None), piece.span):
                yield from self._ranked_group(replace(state, frame=made), item, rows.top)
            return
        column = item.column.field if item.column is not None else ""
        step = Step(field=column, table=frame.nodes[item.node].table, key=column)
        node = Node(frame.nodes[item.node].table, item.node, (step,), True, is_named=True)
        if rows.amount is not None:
            node = replace(node, count=(rows.amount.op, int(rows.amount.value)))
        elif rows.is_none or state.negated:
            node = replace(node, negated=True)
        tied, at = replace(frame, is_distinct=True).told(rows.noun.span, rows.noun.senses[0]).with_node(node)
        for made in self._premodified(tied, at, replace(rows, amount=None), piece.span):
            after = state.done(made, last=at, subject=at, phase="told", verbs=(), negated=False, linked=at)
            if state.joined == "or" and state.linked >= 0 and frame.nodes[state.linked].parent == item.node:
                after = replace(after, frame=_as_choice(after.frame, state.linked, at))
            yield after

    def _settled(
        self, state: State, frame: Frame, at: int, piece: Piece, *, is_each: bool, is_same: bool
    ) -> Iterator[State]:
        """The rows are known; what was open is of them."""
        asked = [p.what for p in (piece,) if isinstance(p.what, Rows) and p.what.is_asked]
        if asked and is_same and state.joined and state.is_given and not state.segment:
            if any(item.function for item in frame.items):
                return  # how much it is, and whose: that is the first by it
            frame = replace(frame, items=(*self._shown_so_far(state), Item(at, span=piece.span)))
        begins = (
            state.phase == "ask" and state.segment and not state.open and is_same and len(frame.items) == state.begun
        )
        if begins and "ask" in state.lead and not state.lead & {"of", "preposition"} and not is_each:
            frame = replace(frame, items=(*frame.items, Item(at, span=piece.span)))
        if is_each:
            late = state.segment and frame.keys and any(i.function for i in frame.items) and not _is_key(frame, at)
            frame = replace(
                frame, keys=(*frame.keys, Item(at, span=piece.span)) if not _is_key(frame, at) else frame.keys
            )
            frame = frame.plus(4.0 if late else 0.0)
        subject = at if state.subject < 0 or state.phase == "ask" else state.subject
        owner = "owner" if state.open else ""
        after = state.done(frame, last=at, subject=subject, negated=False, after=owner)
        if state.phase == "ask" and not state.open and not is_each and not is_same and len(frame.items) == state.begun:
            after = (
                replace(after, frame=replace(after.frame, target=at))
                if state.segment == 0 and frame.target < 0
                else after
            )
        yield from self._opened(after, at)

    def _opened(self, state: State, at: int) -> Iterator[State]:
        """What was said before its rows were, of these rows."""
        states = [replace(state, open=())]
        for piece in state.open:
            grown: list[State] = []
            for each in states:
                what = piece.what
                if isinstance(what, Cols):
                    grown += self._shown(each, piece, what, at)
                elif isinstance(what, Held):
                    grown += [replace(each, frame=f) for f in self._holding(each, piece, what, [at], negated=False)]
                elif isinstance(what, Values):
                    grown += [replace(each, frame=f) for f in self._valued(each, piece, what, [at], negated=False)]
                elif isinstance(what, Told):
                    grown += self._where_or_when(each, what, at)
                elif isinstance(what, Stretch):
                    grown += self._stretched(each, piece, what, at, 0.0)
                elif isinstance(what, How):
                    grown += self._how_of(each, piece, what, at)
            states = grown
        yield from states

    def _tie(self, state: State, piece: Piece, rows: Rows, sense: NounSense, *, is_each: bool) -> Iterator[State]:
        """Rows that are tied to others."""
        frame, lead = state.frame, state.lead
        negated = state.negated or rows.is_none
        passed = [
            at
            for at, node in enumerate(frame.nodes)
            if node.table == sense.table and not node.is_named and at != frame.target
        ]
        plain = not (negated or rows.amount or rows.top or is_each or state.joined)
        if passed and plain and lead & {"preposition", "of"}:
            named = frame.changed(passed[-1], replace(frame.nodes[passed[-1]], is_named=True)).told(
                rows.noun.span, sense
            )
            for made in self._premodified(named, passed[-1], rows, piece.span):
                yield state.done(made, last=passed[-1], verbs=(), linked=passed[-1])
            return
        near = self._near(state, *((state.subject,) if state.phase == "told" and "of" not in lead else ()))
        if state.joined and state.linked >= 0 and frame.nodes[state.linked].table == sense.table:
            parent = self._owner(frame, state.linked)
            near = [parent, *[at for at in near if at != parent]]
        apart = (state.both or bool(state.joined)) and any(node.table == sense.table for node in frame.nodes)
        words = (*state.verbs, *rows.deeds)
        verbs_said = bool(state.verbs)
        implicit = state.subject >= 0 and not frame.nodes[state.subject].is_named and "be" in lead and not words
        if implicit:
            frame = frame.plus(0.5)  # `from which teams are the machines` asks for the teams of machines
        ways = list(self.tied(frame, sense.table, near, words=words, apart=apart or negated or rows.amount is not None))
        for tied, at, cost in self._by_role(ways, rows.noun, sense, len(frame.nodes)):
            tied = tied.told(rows.noun.span, sense)
            first = self._first_down(tied, at)
            values = [i for i in frame.items if i.column is not None and i.function is None]
            parent = tied.nodes[first].parent if first is not None else -1
            of_values = (
                len(values) == 1 == len(frame.items) and values[0].node == parent and not tied.nodes[parent].is_named
            )
            of_values = of_values and not self._names_rows(frame, values[0])
            counts = rows.amount is not None or (rows.top is not None and rows.top.counts)
            if of_values and negated and not counts:
                again, other = self._alike_rows(replace(frame, is_distinct=True), values[0])
                again = again.changed(other, replace(again.nodes[other], negated=True))
                for inner, end, more in self.tied(again, sense.table, [other], words=words, apart=True):
                    for made in self._premodified(inner.told(rows.noun.span, sense), end, rows, piece.span):
                        yield state.done(made.plus(more), last=end, verbs=(), linked=end, negated=False)
                return
            if of_values and counts and not negated:
                key, counted = replace(values[0], span=(0, 0)), Item(at, function=Function.COUNT)
                kept = replace(rows, top=None, amount=None)
                for made in self._premodified(replace(tied, keys=(*tied.keys, key)), at, kept, piece.span):
                    if rows.amount is not None:
                        held_ = Having(counted, rows.amount.op, (int(rows.amount.value),))
                        made = replace(made, havings=(*made.havings, held_))
                    elif rows.top is not None:
                        limit_ = state.limit if rows.top.limit == 1 else rows.top.limit
                        rank = Rank(values[0].node, counted, rows.top.is_max, limit_, rows.top.span)
                        made = replace(made, ranks=(*made.ranks, rank))
                    yield state.done(made.plus(cost), last=at, verbs=(), linked=at, phase="told", limit=1)
                continue
            if rows.top is not None and rows.top.counts:
                top = replace(rows.top, limit=state.limit) if rows.top.limit == 1 else rows.top
                ranked = self._ranked_by_count(tied, at, first, top)
                for made in self._premodified(ranked, at, replace(rows, top=None), piece.span) if ranked else ():
                    yield state.done(made.plus(cost), last=at, verbs=(), linked=at, phase="told", limit=1)
                continue
            if rows.amount is not None:
                if first is None:
                    continue
                held = (rows.amount.op, int(rows.amount.value))
                if negated:
                    continue
                tied = tied.changed(first, replace(tied.nodes[first], count=held))
                tied = tied.told(rows.amount.span, None)
            elif negated:
                top = self._topmost(tied, at, len(frame.nodes))
                tied = tied.changed(top, replace(tied.nodes[top], negated=True))
            if state.joined == "or" and state.linked >= 0:
                tied = _as_choice(tied, state.linked, self._topmost(tied, at, len(frame.nodes)))
            if is_each and not _is_key(tied, at):
                tied = replace(tied, keys=(*tied.keys, Item(at, span=piece.span)))
            for made in self._premodified(tied, at, rows, piece.span):
                after = state.done(made.plus(cost), last=at, verbs=(), negated=False, linked=at, both=state.both)
                if state.phase == "ask" and state.joined and state.after == "owner":
                    continue
                if "comma" in lead and self.lattice.words[piece.span[0]] in self.words.phrases("relative_behind"):
                    continue  # `…, der eine Regulierung hat`
                begins = bool(frame.keys or state.segment) and len(frame.items) == state.begun and "ask" in lead
                shows = (
                    state.phase == "ask"
                    and (state.joined or begins)
                    and not (lead & {"of", "preposition", "have", "deed", "with"})
                )
                shows = (
                    shows
                    or bool(state.joined and (rows.is_asked or "which" in lead) and state.is_given)
                    or ((rows.is_pointing or "pointing" in lead) and "with" in lead and not verbs_said)
                )
                if shows and not is_each and not negated and rows.amount is None:
                    item = Item(at, span=piece.span)
                    after = replace(after, frame=replace(after.frame, items=(*self._shown_so_far(after), item)))
                yield from self._opened(after, at)

    def _by_role(
        self, ways: list[tuple[Frame, int, float]], noun: Noun, sense: NounSense, known: int
    ) -> list[tuple[Frame, int, float]]:
        """`each supervisor`: by the column that says so."""
        senses = [
            s for n in self.lattice.nouns[noun.span[0]] if n.span == noun.span for s in n.senses if s.field is not None
        ]
        roles = {s.field for s in senses if self.model.field(s.table, s.field or "").refers_to == sense.table}
        named = [
            way for way in ways if any(step.field in roles for node in way[0].nodes[known:] for step in node.steps)
        ]
        return named or ways

    def _is_of_another(self, frame: Frame, said: Sequence[str]) -> bool:
        """Whether rows are tied by one column, and a verb says what another of them does: who packed a parcel did not
        supervise it."""
        for node in frame.nodes:
            for step in node.steps:
                owner = node.table if node.down else frame.nodes[node.parent].table
                links = (
                    [k for k in self.model.links_from(owner) if k.to_table == step.table]
                    if owner in self.model.tables
                    else []
                )
                told = {k.field: self._says_link(said, k) for k in links}
                if any(told.values()) and not told.get(step.field, True):
                    return True
        return False

    def _says_link(self, said: Sequence[str], link: Link) -> bool:
        words = {w for name in self.model.field(link.table, link.field).names for w in name.words} | {*link.words}
        return any(self.lattice.names(verb, word) for verb in said for word in words)

    def _shown_so_far(self, state: State) -> tuple[Item, ...]:
        """What a sentence shows before more is asked for: its rows, where it names nothing of them."""
        frame = state.frame
        if frame.items or frame.target < 0 or not frame.nodes[frame.target].is_named or state.segment:
            return frame.items
        return (Item(frame.target),)

    def _owner(self, frame: Frame, at: int) -> int:
        """The rows that a node was tied to."""
        node = frame.nodes[at]
        while node.parent >= 0 and not node.down:
            at, node = node.parent, frame.nodes[node.parent]
        return node.parent if node.parent >= 0 else at

    def _topmost(self, frame: Frame, at: int, known: int) -> int:
        """The first of the nodes that were made to reach a node."""
        while frame.nodes[at].parent >= known:
            at = frame.nodes[at].parent
        return at

    def _first_down(self, frame: Frame, at: int) -> int | None:
        """The rows that are counted where a node is: those that point back, on the way to it."""
        while at >= 0:
            if frame.nodes[at].down:
                return at
            at = frame.nodes[at].parent
        return None

    def _ranked_by_count(self, frame: Frame, at: int, first: int | None, top: Top) -> Frame | None:
        if first is None:
            return None
        parent = frame.nodes[first].parent
        rank = Rank(parent, Item(first, function=Function.COUNT), top.is_max, top.limit, top.span)
        return replace(frame, ranks=(*frame.ranks, rank))

    def _premodified(self, frame: Frame, at: int, rows: Rows, span: Span) -> list[Frame]:
        """With what stands right before and behind the noun."""
        frames = [frame]
        for text in rows.texts:
            frames = [more for each in frames for more in self._with_text(each, text, [at], negated=False)]
        if rows.number is not None:
            frames = [more for each in frames for more in self._numbered(each, at, rows.number)]
        if rows.top is not None and not rows.top.counts:
            frames = [more for each in frames for more in self._ranked(each, at, rows.top)]
        elif rows.top is not None:
            frames = [more for each in frames for more in self._most_referred(each, at, rows.top)]
        if rows.deeds:
            frames = [more for each in frames for more in self._done(each, at, rows.deeds, negated=False)]
        if rows.is_distinct:
            frames = [replace(each, is_distinct=True) for each in frames]
        return frames

    def _most_referred(self, frame: Frame, at: int, top: Top) -> Iterator[Frame]:
        """`the most popular course`: by the rows of the one table that points at it."""
        children = {link.table for link in self.model.links_to(frame.nodes[at].table)}
        if len(children) != 1:
            return
        for path in self.joins.paths(frame.nodes[at].table, next(iter(children)))[:1]:
            tied, first = self.along(frame, at, path, is_named=False, apart=True)
            ranked = self._ranked_by_count(tied, first, self._first_down(tied, first), top)
            if ranked is not None:
                yield ranked.plus(0.3)

    def _numbered(self, frame: Frame, at: int, number: Number) -> Iterator[Frame]:
        table = self.model.tables[frame.nodes[at].table]
        quoted = (table.code,) if table.code is not None else table.key
        if len(quoted) == 1:
            field = table.fields[quoted[0]]
            for made in self._compared(Place(frame, at, field, 0.0), Bound(number.span, Op.EQ, (number,))):
                yield frame.meeting(at, made, number.span)

    # ranks

    def _ranked(self, frame: Frame, at: int, top: Top) -> Iterator[Frame]:
        """`the oldest`: by what the word names."""
        if top.dimension is None:
            return
        found = self.dimension(frame.nodes[at].table, top.dimension)
        if not found and top.dimension in self.lattice.lexicon.phrases("any_measure"):
            measures = [f for f in self.model.tables[frame.nodes[at].table].stored.values() if f.is_measure]
            found = [(measures[0], top.is_max, 0.2)] if len(measures) == 1 else []
        for field, is_max, cost in found:
            item = Item(at, Column(field=field.name), span=top.span)
            yield replace(frame, ranks=(*frame.ranks, Rank(at, item, is_max, top.limit, top.span))).plus(cost)

    def dimension(self, table: str, word: str) -> list[tuple[ModelField, bool, float]]:
        """The columns a word like `oldest` may rank by, and whether the largest value is meant."""
        from arch_team.semantics.rows import Rows as _Rows

        if word in self.words.measuring:
            return [(field, True, 0.0) for field in self._called(table, self.words.measuring[word])]
        found = self._places.dimension(word, _Rows(table))
        return [(place.field, descending, place.cost) for place, descending in found if not place.column.via]

    def _dimension_beyond(self, frame: Frame, at: int, word: str, dear: float) -> list[Place]:
        """Of rows that only tie others, what these are measured by: a member is as old as the student that is one."""
        table = frame.nodes[at].table
        if not self.model.tables[table].is_bridge:
            return []
        found: list[Place] = []
        for link in self.model.links_from(table):
            for field, _, cost in self.dimension(link.to_table, word):
                for tied, end, more in self.tied(frame, link.to_table, [at], is_named=False):
                    found.append(Place(tied, end, field, cost + more + dear))
        return found

    def _called(self, table: str, names: Sequence[str]) -> list[ModelField]:
        """The columns of a table that have the first of some names that any has."""
        for name in names:
            phrase = tuple(self.lattice.stem(word) for word in name.split())
            fields = [f for f in self.model.tables[table].fields.values() if f.is_called(phrase)]
            best = min((n.tier for f in fields for n in f.names if n.words == phrase), default=0)
            kept = [f for f in fields if any(n.words == phrase and n.tier == best for n in f.names)]
            if kept:
                return kept
        return []

    # columns

    def named(self, frame: Frame, cols: Cols, near: Sequence[int]) -> list[Place]:
        """The columns that a phrase may mean. With rows before it, those of these rows."""
        if cols.owner is None:
            return self.columns(frame, cols.noun, near)
        found: list[Place] = []
        for sense in cols.noun.senses:
            field = self.model.field(sense.table, sense.field or "")
            own = [at for at in near if frame.nodes[at].table == sense.table] or [
                at for at, node in enumerate(frame.nodes) if node.table == sense.table and not node.negated
            ]
            if own:
                found.append(Place(frame, own[0], field, TIERS[sense.tier]))
            elif not frame.nodes:
                alone, at = frame.with_node(Node(sense.table, is_named=True))
                found.append(Place(replace(alone, target=at), at, field, TIERS[sense.tier]))
            else:
                for tied, at, cost in self.tied(frame, sense.table, near):
                    tied = tied.changed(at, replace(tied.nodes[at], is_named=False))
                    found.append(Place(tied, at, field, TIERS[sense.tier] + cost))
        return best(found)

    def _cols(self, state: State, piece: Piece, cols: Cols) -> Iterator[State]:
        frame, lead = state.frame, state.lead
        if cols.amount is not None:
            return
        if cols.is_each or "each" in lead:
            yield from self._as_key(state, piece, cols)
            return
        own = {(s.table, s.field) for s in cols.noun.senses}
        keys = {(frame.nodes[k.node].table, k.column.field) for k in frame.keys if k.column is not None}
        if (cols.is_pointing or "pointing" in lead) and own & keys and frame.items:
            yield state.done(frame)  # in that country
            return
        counted = any(i.function for i in frame.items) and not frame.keys
        if counted and state.joined and lead & {"ask", "which"} and not (cols.functions or cols.top):
            return  # how many there are, and what: of each, or of one?
        if cols.is_none or (
            state.open and isinstance(state.open[-1].what, Cols) and state.open[-1].span[1] == piece.span[0]
        ):
            return  # which of both is asked for is not said
        if (
            state.phase == "ask"
            and frame.target >= 0
            and frame.items
            and state.is_given
            and not (lead or state.joined or state.open)
        ):
            return  # nothing says what it has to do with the rows before it
        if "by" in lead and frame.items and any(i.function for i in frame.items):
            yield from self._as_key(state, piece, cols)
            return
        if (
            "by" in lead
            and frame.target >= 0
            and not frame.items
            and not frame.ranks
            and not cols.functions
            and state.limit == 1
            and not state.verbs
        ):
            yield from self._as_key(state, piece, cols)
            return
        if "by" in lead and frame.ranks and not cols.functions:
            yield from self._ranked_by(state, piece, cols)
        if "by" in lead and state.limit > 1 and not frame.ranks:
            top = Top(piece.span, True, limit=state.limit)
            yield from self._topped(state, piece, replace(cols, top=top))
            return
        if state.after == "order" and state.joined and not cols.functions:
            for place in self.named(frame, cols, self._near(state)):
                sort = Sort(Item(place.node, place.column), frame.sorts[-1].descending)
                yield state.done(replace(place.frame, sorts=(*place.frame.sorts, sort)).plus(place.cost), after="order")
            return
        expects = (
            state.phase == "told"
            and bool(frame.keys)
            and len(frame.items) == state.begun
            and "ask" in state.asks
            and not state.negated
        )
        if expects and not lead & {"have", "whose", "with"}:
            yield from self._shown(state.done(frame.plus(0.1), phase="ask"), piece, cols, frame.keys[0].node)
            return
        if state.phase == "ask":
            if cols.top is not None and lead & {"preposition", "with"} and len(frame.items) > state.begun:
                yield from self._topped(state, piece, cols)
                return
            if lead & {"of", "preposition"} and not state.joined and (state.open or len(frame.items) > state.begun):
                yield from self._as_owner(state, piece, cols)
                return
            last = state.open[-1].what if state.open else None
            bare = piece.span[0] == cols.noun.span[0] and not cols.functions and cols.top is None
            if (
                bare
                and state.joined == "and"
                and isinstance(last, Cols)
                and last.functions in ((Function.AVG,), (Function.SUM,))
            ):
                same = replace(piece, what=replace(cols, functions=last.functions))
                yield state.done(frame, open=(*state.open, same))
                state = state.plus(0.4)
                frame = state.frame
            if cols.top is not None and not cols.top.counts and not state.joined and frame.target < 0:
                asked = [
                    p for p in state.open if isinstance(p.what, Cols) and (p.what.is_asked or "which" in state.asks)
                ]
                for each in self._implicit(state) if len(asked) == len(state.open) == 1 else ():
                    yield from self._topped(each, piece, cols)
                if asked and len(asked) == len(state.open) == 1:
                    return
            if state.joined and frame.target >= 0 and not frame.items and not state.open:
                piece = replace(piece, what=replace(cols, is_beside=True))
            yield state.done(frame, open=(*state.open, piece))  # its rows may come behind it
            if frame.target >= 0 and not state.open:
                yield from self._shown(replace(state.done(frame), joined=state.joined), piece, cols, state.last)
            return
        if state.negated and "be" in lead and "not" in lead and not (lead & {"no", "without"} or state.verbs):
            return  # what is not so stands in no column
        if state.negated and not cols.functions and cols.top is None:
            for place in self.named(frame, cols, self._near(state)):
                made = Compare(left=place.column, op=Op.NOT_NULL)
                said = self._said(frame, place, made, piece.span, negated=True)
                yield state.met(
                    said, place.node, negated=False, last=place.node if place.node >= len(frame.nodes) else state.last
                )
            return
        if cols.top is not None:
            yield from self._topped(state, piece, cols)
            return
        if cols.functions:
            yield from self._measured(state, piece, cols)
        known = {(item.node, item.column) for item in (*frame.items, *frame.keys)}
        if not cols.functions and not cols.is_distinct and "by" not in lead:
            for place in self.named(frame, cols, self._near(state)):
                if (place.node, place.column) in known and place.frame.nodes == frame.nodes:
                    yield state.done(frame.plus(0.1))
                    break
        if not cols.functions and not cols.is_distinct and lead & {"whose", "relative", "be"} and not lead & {"have"}:
            yield state.done(frame, pending=piece)
        joined = bool(state.joined) and (cols.is_asked or not lead & {"have", "deed", "of"})
        if joined or ((cols.is_pointing or "pointing" in lead) and "have" not in lead) or "with" in lead:
            yield from self._shown(replace(state.done(frame, phase="ask"), joined="and"), piece, cols, -1)
        elif lead & {"have"} and not cols.functions and not cols.is_distinct:
            for place in self.named(frame, cols, self._near(state)):
                made = Compare(left=place.column, op=Op.NOT_NULL)
                yield state.done(place.frame.meeting(place.node, made, piece.span, place.cost + 0.3))

    def _as_owner(self, state: State, piece: Piece, cols: Cols) -> Iterator[State]:
        """`the names of the countries`, where a country is a column: what stands in it."""
        last = state.open[-1].what if state.open else None
        named = isinstance(last, Cols) and " ".join(self.lattice.stems[slice(*last.noun.span)])
        text = any(self.model.field(s.table, s.field or "").is_text for s in cols.noun.senses)
        if (
            isinstance(last, Cols)
            and text
            and named in self.lattice.lexicon.phrases("value_name")
            and not last.functions
        ):
            both = replace(cols, is_distinct=cols.is_distinct or last.is_distinct)
            yield state.done(state.frame, open=(*state.open[:-1], replace(piece, what=both)))

    def _as_key(self, state: State, piece: Piece, cols: Cols) -> Iterator[State]:
        frame = state.frame
        for place in self.named(frame, cols, self._near(state)):
            link = next((k for k in self.model.links_from(place.field.table) if k.field == place.field.name), None)
            if link is not None and self.model.tables[link.to_table].is_person:
                step = Step(field=link.field, table=link.to_table, key=link.to_field)
                tied, at = place.frame.with_node(Node(link.to_table, place.node, (step,), is_named=True))
                made = replace(tied, keys=(*tied.keys, Item(at, span=piece.span))).told(cols.noun.span, place.column)
                yield from self._opened(state.done(made.plus(place.cost), last=at), at)
                continue
            key = Item(place.node, place.column, span=piece.span)
            if any((k.node, k.column) == (key.node, key.column) for k in place.frame.keys) and "by" in state.lead:
                continue  # said again
            late = state.segment and frame.keys and any(i.function for i in frame.items)
            place = replace(place, cost=place.cost + (4.0 if late else 0.0))
            made = replace(place.frame, keys=(*place.frame.keys, key)).told(cols.noun.span, place.column)
            last = state.last if state.last >= 0 else place.node
            yield from self._opened(state.done(made.plus(place.cost), last=last), place.node)

    def _shown(self, state: State, piece: Piece, cols: Cols, at: int) -> Iterator[State]:
        """A column that is asked for."""
        frame = state.frame
        near = self._near(state, at) if at >= 0 else self._near(state)
        functions: tuple[Function | None, ...] = cols.functions or (None,)
        last = frame.items[-1] if frame.items else None
        bare = piece.span[0] == cols.noun.span[0] and not cols.functions and cols.top is None
        if (
            bare
            and state.joined == "and"
            and last is not None
            and last.column is not None
            and last.function in (Function.AVG, Function.SUM)
        ):
            averaged = replace(cols, functions=(last.function,))
            yield from self._shown(state, piece, averaged, at)
            state = state.plus(0.4)
            frame = state.frame
        function = functions[0]
        for place in self.named(frame, cols, near):
            if function in (Function.SUM, Function.AVG) and (not place.field.type.is_number or place.field.is_flag):
                continue
            if Function.SUM in functions and place.field.never_summed:
                continue
            made, fn = place.frame, function
            if place.field.metric is not None and fn is None:
                fn = place.field.aggregation or Function.SUM
            if cols.top is not None and cols.functions:
                continue
            if cols.top is not None:
                cols = replace(cols, top=self._leaning(cols.top, place.field))
            if cols.top is not None:
                if cols.top.counts and place.field.is_measure:
                    continue
                if cols.top.counts:
                    key = Item(place.node, place.column, span=piece.span)
                    rank = Rank(
                        place.node,
                        Item(place.node, function=Function.COUNT),
                        cols.top.is_max,
                        cols.top.limit,
                        cols.top.span,
                    )
                    made = replace(made, keys=(*made.keys, key), ranks=(*made.ranks, rank))
                elif self._is_measured_by(place.field, cols.top):
                    if cols.top.limit > 1:
                        continue
                    fn = Function.MAX if cols.top.is_max else Function.MIN
                else:
                    ranked = list(self._ranked(made, place.node, cols.top))
                    if not ranked:
                        continue
                    made = ranked[0]
            if cols.is_distinct:
                made = replace(made, is_distinct=True)
            if (state.joined or cols.is_beside) and state.is_given and not made.items and not made.keys and fn is None:
                made = replace(made, items=self._shown_so_far(state))
            shown = [Item(place.node, place.column, each, span=piece.span) for each in (fn, *functions[1:])]
            again = [
                i
                for i in made.items[state.begun :]
                if i.node == place.node and i.column == place.column and i.function == fn
            ]
            made = made.plus(0.5 * bool(again))
            items = (*made.items, *(item for item in shown if not again))
            made = replace(made, items=items).told(cols.noun.span, place.column).plus(place.cost)
            yield replace(
                state,
                frame=made,
                last=state.last if state.last >= 0 else place.node,
                subject=state.subject if state.subject >= 0 else place.node,
            )

    def _is_measured_by(self, field: ModelField, top: Top) -> bool:
        """Whether a rank is of what stands in a column: the highest price, and not the oldest log id."""
        if not (field.is_measure or field.is_temporal):
            return False
        return top.dimension is None or self._may_be(field, top.dimension)

    def _topped(self, state: State, piece: Piece, cols: Cols) -> Iterator[State]:
        """`with the highest price`: it ranks the rows."""
        top = cast("Top", cols.top)
        frame = state.frame
        for place in self.named(frame, cols, self._near(state)):
            top = self._leaning(cast("Top", cols.top), place.field)
            if not (place.field.type.is_number or place.field.is_temporal):
                continue
            if not cols.functions and top.dimension is not None and not self._may_be(place.field, top.dimension):
                continue
            if top.counts and not place.field.is_measure:
                continue
            functions = cols.functions or self._made_of_many(state, place, top)
            alone = [i for i in place.frame.items if i.column is not None and i.function is None]
            told_of = len(alone) == 1 == len(place.frame.items) and not place.frame.nodes[place.frame.target].is_named
            node = place.frame.nodes[alone[0].node] if alone else place.frame.nodes[place.node]
            shown = (alone[0].column or Column(field="")).field if alone else ""
            is_somebody = any((f.table, f.name) == (node.table, shown) for f in self.lattice.somebody)
            is_one = "who" in state.asks or is_somebody
            told_of = (
                told_of and (self._says_altogether or not is_one) and shown not in self.model.tables[node.table].key
            )
            if (
                not functions
                and place.field.adds_up
                and told_of
                and self._is_of_size(top)
                and alone[0].column != place.column
            ):
                yield from self._topped(state, piece, replace(cols, functions=(Function.SUM,)))
                if self._says_altogether:
                    continue
            item = Item(place.node, place.column, functions[0] if functions else None, span=piece.span)
            at = place.node if not functions else self._counted_for(place.frame, place.node, state)
            asked = [i for i in place.frame.items if i.column is not None and i.function is None]
            if (
                functions
                and len(asked) == 1
                and len(place.frame.items) == 1
                and self.up_to(place.frame, place.node, asked[0].node)
            ):
                key, limit = replace(asked[0], span=(0, 0)), state.limit if top.limit == 1 else top.limit
                rank = Rank(asked[0].node, item, top.is_max, limit, top.span)
                if not self._names_rows(place.frame, asked[0]) or not place.frame.nodes[asked[0].node].is_named:
                    made = replace(place.frame, keys=(*place.frame.keys, key), ranks=(*place.frame.ranks, rank))
                    yield state.done(made.plus(place.cost), limit=1)
                    continue
            if at is None:
                continue
            limit = state.limit if top.limit == 1 else top.limit
            rank = Rank(at, item, top.is_max, limit, top.span)
            made = replace(place.frame, ranks=(*place.frame.ranks, rank)).told(cols.noun.span, place.column)
            unnamed = place.node >= len(frame.nodes) and self._first_down(place.frame, place.node) is not None
            if unnamed and cols.owner is None and made.nodes[place.node].table not in self.lattice.mentioned:
                made = made.told((0, 0), Doubt())
            new = place.node if place.node >= len(frame.nodes) else state.last
            yield state.done(made.plus(place.cost), limit=1, last=new)

    def _leaning(self, top: Top, field: ModelField) -> Top:
        """`tiefst`: the most of a depth, the least of anything else."""
        last = self.lattice.words[top.span[1] - 1]
        names = {
            self.lattice.stem(word) for each in self.words.dimensions.get(last, ()) for word in each.strip("-").split()
        }
        is_other = names.isdisjoint(word for name in field.names for word in name.words)
        return replace(top, is_max=False) if is_other and last in self.lattice.lexicon.phrases("low_of_others") else top

    def _is_of_size(self, top: Top) -> bool:
        """Whether a rank is of the highest or lowest of anything."""
        return top.dimension is None or top.dimension in self.lattice.lexicon.phrases("any_measure")

    def _made_of_many(self, state: State, place: Place, top: Top) -> tuple[Function, ...]:
        """`the most honey` of who has several harvests is their sum; so is what is worked out of several rows."""
        if place.field.metric is not None:
            return (place.field.aggregation or Function.SUM,)
        is_new = place.node >= len(state.frame.nodes)
        many = (is_new and self._counted_for(place.frame, place.node, state) is not None) or self._is_of_values(place)
        return (Function.SUM,) if top.counts and place.field.adds_up and many else ()

    def _is_of_values(self, place: Place) -> bool:
        """Whether values of a column are asked for, and not the rows that have them."""
        asked = [i for i in place.frame.items if i.column is not None and i.function is None]
        if len(asked) != 1 or len(place.frame.items) != 1 or asked[0].column is None:
            return False
        node = place.frame.nodes[asked[0].node]
        return not (
            self._names_rows(place.frame, asked[0])
            if node.is_named
            else asked[0].column.field in self.model.tables[node.table].key
        )

    def up_to(self, frame: Frame, start: int, end: int) -> bool:
        """Whether each row of one node knows one row of another, as far as parents go."""
        while start != end:
            if start < 0 or not frame.nodes[start].down:
                return False
            start = frame.nodes[start].parent
        return True

    def _counted_for(self, frame: Frame, at: int, state: State) -> int | None:
        """Whose figure something is that many rows have: those spoken of, to which these rows point."""
        for other in (state.subject, frame.target):
            if 0 <= other < len(frame.nodes) and other != at and self._first_down(frame, at) is not None:
                return other
        return None

    def _ranked_by(self, state: State, piece: Piece, cols: Cols) -> Iterator[State]:
        """`the top three by weight`."""
        rank = state.frame.ranks[-1]
        for place in self.named(state.frame, cols, [rank.node]):
            item = Item(place.node, place.column, span=piece.span)
            ranks = (*place.frame.ranks[:-1], replace(rank, by=item))
            yield state.done(replace(place.frame, ranks=ranks).plus(place.cost))

    def _measured(self, state: State, piece: Piece, cols: Cols) -> Iterator[State]:
        """`with an average price`, that is held against something."""
        for place in self.named(state.frame, cols, self._near(state)):
            item = Item(place.node, place.column, cols.functions[0], span=piece.span)
            yield state.done(place.frame.plus(place.cost), measure=item)

    # counts

    def _count(self, state: State, piece: Piece, count: Count) -> Iterator[State]:
        frame = state.frame
        if count.of is None:
            if count.top is not None:
                return
            if state.phase == "told" and not state.joined and "with" not in state.lead and "ask" not in state.lead:
                return
            if any(node.negated for node in frame.nodes) and not any(n.down and not n.negated for n in frame.nodes):
                return  # there are none
            item = Item(-1, function=Function.COUNT, span=piece.span)
            if not (state.asks or frame.items or frame.keys or frame.ranks) and len(frame.nodes) == 1:
                yield state.done(replace(frame, items=(item,)))  # `orders, how many of them`
                return
            function = count.functions[0] if count.functions else None
            yield state.done(replace(frame, items=(*self._shown_so_far(state), replace(item, per_row=function))))
            return
        if isinstance(count.of, Cols):
            if state.phase == "told" and not state.joined:
                return
            for place in self.named(frame, count.of, self._near(state)):
                per = self.words.phrases("each")
                if any(word in per for name in place.field.names if name.tier == 0 for word in name.words[1:]):
                    continue  # a price per kilogram says not how many there are
                amounts = place.field.is_measure and not count.is_distinct
                said = count.functions or (
                    (Function.MAX if count.top.is_max else Function.MIN,) if count.top is not None else ()
                )
                if said and amounts:
                    shown = tuple(Item(place.node, place.column, each, span=piece.span) for each in said)
                    made = replace(place.frame, items=(*place.frame.items, *shown)).plus(place.cost)
                    yield state.done(made, last=place.node, subject=place.node if state.subject < 0 else state.subject)
                if said:
                    continue
                together = any(self.words.phrases("altogether") & set(self.lattice.words))
                named = (
                    place.frame.changed(place.node, replace(place.frame.nodes[place.node], is_named=True))
                    if amounts
                    else place.frame
                )
                place = replace(place, frame=named)
                for function, dear in ((None, 0.5 * together), (Function.SUM, 0.0)) if amounts else _counting(count):
                    if function is Function.SUM and not place.field.adds_up:
                        continue
                    item = Item(
                        place.node, place.column, function, is_amount=amounts and place.field.adds_up, span=piece.span
                    )
                    before = self._shown_so_far(state) if state.joined else place.frame.items
                    made = replace(place.frame, items=(*before, item)).told(count.of.noun.span, place.column)
                    yield state.done(
                        made.plus(place.cost + dear),
                        last=place.node,
                        subject=place.node if state.subject < 0 else state.subject,
                    )
            return
        rows = count.of
        for sense in rows.noun.senses[:3]:
            dear = 0.5 if sense.tier > rows.noun.senses[0].tier else 0.0
            for made, at, cost in self._counted_rows(state, rows, sense):
                for whole in self._premodified(made.told(rows.noun.span, sense), at, rows, piece.span):
                    function = count.functions[0] if count.functions else None
                    item = Item(at, function=Function.COUNT, per_row=function, span=piece.span)
                    total = whole.plus(cost + dear)
                    amount = self._amount_called(rows, sense)
                    if amount is not None and not count.functions and count.top is None and "each" not in state.lead:
                        summed = Item(at, Column(field=amount.name), Function.SUM, span=piece.span)
                        target = at if total.target < 0 else total.target
                        yield state.done(
                            replace(total, items=(*total.items, summed), target=target), last=at, subject=at
                        )
                        continue
                    if count.top is not None:
                        asked = [i for i in total.items if i.column is not None and i.function is None and i.node == at]
                        if len(asked) == 1 and len(total.items) == 1:
                            yield from self._ranked_group(replace(state, frame=total), asked[0], count.top)
                            continue
                        first = self._first_down(total, at)
                        top = replace(count.top, limit=state.limit) if count.top.limit == 1 else count.top
                        ranked = self._ranked_by_count(total, at, first, top)
                        if ranked is not None:
                            yield state.done(ranked, last=at, phase="told", limit=1)
                        continue
                    shown = (
                        state.phase == "ask"
                        or bool(state.joined)
                        or "with" in state.lead
                        or bool(state.lead & {"pointing", "comma"})
                    )
                    if shown:
                        items = self._shown_so_far(state) if frame.nodes and state.phase != "ask" else total.items
                        target = at if total.target < 0 else total.target
                        after = replace(total, items=(*items, item), target=target)
                        yield state.done(after, last=at, subject=at if state.subject < 0 else state.subject, verbs=())
                    if state.phase == "told":
                        yield state.done(total, last=at, measure=item, verbs=())

    def _holds_amounts(self, frame: Frame, at: int) -> bool:
        """Whether rows between say how many of the others there are: three parts of a kind are one row."""
        first = self._first_down(frame, at)
        if first is None or first == at:
            return False
        nouns = self.lattice.lexicon.words("quantity_noun")
        fields = self.model.tables[frame.nodes[first].table].stored.values()
        return any(f.is_measure and f.adds_up and nouns & {*n.words} for f in fields for n in f.names if n.tier == 0)

    def _amount_called(self, rows: Rows, sense: NounSense) -> ModelField | None:
        """The hours of rows that are called `working hours`: these may be asked for, or how many rows there are."""
        word = self.lattice.stems[rows.noun.span[1] - 1]
        units = {self.lattice.stem(unit) for unit in self.lattice.lexicon.words("unit")}
        long = {unit for unit in units if len(unit) > _SHORT}
        is_joined = self.lattice.lexicon.has_free_order  # the gram of a program is none
        called = word in long or (is_joined and any(word.endswith(u) and len(word) > len(u) + _SHORT for u in long))
        measures = (
            [f for f in self.model.tables[sense.table].stored.values() if f.is_measure and f.adds_up] if called else []
        )
        named = [f for f in measures if any(w in units for n in f.names for w in n.words)]
        return named[0] if len(named) == 1 else None

    def _counted_rows(self, state: State, rows: Rows, sense: NounSense) -> Iterator[tuple[Frame, int, float]]:
        frame = state.frame
        known = [
            at
            for at, node in enumerate(frame.nodes)
            if node.table == sense.table and (node.is_named or (at == frame.target and frame.keys)) and not node.negated
        ]
        if known:
            yield frame, known[-1], 0.0
            return
        if not frame.nodes:
            root, at = frame.with_node(Node(sense.table, is_named=True))
            yield replace(root, target=at), at, 0.0
            return
        near = [at for at in self._near(state) if frame.nodes[at].count is None]
        for tied, at, cost in self.tied(frame, sense.table, near, words=state.verbs):
            if self._holds_amounts(tied, at):
                tied = tied.told((0, 0), Doubt())
            yield tied, at, cost

    # values

    def _with_text(
        self, frame: Frame, text: Text, near: Sequence[int], *, negated: bool, words: tuple[str, ...] = ()
    ) -> Iterator[Frame]:
        dear = 1.0 if self.may_be_done(text) else 0.0
        for place, stored in self.holding(frame, text, near, words, apart=negated and bool(words)):
            made = self._equal(place.field, stored)
            yield self._said(frame, place, made, text.span, negated=negated).plus(dear)

    def _said(self, before: Frame, place: Place, made: Condition, span: Span, *, negated: bool) -> Frame:
        """A condition on a node. Denied of rows that were only now tied to others: there is no such row."""
        frame = place.frame
        known = len(before.nodes)
        if not negated:
            return frame.meeting(place.node, made, span, place.cost)
        shown = [i for i in before.items if i.column is not None and i.function is None]
        if (
            len(shown) == len(before.items) == 1
            and shown[0].node == place.node < known
            and not before.nodes[place.node].is_named
        ) and not self._names_rows(before, shown[0]):  # who never sold it, and not who also sold something else
            other, at = self._alike_rows(replace(frame, is_distinct=True), shown[0])
            met = other.meeting(at, made, span, place.cost)
            return met.changed(at, replace(met.nodes[at], negated=True))
        if place.node >= known:
            top = self._topmost(frame, place.node, known)
            if any(frame.nodes[at].down for at in range(known, len(frame.nodes))):
                met = frame.meeting(place.node, made, span, place.cost)
                return met.changed(top, replace(met.nodes[top], negated=True))
        first = self._first_down(frame, place.node)
        dear = 3.0 if first is not None and first < known else 0.0
        return frame.meeting(place.node, negative(made), span, place.cost + dear)

    def _equal(self, field: ModelField, stored: tuple[str, ...]) -> Condition:
        stored = tuple(dict.fromkeys(stored))
        if any(NAME_JOINT in value for value in stored):
            label = self.model.tables[field.table].label
            options = [
                Both(
                    of=tuple(
                        Compare(left=Column(field=f), op=Op.EQ, right=Given(value=v))
                        for f, v in zip(label, value.split(NAME_JOINT), strict=True)
                    )
                )
                for value in stored
            ]
            return options[0] if len(options) == 1 else Either(of=tuple(options))
        column = Column(field=field.name)
        values = tuple(as_stored(field, value) for value in stored)
        if len(values) == 1:
            return Compare(left=column, op=Op.EQ, right=Given(value=values[0]))
        return Compare(left=column, op=Op.IN, values=values)

    def _values(self, state: State, piece: Piece, values: Values) -> Iterator[State]:
        frame = state.frame
        if "each" in state.lead:
            return
        if state.pending is not None and isinstance(state.pending.what, Cols):
            held = Held(state.pending.what, texts=values.texts, joint=values.joint)
            yield from self._held(
                replace(state, pending=None, verbs=()),
                replace(piece, span=(state.pending.span[0], piece.span[1])),
                held,
            )
            return
        if frame.target < 0 and not frame.nodes and state.negated:
            return
        if frame.target < 0 and not frame.nodes:
            yield state.done(frame, open=(*state.open, piece))
        near = self._near(state)
        if (
            state.joined == "or"
            and state.prior is not None
            and not state.negated
            and (same := self._same_column(state, values)) is not None
        ):
            at, made = same
            yield state.met(frame.meeting(at, made, piece.span), at)
            return
        if state.verbs and len(values.texts) == 1:
            for place in self._named_by_verb(frame, near, state.verbs):
                stored = tuple(
                    h.value for h in values.texts[0].hits if (h.table, h.field) == (place.field.table, place.field.name)
                )
                if stored:
                    made = self._said(frame, place, self._equal(place.field, stored), piece.span, negated=state.negated)
                    yield state.met(made, place.node, negated=False, verbs=())
        for made in self._valued(state, piece, values, near, negated=state.negated):
            at = _changed(frame, made)
            is_object = at not in (state.subject, frame.target)
            if is_object and self._did_something_else(state, made, at):
                made = made.told((0, 0), Doubt())
            yield state.met(made, at, negated=False, verbs=() if is_object else state.verbs)

    def _alike_rows(self, frame: Frame, item: Item) -> tuple[Frame, int]:
        """Other rows with the same value in a column."""
        column = item.column.field if item.column is not None else ""
        table = frame.nodes[item.node].table
        step = Step(field=column, table=table, key=column)
        return frame.with_node(Node(table, item.node, (step,), True))

    def _same_column(self, state: State, values: Values) -> "tuple[int, Condition] | None":
        """Another value of the column that was spoken of last."""
        assert state.prior is not None  # noqa: S101
        at, condition = state.prior
        left = condition.left if isinstance(condition, Compare) and condition.op in (Op.EQ, Op.IN) else None
        if not isinstance(left, Column) or left.via:
            return None
        key = (state.frame.nodes[at].table, left.field)
        held = [h.value for text in values.texts for h in text.hits if (h.table, h.field) == key]
        return (at, self._equal(self.model.field(*key), tuple(held))) if len(held) >= len(values.texts) else None

    def _named_by_verb(self, frame: Frame, near: Sequence[int], verbs: tuple[str, ...]) -> list[Place]:
        """The columns of rows near that a verb names: the major, of who is majoring."""
        said = self.lattice.telling(verbs)
        return [
            Place(frame, at, field, LATER * order)
            for order, at in enumerate(near[:2] if said else ())
            for field in self.model.tables[frame.nodes[at].table].stored.values()
            if any(
                self.lattice.names(verb, word)
                for verb in said
                for name in field.names
                if name.tier == 0
                for word in name.words
            )
        ]

    @property
    def _making(self) -> frozenset[str]:
        """What is done where something stands, and by somebody: who built it."""
        return self.words.phrases("making")

    def _did_something_else(self, state: State, frame: Frame, at: int) -> bool:
        """Whether people did what no word between them and a thing says: who built a boat is not whose it is."""
        subject = state.subject if state.subject >= 0 else frame.target
        said = [verb for verb in self.lattice.telling(state.verbs) if not self.is_general(verb) or verb in self._making]
        if not said or subject < 0:
            return False
        passed, here = {frame.nodes[subject].table}, at
        while here >= 0:
            passed.add(frame.nodes[here].table)
            here = frame.nodes[here].parent
        if not passed.isdisjoint(self.lattice.tables_of(state.verbs)):
            return False
        words: list[str] = []
        while at >= 0 and at != subject:
            node = frame.nodes[at]
            words += [w for name in self.model.tables[node.table].names for w in name.words]
            for step in node.steps:
                owner = node.table if node.down else frame.nodes[node.parent].table
                field = self.model.tables[owner].fields.get(step.field)
                words += [w for name in field.names for w in name.words] if field is not None else []
                words += [w for link in self.model.links_from(owner) if link.field == step.field for w in link.words]
            at = node.parent
        return not all(any(self.lattice.names(verb, word) for word in words) for verb in said)

    def _valued(
        self, state: State, piece: Piece, values: Values, near: Sequence[int], *, negated: bool
    ) -> Iterator[Frame]:
        frame, verbs = state.frame, state.verbs
        if len(values.texts) == 1 and values.texts[0].is_quoted and not values.texts[0].hits:
            for place in self._named_by_verb(frame, near, verbs):
                for made in self._compared(place, Bound(piece.span, Op.EQ, (values.texts[0],))):
                    yield self._said(frame, place, made, piece.span, negated=negated)
            return
        if len(values.texts) == 1:
            again = self._again(state, values.texts[0]) if state.joined and state.prior is not None else None
            if again is not None:
                made, at, field = again
                held = tuple(h.value for h in values.texts[0].hits if (h.table, h.field) == (field.table, field.name))
                met = made.meeting(at, self._equal(field, held), piece.span)
                first = self._first_down(made, at)
                yield (
                    met.changed(first, replace(met.nodes[first], negated=True))
                    if negated and first is not None
                    else met
                )
                return
            yield from self._with_text(frame, values.texts[0], near, negated=negated, words=verbs)
            return
        first = values.texts[0]
        for place, stored in self.holding(frame, first, near, verbs):
            key = (place.field.table, place.field.name)
            held = [h.value for text in values.texts[1:] for h in text.hits if (h.table, h.field) == key]
            if len(held) < len(values.texts) - 1:
                continue
            made = self._equal(place.field, (*stored, *held))
            met = self._said(frame, place, made, piece.span, negated=negated)
            is_many = self._first_down(place.frame, place.node) is not None
            asked = [i for i in frame.items if i.column is not None and i.function is None]
            entity = (
                len(asked) == 1
                and len(frame.items) == 1
                and asked[0].node == place.node
                and not self._names_rows(frame, asked[0])
            )
            if values.joint == "and" and entity and state.both and not negated:
                made_ = frame
                for text in values.texts:
                    own = tuple(h.value for h in text.hits if (h.table, h.field) == key)
                    tied_, at_ = self._alike_rows(made_, asked[0])
                    made_ = tied_.meeting(at_, self._equal(place.field, own), text.span)
                yield replace(made_, is_distinct=True)
                return
            if values.joint == "and" and not negated:
                met = replace(met, names_kinds=True)
            if values.joint == "and" and is_many and not negated:
                yield from self._each_of(frame, values, near, verbs)
                met = met.plus(0.6)
                if state.both:
                    continue
            yield met

    def _cloned(self, frame: Frame, at: int) -> tuple[Frame, int] | None:
        """The rows between a node and those it is tied to, once more: for another of them."""
        first = self._first_down(frame, at)
        if first is None:
            return None
        chain = [at]
        while chain[-1] != first:
            chain.append(frame.nodes[chain[-1]].parent)
        parent = frame.nodes[first].parent
        for each in reversed(chain):
            frame, parent = frame.with_node(
                replace(frame.nodes[each], parent=parent, where=() if each == at else frame.nodes[each].where)
            )
        return frame, parent

    def _each_of(self, frame: Frame, values: Values, near: Sequence[int], verbs: tuple[str, ...]) -> Iterator[Frame]:
        """Both of two values, each by a row of its own."""
        first, *others = values.texts
        for place, stored in self.holding(frame, first, near, verbs)[:2]:
            met = place.frame.meeting(place.node, self._equal(place.field, stored), first.span, place.cost)
            key = (place.field.table, place.field.name)
            for text in others:
                held = tuple(h.value for h in text.hits if (h.table, h.field) == key)
                again = self._cloned(met, place.node) if held else None
                if again is None:
                    break
                met = again[0].meeting(again[1], self._equal(place.field, held), text.span)
            else:
                yield met

    def _again(self, state: State, text: Text) -> "tuple[Frame, int, ModelField] | None":
        """`in course A and B`, `from A but not from B`: another value of a column of which rows may have several is
        that of another row."""
        assert state.prior is not None  # noqa: S101
        at, condition = state.prior
        left = condition.left if isinstance(condition, Compare) and condition.op is Op.EQ else None
        table = state.frame.nodes[at].table
        same = isinstance(left, Column) and any((h.table, h.field) == (table, left.field) for h in text.hits)
        made = self._cloned(state.frame, at) if same and state.joined == "and" else None
        return None if made is None or not isinstance(left, Column) else (*made, self.model.field(table, left.field))

    # what is held against something

    def _held(self, state: State, piece: Piece, held: Held) -> Iterator[State]:
        frame = state.frame
        if frame.target < 0 and not frame.nodes and state.negated:
            return
        if frame.target < 0 and not frame.nodes:
            yield state.done(frame, open=(*state.open, piece))
        near = self._near(state)
        for made in self._holding(state, piece, held, near, negated=state.negated):
            at = _changed(frame, made)
            mean = held.bound is not None and any(isinstance(r, Mean) and r.of is not None for r in held.bound.rights)
            if (other := self._of_another_row(state, frame, made, at)) is not None:
                yield state.met(other[0], other[1], negated=False, phase="told")
            yield state.met(
                made,
                at,
                after="mean" if mean else "",
                negated=False,
                phase="told",
                last=state.last if state.last >= 0 else made.target,
            )

    def _of_another_row(self, state: State, before: Frame, made: Frame, at: int) -> tuple[Frame, int] | None:
        """`enrolled in Painting and got grade A`: there, or in another course."""
        if (
            state.joined != "and"
            or state.negated
            or not (state.verbs or "have" in state.lead)
            or at >= len(before.nodes)
        ):
            return None
        first = self._first_down(before, at)
        if first is None or first == at == state.subject:
            return None
        other = self._cloned(before, at)
        condition = made.nodes[at].where[-1]
        dear = made.cost - before.cost
        return None if other is None else (other[0].meeting(other[1], condition, (0, 0), dear), other[1])

    def _holding(
        self, state: State, piece: Piece, held: Held, near: Sequence[int], *, negated: bool
    ) -> Iterator[Frame]:
        cols = held.cols
        if held.texts and not held.how:
            hit = {(h.table, h.field) for h in held.texts[0].hits}
            senses = tuple(s for s in cols.noun.senses if (s.table, s.field) in hit) if hit else cols.noun.senses
            cols = replace(cols, noun=replace(cols.noun, senses=senses or cols.noun.senses))
        negated = negated ^ held.is_denied
        if len(held.texts) == 1 and not held.how and self.is_generic(cols.noun) and cols.owner is None:
            own = {s.table for s in cols.noun.senses}
            if not any(
                h.table in own and state.frame.nodes[at].table == h.table for h in held.texts[0].hits for at in near
            ):
                yield from (
                    f.plus(0.4)
                    for f in self._with_text(state.frame, held.texts[0], near, negated=negated, words=state.verbs)
                )
        if held.texts and not held.how:
            yield from self._referred(state.frame, held, near, piece.span, negated=negated)
        for place in self.named(state.frame, cols, near):
            if (
                held.joint == "and"
                and len(held.texts) > 1
                and not negated
                and self._first_down(place.frame, place.node) is not None
            ):
                yield from self._each_of(state.frame, Values(held.texts, "and"), near, state.verbs)
                continue
            is_new = place.node >= len(state.frame.nodes) and self._first_down(place.frame, place.node) is not None
            amount = (
                held.bound is not None
                and place.field.adds_up
                and place.frame.nodes[place.node].table not in self.lattice.tables_named
            )
            if is_new and amount:  # more than 10 hours at a time, or altogether
                place = replace(place, frame=place.frame.told((0, 0), Doubt()))
            for made in self._held_so(place, held):
                said = held.texts[0].span if len(held.texts) == 1 and not held.how else piece.span
                met = self._said(state.frame, place, made, said, negated=negated)
                yield met.told(held.cols.noun.span, None)

    def _referred(self, frame: Frame, held: Held, near: Sequence[int], span: Span, *, negated: bool) -> Iterator[Frame]:
        """`whose native language is German`, where a column points at the languages: by what these are called."""
        for place in self.named(frame, held.cols, near):
            link = next((k for k in self.model.links_from(place.field.table) if k.field == place.field.name), None)
            if link is None:
                continue
            label = self.model.tables[link.to_table].label
            stored = [h.value for t in held.texts for h in t.hits if h.table == link.to_table and h.field in label]
            if len(stored) < len(held.texts):
                continue
            step = Step(field=link.field, table=link.to_table, key=link.to_field)
            tied, at = place.frame.with_node(Node(link.to_table, place.node, (step,)))
            made = self._equal(self.model.field(link.to_table, label[0]), tuple(stored))
            yield self._said(frame, replace(place, frame=tied, node=at), made, span, negated=negated)

    def _held_so(self, place: Place, held: Held) -> Iterator[Condition]:
        column, field = place.column, place.field
        if held.is_missing or held.is_known:
            yield Compare(left=column, op=Op.IS_NULL if held.is_missing else Op.NOT_NULL)
        elif held.how:
            pattern = {"contains": "%{}%", "starts": "{}%", "ends": "%{}"}[held.how].format(held.texts[0].text)
            if field.is_text:
                yield Compare(left=column, op=Op.ILIKE, right=Given(value=pattern))
        elif held.texts:
            own = (field.table, field.name)
            stored = [[h.value for h in text.hits if (h.table, h.field) == own] for text in held.texts]
            if not any(text.hits for text in held.texts):
                yield from self._compared(place, Bound(held.texts[0].span, Op.EQ, held.texts))
            elif all(stored):
                made = self._equal(field, tuple(v for each in stored for v in each))
                yield negative(made) if held.bound is not None and held.bound.op is Op.NE else made
        elif held.bound is not None:
            measured = held.bound.dimension in self.words.measuring
            yield from self._compared(place, replace(held.bound, dimension=None) if measured else held.bound)

    def _compared(self, place: Place, bound: Bound) -> Iterator[Condition]:
        """A column held against numbers, times, or a figure."""
        field, column, op = place.field, place.column, bound.op
        rights = bound.rights
        if bound.is_date and not field.is_temporal:
            return
        if op in (*_ORDERING, Op.BETWEEN) and (field.refers_to is not None or (field.is_key and not field.is_temporal)):
            return
        if bound.dimension is not None and not self._may_be(field, bound.dimension):
            return
        if len(rights) == 1 and isinstance(rights[0], Mean):
            if field.is_measure or (field.is_temporal and field.type.is_number):
                yield from self._against_mean(place, op, rights[0])
            return
        if len(rights) == 1 and isinstance(rights[0], Cols):
            return
        if len(rights) == 1 and isinstance(rights[0], Than):
            yield from self._against_row(place, op, rights[0])
            return
        fitted = [self._places.fitting(field, right) for right in rights if isinstance(right, Number | Time | Text)]
        known = [fit for fit in fitted if fit is not None]
        if not fitted or len(known) < len(fitted):
            return
        if op in _ORDERING and field.is_text and not field.is_temporal:
            return
        if op is Op.BETWEEN:
            yield Compare(left=column, op=op, values=(known[0][1][0], known[1][1][-1]))
        elif op in (Op.EQ, Op.NE):
            found = next((o for o, _ in known if o is not None), None)
            values = tuple(dict.fromkeys(v for _, several in known for v in several))
            if found is Op.BETWEEN:
                made: Condition = Compare(left=column, op=Op.BETWEEN, values=(values[0], values[-1]))
            elif len(values) == 1:
                made = Compare(left=column, op=Op.EQ, right=Given(value=values[0]))
            else:
                made = Compare(left=column, op=Op.IN, values=values)
            yield negative(made) if op is Op.NE else made
        else:
            values = known[0][1]
            edge = values[-1] if op in (Op.GT, Op.LE) else values[0]
            yield Compare(left=column, op=op, right=Given(value=edge))

    def _may_be(self, field: ModelField, word: str) -> bool:
        if word in self.words.measuring:
            return field in self._called(field.table, self.words.measuring[word])
        listed = {self.lattice.stem(w) for c in self.words.dimensions.get(word, ()) for w in c.strip("-").split()}
        if word in self.lattice.lexicon.phrases("any_measure"):
            return True
        if self._places.ranks_times(word):
            return field.is_temporal
        return bool(listed & {part for name in field.names for part in name.words})

    def _against_mean(self, place: Place, op: Op, mean: Mean) -> Iterator[Condition]:
        field, table = place.field, place.field.table
        of = field.name
        if isinstance(mean.of, Cols):
            own = [s.field for s in mean.of.noun.senses if s.table == table and s.field is not None]
            if field.name not in own:
                if not own:
                    return
                of = own[0] or of
        elif isinstance(mean.of, Rows) and not any(s.table == table for s in mean.of.noun.senses):
            return
        figure = Figure(function=mean.function, of=Column(field=of))
        form = Form(table=table, outputs=(Output(name="figure", value=figure),))
        yield Compare(left=place.column, op=op, right=Lookup(form=form))

    def _against_row(self, place: Place, op: Op, than: Than) -> Iterator[Condition]:
        field = place.field
        own = [hit for hit in than.text.hits if hit.table == field.table]
        for hit in own[:1]:
            where = (self._equal(self.model.field(hit.table, hit.field), (hit.value,)),)
            for right in of_the_one(self.model, Column(field=field.name), field.table, where):
                yield Compare(left=place.column, op=op, right=right)

    def _bound(self, state: State, piece: Piece, bound: Bound) -> Iterator[State]:
        frame = state.frame
        if bound.is_times:
            yield from self._so_often(state, piece, bound)
            return
        is_of_others = any(isinstance(right, Mean) and right.of is not None for right in bound.rights)
        if state.pending is not None and isinstance(state.pending.what, Cols):
            held = Held(state.pending.what, bound)
            yield from self._held(
                replace(state, pending=None, verbs=()),
                replace(piece, span=(state.pending.span[0], piece.span[1])),
                held,
            )
            return
        if state.measure is not None:
            yield from self._measure_held(state, piece, bound)
            return
        near = self._near(state)
        if not near:
            return
        number = bound.rights[0] if len(bound.rights) == 1 else None
        if (
            isinstance(number, Number)
            and not number.unit
            and not bound.is_date
            and state.linked == state.last >= 0
            and not state.negated
        ):
            first = self._first_down(frame, state.linked)
            any_measure = bound.dimension is None or bound.dimension in self.lattice.lexicon.phrases("any_measure")
            if first is not None and frame.nodes[first].count is None and any_measure and bound.op is not Op.EQ:
                held = frame.changed(first, replace(frame.nodes[first], count=(bound.op, int(number.value))))
                yield state.done(held.plus(0.3))
        for place in self._bounded(
            frame,
            bound,
            near,
            state.verbs,
            state.prior if state.joined in ("or", "and") else None,
            of_rows=bool(state.lead & {"of", "with"}),
            is_so="have" not in state.lead,
        ):
            for made in self._compared(place, bound):
                met = self._said(frame, place, made, piece.span, negated=state.negated)
                after = "mean" if is_of_others else ""
                yield state.met(met, place.node, negated=False, verbs=(), after=after)

    def _measure_held(self, state: State, piece: Piece, bound: Bound) -> Iterator[State]:
        assert state.measure is not None  # noqa: S101
        values = tuple(right.value for right in bound.rights if isinstance(right, Number))
        if len(values) == len(bound.rights) and not state.negated:
            having = Having(state.measure, bound.op, values)
            frame = replace(state.frame, havings=(*state.frame.havings, having))
            yield state.done(frame.told(piece.span, None))

    def _bounded(
        self,
        frame: Frame,
        bound: Bound,
        near: Sequence[int],
        verbs: tuple[str, ...],
        prior: "tuple[int, Condition] | None" = None,
        *,
        of_rows: bool = False,
        is_so: bool = True,
    ) -> list[Place]:
        """The columns that something may be held against which are not named."""
        found: list[Place] = []
        any_measure = bound.dimension is None or bound.dimension in self.lattice.lexicon.phrases("any_measure")
        if prior is not None and any_measure and isinstance(prior[1], Compare) and isinstance(prior[1].left, Column):
            left = prior[1].left
            table = frame.nodes[prior[0]].table
            field = self.model.tables[table].fields.get(left.field) if not left.via else None
            counted = any(isinstance(r, Number) and r.unit for r in bound.rights)
            if field is not None and (not bound.is_date or field.is_temporal) and not counted:
                return [Place(frame, prior[0], self.model.field(table, left.field), 0.0)]
        numbers = [right for right in bound.rights if isinstance(right, Number)]
        times = [
            r
            for r in bound.rights
            if isinstance(r, Time) or (isinstance(r, Number) and not r.unit and 1800 <= r.value <= 2200)
        ]
        for order, at in enumerate(near):
            table, dear = frame.nodes[at].table, LATER * order
            if bound.dimension is not None:
                own = [
                    Place(frame, at, field, cost + dear) for field, _, cost in self.dimension(table, bound.dimension)
                ]
                found += own or self._dimension_beyond(frame, at, bound.dimension, dear)
            elif bound.is_date or (times and len(times) == len(bound.rights)):
                others = [t for t in self.lattice.tables_of(verbs) if t != table] if verbs and not order else []
                others.sort(key=len)
                told = (
                    any(
                        self.lattice.dates(self.lattice.telling(verbs), f)
                        for f in self.model.tables[table].fields.values()
                        if f.is_temporal
                    )
                    if verbs
                    else False
                )
                if others and not told and table not in self.lattice.tables_of(verbs):
                    for nth, other in enumerate(others[:2]):
                        for tied, end, cost in self.tied(frame, other, [at], words=verbs):
                            more = cost + dear + 0.3 * nth
                            found += [Place(tied, end, field, more + each) for field, each in self._days(other, verbs)]
                    continue
                is_own = at == frame.target and len(frame.nodes) == 1
                found += [
                    Place(frame, at, field, cost + dear) for field, cost in self._days(table, verbs, is_own=is_own)
                ]
            elif numbers and any(number.unit for number in numbers):
                found += [Place(frame, at, field, 0.1 + dear) for field in self._by_unit(table, numbers)]
            else:
                measures = [f for f in self.model.tables[table].stored.values() if f.is_measure]
                if len(measures) == 1 and of_rows and not order:
                    found.append(Place(frame, at, measures[0], 0.2))
                if self.model.tables[table].is_person and is_so and not verbs and self._says_an_age(bound):
                    ages = self._called(table, [n.strip("-") for n in self.words.dimensions.get(self._older, ())][:1])
                    found += [Place(frame, at, field, 0.2 + dear) for field in ages]
                told = [f for f in measures if verbs and self.lattice.dates(self.lattice.telling(verbs), f)]
                found += [Place(frame, at, field, 0.1 + dear) for field in told]
        found.sort(key=lambda place: place.cost)
        return [place for place in found if place.cost <= found[0].cost + 0.1][:4] if found else []

    @property
    def _older(self) -> str:
        """The word that compares ages."""
        return next(iter(self.lattice.lexicon.old_units.values()), "")

    def _says_an_age(self, bound: Bound) -> bool:
        """`people under 40`"""
        said = self.lattice.words[bound.span[0]]
        return said in self.lattice.lexicon.words("bound_of_age") and bound.span[1] - bound.span[0] == 2

    def _days(self, table: str, verbs: tuple[str, ...], *, is_own: bool = False) -> list[tuple[ModelField, float]]:
        fields = [f for f in self.model.tables[table].fields.values() if f.is_temporal and not f.is_span]
        said = self.lattice.telling(verbs)
        told = [f for f in fields if said and self.lattice.dates(said, f)]
        if told:
            return [(field, 0.0) for field in told]
        if is_own and any(not self.is_general(verb) for verb in said):
            fields = [f for f in fields if not self._tells_a_deed(f)]
        usual = [f for f in fields if f.is_default_time] or fields
        return [(field, 0.1 if len(usual) == 1 else 0.3) for field in usual]

    def _tells_a_deed(self, field: ModelField) -> bool:
        """Whether a day is that of something that was done: the year when it was built."""
        return any(self.lattice.lexicon.relates(word) for name in field.names if name.tier == 0 for word in name.words)

    def _by_unit(self, table: str, numbers: Sequence[Number]) -> list[ModelField]:
        units = {number.unit for number in numbers if number.unit}
        money = (
            self.lattice.lexicon.words("money_noun")
            if units & self.lattice.lexicon.words("money_unit")
            else frozenset[str]()
        )
        named = {*money, *map(self.lattice.stem, units)}
        fields = [f for f in self.model.tables[table].stored.values() if f.is_measure]
        return [f for f in fields if any(named & {*n.words} for n in f.names if n.tier == 0 or len(n.words) == 1)]

    def _so_often(self, state: State, piece: Piece, bound: Bound) -> Iterator[State]:
        """`was cast at least four times`: so many rows that the verb names, or that were spoken of."""
        frame = state.frame
        at = state.subject if state.subject >= 0 else frame.target
        if state.often is None:
            yield replace(state, often=bound)
        number = next((int(r.value) for r in bound.rights if isinstance(r, Number)), None)
        if at < 0 or number is None or state.negated:
            return
        if state.linked >= 0 and (first := self._first_down(frame, state.linked)) is not None:
            node = frame.nodes[first]
            if node.count is None and not node.negated:
                yield state.done(frame.changed(first, replace(node, count=(bound.op, number))), verbs=())
            return
        for table in [t for t in self.lattice.tables_of(state.verbs) if t != frame.nodes[at].table][:2]:
            for tied, end, cost in self.tied(frame, table, [at], words=state.verbs, apart=True):
                first = self._first_down(tied, end)
                if first is not None:
                    held = tied.changed(first, replace(tied.nodes[first], count=(bound.op, number)))
                    yield state.done(held.plus(cost), verbs=(), linked=end, last=end)

    # ranks that stand alone

    def _top(self, state: State, piece: Piece, top: Top) -> Iterator[State]:
        frame = state.frame
        near = self._near(state)
        if state.pending is not None and isinstance(state.pending.what, Cols) and not top.counts:
            topped = replace(state.pending.what, top=top)
            yield from self._topped(replace(state, pending=None), state.pending, topped)
            return
        if top.counts:
            yield from self._most_often(state, piece, top)
            return
        if top.dimension is None:
            return
        if state.phase == "told" and not state.verbs and self._places.ranks_times(top.dimension) and state.top is None:
            yield replace(state, top=top)
        subject = state.subject if state.subject >= 0 else frame.target
        if state.verbs and subject >= 0 and self._places.ranks_times(top.dimension):
            yield from self._ranked_by_day(state, subject, replace(top, limit=state.limit) if top.limit == 1 else top)
            if any(not self.is_general(verb) for verb in self.lattice.telling(state.verbs)):
                return
        top = replace(top, limit=state.limit) if top.limit == 1 else top
        for order, at in enumerate(near[:3]):
            for made in self._ranked(frame, at, top):
                yield state.done(made.plus(LATER * order), phase="told", limit=1)

    def _ranked_by_day(self, state: State, at: int, top: Top) -> Iterator[State]:
        """`was born first`, `registered most recently`: by the day of what was done."""
        frame, table = state.frame, state.frame.nodes[at].table
        is_max = not self.words.dimensions[top.dimension or ""][0].startswith("-")
        said = self.lattice.telling(state.verbs)
        days = [
            f
            for f in self.model.tables[table].fields.values()
            if f.is_temporal and said and self.lattice.dates(said, f)
        ]
        for field in days:
            rank = Rank(at, Item(at, Column(field=field.name)), is_max, top.limit, top.span)
            yield state.done(replace(frame, ranks=(*frame.ranks, rank)), phase="told", verbs=(), limit=1)
        for other in [t for t in self.lattice.tables_of(state.verbs) if t != table][:2] if not days else ():
            for tied, end, cost in self.tied(frame, other, [at], words=state.verbs):
                for field, dear in self._days(other, state.verbs):
                    function = Function.MAX if is_max else Function.MIN
                    rank = Rank(at, Item(end, Column(field=field.name), function), is_max, top.limit, top.span)
                    yield state.done(
                        replace(tied, ranks=(*tied.ranks, rank)).plus(cost + dear), phase="told", verbs=(), limit=1
                    )

    def _most_often(self, state: State, piece: Piece, top: Top) -> Iterator[State]:
        """`occurs most often`, `was ordered the most`: by how many rows there are, or belong to each."""
        frame = state.frame
        shown = [item for item in frame.items if item.column is not None and item.function is None]
        if len(shown) == 1 and len(frame.items) == 1 and not self._names_rows(frame, shown[0]):
            yield from self._ranked_group(state, shown[0], top)
        at = state.subject if state.subject >= 0 else frame.target
        if at < 0:
            return
        if state.verbs == () and not self._says_often(top) and piece.span[1] < len(self.lattice):
            behind = (self.lattice.words[piece.span[1]],)
            if self.lattice.relates(piece.span[1]) and self._may_be_amounts(replace(state, verbs=behind)):
                return  # how often it was harvested, or how much
        if state.linked >= 0 and self._first_down(frame, state.linked) is not None:
            ranked = self._ranked_by_count(frame, state.linked, self._first_down(frame, state.linked), top)
            if ranked is not None:
                yield state.done(ranked, verbs=(), phase="told", limit=1)
                return
        if not self._says_often(top) and self._may_be_amounts(state):
            return  # how often it was harvested, or how much
        tables = [each for each in self.lattice.tables_of(state.verbs) if each != frame.nodes[at].table]
        for table in tables[:2]:
            for tied, end, cost in self.tied(frame, table, [at], words=state.verbs, apart=True):
                ranked = self._ranked_by_count(tied, end, self._first_down(tied, end), top)
                if ranked is not None:
                    yield state.done(ranked.plus(cost), verbs=(), phase="told")
        if not tables and (not shown or self._names_rows(frame, shown[0])):
            for made in self._most_referred(frame, at, top):
                yield state.done(made, phase="told")

    def _names_rows(self, frame: Frame, item: Item) -> bool:
        """Whether a column tells each row from the others."""
        table = self.model.tables[frame.nodes[item.node].table]
        return item.column is not None and item.column.field in (*table.key, *table.label)

    def _ranked_group(self, state: State, item: Item, top: Top, dear: float = 0.0) -> Iterator[State]:
        """The value that most rows have."""
        frame = state.frame
        key = replace(item, span=(0, 0))
        limit = state.limit if top.limit == 1 else top.limit
        rank = Rank(item.node, Item(item.node, function=Function.COUNT), top.is_max, limit, top.span)
        yield state.done(
            replace(frame, keys=(*frame.keys, key), ranks=(*frame.ranks, rank)).plus(dear),
            phase="told",
            verbs=(),
            limit=1,
        )

    # order

    def _sorted(self, state: State, piece: Piece, order: Sorted) -> Iterator[State]:
        frame = state.frame
        if not order.by:
            if order.is_chronological:
                sort = Sort(None, order.descending, is_time=True)
                yield state.done(replace(frame, sorts=(*frame.sorts, sort)).told(piece.span, None))
                return
            yield state.done(replace(frame, sorts=(*frame.sorts, Sort(None, order.descending))).told(piece.span, None))
            return
        states = [state]
        for by in order.by:
            states = [more for each in states for more in self._sorted_by(each, piece, by, order)]
        yield from (replace(each, after="order") for each in states)

    def _sorted_by(self, state: State, piece: Piece, by: object, order: Sorted) -> Iterator[State]:
        frame = state.frame
        if isinstance(by, Cols):
            for place in self.named(frame, by, self._near(state)):
                function = by.functions[0] if by.functions else None
                item = Item(place.node, place.column, function)
                yield state.done(
                    replace(place.frame, sorts=(*place.frame.sorts, Sort(item, order.descending))).plus(place.cost)
                )
        elif isinstance(by, Count):
            if isinstance(by.of, Rows):
                for sense in by.of.noun.senses[:2]:
                    for made, at, cost in self._counted_rows(state, by.of, sense):
                        sort = Sort(Item(at, function=Function.COUNT), order.descending)
                        yield state.done(replace(made, sorts=(*made.sorts, sort)).plus(cost))
            else:
                yield state.done(
                    replace(frame, sorts=(*frame.sorts, Sort(Item(-1, function=Function.COUNT), order.descending)))
                )
        elif isinstance(by, Top):
            sizes = self.lattice.lexicon.phrases("any_measure")
            is_size = bool(
                sizes
                & {" ".join(self.lattice.words[a:b]) for a in range(*by.span) for b in range(a + 1, by.span[1] + 1)}
            )
            if by.dimension is None:
                if state.frame.ranks and by.is_max and not order.by[1:]:
                    yield state  # the best first
                elif by.counts or is_size:
                    yield state.done(replace(frame, sorts=(*frame.sorts, Sort(None, order.descending))))
                return
            for at in self._near(state)[:2]:
                for field, is_max, cost in self.dimension(frame.nodes[at].table, by.dimension):
                    sort = Sort(Item(at, Column(field=field.name)), is_max)
                    yield state.done(replace(frame, sorts=(*frame.sorts, sort)).plus(cost))
            if is_size:
                yield state.done(replace(frame, sorts=(*frame.sorts, Sort(None, by.is_max))).plus(0.2))

    # stretches of time

    def _stretch(self, state: State, piece: Piece, stretch: Stretch) -> Iterator[State]:
        frame = state.frame
        subject = state.subject if state.subject >= 0 else frame.target
        if stretch.top is not None and not stretch.top.counts and state.phase == "told" and subject >= 0:
            for field, cost in self._days(frame.nodes[subject].table, state.verbs):
                if stretch.top.dimension is None or self._places.ranks_times(stretch.top.dimension):
                    item = Item(
                        subject,
                        Column(field=field.name),
                        grain=stretch.grain if field.type is not FieldType.INTEGER else None,
                    )
                    rank = Rank(subject, item, stretch.top.is_max, 1, piece.span)
                    yield state.done(replace(frame, ranks=(*frame.ranks, rank)).plus(cost), verbs=())
            return
        is_key = stretch.is_each or stretch.is_asked or bool(state.lead & {"each", "what_year"})
        if not (is_key or (state.phase == "ask" and frame.keys)):
            return
        near = self._near(state)
        if not near:
            yield state.done(frame, open=(*state.open, piece))
            return
        if any(key.grain is stretch.grain for key in frame.keys):
            yield state.done(frame)
            return
        for order, at in enumerate(near):
            yield from self._stretched(state, piece, stretch, at, LATER * order)

    def _stretched(self, state: State, piece: Piece, stretch: Stretch, at: int, dear: float) -> Iterator[State]:
        frame = state.frame
        for field, cost in self._days(frame.nodes[at].table, state.verbs):
            key = Item(at, Column(field=field.name), grain=stretch.grain, span=piece.span)
            yield state.done(replace(frame, keys=(*frame.keys, key)).plus(cost + dear))

    def _figured(self, state: State, piece: Piece, figured: Figured) -> Iterator[State]:
        """`…, and the average`: of the one amount that was spoken of."""
        frame = state.frame
        known = {(i.node, i.column) for i in frame.items if i.column is not None and i.function is not None}
        if state.segment and len(known) == 1 and any(i.function is figured.function for i in frame.items):
            yield state.done(frame)  # said again
            return
        plain = [
            i
            for i in frame.items
            if i.column is not None and i.function is None and self._field_of(frame, i).is_measure
        ]
        if len({(i.node, i.column) for i in plain}) == 1 or len(known) == 1:
            base = plain[-1] if plain else next(i for i in frame.items if i.function is not None)
            item = replace(base, function=figured.function, grain=None, span=piece.span)
            yield state.done(replace(frame, items=(*frame.items, item)))

    def _field_of(self, frame: Frame, item: Item) -> ModelField:
        return self.model.field(frame.nodes[item.node].table, item.column.field if item.column is not None else "")

    def _how(self, state: State, piece: Piece, how: How) -> Iterator[State]:
        if state.frame.target < 0:
            yield state.done(state.frame, open=(*state.open, piece))
            return
        yield from self._how_of(state, piece, how, state.last)

    def _how_of(self, state: State, piece: Piece, how: How, at: int) -> Iterator[State]:
        phrases = [tuple(self.lattice.stem(w) for w in c.split()) for c in self.words.how.get(how.dimension, ())]
        table = self.model.tables[state.frame.nodes[at].table]
        for phrase in phrases:
            fields = [f for f in table.fields.values() if f.is_called(phrase)]
            for field in fields[:2]:
                item = Item(at, Column(field=field.name), span=piece.span)
                items = (*(self._shown_so_far(state) if state.joined else state.frame.items), item)
                yield state.done(replace(state.frame, items=items).told(piece.span, Column(field=field.name)))
            if fields:
                return

    def _where_or_when(self, state: State, told: Told, at: int) -> Iterator[State]:
        """What `where` and `when` ask for: a place, a day."""
        frame, table = state.frame, self.model.tables[state.frame.nodes[at].table]
        if "where" in told.klasses:
            places = self.lattice.lexicon.words("place_noun")
            fields = [
                f
                for f in table.fields.values()
                if f.is_text and any(n.words[-1] in places and n.tier == 0 for n in f.names)
            ]
            dear = 0.1 if len(fields) == 1 else 0.2
        else:
            fields = [field for field, _ in self._days(table.name, state.verbs)]
            said = [verb for verb in self.lattice.telling(state.verbs) if not self.is_general(verb)]
            if said and not any(self.lattice.dates(said, field) for field in fields):
                return  # that was not the day
            dear = 0.1
        grain = Grain.YEAR if "what_year" in told.klasses else None
        for field in fields:
            of_year = grain if field.type is not FieldType.INTEGER else None
            item = Item(at, Column(field=field.name), grain=of_year)
            yield replace(state, frame=replace(frame, items=(*frame.items, item)).plus(dear), verbs=())

    # verbs

    def _done(self, frame: Frame, at: int, deeds: tuple[str, ...], *, negated: bool) -> Iterator[Frame]:
        """What was done with rows, where nothing follows that says it of what."""
        said = self.lattice.telling(deeds)
        ends = self.words.gerund_endings
        if ends and not negated and all(verb.endswith(ends) for verb in said):
            yield frame.plus(0.2)  # what something is for
            return
        if not said:
            if not negated:
                yield frame
            return
        if self._is_of_another(frame, said):
            return
        table = frame.nodes[at].table
        days = [f for f in self.model.tables[table].fields.values() if f.is_temporal and self.lattice.dates(said, f)]
        tables = self.lattice.tables_of(deeds)
        if table in tables and not negated:
            yield frame
            return
        tables = [each for each in tables if each != table]
        tied = {n.table for n in frame.nodes}
        if tables:
            if any(each in tied for each in tables) and not negated:
                yield frame
                return
            for other in tables[:2]:
                for made, end, cost in self.tied(frame, other, [at], words=deeds, apart=negated):
                    top = self._topmost(made, end, len(frame.nodes)) if end >= len(frame.nodes) else end
                    if negated:
                        made = made.changed(top, replace(made.nodes[top], negated=True))
                    yield made.plus(cost + 0.2)
            return
        if days and negated:
            for field in days:
                yield frame.meeting(at, Compare(left=Column(field=field.name), op=Op.IS_NULL), (0, 0), 0.2)
            return
        if not negated:
            used = {
                i.column.field
                for i in (*frame.items, *(r.by for r in frame.ranks))
                if i.column is not None and i.node == at
            }
            held = frame.nodes[at].where
            used |= {c.left.field for c in held if isinstance(c, Compare) and isinstance(c.left, Column)}
            told = any(place.field.name in used for place in self._named_by_verb(frame, [at], deeds))
            if (
                days
                and any(self.model.tables[table].fields[name].is_temporal for name in used)
                and not any(day.name in used for day in days)
            ):
                return  # that was another day
            general = all(map(self.is_general, said)) or told or any(day.name in used for day in days)
            yield frame.plus(0.1) if general else frame.told((0, 0), Doubt(said[0]))

    def _flushed(self, state: State) -> Iterator[State]:
        """At the end of a clause: verbs without what they are said of."""
        if state.often is not None:
            for each in self._so_often(state, Piece((0, 0), state.often, 0.0), state.often):
                yield from self._flushed(replace(each, often=None))
            return
        if state.top is not None:
            subject = state.subject if state.subject >= 0 else state.frame.target
            if state.verbs and subject >= 0:
                for ranked in self._ranked_by_day(state, subject, state.top):
                    yield from self._flushed(replace(ranked, top=None))
                return
            ties = [at for at in range(len(state.frame.nodes)) if at != subject]
            for at in ties:
                for made in self._ranked(state.frame, at, state.top):
                    yield from self._flushed(replace(state, frame=made, top=None))
            return
        if not state.verbs:
            if not state.negated:
                yield state
            return
        at = state.subject if state.subject >= 0 else state.frame.target
        if at < 0:
            yield state
            return
        for made in self._done(state.frame, at, state.verbs, negated=state.negated):
            yield replace(state, frame=made, verbs=(), negated=False)

    def _ended(self, state: State) -> Iterator[State]:
        """At the end of a sentence."""
        late = [p for p in state.open if isinstance(p.what, Told)]
        if late and state.is_given and state.frame.target >= 0 and len(late) == len(state.open):
            at = state.subject if state.subject >= 0 else state.frame.target
            shown = replace(state, frame=replace(state.frame, items=self._shown_so_far(state)))
            for each in self._opened(shown, at):
                yield from self._ended(each)
            return
        for flushed in self._flushed(state):
            states = [flushed]
            if flushed.open:
                at = flushed.frame.target
                if at < 0 and any(isinstance(p.what, Cols) for p in flushed.open):
                    first = next(p.what for p in flushed.open if isinstance(p.what, Cols))
                    tables = dict.fromkeys(s.table for s in first.noun.senses)
                    states: list[State] = []
                    for table in tables:
                        tiers = [s.tier for s in first.noun.senses if s.table == table]
                        root, at = flushed.frame.with_node(Node(table))
                        root = replace(root, target=at)
                        opened = self._opened(
                            replace(flushed, frame=root.plus(0.3 * min(tiers)), last=at, subject=at), at
                        )
                        states += list(opened)
                else:
                    states = list(self._opened(flushed, at)) if at >= 0 else [flushed]
            yield from (self._as_shown_last(each) for each in states)

    def _as_shown_last(self, state: State) -> State:
        """`…? Show name and number.`: what a later sentence shows takes the place of what was shown before."""
        frame = state.frame
        before, after = frame.items[: state.begun], frame.items[state.begun :]
        if state.segment and after and not before and self._tell_no_rows(frame, after):
            frame = replace(frame, items=(Item(frame.target), *after))
        if state.segment and after and before:
            same = [item for item in before if any(_alike(item, other) for other in after)]
            listed = any(item.column is not None and item.function is None for item in after)
            kept = [i for i in before if i not in same and (i.column is not None or i.function is not None)]
            kept = [i for i in kept if not (listed and i.function is Function.COUNT and i.node == frame.target)]
            frame = replace(frame, items=(*kept, *after))
        return replace(state, frame=frame)

    def _tell_no_rows(self, frame: Frame, items: Sequence[Item]) -> bool:
        """Whether columns that are asked for do not say of which of the rows they are."""
        target = frame.target
        if target < 0 or not frame.nodes[target].is_named or frame.keys:
            return False
        return all(
            i.node == target and i.column is not None and not i.function and not self._names_rows(frame, i)
            for i in items
        )

    def _tells_somebody(self, frame: Frame) -> bool:
        """Whether what is shown are people, or says who they are."""
        if self.model.tables[frame.nodes[frame.target].table].is_person:
            return True
        people = {(field.table, field.name) for field in self.lattice.somebody}
        for item in (*frame.items, *frame.keys):
            table = frame.nodes[item.node].table
            if self.model.tables[table].is_person and item.function is None:
                return True
            if item.column is not None and (table, item.column.field) in people:
                return True
            field = self.model.tables[table].fields.get(item.column.field) if item.column is not None else None
            if field is not None and field.refers_to is not None and self.model.tables[field.refers_to].is_person:
                return True
        return False

    def _is_of_one(self, frame: Frame, item: Item) -> bool:
        """Whether an amount is that of one row: the first by something, or one that is called by its name."""
        table = self.model.tables[frame.nodes[item.node].table]
        named = {*table.key, *table.label, table.code}
        held = (
            c.left.field
            for c in frame.nodes[item.node].where
            if isinstance(c, Compare) and c.op is Op.EQ and isinstance(c.left, Column)
        )
        shown = any(each.node == item.node and each.function is None and each != item for each in frame.items)
        ranked = any(rank.node == item.node and rank.by.function is None for rank in frame.ranks)
        return ranked or shown or any(field in named for field in held)

    def _says_often(self, top: Top) -> bool:
        return bool(set(self.lattice.words[slice(*top.span)]) & self.words.phrases("often_word"))

    def _may_be_amounts(self, state: State) -> bool:
        """Whether rows that a verb names hold amounts of what was done."""
        tables = [self.model.tables[name] for name in self.lattice.tables_of(state.verbs)]
        return any(field.adds_up and field.is_measure for table in tables for field in table.stored.values())

    def _as_usual(self, state: State) -> State:
        """`the amount of all orders`: the figure that the model makes of it. Several amounts are listed."""
        frame = state.frame
        item = frame.items[0] if len(frame.items) == 1 else Item(-1)
        if (
            item.column is None
            or item.function is not None
            or frame.ranks
            or frame.sorts
            or self._is_of_one(frame, item)
        ):
            return state
        usual, end = self._field_of(frame, item).aggregation, item.span[1] - 1
        is_one = 0 <= end < len(self.lattice) and self.lattice.words[end] == self.lattice.stems[end]
        if usual is None or not is_one:
            return state
        return replace(state, frame=replace(frame, items=(replace(item, function=usual),)))

    @property
    def _says_altogether(self) -> bool:
        places = range(len(self.lattice))
        return any(one.klass == "altogether" for at in places for one in self.words.at(self.lattice.words, at))

    def _altogether(self, state: State) -> State:
        """`the volume of all donations altogether`: their sum."""
        frame = state.frame
        if (
            not self._says_altogether
            or len(frame.items) != 1
            or frame.items[0].column is None
            or frame.items[0].function
            or frame.ranks
        ):
            return state
        field = self._field_of(frame, frame.items[0])
        summed = replace(frame.items[0], function=Function.SUM)
        return replace(state, frame=replace(frame, items=(summed,))) if field.is_measure and field.adds_up else state

    def _is_bare(self, state: State) -> bool:
        """`who did it?`, `the skipper?`: nothing says of which."""
        frame = state.frame
        held = any(n.where or n.options or n.count or n.negated for n in frame.nodes) or len(frame.nodes) > 1
        if held or frame.ranks or frame.keys or frame.havings or any(i.function for i in frame.items):
            return False
        if "who" in state.asks and frame.nodes[frame.target].table not in self.lattice.mentioned:
            return True
        if frame.items:
            return False
        spans = {p.span for p in frame.parts if isinstance(p.meaning, NounSense) and p.meaning.field is None}
        asked = any(
            self.words.at(self.lattice.words, at) and said.klass in ("ask", "which", "each")
            for at in range(len(self.lattice))
            for said in self.words.at(self.lattice.words, at)
        )
        return not asked and all(
            self.lattice.words[end - 1] == self.lattice.stems[end - 1] and start > 0 for start, end in spans
        )

    def _closed(self, state: State) -> Iterator[State]:
        if state.open or state.frame.target < 0 or state.negated or state.pending is not None:
            return
        if state.limit > 1 or state.joined or state.measure is not None or self._is_bare(state):
            return
        if any(
            i.is_amount and self._is_of_one(state.frame, i) is (i.function is Function.SUM)
            for i in state.frame.items
            if i.function is not Function.AVG
        ):
            return
        state = self._altogether(self._as_usual(state))
        is_of_all = self._says_altogether or self.lattice.lexicon.sum_word in self.lattice.words
        if state.frame.names_kinds and not is_of_all and any(item.function is not None for item in state.frame.items):
            state = replace(state, frame=state.frame.told((0, 0), Doubt()))
        if "who" in state.asks and not self._tells_somebody(state.frame):
            return
        if state.asks & {"how_much", "how_so"}:
            return
        yield state


def _alike(one: Item, other: Item) -> bool:
    return (one.node, one.column, one.function) == (other.node, other.column, other.function) or (
        one.function is Function.COUNT and other.function is Function.COUNT and -1 in (one.node, other.node)
    )


def _counting(count: Count) -> "tuple[tuple[Function, float], ...]":
    """How values are counted: each once, where it is said; else whether each row that has one may be meant as well."""
    return (
        ((Function.COUNT_DISTINCT, 0.0),)
        if count.is_distinct
        else ((Function.COUNT_DISTINCT, 0.0), (Function.COUNT, 0.0))
    )


def _changed(before: Frame, after: Frame) -> int:
    """The node of which more is said than before."""
    for at, node in enumerate(after.nodes):
        if len(node.where) > (len(before.nodes[at].where) if at < len(before.nodes) else 0):
            return at
    return after.target


def _is_key(frame: Frame, at: int) -> bool:
    return any(key.node == at and key.column is None for key in frame.keys)


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


def _as_choice(frame: Frame, one: int, other: int) -> Frame:
    number = frame.nodes[one].either or 1 + max((node.either for node in frame.nodes), default=0)
    frame = frame.changed(one, replace(frame.nodes[one], either=number))
    return frame.changed(other, replace(frame.nodes[other], either=number))


def _pruned(states: list[State]) -> list[State]:
    best: dict[object, State] = {}
    for state in states:
        key = (
            replace(state.frame, cost=0.0, parts=()),
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
