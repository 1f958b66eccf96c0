"""A review, written down: JSON, CSV, Excel, HTML, one page of Markdown, and lines as linters print them."""

from collections.abc import Callable
from typing import Literal

from arch_team.requirements.report.pages import to_brief, to_html
from arch_team.requirements.report.programs import to_csv, to_excel, to_json, to_lines
from arch_team.requirements.report.report import Report, Summary

Output = Literal["json", "csv", "xlsx", "html", "lines", "brief"]
_WRITERS: dict[Output, Callable[[Report], str | bytes]] = {
    "json": to_json,
    "csv": to_csv,
    "xlsx": to_excel,
    "html": to_html,
    "lines": to_lines,
    "brief": to_brief,
}
OUTPUTS: tuple[Output, ...] = tuple(_WRITERS)

__all__ = ["OUTPUTS", "Output", "Report", "Summary", "written"]


def written(report: Report, output: Output) -> bytes:
    """The report as the bytes of a file."""
    told = _WRITERS[output](report)
    return told.encode("utf-8", "replace") if isinstance(told, str) else told
