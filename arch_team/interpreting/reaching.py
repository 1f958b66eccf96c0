"""Where columns and values stand, seen from the rows a question speaks of; and how other rows are tied to these."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from arch_team.featuredata.calls import Op
from arch_team.forms.form import Column, Compare, Given
from arch_team.forms.joins import Joins, Path
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Noun, Text
from arch_team.interpreting.frames import Frame, Node
from arch_team.interpreting.hearing import TIERS
from arch_team.interpreting.read import Doubt
from arch_team.modelling.flags import as_stored
from arch_team.modelling.model import Link, ModelField, NounSense
from arch_team.modelling.naming import SHORTENED

HOP = 0.4
"""What a step to rows that nobody named costs."""
TIED = 0.2
"""What a step to rows that are named costs, beyond the first."""
DOWN = 0.3
"""What it costs more that rows point back."""
LATER = 0.12
"""What it costs to pass over rows that were spoken of later."""
AGAIN = 0.3
"""What it costs that other rows of a table are meant than those that were spoken of."""
NAMED = 0.4
"""What a verb that names a way is worth."""
_NEAR = 0.5
_MOST = 4
_FAR = 3


@dataclass(frozen=True, slots=True)
class Place:
    """A column of a node, and what it costs to mean that one."""

    frame: Frame
    node: int
    field: ModelField
    cost: float

    @property
    def column(self) -> Column:
        return Column(field=self.field.name)


class Reaching:
    """One question."""

    def __init__(self, lattice: Lattice, joins: Joins) -> None:
        self.lattice, self.joins, self.model = lattice, joins, lattice.model

    def is_generic(self, noun: Noun) -> bool:
        """Whether a noun names what any rows may have: a name, a date, a status."""
        return " ".join(self.lattice.stems[slice(*noun.span)]) in self.lattice.generic

    def columns(self, frame: Frame, noun: Noun, near: Sequence[int], *, own_only: bool = False) -> list[Place]:
        """The columns that a noun may mean, of the nodes that are near, nearest first; or of rows tied to them."""
        own_only = own_only or noun.is_own or (self.is_generic(noun) and bool(near))
        senses = [sense for sense in noun.senses if sense.field is not None]
        if not near and not any(node.is_named for node in frame.nodes):
            tiers = sorted(((self._tier(s, own_only=own_only), s) for s in senses), key=lambda each: each[0])
            return [self._alone(frame, sense, tier) for tier, sense in tiers[:_MOST] if tier <= tiers[0][0] + _NEAR]
        spoken_of = {node.table for node in frame.nodes}
        tables = {frame.nodes[at].table for at in near}
        kin = {link.to_table for table in tables for link in self._is_a(table)}
        have_one = any(sense.table in tables for sense in noun.senses)
        of_these = [self._of_these(frame, s, near, own_only=own_only) if s.table in spoken_of else [] for s in senses]
        least = min((place.cost for places in of_these for place in places), default=inf)
        found: list[Place] = []
        for sense, places in zip(senses, of_these, strict=True):
            found += places
            tier = self._tier(sense, own_only=own_only)
            if places or tier + HOP > least + _NEAR:
                continue
            if not near:
                found.append(self._alone(frame, sense, tier))
            elif not own_only or sense.table in kin:
                field = self.model.field(sense.table, sense.field or "")
                tied = self.tied(frame, sense.table, near, is_named=False)
                found += [Place(made, at, field, tier + cost) for made, at, cost in tied]
            elif not have_one:
                found += self._of_the_next(frame, self.model.field(sense.table, sense.field or ""), near, tier)
        return best(found)

    def _tier(self, sense: NounSense, *, own_only: bool) -> float:
        """What it costs to mean a column by a name. The id of rows is their own."""
        is_key = own_only and self.model.tables[sense.table].key == (sense.field,)
        return min(TIERS[sense.tier], TIERS[SHORTENED]) if is_key else TIERS[sense.tier]

    def _alone(self, frame: Frame, sense: NounSense, tier: float) -> Place:
        alone, at = frame.with_node(Node(sense.table))
        alone = replace(alone, target=at if alone.target < 0 else alone.target)
        return Place(alone, at, self.model.field(sense.table, sense.field or ""), tier)

    def _of_the_next(self, frame: Frame, field: ModelField, near: Sequence[int], tier: float) -> list[Place]:
        """The name of enrolments: that of those whom they are of, one step away."""
        at = near[0]
        ways = [p for p in self.joins.paths(frame.nodes[at].table, field.table) if p.is_upwards and p.length == 1]
        if len(ways) != 1:
            return []
        tied, end = self.along(frame, at, ways[0], is_named=False)
        return [Place(tied, end, field, tier + 0.6)]

    def _of_these(self, frame: Frame, sense: NounSense, near: Sequence[int], *, own_only: bool) -> list[Place]:
        """The column of rows that were spoken of."""
        field = self.model.field(sense.table, sense.field or "")
        tier = self._tier(sense, own_only=own_only)
        own = [
            Place(frame, at, field, tier + LATER * place)
            for place, at in enumerate(near)
            if frame.nodes[at].table == sense.table
        ]
        others = (
            at for at, node in enumerate(frame.nodes) if node.table == sense.table and at not in near and node.is_named
        )
        return own or [Place(frame, at, field, tier + LATER * len(near)) for at in others]

    def _is_a(self, table: str) -> list[Link]:
        """What rows of a table are as well: a professor is an employee, by the same key."""
        return [link for link in self.model.links_from(table) if self.model.tables[table].key == (link.field,)]

    def tied(
        self,
        frame: Frame,
        table: str,
        near: Sequence[int],
        *,
        is_named: bool = True,
        words: tuple[str, ...] = (),
        apart: bool = False,
    ) -> Iterator[tuple[Frame, int, float]]:
        """Frames with a new node of a table, tied to one of those that are near. `apart`: through rows of its own."""
        found: list[tuple[float, int, Path]] = []
        named: set[tuple[int, Path]] = set()
        for place, at in enumerate(near):
            for path in self.joins.paths(frame.nodes[at].table, table):
                if path.length > _FAR:
                    continue
                step = TIED if is_named else HOP
                cost = (
                    step * (path.length - (1 if is_named else 0))
                    + LATER * place
                    + (0.0 if path.is_upwards else DOWN if not is_named else DOWN / 2)
                )
                if words and self.is_named_by(path, words):
                    cost -= NAMED
                    named.add((at, path))
                found.append((cost, at, path))
        if not found:
            return
        told = {at for at, _ in named}
        found = [each for each in found if each[1] not in told or (each[1], each[2]) in named]
        found.sort(key=lambda each: each[0])
        for cost, at, path in found[:_MOST]:
            if cost > found[0][0] + _NEAR:
                break
            made, end = self.along(frame, at, path, is_named=is_named, apart=apart)
            made = self._with_what_was_done(made, len(frame.nodes), path, words) if words else made
            again = not apart and end >= len(frame.nodes) and any(node.table == table for node in frame.nodes)
            yield made, end, max(cost, 0.0) + AGAIN * again

    def _with_what_was_done(self, frame: Frame, known: int, path: Path, words: tuple[str, ...]) -> Frame:
        """`who led an expedition`, where rows between say who took part, and whether as leader. Where rows are tied by
        what somebody did, and a verb says something else, that is doubtful."""
        said = [verb for verb in self.lattice.telling(words) if not self.is_general(verb)]
        hits = {(h.table, h.field): h.value for found in self.model.worded.values() for h in found}
        for at in range(known, len(frame.nodes)):
            node = frame.nodes[at]
            for field in self.model.tables[node.table].fields.values() if node.down and not node.is_named else ():
                named = any(self.lattice.names(verb, w) for verb in said for n in field.names for w in n.words)
                if field.is_flag and named and (node.table, field.name) in hits:
                    stored = as_stored(field, hits[node.table, field.name])
                    frame = frame.meeting(
                        at, Compare(left=Column(field=field.name), op=Op.EQ, right=Given(value=stored)), (0, 0)
                    )
        between = [node.table for node in frame.nodes[known:-1]]
        if said and any(not self.model.tables[t].is_bridge and t not in self.lattice.mentioned for t in between):
            return frame.told((0, 0), Doubt())
        roles = {word for link in self._links(path) for word in self.lattice.role(link)}
        told = any(self.lattice.names(verb, word) or verb == word for verb in said for word in roles)
        return frame.told((0, 0), Doubt()) if said and roles and not told else frame

    def _links(self, path: Path) -> Iterator[Link]:
        for steps in (path.to_first, path.to_second):
            table = path.pivot
            for step in steps:
                yield from (link for link in self.model.links_from(table) if link.field == step.field)
                table = step.table

    def is_general(self, verb: str) -> bool:
        """Whether a verb says no more than that something was, or belongs to something."""
        words = self.lattice.lexicon.words
        return any(
            verb in words(klass)
            for klass in ("happening", "tying", "locating", "doing", "working", "vacuous", "recording")
        )

    def along(
        self, frame: Frame, at: int, path: Path, *, is_named: bool = True, apart: bool = False
    ) -> tuple[Frame, int]:
        """The frame with the nodes of a path. Rows that lead on from the same rows are those, unless apart."""
        here = at
        if path.to_first:
            known = None if apart else self._known(frame, at, path.pivot, path.to_first, down=True)
            plain = not path.to_second
            if known is not None and not (plain and is_named and frame.nodes[known].is_named):
                here = known
            else:
                node = Node(path.pivot, at, path.to_first, True, is_named=is_named and plain)
                frame, here = frame.with_node(node)
        steps = path.to_second
        for place in range(len(steps)):
            step = steps[place]
            last = place + 1 == len(steps)
            known = None if apart and last else self._known(frame, here, step.table, (step,), down=False)
            if known is not None:
                here = known
            else:
                frame, here = frame.with_node(Node(step.table, here, (step,), False, is_named=is_named and last))
        return frame, here

    def _known(self, frame: Frame, at: int, table: str, steps: tuple[object, ...], *, down: bool) -> int | None:
        for place, node in enumerate(frame.nodes):
            is_it = (node.parent, node.table, node.down, node.steps) == (at, table, down, steps)
            if is_it and not node.negated and node.count is None and not node.either:
                return place
        if down:
            return None
        node = frame.nodes[at]  # the row that points at its parent is known from there
        if node.down and node.parent >= 0 and node.steps[:1] == steps and frame.nodes[node.parent].table == table:
            return node.parent
        return None

    def is_named_by(self, path: Path, words: tuple[str, ...]) -> bool:
        """Whether a verb says which way is meant: `reported` of `reported_by_staff_id`, `enrolled` of `Enrolled_in`."""
        said = self.lattice.telling(words)
        if not said:
            return False
        names = [name.words for name in self.model.tables[path.pivot].names] if path.to_first and path.to_second else []
        for steps in (path.to_first, path.to_second):
            table = path.pivot
            for step in steps:
                names += [name.words for name in self.model.field(table, step.field).names]
                names += [link.words for link in self.model.links_from(table) if link.field == step.field]
                table = step.table
        return any(self.lattice.names(verb, word) for verb in said for name in names for word in name)

    def may_be_done(self, text: Text) -> bool:
        """Whether a value may as well be a verb: `filled`, and not `are open`, which is how they are."""
        before = self.lattice.words[text.span[0] - 1] if text.span[0] else ""
        return text.is_verbal and before not in self.lattice.lexicon.words("be")

    def holding(
        self, frame: Frame, text: Text, near: Sequence[int], words: tuple[str, ...] = (), *, apart: bool = False
    ) -> list[tuple[Place, tuple[str, ...]]]:
        """The columns that hold a value, nearest first."""
        by_column: dict[tuple[str, str], list[str]] = {}
        for hit in text.hits:
            by_column.setdefault((hit.table, hit.field), []).append(hit.value)
        found: list[tuple[Place, tuple[str, ...]]] = []
        for (table, name), stored in by_column.items():
            field = self.model.field(table, name)
            label = 0.0 if name in self.model.tables[table].label or not text.is_lower else 0.05
            verbal = 0.6 if self.may_be_done(text) else 0.0
            own = [(place, at) for place, at in enumerate(near) if frame.nodes[at].table == table]
            own = [each for each in own if not apart or each[0] == 0 or each[1] == frame.target]
            for place, at in own:
                found.append((Place(frame, at, field, LATER * place + label + verbal), tuple(stored)))
            if own:
                continue
            if not near:
                alone, at = frame.with_node(Node(table))
                alone = replace(alone, target=at if alone.target < 0 else alone.target)
                found.append((Place(alone, at, field, 0.2 + verbal), tuple(stored)))
                continue
            penalty = 0.4 if text.is_lower and not text.is_quoted else 0.0
            for tied, at, cost in self.tied(frame, table, near, is_named=False, words=words, apart=apart):
                found.append((Place(tied, at, field, cost + penalty + verbal), tuple(stored)))
        found.sort(key=lambda each: each[0].cost)
        return [each for each in found if each[0].cost <= found[0][0].cost + _NEAR][:_MOST] if found else []


def best(places: Iterable[Place]) -> list[Place]:
    found = sorted(places, key=lambda place: place.cost)
    return [place for place in found if place.cost <= found[0].cost + _NEAR][:_MOST] if found else []
