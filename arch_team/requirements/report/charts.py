"""Small charts as inline SVG: no script, readable aloud, printable."""

from html import escape

from arch_team.requirements.model import PASS_AT
from arch_team.requirements.report.report import Report
from arch_team.requirements.report.texts import number, texts

_ROW = 30
_LABEL = 130
_BAR = 300
_WIDTH = 520


def criteria_chart(report: Report) -> str:
    """A bar for each criterion, with a line where a requirement passes."""
    words = texts(report.language)
    found = report.summary.criteria
    height = _ROW * len(found) + 22
    pass_at = _LABEL + PASS_AT * _BAR
    parts = [
        f'<line class="pass-line" x1="{pass_at:.1f}" x2="{pass_at:.1f}" y1="0" y2="{_ROW * len(found)}"/>'
        f'<text class="axis" x="{pass_at:.1f}" y="{height - 6}" text-anchor="middle">'
        f"{number(PASS_AT, report.language)}</text>"
    ]
    for place, one in enumerate(found):
        y = _ROW * place
        kind = "good" if one.mean >= PASS_AT else "bad"
        long = max(2.0, one.mean * _BAR)
        failed = escape(words["fail_count"].format(count=one.failed))
        parts.append(
            f'<text x="{_LABEL - 10}" y="{y + 19}" text-anchor="end">{escape(words[one.criterion])}</text>'
            f'<rect class="track" x="{_LABEL}" y="{y + 6}" width="{_BAR}" height="18" rx="3"/>'
            f'<rect class="{kind}" x="{_LABEL}" y="{y + 6}" width="{long:.1f}" height="18" rx="3"/>'
            f'<text class="value" x="{_LABEL + _BAR + 8}" y="{y + 19}">{number(one.mean, report.language)}'
            f"<title>{failed}</title></text>"
        )
    told = "; ".join(f"{words[one.criterion]} {number(one.mean, report.language)}" for one in found)
    return _svg("chart-criteria", height, words["per_criterion"], told, parts)


def histogram(report: Report) -> str:
    """How many requirements lie in each tenth of the score."""
    words = texts(report.language)
    bins = report.summary.histogram
    tallest, step, floor = max((*bins, 1)), _WIDTH / 10, 170
    parts: list[str] = []
    for place, count in enumerate(bins):
        height = 140 * count / tallest
        x = place * step + 4
        kind = "good" if place / 10 + 1e-9 >= PASS_AT else "bad"
        parts.append(
            f'<rect class="{kind}" x="{x:.1f}" y="{floor - height:.1f}" width="{step - 8:.1f}"'
            f' height="{height:.1f}" rx="2"/>'
            f'<text class="axis" x="{x + step / 2 - 4:.1f}" y="{floor + 18}" text-anchor="middle">'
            f"{number(place / 10, report.language)}</text>"
        )
        if count:
            parts.append(
                f'<text class="value" x="{x + step / 2 - 4:.1f}" y="{floor - height - 6:.1f}" text-anchor="middle">'
                f"{count}</text>"
            )
    told = "; ".join(f"{place / 10:.1f}–{place / 10 + 0.1:.1f}: {count}" for place, count in enumerate(bins) if count)
    return _svg("chart-histogram", floor + 26, words["distribution"], told, parts)


def small_bar(score: float, language_label: str) -> str:
    """A bar beside a number."""
    kind = "good" if score >= PASS_AT else "bad"
    return (
        f'<svg class="small-bar" viewBox="0 0 100 8" role="img" aria-label="{escape(language_label)}">'
        f'<rect class="track" width="100" height="8" rx="4"/>'
        f'<rect class="{kind}" width="{max(2.0, score * 100):.0f}" height="8" rx="4"/></svg>'
    )


def _svg(id_: str, height: int, title: str, told: str, parts: list[str]) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {height}" role="img" aria-labelledby="{id_}-t {id_}-d">'
        f'<title id="{id_}-t">{escape(title)}</title><desc id="{id_}-d">{escape(told)}</desc>'
        f"{''.join(parts)}</svg>"
    )
