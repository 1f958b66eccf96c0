"""A review, written down: JSON, CSV, Excel, HTML, SARIF, one page of Markdown, and lines as linters print them."""

from collections.abc import Callable
from importlib import import_module
from typing import Literal, cast

from arch_team.requirements.report.report import Report, Summary

Output = Literal["json", "csv", "xlsx", "html", "sarif", "lines", "brief"]
_WRITERS: dict[Output, tuple[str, str]] = {
    "json": ("programs", "to_json"),
    "csv": ("sheets", "to_csv"),
    "xlsx": ("sheets", "to_excel"),
    "html": ("pages", "to_html"),
    "sarif": ("sarif", "to_sarif"),
    "lines": ("programs", "to_lines"),
    "brief": ("pages", "to_brief"),
}
"""Each by its module, which is loaded when it is asked for."""
OUTPUTS: tuple[Output, ...] = tuple(_WRITERS)

__all__ = ["OUTPUTS", "Output", "Report", "Summary", "written"]


def written(report: Report, output: Output) -> bytes:
    """The report as the bytes of a file."""
    module, name = _WRITERS[output]
    writer = cast("Callable[[Report], str | bytes]", getattr(import_module(f"{__name__}.{module}"), name))
    told = writer(report)
    return told.encode("utf-8", "replace") if isinstance(told, str) else told
