"""Plain text: one requirement per numbered item, bullet, line or paragraph, as the text itself is laid out."""

import re

from arch_team.errors import DataError
from arch_team.requirements.read.arrange import Arranger, gathered
from arch_team.requirements.read.blocks import Line, gather
from arch_team.requirements.read.characters import decoded
from arch_team.requirements.read.notes import Note
from arch_team.requirements.read.specification import Gathered, Wanted

_PACKAGE = re.compile(
    r"[A-Za-z0-9][\w.\-]*(?:\[[\w,\s-]*\])?\s*(?:(?:===?|[><~!]=?|@).+)?(?:;.+)?(?:\s+\\)?|-[-\w]+.*|#.*"
)


def read_text(data: bytes, name: str, wanted: Wanted) -> Gathered:
    text, notes = decoded(data, name)
    lines = [Line(number, line) for number, line in enumerate(text.split("\n"), 1)]
    _refuse_packages(lines, name)
    arranger = Arranger(gather(lines), titles=True)
    found = arranger.run()
    if arranger.titles:
        notes.append(Note.of("titles", count=len(arranger.titles), place=f"line {arranger.titles[0].line}"))
    if arranger.attributes:
        notes.append(Note.of("attributes", count=arranger.attributes))
    return gathered(found, notes)


def _refuse_packages(lines: list[Line], name: str) -> None:
    """`requirements.txt` is what Python calls its list of packages. Reviewing it would help nobody."""
    used = [line.text.strip() for line in lines[:400] if line.text.strip()]
    pinned = sum("==" in text or ">=" in text for text in used)
    if pinned >= 1 and all(len(text) < 300 and _PACKAGE.fullmatch(text) for text in used):
        raise DataError(
            f"{name} is a list of Python packages, not of requirements of a product",
            "Give the file that holds the requirements.",
        )
