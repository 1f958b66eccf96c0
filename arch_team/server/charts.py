"""A table as a chart in SVG: one bar or one point per row. What cannot be read as a series is not drawn."""

import re
from collections.abc import Sequence
from typing import Any, Literal

from arch_team.errors import UsageError
from arch_team.runs.evidence_table import EvidenceTable
from arch_team.wire import Language

Theme = Literal["light", "dark"]
MOST_ROWS = 120
MOST_SERIES = 4
_NUMBERS_OF_THINGS = re.compile(r"(?i)(year|month|number|jahr|monat|nummer|id|nr|quarter|day|date)$")
_UNITS = re.compile(r"(?i)(currency|unit|währung|waehrung|einheit)$")
_MONTH = re.compile(r"(?i)(month|monat)$")
_YEAR = re.compile(r"(?i)(year|jahr)$")
_ON_LIGHT = ["#2b6cb0", "#c05621", "#2f855a", "#6b46c1", "#b83280", "#285e61", "#975a16", "#4a5568"]
_ON_DARK = ["#63b3ed", "#f6ad55", "#68d391", "#b794f4", "#f687b3", "#4fd1c5", "#f6e05e", "#cbd5e0"]
COLOURS: dict[Theme, dict[str, Any]] = {
    "light": {"ink": "#1f2933", "grid": "#d5dbe1", "series": _ON_LIGHT},
    "dark": {"ink": "#e6ebf0", "grid": "#3d4852", "series": _ON_DARK},
}
LOCALES: dict[Language, Literal["de-CH", "en-US"]] = {"de": "de-CH", "en": "en-US"}


class NoSeries(UsageError):
    """The table holds nothing to draw."""


def chart_svg(table: EvidenceTable, theme: Theme, language: Language) -> str:
    import vl_convert

    chart = _chart(table, theme, language)
    return vl_convert.vegalite_to_svg(
        chart.to_dict(), format_locale=LOCALES[language], allowed_base_urls=[], show_warnings=False
    )


def _chart(table: EvidenceTable, theme: Theme, language: Language) -> Any:
    import altair as alt

    measures, unit, labels = series_of(table, language)
    colours = COLOURS[theme]
    grid = colours["grid"]
    points = [
        {"row": place, "label": label, "series": _series(name, unit, place, table), "value": float(value)}
        for name in measures
        for place, (label, value) in enumerate(zip(labels, table.column(name), strict=True))
        if value is not None
    ]
    has_time = any(_MONTH.search(name) or _YEAR.search(name) for name in table.columns) and len(labels) > 2
    base: Any = alt.Chart(alt.Data(values=points), background="transparent", width=560)
    order = list(dict.fromkeys(labels))
    names = alt.Color("series:N", title=None, scale=alt.Scale(range=colours["series"]))
    if has_time:
        drawn = base.mark_line(point=True).encode(
            x=alt.X("label:N", sort=order, title=None), y=alt.Y("value:Q", title=None), color=names
        )
    else:
        drawn = base.mark_bar().encode(
            y=alt.Y("label:N", sort=order, title=None),
            x=alt.X("value:Q", title=None),
            color=names,
            yOffset=alt.YOffset("series:N"),
        )
    about = f"{table.name}: {', '.join(measures)}"
    return drawn.properties(title=table.name, description=about).configure(
        font="sans-serif",
        axis=alt.AxisConfig(labelColor=colours["ink"], gridColor=grid, domainColor=grid, labelLimit=260),
        legend=alt.LegendConfig(labelColor=colours["ink"], orient="bottom"),
        title=alt.TitleConfig(color=colours["ink"], anchor="start"),
        view=alt.ViewConfig(stroke=None),
    )


def series_of(table: EvidenceTable, language: Language) -> tuple[list[str], str | None, list[str]]:
    """The columns of amounts, the column of their unit, and what each row is called."""
    measures = [name for name in table.columns if _is_measure(table, name)][:MOST_SERIES]
    unit = next((name for name in table.columns if _UNITS.search(name)), None)
    if not measures:
        raise NoSeries("this table has no column of amounts", "Ask for figures, or take the table as CSV.")
    if len(table.rows) < 2:
        raise NoSeries("one row is no series", "Ask for figures by month or by name.")
    if len(table.rows) > MOST_ROWS:
        raise NoSeries(f"{len(table.rows)} rows are too many to draw", "Narrow the question, or take the table as CSV.")
    named = [name for name in table.columns if name not in measures and name != unit]
    telling = [name for name in named if len({str(value) for value in table.column(name)}) > 1]
    if not telling:
        raise NoSeries("nothing tells the rows of this table apart", "Take the table as CSV.")
    return measures, unit, _labels(table, telling, language)


def _is_measure(table: EvidenceTable, name: str) -> bool:
    values = [value for value in table.column(name) if value is not None]
    if name in table.groups or _UNITS.search(name) or not values or any(isinstance(v, str | bool) for v in values):
        return False
    return table.is_aggregate or _NUMBERS_OF_THINGS.search(name) is None


def _labels(table: EvidenceTable, telling: Sequence[str], language: Language) -> list[str]:
    columns = [[_shown(name, value, language) for value in table.column(name)] for name in telling[:3]]
    return [" ".join(part for part in parts if part)[:60] for parts in zip(*columns, strict=True)]


def _shown(name: str, value: object, language: Language) -> str:
    if _MONTH.search(name) and isinstance(value, int) and 1 <= value <= 12:
        from babel.dates import get_month_names

        return get_month_names("abbreviated", locale=language)[value]
    return "" if value is None else str(value)


def _series(name: str, unit: str | None, place: int, table: EvidenceTable) -> str:
    found = table.column(unit)[place] if unit else None
    return f"{name} ({found})" if found else name
