"""A review, written down: JSON, CSV, Excel, HTML, SARIF, one page of Markdown, and lines as linters print them."""

from typing import Literal

from arch_team.requirements.report.report import Report, Summary

Output = Literal["json", "csv", "xlsx", "html", "sarif", "lines", "brief"]
OUTPUTS: tuple[Output, ...] = ("json", "csv", "xlsx", "html", "sarif", "lines", "brief")

__all__ = ["OUTPUTS", "Output", "Report", "Summary", "written"]


def written(report: Report, output: Output) -> bytes:
    """The report as the bytes of a file."""
    if output == "xlsx":
        from arch_team.requirements.report.excel_report import to_excel

        return to_excel(report)
    return _text(report, output).encode("utf-8", "replace")


def _text(report: Report, output: Output) -> str:
    if output == "json":
        from arch_team.requirements.report.json_report import to_json

        return to_json(report)
    if output == "csv":
        from arch_team.requirements.report.csv_report import to_csv

        return to_csv(report)
    if output == "html":
        from arch_team.requirements.report.html_report import to_html

        return to_html(report)
    if output == "brief":
        from arch_team.requirements.report.to_do import to_brief

        return to_brief(report)
    if output == "sarif":
        from arch_team.requirements.report.sarif import to_sarif

        return to_sarif(report)
    from arch_team.requirements.report.lines_report import to_lines

    return to_lines(report)
