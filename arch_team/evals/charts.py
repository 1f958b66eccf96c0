"""Charts as plain SVG text: the same figures give the same bytes, and a page or a Markdown viewer needs nothing else.

Colours keep their contrast on white and on dark grounds; every bar carries its figure as text.
"""

from collections.abc import Mapping, Sequence
from html import escape

from arch_team.evals.scoring import VERDICTS
from arch_team.evals.summary import ModeFigures

WIDTH = 720
LEFT, RIGHT, TOP, ROW, BAR = 110, 90, 48, 44, 22
_INK, _GRID, _GROUND = "#1f2933", "#d5dbe1", "#ffffff"
_COLOURS: Mapping[str, str] = {
    "right": "#2f855a",
    "incomplete": "#b7a11f",
    "asked": "#3b7ab8",
    "refused": "#7b8794",
    "timeout": "#b36b2c",
    "failed": "#5c4b51",
    "wrong": "#c0392b",
}


def accuracy_chart(modes: Sequence[ModeFigures]) -> str:
    """Accuracy per mode with its 95 % interval."""
    parts: list[str] = _scale("share of questions answered right", len(modes))
    for number, mode in enumerate(modes):
        y = TOP + number * ROW
        found = mode.accuracy
        middle = y + BAR / 2
        parts += [
            _label(mode.mode, y),
            _bar(LEFT, y, _x(found.value) - LEFT, _COLOURS["right"]),
            f'<path d="M{_n(_x(found.low))} {_n(middle)}H{_n(_x(found.high))}M{_n(_x(found.low))} {_n(middle - 6)}v12'
            f'M{_n(_x(found.high))} {_n(middle - 6)}v12" stroke="{_INK}" stroke-width="1.5" fill="none"/>',
            _text(WIDTH - RIGHT + 12, y + 16, f"{found.value * 100:.1f} %", "start"),
        ]
    return _svg("Accuracy per mode with 95 % confidence intervals", len(modes), parts)


def verdict_chart(modes: Sequence[ModeFigures]) -> str:
    """What became of every run, per mode: a wrong figure and a refusal are not the same thing."""
    parts: list[str] = _scale("share of runs", len(modes))
    for number, mode in enumerate(modes):
        y = TOP + number * ROW
        x = float(LEFT)
        parts.append(_label(mode.mode, y))
        for verdict in VERDICTS:
            count = mode.verdicts.get(verdict, 0)
            width = (WIDTH - LEFT - RIGHT) * count / mode.runs
            if count:
                parts.append(_bar(x, y, width, _COLOURS[verdict], f"{verdict}: {count}"))
                if width >= 18:
                    parts.append(_text(x + width / 2, y + 16, str(count), "middle", _GROUND))
            x += width
    x = float(LEFT)
    y = TOP + len(modes) * ROW + 14
    for verdict in VERDICTS:
        parts += [
            f'<rect x="{_n(x)}" y="{_n(y)}" width="12" height="12" fill="{_COLOURS[verdict]}"/>',
            _text(x + 18, y + 11, verdict, "start"),
        ]
        x += 34 + 8 * len(verdict)
    return _svg("Verdicts per mode", len(modes), parts, extra=34)


def tokens_chart(modes: Sequence[ModeFigures]) -> str:
    """Tokens per run: the prompt's and the model's own."""
    most = max((_tokens(mode) for mode in modes), default=0) or 1.0
    parts: list[str] = [_text(LEFT, 24, "tokens per run (dark: prompt, light: completion)", "start")]
    for number, mode in enumerate(modes):
        y = TOP + number * ROW
        span = WIDTH - LEFT - RIGHT
        prompt = span * mode.prompt_tokens / mode.runs / most
        completion = span * mode.completion_tokens / mode.runs / most
        parts += [
            _label(mode.mode, y),
            _bar(LEFT, y, prompt, "#3b7ab8"),
            _bar(LEFT + prompt, y, completion, "#9cc3e6"),
            _text(WIDTH - RIGHT + 12, y + 16, f"{_tokens(mode):,.0f}".replace(",", "'"), "start"),
        ]
    return _svg("Tokens per run and mode", len(modes), parts)


def _tokens(mode: ModeFigures) -> float:
    return (mode.prompt_tokens + mode.completion_tokens) / mode.runs


def _scale(title: str, rows: int) -> list[str]:
    bottom = TOP + rows * ROW - (ROW - BAR) + 6
    parts = [_text(LEFT, 18, title, "start")]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = _x(share)
        parts.append(f'<path d="M{_n(x)} {TOP - 8}V{_n(bottom)}" stroke="{_GRID}"/>')
        parts.append(_text(x, TOP - 12, f"{share * 100:.0f} %", "middle"))
    return parts


def _x(share: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * share


def _label(text: str, y: float) -> str:
    return _text(LEFT - 10, y + 16, text, "end")


def _bar(x: float, y: float, width: float, colour: str, title: str = "") -> str:
    told = f"<title>{escape(title, quote=False)}</title>" if title else ""
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{BAR}" fill="{colour}">{told}</rect>'


def _text(x: float, y: float, text: str, anchor: str, colour: str = _INK) -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}" fill="{colour}">{escape(text, quote=False)}</text>'


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _svg(title: str, rows: int, parts: Sequence[str], extra: int = 0) -> str:
    height = TOP + rows * ROW + extra
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'role="img" font-family="sans-serif" font-size="13">'
    )
    ground = f'<rect width="{WIDTH}" height="{height}" fill="{_GROUND}"/>'
    return "\n".join([head, f"<title>{escape(title, quote=False)}</title>", ground, *parts, "</svg>"]) + "\n"
