"""What changed between two answers to the same question: by line where they show a series, else by figure."""

from collections.abc import Iterator

from arch_team.evidence.verdict import Figure
from arch_team.runs.answer import Answer
from arch_team.runs.answer_series import Series, series_of
from arch_team.wire import Wire


class Change(Wire):
    label: str
    before: str | None = None
    """None: it is new."""
    after: str | None = None
    """None: it is gone."""


def changes_between(before: Answer, after: Answer) -> tuple[Change, ...]:
    """Every difference of what the two show. Empty: they say the same."""
    if before.text == after.text:
        return ()
    one, other = series_of(before), series_of(after)
    if one is not None and other is not None:
        found = tuple(_lines(one, other))
    else:
        found = tuple(_figures(before.figures, after.figures))
    return found or (Change(label="", before=before.text, after=after.text),)


def _lines(before: Series, after: Series) -> Iterator[Change]:
    old, new = ({p.name: ", ".join(f.display for f in p.figures) for p in each.points} for each in (before, after))
    for label in dict.fromkeys((*old, *new)):
        if old.get(label) != new.get(label):
            yield Change(label=label, before=old.get(label), after=new.get(label))


def _figures(before: tuple[Figure, ...], after: tuple[Figure, ...]) -> Iterator[Change]:
    if len(before) != len(after):
        return
    for one, other in zip(before, after, strict=True):
        if one.display != other.display:
            yield Change(label="", before=one.display, after=other.display)
