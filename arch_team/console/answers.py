"""Answers for people: the text, its figures numbered, and where each is from."""

from decimal import Decimal

from rich.console import Console, RenderableType
from rich.markup import escape

from arch_team.evidence.verdict import Figure, FigureKind
from arch_team.runs.answer import Answer
from arch_team.wire import Language

_BARS = "▁▂▃▄▅▆▇█"
_PROVEN: dict[Language, tuple[str, str]] = {
    "de": ("Angabe belegt", "Zahlen und Texte belegt"),
    "en": ("figure or text proven", "figures and texts proven"),
}


def _laid_out(text: str) -> RenderableType:
    """A text with a table in it is laid out; another is printed as it is."""
    if "|---" not in text:
        return escape(text)
    from rich.markdown import Markdown

    return Markdown(text)


def print_answer(answer: Answer, *, why: bool = False) -> None:
    console = Console(highlight=False)
    if answer.status == "approved":
        console.print(_laid_out(answer.text), soft_wrap=True)
        chart = sparkline(answer.figures) if "|---" in answer.text else ""
        if chart:
            console.print(f"\n{chart}")
        for warning in answer.warnings:
            console.print(f"[yellow]! {escape(warning)}[/yellow]", soft_wrap=True)
        if not answer.from_own_data:
            return
        if answer.understood_as:
            word = "Verstanden als" if answer.language == "de" else "Understood as"
            console.print(f"[dim]{word}: {escape(answer.understood_as)}[/dim]", soft_wrap=True)
        if answer.read_as:
            console.print(f"[dim]{escape(answer.read_as)}[/dim]", soft_wrap=True)
        if answer.figures and why:
            for number, figure in enumerate(answer.figures, 1):
                console.print(f"[dim]{escape(explained(number, figure))}[/dim]", soft_wrap=True)
        elif answer.figures:
            count = len([f for f in answer.figures if f.is_verified])
            word = _PROVEN[answer.language][count != 1]
            console.print(f"[dim]✓ {count} {word} · {escape(answer.source or '')} · {escape(answer.model)}[/dim]")
        return
    german = answer.language == "de"
    heads = {
        "needs_clarification": ("Rückfrage", "A question back"),
        "refused": ("Keine Antwort", "No answer"),
        "exhausted": ("Abgebrochen", "Given up"),
        "failed": ("Fehler", "Failed"),
    }
    head = heads[answer.status][0 if german else 1]
    console.print(f"[bold yellow]{head}:[/bold yellow] {escape(answer.reason or '')}", soft_wrap=True)
    if answer.clarification:
        for number, choice in enumerate(answer.clarification.suggested_answers, 1):
            console.print(f"  {number}. {escape(choice)}")
        if len(answer.clarification.missing) > 1:
            console.print("Es fehlt:" if german else "Missing:")
            for one in answer.clarification.missing:
                console.print(f"- {escape(one)}", soft_wrap=True)
    elif answer.next_step:
        console.print(f"[dim]{escape(answer.next_step)}[/dim]", soft_wrap=True)


def explained(number: int, figure: Figure) -> str:
    """One figure with its evidence."""
    if figure.kind is FigureKind.QUOTATION:
        return f"[{number}] {figure.display}: from your own question, not verified"
    how = ", ".join(figure.references)
    lines = [f"[{number}] {figure.display} = {how}"]
    for cell in figure.evidence[:6]:
        where = ", ".join(f"{f.get('field')} {f.get('op')} {f.get('value', '')}" for f in cell.filters)
        place = f"     {cell.entry}.{cell.row}.{cell.column}: {cell.table}"
        lines.append(f"{place} where {where}" if where else place)
    if len(figure.evidence) > 6:
        lines.append(f"     and {len(figure.evidence) - 6} more cells")
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
