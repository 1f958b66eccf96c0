"""What the pieces of a question are to each other: what is asked for, of what, by what, and what is said of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from arch_team.featuredata.calls import Function, Op
from arch_team.gathering.pieces import Compares, Figures, Piece, Ranks, Says, Sign, Unknown, Verb
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import GrainWord, Noun, Number, Text, Time
from arch_team.modelling.model import ModelField

_MOST_RANKED = 100


@dataclass
class Threshold:
    op: Op
    value: Number
    of: Noun | None = None
    dimension: str | None = None


@dataclass
class Slots:
    """Everything a question says, each in its place."""

    counts: bool = False
    counts_people: bool = False
    asks_when: bool = False
    asks_who: bool = False
    function: Function | None = None
    rank: Ranks | None = None
    limit: int = 1
    target: Noun | None = None
    """What is asked for: the first name that nothing else is done with."""
    measure: Noun | None = None
    """What is added up, averaged or ranked by."""
    groups: list[Noun] = field(default_factory=list[Noun])
    grain: GrainWord | None = None
    """The stretch of time it is asked for each of."""
    is_share: bool = False
    is_all: bool = False
    """All of it together is asked for."""
    also_counts: bool = False
    """How many there are is asked beside what is asked for."""
    others: list[Noun] = field(default_factory=list[Noun])
    """Names that are said beside what is asked for."""
    named: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    """Columns that words like `how deep` ask for."""
    values: list[tuple[Text, bool]] = field(default_factory=list[tuple[Text, bool]])
    """With whether it is denied."""
    lacking: list[Noun] = field(default_factory=list[Noun])
    times: list[tuple[Time, Op]] = field(default_factory=list[tuple[Time, Op]])
    thresholds: list[Threshold] = field(default_factory=list[Threshold])
    verbs: list[str] = field(default_factory=list[str])
    is_distinct: bool = False
    is_either: bool = False
    """Its values are said with an `or`."""
    is_both: bool = False
    is_open: bool = False
    """Something of it has no place."""
    is_loose: bool = False
    """Something of it may say more than is read: `within a month`, `in person`."""
    measures: int = 0
    """Names of amounts that are said."""
    is_function_said: bool = False
    """It is said that something is added up or averaged, not only meant."""

    @property
    def asks_one_figure(self) -> bool:
        """Whether one total or average is asked for and nothing beside it: that leaves nothing to a grammar."""
        beside = self.counts or self.rank or self.groups or self.grain or self.is_share or self.named or self.lacking
        beside = beside or self.asks_when or self.asks_who or self.is_either or self.is_both or self.thresholds
        return self.is_function_said and self.measures == 1 and not (beside or self.is_loose)

    @property
    def asks_for_figures(self) -> bool:
        """Whether something is asked of all rows that it makes sense to ask of all."""
        is_figure = self.counts or self.function is not None or self.rank is not None
        return is_figure or bool(self.groups) or self.grain is not None


def slots_of(pieces: Sequence[Piece], lattice: Lattice) -> Slots:
    return _Filling(lattice).of(pieces)


class _Filling:
    """One walk over the pieces. What waits for the next name is kept in between."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self._slots = Slots()
        self._waiting: Piece | None = None
        self._compare: Compares | None = None
        self._number: Number | None = None

    def of(self, pieces: Sequence[Piece]) -> Slots:
        for piece in pieces:
            self._take(piece)
        slots = self._slots
        if self._waiting is not None:
            self._left(self._waiting)
        if self._number is not None:
            self._counted(self._number)
        if self._compare is not None:
            slots.is_open = True
        self._add_up()
        named = [noun for noun in (slots.target, slots.measure, *slots.others) if noun is not None]
        slots.measures = sum(any(own.is_measure for own in self._fields(noun)) for noun in named)
        return slots

    def _add_up(self) -> None:
        """What it cost together, or what was spent on it: the one figure that is named, added up."""
        slots = self._slots
        words = self._lattice.lexicon.words
        paid = not words("paying").isdisjoint(slots.verbs) or not words("costing").isdisjoint(self._lattice.words)
        names = [noun for noun in (slots.target, *slots.others) if noun is not None]
        figures = [noun for noun in names if any(own.adds_up for own in self._fields(noun))]
        is_listed = slots.function is None and slots.rank is None and not slots.counts and not slots.groups
        if (slots.is_all or paid) and is_listed and len(figures) == 1 and not slots.asks_who and not slots.asks_when:
            slots.function, slots.measure = Function.SUM, figures[0]
            rest = [noun for noun in names if noun is not figures[0]]
            slots.target, slots.others = None, rest

    def _take(self, piece: Piece) -> None:
        slots = self._slots
        match piece:
            case Noun():
                self._name(piece)
            case Text():
                if self._compare is not None and self._compare.is_of_days:
                    self._compare = None  # from Gdansk
                slots.values.append((piece, self._is_denied() or self._was_its_column(piece)))
            case Time():
                slots.times.append((piece, self._compare.op if self._compare else Op.EQ))
                self._compare = None
            case Number():
                self._amount(piece)
            case Compares():
                self._comparing(piece)
            case Unknown():
                slots.is_open = True
            case GrainWord():
                if isinstance(self._waiting, Says) and self._waiting.sign is Sign.EACH:
                    slots.grain, self._waiting = piece, None
                else:
                    slots.is_loose = True
            case Verb():
                slots.verbs.append(piece.word)
            case Figures():
                self._wait(piece)
            case Ranks():
                self._ranking(piece)
            case Says():
                self._sign(piece)

    def _sign(self, piece: Says) -> None:
        slots = self._slots
        match piece.sign:
            case Sign.COUNT | Sign.EACH | Sign.NOT:
                self._wait(piece)
            case Sign.WHEN:
                slots.asks_when = True
            case Sign.WHO:
                slots.asks_who = True
            case Sign.HOW:
                slots.named.append(piece.names)
            case Sign.OR:
                slots.is_either = True
            case Sign.DISTINCT:
                slots.is_distinct = True
            case Sign.ALL:
                slots.is_all = True
            case Sign.BOTH:
                slots.is_both = True
            case Sign.CLOCK:
                slots.is_open = True
            case Sign.SOMEBODY:
                if isinstance(self._waiting, Says) and self._waiting.sign is Sign.COUNT:
                    slots.counts_people = slots.target is None
                elif slots.target is None:
                    slots.asks_who = True  # the three people with the most hours
                else:
                    slots.is_loose = True
            case Sign.THING | Sign.FIRST:
                slots.is_loose = True
            case Sign.SHARE:
                slots.is_share, self._waiting = True, None
            case _:
                pass

    def _wait(self, piece: Piece) -> None:
        if self._waiting is not None:
            self._left(self._waiting)
        self._waiting = piece

    def _left(self, waiting: Piece) -> None:
        """What no name followed: `how many` alone counts what is spoken of; an average is of what was named before."""
        self._waiting = None
        slots = self._slots
        if isinstance(waiting, Says) and waiting.sign is Sign.COUNT:
            slots.also_counts = slots.target is not None or slots.rank is not None
            slots.counts = slots.counts or not slots.also_counts
        elif isinstance(waiting, Says) and waiting.sign is Sign.EACH and (slots.counts or slots.also_counts):
            pass  # and how many each
        elif isinstance(waiting, Figures):
            self._figure(waiting.function)
        else:
            slots.is_open = True

    def _figure(self, function: Function) -> None:
        """Two figures at once need a grammar, and so does one that somebody is held against."""
        slots = self._slots
        slots.is_open = slots.is_open or slots.function not in (None, function) or slots.asks_who
        slots.function, slots.is_function_said = function, True

    def _is_denied(self) -> bool:
        if isinstance(self._waiting, Says) and self._waiting.sign is Sign.NOT:
            self._waiting = None
            return True
        return False

    def _was_its_column(self, text: Text) -> bool:
        """`status open`: the column right before its value is said with it. Whether both are denied."""
        slots = self._slots
        columns = {(hit.table, hit.field) for hit in text.hits}
        for nouns in (slots.lacking, slots.others):
            held = nouns[-1] if nouns and nouns[-1].span[1] == text.span[0] else None
            if held is not None and any((s.table, s.field) in columns for s in held.senses):
                nouns.pop()
                return nouns is slots.lacking
        return False

    def _ranking(self, piece: Ranks) -> None:
        slots = self._slots
        if slots.rank is None:
            slots.rank = piece
            if self._number is not None and self._number.value == int(self._number.value):
                slots.limit, self._number = min(int(self._number.value), _MOST_RANKED), None
            return
        if slots.rank.is_max != piece.is_max:
            slots.is_open = True  # from the first to the last
        elif slots.rank.dimension is None:
            slots.rank = Ranks(slots.rank.span, piece.is_max, slots.rank.counts and piece.counts, piece.dimension)

    def _amount(self, piece: Number) -> None:
        slots = self._slots
        if self._compare is not None:
            slots.thresholds.append(Threshold(self._compare.op, piece, dimension=self._compare.dimension))
            self._compare = None
            self._of_last_measure()
        elif slots.rank is not None and slots.limit == 1 and not slots.rank.dimension:
            slots.limit = min(int(piece.value), _MOST_RANKED)
        else:
            if self._number is not None:
                slots.is_open = True
            self._number = piece

    def _of_last_measure(self) -> None:
        """`casualties above 3`: of the figure named right before it."""
        slots = self._slots
        before = slots.others[-1] if slots.others else slots.measure or slots.target
        if before is not None and any(own.is_measure for own in self._fields(before)):
            slots.thresholds[-1].of = before
            slots.others = [noun for noun in slots.others if noun is not before]

    def _comparing(self, piece: Compares) -> None:
        if piece.is_behind:
            if self._number is not None:
                self._slots.thresholds.append(Threshold(piece.op, self._number))
                self._number = None
            elif self._slots.times:
                self._slots.times[-1] = self._slots.times[-1][0], piece.op
            return
        if self._compare is not None:
            self._slots.is_open = True
        self._compare = piece

    def _counted(self, number: Number) -> None:
        """A number nothing is done with: the first so many of a rank."""
        slots = self._slots
        if slots.rank is not None and slots.limit == 1:
            slots.limit = min(int(number.value), _MOST_RANKED)
        else:
            slots.is_open = True

    def _fields(self, noun: Noun) -> list[ModelField]:
        model = self._lattice.model
        return [model.field(s.table, s.field) for s in noun.senses if s.field is not None]

    def _name(self, noun: Noun) -> None:
        slots = self._slots
        if self._is_denied():
            slots.lacking.append(noun)
            return
        if slots.thresholds and slots.thresholds[-1].of is None and slots.thresholds[-1].dimension is None:
            slots.thresholds[-1].of = noun  # more than six hives
            return
        if self._number is not None and slots.rank is None and slots.target is not None:
            slots.thresholds.append(Threshold(Op.EQ, self._number, noun))
            self._number = None
            return
        waiting, self._waiting = self._waiting, None
        measures = any(own.is_measure for own in self._fields(noun))
        if slots.asks_when and self._lattice.stems[noun.span[0]] == self._lattice.lexicon.date_word:
            return
        is_each = isinstance(waiting, Says) and waiting.sign is Sign.EACH
        if is_each and slots.rank is not None and slots.measure is None and measures:
            slots.measure = noun  # the top three by hours
        elif is_each:
            slots.groups.append(noun)
        elif isinstance(waiting, Figures):
            self._figure(waiting.function)
            slots.is_open = slots.is_open or slots.measure is not None
            slots.measure = noun
        elif isinstance(waiting, Says) and waiting.sign is Sign.COUNT and slots.target is None:
            slots.counts, slots.target = True, noun
        elif slots.rank is not None and slots.measure is None and measures:
            slots.measure = noun
        elif slots.asks_who and slots.rank is not None and (measures or self._are_things(noun)):
            slots.others.append(noun)
        elif slots.target is None or (not slots.others and self._is_named_by(noun, slots.target)):
            slots.target = noun
        else:
            slots.others.append(noun)

    def _are_things(self, noun: Noun) -> bool:
        """Whether rows are named that are no people."""
        tables = [self._lattice.model.tables[sense.table] for sense in noun.senses if sense.field is None]
        return bool(tables) and not any(table.is_person for table in tables)

    def _is_named_by(self, noun: Noun, other: Noun) -> bool:
        """`the name of the party`: what names a party is asked for by asking for parties."""
        tables = {sense.table for sense in noun.senses if sense.field is None}
        model = self._lattice.model
        return any(s.table in tables and s.field in model.tables[s.table].label for s in other.senses)
