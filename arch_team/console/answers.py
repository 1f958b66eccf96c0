"""Answers for people: the text, its figures numbered, and where each is from."""

import os
from decimal import Decimal

import typer

from arch_team.evidence.verdict import Figure, FigureKind
from arch_team.runs.answer import Answer
from arch_team.runs.conditions import conditions_of
from arch_team.wire import Language

_TABLE = "|---"
_CONTROLS = dict.fromkeys(code for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t")
"""Signs that steer a terminal."""
_BARS = "▁▂▃▄▅▆▇█"
_PROVEN: dict[Language, tuple[str, str]] = {
    "de": ("Angabe belegt", "Zahlen und Texte belegt"),
    "en": ("figure or text proven", "figures and texts proven"),
}

_WHY: dict[Language, dict[str, str]] = {
    "de": {"quoted": "aus Ihrer Frage, nicht belegt", "where": "mit", "more": "und {count} weitere Zellen"},
    "en": {"quoted": "from your own question, not verified", "where": "where", "more": "and {count} more cells"},
}
_MOST_CELLS = 6
"""Cells of one figure that are listed."""


def print_answer(answer: Answer, *, why: bool = False) -> None:
    if answer.status == "approved":
        _show(answer.text)
        chart = sparkline(answer.figures) if _TABLE in answer.text else ""
        if chart:
            _line(f"\n{chart}")
        for warning in answer.warnings:
            _line(f"! {warning}", fg=_warns())
        if not answer.from_own_data:
            return
        if answer.understood_as:
            word = "Verstanden als" if answer.language == "de" else "Understood as"
            _line(f"{word}: {answer.understood_as}", dim=True)
        if answer.read_as:
            _line(answer.read_as, dim=True)
        for part in answer.reading_parts if why else ():
            _line(f"  {part.words} → {part.meaning}", dim=True)
        if answer.figures and why:
            for number in range(1, len(answer.figures) + 1):
                _line(explained(number, answer), dim=True)
        elif answer.figures:
            count = len([f for f in answer.figures if f.is_verified])
            word = _PROVEN[answer.language][count != 1]
            _line(f"✓ {count} {word} · {answer.source or ''} · {answer.model}", dim=True)
        return
    german = answer.language == "de"
    heads = {
        "needs_clarification": ("Rückfrage", "A question back"),
        "refused": ("Keine Antwort", "No answer"),
        "exhausted": ("Abgebrochen", "Given up"),
        "failed": ("Fehler", "Failed"),
    }
    typer.secho(f"{heads[answer.status][0 if german else 1]}: ", bold=True, fg=_warns(), nl=False)
    _line(answer.reason or "")
    if answer.clarification:
        for number, choice in enumerate(answer.clarification.suggested_answers, 1):
            _line(f"  {number}. {choice}")
        if len(answer.clarification.missing) > 1:
            _line("Es fehlt:" if german else "Missing:")
            for one in answer.clarification.missing:
                _line(f"- {one}")
    elif answer.next_step:
        _line(answer.next_step, dim=True)


def _line(text: str, *, dim: bool = False, fg: str | None = None) -> None:
    """A line of an answer. What a cell holds moves no cursor and rings no bell."""
    typer.secho(text.translate(_CONTROLS), dim=dim or None, fg=fg)


def _show(text: str) -> None:
    """A text with a table in it is laid out; another is printed as it is, for which nothing more is loaded."""
    if _TABLE not in text:
        _line(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(highlight=False).print(Markdown(text), soft_wrap=True)


def _warns() -> str | None:
    """The colour of a warning, for whoever wants colours (https://no-color.org)."""
    return None if os.environ.get("NO_COLOR") else typer.colors.YELLOW


def explained(number: int, answer: Answer) -> str:
    """One figure of an answer with its evidence: the cells it is from, and which rows were read for them."""
    figure = answer.figures[number - 1]
    say = _WHY[answer.language]
    if figure.kind is FigureKind.QUOTATION:
        return f"[{number}] {figure.display}: {say['quoted']}"
    how = ", ".join(figure.references)
    lines = [f"[{number}] {figure.display} = {how}"]
    for cell in figure.evidence[:_MOST_CELLS]:
        where = ", ".join(conditions_of(cell, answer))
        place = f"     {cell.entry}.{cell.row}.{cell.column}: {cell.table}"
        lines.append(f"{place} {say['where']} {where}" if where else place)
    if len(figure.evidence) > _MOST_CELLS:
        lines.append(f"     {say['more'].format(count=len(figure.evidence) - _MOST_CELLS)}")
    return "\n".join(lines)


def sparkline(figures: tuple[Figure, ...]) -> str:
    """A small chart of a series, one bar a figure, per unit."""
    out: list[str] = []
    for unit in dict.fromkeys(f.unit for f in figures):
        values = [f.value for f in figures if f.unit == unit and isinstance(f.value, Decimal)]
        if len(values) < 4:
            continue
        low, high = min(values), max(values)
        span = (high - low) or Decimal(1)
        bars = "".join(_BARS[int((value - low) / span * (len(_BARS) - 1))] for value in values)
        out.append(f"{unit or ''} {bars}".strip())
    return "\n".join(out)
