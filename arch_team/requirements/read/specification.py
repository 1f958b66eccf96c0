"""A file of requirements as it was read: each requirement, where it stands, and what was left aside.

Nothing disappears in silence. What a reader could not or would not take as a requirement becomes a `Note` or, where a
person should act, a `LeftOut`: a linter must not pass what it never looked at.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from pydantic import Field

from arch_team.documents.plain import as_written
from arch_team.errors import DataError
from arch_team.requirements.model import Requirement
from arch_team.text.packaged import packaged
from arch_team.wire import Language, Wire

Format = Literal["text", "markdown", "csv", "excel", "reqif", "word", "odt", "slides", "html", "pdf"]

LONGEST_TEXT = 10_000
"""Characters of one requirement. A longer one is a document in a single paragraph, and no scorecard would help it."""
LARGEST_FILE = 100 * 1024 * 1024
MOST_REQUIREMENTS = 200_000
_PLACES = (
    (re.compile(r"line (\d+)"), r"Zeile \1"),
    (re.compile(r"sheet (.+), row (\d+)"), r"Blatt \1, Zeile \2"),
    (re.compile(r"object "), "Objekt "),
)


class Note(Wire):
    """What a reader did that its user should know, told in the language of the report."""

    code: str
    values: dict[str, int | str] = Field(default_factory=dict[str, int | str])

    @classmethod
    def of(cls, code: str, **values: int | str) -> "Note":
        return cls(code=code, values=values)

    def told(self, language: Language) -> str:
        values = {
            name: place_told(value, language) if name == "place" and isinstance(value, str) else value
            for name, value in self.values.items()
        }
        return cast("dict[str, dict[str, str]]", data("notes"))[self.code][language].format(**values)


def data(name: str) -> object:
    """One of this room's data files."""
    return packaged(f"{name}.yaml", "arch_team.requirements.read")


def decoded(data: bytes, name: str) -> tuple[str, list[Note]]:
    """The text of a file, and what was strange about it. UTF-8, UTF-16 or Windows-1252; all else is no text."""
    text, strange = as_written(data)
    if text is None:
        next_step = "Give a text, Markdown, CSV, Excel (.xlsx) or ReqIF file; text as UTF-8."
        raise DataError(f"{name} is not text", next_step)
    notes = [Note.of("encoding", encoding=strange.encoding)] if strange.encoding else []
    return text, notes + ([Note.of("control_characters", count=strange.signs)] if strange.signs else [])


def place_told(place: str, language: Language) -> str:
    """`line 12`, `sheet Stories, row 4`, `object o-1`, as a person of this language says it."""
    for pattern, german in _PLACES if language == "de" else ():
        found = pattern.match(place)
        if found:
            return found.expand(german) + place[found.end() :]
    return place


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the person said about the file. Everything left open is read from the file itself."""

    format: Format | None = None
    column: str | None = None
    id_column: str | None = None
    sheet: str | None = None


@dataclass
class Entry:
    requirement: Requirement
    cell: str | None = None
    """`Stories!C4`, in a workbook."""
    file: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something that stands where a requirement should, and that could not be reviewed."""

    place: str
    note: Note
    line: int | None = None
    file: str = ""

    def told(self, language: Language) -> str:
        return f"{place_told(self.place, language)}: {self.note.told(language)}"


@dataclass(frozen=True, slots=True)
class Specification:
    name: str
    format: Format
    entries: tuple[Entry, ...]
    notes: tuple[Note, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    passed_over: tuple[LeftOut, ...] = ()
    """What was read as something else than a requirement, and why. No fault, but worth a look."""

    @property
    def requirements(self) -> tuple[Requirement, ...]:
        return tuple(entry.requirement for entry in self.entries)


@dataclass(slots=True)
class Gathered:
    """What a reader hands over, before ids are made unique and what is too long is set aside."""

    entries: list[Entry] = field(default_factory=list[Entry])
    notes: list[Note] = field(default_factory=list[Note])
    passed_over: list[LeftOut] = field(default_factory=list[LeftOut])

    def specification(self, name: str, format: Format) -> Specification:
        entries: list[Entry] = []
        left_out: list[LeftOut] = []
        for entry in self.entries:
            requirement = entry.requirement
            if len(requirement.text) <= LONGEST_TEXT:
                entry.file = name
                entries.append(entry)
                continue
            note = Note.of("too_long", length=len(requirement.text), most=LONGEST_TEXT)
            left_out.append(LeftOut(requirement.place or requirement.id, note, requirement.line, name))
        if left_out and not entries:
            raise DataError(
                f"{name}: {left_out[0].place} is {left_out[0].note.values['length']} characters long, too long for one"
                f" requirement (at most {LONGEST_TEXT})",
                "Put each requirement into a line, a paragraph or a row of its own.",
            )
        if not entries:
            raise DataError(f"{name} holds no requirements", "Write each requirement into a line or a row of its own.")
        if len(entries) > MOST_REQUIREMENTS:
            raise DataError(
                f"{name} holds {len(entries)} requirements; at most {MOST_REQUIREMENTS} are reviewed in one run",
                "Divide the file by subsystem or chapter and review the parts.",
            )
        passed = tuple(replace(one, file=name) for one in self.passed_over)
        return Specification(name, format, *unique_ids(entries, self.notes), tuple(left_out), passed)


Reader = Callable[[bytes, str, Wanted], Gathered]


def unique_ids(entries: Iterable[Entry], notes: Sequence[Note]) -> tuple[tuple[Entry, ...], tuple[Note, ...]]:
    """The second `REQ-1` becomes `REQ-1 (2)`, and a note says so: scores, rewrites and duplicates go by the id."""
    taken = set[str]()
    out: list[Entry] = []
    twice: dict[str, int] = {}
    for entry in entries:
        own = id_ = entry.requirement.id
        while id_ in taken:
            twice[own] = twice.get(own, 1) + 1
            id_ = f"{own} ({twice[own]})"
        taken.add(id_)
        out.append(entry if id_ == own else renamed(entry, id=id_))
    told = list(notes)
    if twice:
        shown = ", ".join(list(twice)[:5]) + (" …" if len(twice) > 5 else "")
        told.append(Note.of("ids_twice", count=len(twice), ids=shown))
    return tuple(out), tuple(told)


def renamed(entry: Entry, **update: object) -> Entry:
    return replace(entry, requirement=entry.requirement.model_copy(update=update))
