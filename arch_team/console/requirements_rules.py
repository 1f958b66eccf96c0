"""The rules of a review, listed for people and programs."""

import json

import typer
from rich.table import Table
from rich.text import Text

from arch_team.console.requirements_view import screen
from arch_team.requirements.check.rules import Rule, RuleSet
from arch_team.requirements.report.report import says
from arch_team.wire import Language


def print_rules(rules: RuleSet, language: Language | None, *, as_json: bool) -> None:
    languages: tuple[Language, ...] = (language,) if language else ("de", "en")
    if as_json:
        listed = [_plain(rule) for one in languages for rule in rules.of(one)]
        typer.echo(json.dumps(listed, ensure_ascii=False, indent=2))
        return
    console = screen()
    for one in languages:
        found = rules.of(one)
        console.print(Text.assemble("\n" if one != languages[0] else "", (f"{one}: {len(found)} rules", "bold")))
        console.print(_table(found))
    if rules.suppressions:
        console.print(Text("\nsilenced", "bold"))
        for suppression in rules.suppressions:
            console.print(Text(f"  {suppression.rule}: {suppression.reason}"))


def _table(rules: tuple[Rule, ...]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("rule", no_wrap=True)
    table.add_column("criterion", no_wrap=True)
    table.add_column("costs", justify="right", no_wrap=True)
    table.add_column("says · reference", ratio=1)
    for rule in rules:
        told = Text(says(rule))
        told.append(f"  {rule.reference}", "dim")
        table.add_row(Text(rule.id), rule.criterion, f"{rule.weight:.2f}", told)
    return table


def _plain(rule: Rule) -> dict[str, object]:
    """What a person needs to name a rule in their own file."""
    wanted = ("id", "language", "criterion", "level", "weight", "message", "reference", "source", "suggestion")
    wire = rule.to_wire()
    return {name: wire[name] for name in wanted}
