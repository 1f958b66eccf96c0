"""One requirement on the terminal: its words with the offending ones marked, its scores, findings and fixes."""

from pathlib import PurePath

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from arch_team.documents.plain import visible
from arch_team.requirements.model import Evaluation, Finding, Level
from arch_team.requirements.report import Report
from arch_team.requirements.report.report import place_of, segments, texts
from arch_team.text.showing import shown as number

ROOMY = 100
"""From this width on there is room for where a rule comes from."""
MOST_FIXES = 3
_STYLES: dict[Level, str] = {"error": "red", "warning": "yellow", "info": "cyan"}
_SIGNS: dict[Level, str] = {"error": "✗", "warning": "!", "info": "i"}
_EIGHTHS = " ▏▎▍▌▋▊▉█"


class Scorecards:
    def __init__(self, report: Report, console: Console) -> None:
        self._report = report
        self._words = texts(report.language)
        self._console = console
        self._coloured = console.color_system is not None

    def _number(self, value: float) -> str:
        return number(value, self._report.language)

    def card(self, evaluation: Evaluation) -> Panel:
        id_ = evaluation.requirement.id
        style = "red" if evaluation.verdict == "fail" else "green"
        entry = self._report.entries.get(id_)
        place = place_of(entry, self._report.language)
        if entry and len(self._report.specifications) > 1:
            place = f"{PurePath(entry.file).name}, {place}"
        title = Text.assemble((f" {self._number(evaluation.score)} ", f"bold {style}"), (visible(id_) + " ", "bold"))
        parts: list[RenderableType] = [self._quote(evaluation), "", self._scores(evaluation), ""]
        parts.append(self._findings(evaluation.findings))
        fixes = [s for s in self._report.review.suggestions.get(id_, ()) if s.priority != "low"][:MOST_FIXES]
        if fixes:
            parts += ["", listed([(Text("→", "bold green"), visible(fix.suggestion)) for fix in fixes])]
        if evaluation.model:
            model = evaluation.model
            told = self._words["model_says"].format(
                model=model.model, score=self._number(model.score), verdict=self._words[model.verdict]
            )
            parts.append(Text(told + (f" · {self._words['disagrees']}" if model.disagrees else ""), "magenta"))
        return Panel(
            Group(*parts),
            title=title,
            title_align="left",
            subtitle=Text(f" {visible(place)} ", "dim") if place else None,
            subtitle_align="right",
            border_style=style,
            box=box.ROUNDED,
            padding=(0, 1),
        )

    def _quote(self, evaluation: Evaluation) -> Text:
        """The requirement, its offending words marked: by colour, or by signs where there is none."""
        out = Text()
        for segment in segments(evaluation.requirement.text, evaluation.findings):
            text = visible(segment.text)
            if segment.level is None:
                out.append(text)
            elif self._coloured:
                out.append(text, f"bold underline {_STYLES[segment.level]}")
            else:
                out.append(f">{text}<")
        return out

    def _scores(self, evaluation: Evaluation) -> Table:
        """The criteria that lost something, two or three beside each other."""
        table = Table.grid(padding=(0, 2, 0, 0))
        lost = [one for one in evaluation.criteria if one.score < 1] or list(evaluation.criteria)
        columns = 3 if self._console.width >= ROOMY else 2
        for _ in range(columns):
            table.add_column(no_wrap=True)
        cells: list[Text] = []
        for one in lost:
            style = "green" if one.passed else "red"
            cell = Text(f"{self._words[one.criterion]:<16}")
            cell.append_text(bar(one.score, 8, style))
            cell.append(f" {self._number(one.score)}", style)
            cells.append(cell)
        for start in range(0, len(cells), columns):
            table.add_row(*cells[start : start + columns])
        return table

    def _findings(self, findings: tuple[Finding, ...]) -> Table:
        """What each finding costs, what it says, and by which rule."""
        rows: list[tuple[Text, Text | str]] = []
        for finding in findings:
            told = Text(visible(finding.message))
            if finding.suppressed:
                told.append(f" ({self._words['suppressed_because'].format(reason=visible(finding.suppressed))})", "dim")
            if finding.related:
                told.append(f" ({self._words['related']} {visible(', '.join(finding.related[:5]))})", "dim")
            source = f" · {visible(finding.reference)}" if self._console.width >= ROOMY else ""
            told.append(f"  {finding.rule}{source}", "dim")
            cost = " " * 5 if finding.suppressed else f"−{self._number(finding.weight)}"
            sign = "–" if finding.suppressed else _SIGNS[finding.level]
            rows.append((Text(f"{sign} {cost}", _STYLES[finding.level]), told))
        return listed(rows)


def listed(rows: list[tuple[Text, Text | str]]) -> Table:
    """A sign, and what it stands for, wrapped beside it."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for sign, told in rows:
        table.add_row(sign, told)
    return table


def bar(score: float, width: int, style: str) -> Text:
    """A bar in eighths of a character."""
    eighths = round(max(0.0, min(1.0, score)) * width * 8)
    full, part = divmod(eighths, 8)
    filled = "█" * full + (_EIGHTHS[part] if part else "")
    return Text.assemble((filled, style), ("·" * (width - len(filled)), "dim"))
