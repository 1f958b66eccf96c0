"""The whole review as JSON, for other programs: every score, finding, rewrite and note."""

from arch_team.requirements.model import Review
from arch_team.requirements.read import LeftOut
from arch_team.requirements.report.report import Report, Summary
from arch_team.requirements.report.to_do import ToDo, to_do
from arch_team.wire import Wire


class FileNote(Wire):
    code: str
    text: str
    place: str | None = None


class FileRead(Wire):
    name: str
    format: str
    count: int
    notes: tuple[FileNote, ...] = ()
    not_reviewed: tuple[FileNote, ...] = ()
    passed_over: tuple[FileNote, ...] = ()
    """Read as something else than a requirement, with the reason."""


class Output(Wire):
    """What `--format json` prints."""

    version: str
    files: tuple[FileRead, ...]
    summary: Summary
    to_do: tuple[ToDo, ...]
    review: Review


def _told(found: tuple[LeftOut, ...], report: Report) -> tuple[FileNote, ...]:
    return tuple(
        FileNote(code=out.note.code, text=out.note.told(report.language), place=out.place or None) for out in found
    )


def to_json(report: Report) -> str:
    read = tuple(
        FileRead(
            name=one.name,
            format=one.format,
            count=len(one.entries),
            notes=tuple(FileNote(code=n.code, text=n.told(report.language)) for n in one.notes),
            not_reviewed=_told(one.left_out, report),
            passed_over=_told(one.passed_over, report),
        )
        for one in report.specifications
    )
    output = Output(
        version=report.version, files=read, summary=report.summary, to_do=to_do(report), review=report.review
    )
    return output.to_json(indent=2) + "\n"
