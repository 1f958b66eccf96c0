"""The day a document says it is of, where no property tells: `Stand: 1. Mai 2024`, `valid from 2025-01-01`.

Only what a line near the beginning says of the document itself counts; a date in the text is one of something else.
"""

import re
from dataclasses import replace
from datetime import UTC, datetime

from arch_team.documents.document import Document
from arch_team.text.dates import periods_in

_LINES = 12
_LONGEST_LINE = 160
_SAYS_SO = re.compile(
    r"\b(?:stand|gültig (?:ab|seit)|in kraft (?:ab|seit)|letzte änderung|zuletzt geändert|ausgabe|fassung|version|"
    r"datum|date|as of|valid (?:from|since)|effective|in force|last (?:updated|modified|revised)|updated|revised|"
    r"revision|edition|issued)\b",
    re.IGNORECASE,
)


def dated_by_text(document: Document) -> Document:
    """The document with the day its beginning gives it, where it has none."""
    if document.facts.date is not None:
        return document
    first = document.sections[0]
    for line in [document.title, *first.headings, *first.text.splitlines()[:_LINES]]:
        if len(line) > _LONGEST_LINE:
            continue
        said = _SAYS_SO.search(line)
        found = [period for period in periods_in(line) if said and period.at[0] >= said.start()]
        if found:
            day = datetime(found[0].start.year, found[0].start.month, found[0].start.day, tzinfo=UTC)
            return replace(document, facts=replace(document.facts, date=day, date_source="document"))
    return document
