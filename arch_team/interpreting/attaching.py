"""From pieces to what is asked: each piece finds what it is said of, in the order in which they are said."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from arch_team.featuredata.calls import Function
from arch_team.forms.form import Column
from arch_team.forms.joins import Joins
from arch_team.grammar.lattice import Lattice
from arch_team.interpreting.ending import Ending
from arch_team.interpreting.frames import Frame, Item, Node
from arch_team.interpreting.phrases import (
    Bound,
    Cols,
    Count,
    Deed,
    Figured,
    Held,
    How,
    Piece,
    Rows,
    Sorted,
    Stretch,
    Told,
    Top,
    Unknown,
    Values,
)
from arch_team.interpreting.state import State, pruned
from arch_team.interpreting.words import Words

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


class Attaching(Ending):
    """One question."""

    def __init__(self, lattice: Lattice, joins: Joins, words: Words) -> None:
        super().__init__(lattice, joins, words)
        self._gone_through: dict[tuple[int, ...], list[State]] = {(): [State(Frame())]}

    def frames(self, pieces: Sequence[Piece], dearest: float) -> list[Frame]:
        """What pieces may ask, cheapest first, and nothing that costs more than `dearest`, which never grows between
        calls. The pieces are those of one list: what begins alike is gone through once."""
        begun = tuple(map(id, pieces))
        known = next(end for end in range(len(begun), -1, -1) if begun[:end] in self._gone_through)
        states = self._gone_through[begun[:known]]
        for at in range(known, len(pieces)):
            near = (state for state in states if state.frame.cost <= dearest)
            states = pruned([more for state in near for more in self._step(state, pieces[at])])
            self._gone_through[begun[: at + 1]] = states
            if not states:
                return []
        if not states:
            return []
        ended = [end for state in states for end in self._ended(state)]
        ended = [end for state in ended for end in self._closed(state)]
        return [state.frame for state in pruned(ended) if state.frame.cost <= dearest]

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

    # words of the language

    def _holds_nothing(self, state: State, piece: Piece, told: Told) -> bool:
        """`is on hold`, `whatever it includes`: more than to have, and of nothing."""
        end = piece.span[1]
        ends = end >= len(self.lattice) or bool(
            {"and", ","} & {s.klass for s in self.words.at(self.lattice.words, end)}
        )
        ends = ends or self.lattice.words[end] in _ENDS if end < len(self.lattice) else True
        ends = ends and not state.lead & {"be", "auxiliary"}  # `where it was held`
        return told.word not in self.words.phrases("bare_have") and (ends or "preposition" in state.lead)

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
