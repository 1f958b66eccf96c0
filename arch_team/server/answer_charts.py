"""The chart of an answer: its proven series as bars or a line, in SVG or PNG. Only what the answer says is drawn."""

from typing import Any, Literal

from arch_team.runs.answer import Answer
from arch_team.runs.answer_series import Series, series_of
from arch_team.server.charts import COLOURS, LOCALES, MOST_ROWS, MOST_SERIES, NoSeries, Theme
from arch_team.wire import Language

ChartKind = Literal["auto", "bar", "line"]
_LONGEST_TITLE = 90


def answer_chart(
    answer: Answer | None, kind: ChartKind, theme: Theme, language: Language, *, as_png: bool = False
) -> bytes:
    import vl_convert

    series = series_of(answer) if answer else None
    if series is None:
        raise NoSeries("the answer shows no series", "Ask for figures by month or by name.")
    if len(series.points) > MOST_ROWS:
        raise NoSeries(f"{len(series.points)} lines are too many to draw", "Narrow the question, or take it as CSV.")
    chart = _chart(series.of_shares(), series.kind if kind == "auto" else kind, theme, transparent=not as_png)
    given: dict[str, Any] = {"format_locale": LOCALES[language], "allowed_base_urls": [], "show_warnings": False}
    if as_png:
        return vl_convert.vegalite_to_png(chart.to_dict(), scale=2, **given)
    return vl_convert.vegalite_to_svg(chart.to_dict(), **given).encode()


def _chart(series: Series, kind: Literal["bar", "line"], theme: Theme, *, transparent: bool) -> Any:
    import altair as alt

    colours = COLOURS[theme]
    names = _names(series)
    points = [
        {"row": place, "label": _distinct(series, place), "series": name, "value": float(value)}
        for place, point in enumerate(series.points)
        for name, value in list(zip(names(place), point.values, strict=True))[:MOST_SERIES]
    ]
    order = list(dict.fromkeys(_distinct(series, place) for place in range(len(series.points))))
    several = len({point["series"] for point in points}) > 1
    paper = "transparent" if transparent else "#ffffff" if theme == "light" else "#12181f"
    base: Any = alt.Chart(alt.Data(values=points), background=paper, width=560)
    shown = (
        alt.Color("series:N", title=None, scale=alt.Scale(range=colours["series"]))
        if several
        else alt.value(colours["series"][0])
    )
    title = _unit(series)
    if kind == "line":
        drawn = base.mark_line(point=True).encode(
            x=alt.X("label:N", sort=order, title=None), y=alt.Y("value:Q", title=title), color=shown
        )
    else:
        drawn = base.mark_bar().encode(
            y=alt.Y("label:N", sort=order, title=None), x=alt.X("value:Q", title=title), color=shown
        )
        drawn = drawn.encode(yOffset=alt.YOffset("series:N")) if several else drawn
    named = series.title if len(series.title) <= _LONGEST_TITLE else series.title[: _LONGEST_TITLE - 1] + "…"
    ink, grid = colours["ink"], colours["grid"]
    return drawn.properties(title=named, description=named).configure(
        font="sans-serif",
        axis=alt.AxisConfig(labelColor=ink, titleColor=ink, gridColor=grid, domainColor=grid, labelLimit=260),
        legend=alt.LegendConfig(labelColor=ink, orient="bottom"),
        title=alt.TitleConfig(color=ink, anchor="start"),
        view=alt.ViewConfig(stroke=None),
    )


def _distinct(series: Series, place: int) -> str:
    """The label of a line. Lines that nothing tells apart are told apart by their number."""
    label, group = series.points[place].label, series.points[place].group
    before = sum((point.label, point.group) == (label, group) for point in series.points[:place])
    return f"{label} ({before + 1})" if before else label


def _unit(series: Series) -> str | None:
    units = {figure.unit for point in series.points for figure in point.figures}
    return units.pop() if len(units) == 1 else None


def _names(series: Series) -> Any:
    """What each amount of a line is called: its group and its column, or its unit where units differ and there are no
    groups."""
    is_mixed = _unit(series) is None and series.groups == ("",)

    def names(place: int) -> list[str]:
        point = series.points[place]
        return [
            " ".join(part for part in (point.group, series.names[n], (figure.unit or "") if is_mixed else "") if part)
            or str(n + 1)
            for n, figure in enumerate(point.figures)
        ]

    return names
