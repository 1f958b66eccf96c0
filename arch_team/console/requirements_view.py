"""A review on the terminal: the set in figures first, then the weakest as scorecards, then what would mend them."""

import os
import sys
from collections.abc import Iterator
from pathlib import PurePath
from typing import IO

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arch_team.console.requirements_card import ROOMY, Scorecards, bar, listed
from arch_team.documents.plain import visible
from arch_team.requirements.model import PASS_AT, Rewrite
from arch_team.requirements.report import Report
from arch_team.requirements.report.report import counted, texts
from arch_team.text.showing import shown as number

WIDEST = 120
"""Lines longer than this are hard to read; a wider terminal stays empty at its right."""
PIPED = 100
MOST_FILES = 4
MOST_GROUPS = 5
MOST_MEMBERS = 4
MOST_REASONS = 2
MOST_QUESTIONS = 7


def screen(file: IO[str] | None = None) -> Console:
    """As wide as the terminal, within what can be read. What is no terminal gets a fixed width, or COLUMNS.

    Text from requirements is shown as it is: `[role]` is no markup and `:fire:` no picture.
    """
    if file is None and sys.stdout.isatty():
        return Console(highlight=False, markup=False, emoji=False, width=min(Console().width, WIDEST))
    columns = os.environ.get("COLUMNS", "")
    width = int(columns) if columns.isdigit() and int(columns) >= 40 else PIPED
    width = min(width, WIDEST)
    return Console(highlight=False, markup=False, emoji=False, width=width, file=file, color_system=None)


