"""Questions that hold two figures against each other: each side is read as a question of its own."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arch_team.featuredata.calls import Op
from arch_team.following.splicing import spliced
from arch_team.following.turn import Parts, Reads
from arch_team.forms.form import Arithmetic, Column, Compare, Form, Lookup, Member, Output
from arch_team.forms.pairs import Kind, apart, figures_in, foremost, paired
from arch_team.modelling.model import Model
from arch_team.text.frames import Frame, filled, said_with
from arch_team.text.leading import without_lead
from arch_team.text.lexicon import lexicon_of
from arch_team.wire import Language

_AFTER = "~"
_SAME = "="
_EACH = "each"
_MOST_READ = 80
"""Texts that are read for one question."""


@dataclass(frozen=True, slots=True)
class Pair:
    form: Form
    sides: tuple[str, ...]
    """How the sides read by themselves."""


@dataclass(frozen=True)
class Pairing:
    """`reads` gives the forms of a text, `parts` its words that were read as something."""

    model: Model
    language: Language
    reads: Reads
    parts: Parts

    def pairs(self, question: str) -> list[Pair]:
        """What a question may mean: of the first frame that can be read, every way that differs."""
        left = _MOST_READ
        for frame, ways in filled(question, self.language):
            found: dict[Form, Pair] = {}
            for slots in ways:
                if left <= 0:
                    return []
                left -= 2 * len(frame.sides)
                for pair in self._read(frame, slots):
                    found.setdefault(pair.form, pair)
            if found:
                alike = [pair for pair in found.values() if _is_alike(pair.form)]
                return alike or list(found.values())
        return []

    def _read(self, frame: Frame, slots: Mapping[str, str]) -> list[Pair]:
        """The first way to say the sides that reads."""
        kind: Kind = "ratio" if frame.kind == _EACH else frame.kind  # type: ignore[assignment]
        if kind == "ratio" and any("," in said for said in slots.values()):
            return []  # what is added behind a comma is said of one of them, or of both
        for first, second in frame.sides:
            one = said_with(first, slots)
            if second == _SAME:
                made = (self._of_one(kind, each) for each in self.reads(one))
                found = [Pair(form, (one,)) for form in made if form is not None]
            elif second.startswith(_AFTER):
                said = said_with(second.removeprefix(_AFTER), slots)
                core, _ = without_lead(said, self.language)
                other = spliced(one, core, lexicon_of(self.language), self.reads, self.parts)
                found = list(self._held(kind, one, other)) if other is not None else []
            else:
                found = list(self._held(kind, one, said_with(second, slots), tied=frame.kind == _EACH))
            if found:
                return found
        return []

    def _of_one(self, kind: Kind, form: Form) -> Form | None:
        return apart(form) if kind == "difference" else foremost(form, is_top=kind == "top")

    def _held(self, kind: Kind, one: str, other: str, *, tied: bool = False) -> Iterator[Pair]:
        firsts = self._figures(one, kind)
        seconds = self._figures(other, kind) if firsts else []
        for first in firsts:
            for second in seconds:
                made = [(first, second)] if not tied else self._belonging(first, second)
                forms = (paired(kind, left, right) for left, right in made)
                yield from (Pair(form, (one, other)) for form in forms if form is not None)

    def _belonging(self, first: Form, second: Form) -> list[tuple[Form, Form]]:
        """Only rows that belong to one of the others, where one column says to which; for each of those, and for each
        that has any: where the two differ, it is asked."""
        links = [link for link in self.model.links_from(first.table) if link.to_table == second.table]
        if len(links) != 1:
            return [(first, second)]
        column = Column(field=links[0].field)
        told = Compare(left=column, op=Op.NOT_NULL)
        of_one = first.model_copy(update={"where": (*first.where, told)})
        has_one = Form(table=first.table, outputs=(Output(name="key", value=column),), where=first.where)
        held = Member(left=Column(field=links[0].to_field), form=has_one)
        return [(of_one, second), (of_one, second.model_copy(update={"where": (*second.where, held)}))]

    def _figures(self, text: str, kind: Kind) -> list[Form]:
        return [figure for form in self.reads(text) for figure in figures_in(form, self.model, kind)]


def _is_alike(form: Form) -> bool:
    """Whether both sides are held to the same columns: orders of 2024 against orders of 2025, by one date."""
    made = form.outputs[0].value
    other = made.right if isinstance(made, Arithmetic) else None
    sides = [form.where, other.form.where] if isinstance(other, Lookup) else []
    held = [[c.left for c in where if isinstance(c, Compare)] for where in sides]
    return len(held) == 2 and all(left in held[1] for left in held[0]) and all(left in held[0] for left in held[1])