class ReviewView:
    def __init__(self, report: Report, console: Console, *, top: int) -> None:
        self._report = report
        self._words = texts(report.language)
        self._console = console
        self._scorecards = Scorecards(report, console)
        failed = [e for e in report.worst_first if e.verdict == "fail" or e.requirement.id in report.summary.below]
        self._count = len(failed)
        self._shown = failed[:top]

    def print(self) -> None:
        for part in (
            self._summary,
            self._to_do,
            self._conflicts,
            self._cards,
            self._rewrites,
            self._duplicates,
            self._related,
            self._questions,
            self._notes,
        ):
            for renderable in part():
                self._console.print(renderable)

    def _head(self, text: str, note: str = "") -> Text:
        return Text.assemble("\n", (text, "bold"), (f"  {note}" if note else "", "dim"))

    def _number(self, value: float) -> str:
        return number(value, self._report.language)

    def _summary(self) -> Iterator[RenderableType]:
        words, summary = self._words, self._report.summary
        files = [one.name for one in self._report.specifications]
        names = ", ".join(files[:MOST_FILES]) + (f" … ({len(files)})" if len(files) > MOST_FILES else "")
        yield Text.assemble((words["title"], "bold"), ("  " + visible(names), "dim"))
        yield ""
        line = Text.assemble(
            (f"  {counted(words, summary.count, 'requirement')}   ", "bold"),
            (f"✓ {summary.passed} {words['passed']}   ", "green"),
            (f"✗ {summary.failed} {words['failed']}   ", "red" if summary.failed else "dim"),
            f"{words['mean']} {self._number(summary.mean)}",
        )
        yield line
        counts = [counted(words, summary.findings[level], level) for level in ("error", "warning", "info")]
        counts.append(f"{summary.suppressed} {words['suppressed']}")
        yield Text("  " + " · ".join(counts), "dim")
        if summary.fail_under is not None:
            told = f"  {len(summary.below)} {words['below']} {self._number(summary.fail_under)}"
            yield Text(told, "green" if summary.ok else "bold red")
        yield ""
        yield Padding(self._bars(), (0, 0, 0, 2))

    def _bars(self) -> Table:
        table = Table(box=None, show_header=False, padding=(0, 1, 0, 0))
        for justify in ("left", "left", "right", "left"):
            table.add_column(justify=justify, no_wrap=True)
        width = 24 if self._console.width < ROOMY else 40
        for one in self._report.summary.criteria:
            style = "green" if one.mean >= PASS_AT else "red"
            failed = self._words["fail_count"].format(count=one.failed) if one.failed else ""
            table.add_row(
                self._words[one.criterion], bar(one.mean, width, style), self._number(one.mean), Text(failed, "dim")
            )
        return table

    def _cards(self) -> Iterator[RenderableType]:
        if not self._count:
            yield Text(f"\n✓ {self._words['all_passed']}", "green")
            return
        if self._shown:
            yield self._head(
                self._words["worst"], self._words["worst_of"].format(shown=len(self._shown), count=self._count)
            )
        for evaluation in self._shown:
            yield self._scorecards.card(evaluation)
        if self._count > len(self._shown):
            yield Text(self._words["more"].format(count=self._count - len(self._shown)), "dim")

    def _rewrites(self) -> Iterator[RenderableType]:
        rewrites = self._report.review.rewrites
        shown = [rewrites[e.requirement.id] for e in self._shown if e.requirement.id in rewrites]
        if shown:
            yield self._head(self._words["rewrites"])
        for place, rewrite in enumerate(shown):
            yield Padding(self._rewrite(rewrite), (int(place > 0), 0, 0, 2))

    def _rewrite(self, rewrite: Rewrite) -> Group:
        words = self._words
        style = "green" if rewrite.after >= PASS_AT else "red"
        gaps = len(rewrite.gaps)
        open_ = words["rewrite_open_one"] if gaps == 1 else words["rewrite_open"].format(count=gaps)
        head = Text.assemble(
            (visible(rewrite.requirement.id), "bold"),
            f"  {self._number(rewrite.before)} → ",
            (self._number(rewrite.after), f"bold {style}"),
            (f"  {open_}" if gaps else f"  {words[rewrite.verdict]}", "yellow" if gaps else style),
        )
        body = Text(visible("\n".join((rewrite.shown, *rewrite.acceptance_criteria))))
        for gap in rewrite.gaps:
            body.highlight_words([visible(gap.placeholder)], "bold yellow")
        return Group(head, Padding(body, (0, 0, 0, 2)))

    def _to_do(self) -> Iterator[RenderableType]:
        groups = self._report.to_do
        if not groups:
            return
        yield self._head(self._words["to_do"])
        for one in groups[:MOST_GROUPS]:
            ids = ", ".join(one.ids[:MOST_MEMBERS]) + (" …" if len(one.ids) > MOST_MEMBERS else "")
            yield Text(f"  {len(one.ids):>3}  {one.task}: {visible(ids)}")

    def _related(self) -> Iterator[RenderableType]:
        found = self._report.review.related
        if not found:
            return
        yield self._head(self._words["belong_together"], str(len(found)))
        for pair in found[:MOST_GROUPS]:
            yield Text(f"{visible(pair.one)} – {visible(pair.other)}: {visible(pair.reason)}")

    def _conflicts(self) -> Iterator[RenderableType]:
        found = self._report.review.conflicts
        if not found:
            return
        yield self._head(self._words["conflicts"], str(len(found)))
        for pair in found[:MOST_GROUPS]:
            yield Text(f"{visible(pair.one)} – {visible(pair.other)}: {visible(pair.reason)}")

    def _duplicates(self) -> Iterator[RenderableType]:
        review = self._report.review
        if not review.groups:
            return
        yield self._head(self._words["duplicates"], str(len(review.groups)))
        for place, group in enumerate(review.groups[:MOST_GROUPS]):
            inside = [pair for pair in review.pairs if pair.one in group and pair.other in group]
            table = Table.grid(padding=(0, 2, 0, 0))
            table.add_column(no_wrap=True, style="bold")
            table.add_column(ratio=1)
            for id_ in group[:MOST_MEMBERS]:
                table.add_row(
                    visible(id_), Text(_one_line(self._report.text_of(id_)), overflow="ellipsis", no_wrap=True)
                )
            if len(group) > MOST_MEMBERS:
                table.add_row("", Text(f"… (+ {len(group) - MOST_MEMBERS})", "dim"))
            told = (
                f"{self._words['similarity']} {self._number(pair.similarity)}: {visible(pair.reason)}"
                for pair in inside
            )
            for line in list(dict.fromkeys(told))[:MOST_REASONS]:
                table.add_row("", Text(line, "dim"))
            yield Padding(table, (int(place > 0), 0, 0, 2))
        if len(review.groups) > MOST_GROUPS:
            yield Text(self._words["more"].format(count=len(review.groups) - MOST_GROUPS), "dim")

    def _questions(self) -> Iterator[RenderableType]:
        questions = self._report.review.questions
        if not questions:
            return
        yield self._head(self._words["questions"], str(len(questions)))
        table = Table.grid(padding=(0, 1, 0, 0))
        table.add_column(justify="right", no_wrap=True)
        table.add_column(ratio=1)
        for place, gap in enumerate(questions[:MOST_QUESTIONS], 1):
            told = Text(visible(gap.question))
            if gap.suggested_answers:
                told.append("\n" + visible(" · ".join(gap.suggested_answers)), "dim")
            table.add_row(f"{place}.", told)
        yield Padding(table, (0, 0, 0, 2))
        if len(questions) > MOST_QUESTIONS:
            yield Text(self._words["more"].format(count=len(questions) - MOST_QUESTIONS), "dim")

    def _notes(self) -> Iterator[RenderableType]:
        several = len(self._report.specifications) > 1
        rows: list[tuple[Text, Text | str]] = []
        for one in self._report.specifications:
            name = f"{PurePath(one.name).name}: " if several else ""
            for out in one.left_out:
                told = f"{self._words['not_reviewed']}: {name}{out.told(self._report.language)}"
                rows.append((Text("✗", "red"), Text(visible(told), "red")))
            for note in one.notes:
                rows.append((Text("·", "dim"), Text(visible(name + note.told(self._report.language)), "dim")))
        if rows:
            yield self._head(self._words["notes"])
            yield Padding(listed(rows), (0, 0, 0, 2))


def _one_line(text: str) -> str:
    return " ".join(visible(text).split())
