"""Tables and how they belong together, as a picture: a box per table, a line per relation. Plain SVG, no library."""

from dataclasses import dataclass
from html import escape
from typing import Literal

from arch_team.onboarding.overview import SourceOverview, TableOverview
from arch_team.wire import Language

Theme = Literal["light", "dark"]
MOST_FIELDS = 9
"""Of one box. The rest is counted."""
_WIDE, _ROW, _HEAD = 210, 18, 28
_GAP_X, _GAP_Y, _EDGE = 90, 26, 16
_LONGEST = 26
_COLOURS: dict[Theme, dict[str, str]] = {
    "light": {"ink": "#1f2933", "soft": "#616e7c", "line": "#829ab1", "box": "#ffffff", "head": "#e3edf7"},
    "dark": {"ink": "#e6ebf0", "soft": "#9aa5b1", "line": "#627d98", "box": "#1f2933", "head": "#2d3b4a"},
}
_MARKS = {"key": "◆ ", "link": "→ ", "date": "", "amount": "", "number": "", "text": "", "yes_no": ""}


_TYPES: dict[Language, dict[str, str]] = {
    "en": {"string": "text", "integer": "number", "decimal": "number", "boolean": "yes or no", "datetime": "time"},
    "de": {
        **dict.fromkeys(("integer", "decimal"), "Zahl"),
        "string": "Text",
        "boolean": "ja oder nein",
        "date": "Datum",
        "datetime": "Zeitpunkt",
    },
}


@dataclass(frozen=True, slots=True)
class _Box:
    table: TableOverview
    x: int
    y: int

    @property
    def shown(self) -> int:
        return min(len(self.table.fields), MOST_FIELDS)

    @property
    def height(self) -> int:
        return _HEAD + _ROW * (self.shown + (len(self.table.fields) > MOST_FIELDS)) + 8

    def row(self, field: str) -> int:
        """The middle of a field's line; of one that is not shown, of the last."""
        names = [one.name for one in self.table.fields]
        place = names.index(field) if field in names else 0
        return self.y + _HEAD + _ROW * min(place, self.shown) + _ROW // 2 + 2


def picture_of(source: SourceOverview, theme: Theme = "light", language: Language = "en") -> str:
    """Tables that others point at stand to the right of them."""
    boxes = _placed(source)
    colours = _COLOURS[theme]
    wide = max((box.x + _WIDE for box in boxes.values()), default=0) + _EDGE
    high = max((box.y + box.height for box in boxes.values()), default=0) + _EDGE
    drawn = [_lines(source, boxes, colours), *(_box(box, colours, language) for box in boxes.values())]
    about = escape(f"{source.name}: {', '.join(table.title for table in source.tables)}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'role="img" aria-label="{about}" font-family="sans-serif" font-size="12">{"".join(drawn)}</svg>\n'
    )


def _placed(source: SourceOverview) -> dict[str, _Box]:
    ranks = _ranks(source)
    columns: dict[int, list[TableOverview]] = {}
    for table in source.tables:
        columns.setdefault(ranks[table.name], []).append(table)
    boxes: dict[str, _Box] = {}
    for place, rank in enumerate(sorted(columns)):
        y = _EDGE
        for table in columns[rank]:
            box = boxes[table.name] = _Box(table, _EDGE + place * (_WIDE + _GAP_X), y)
            y += box.height + _GAP_Y
    return boxes


def _ranks(source: SourceOverview) -> dict[str, int]:
    """How many steps a table is away from those nobody points at. Where tables point in a circle, it is cut."""
    ranks = {table.name: 0 for table in source.tables}
    pairs = {(one.from_table, one.to_table) for one in source.relations if one.from_table != one.to_table}
    for _ in ranks:
        moved = False
        for start, end in pairs:
            if start in ranks and end in ranks and ranks[end] <= ranks[start] and ranks[start] + 1 < len(ranks):
                ranks[end], moved = ranks[start] + 1, True
        if not moved:
            break
    return ranks


def _lines(source: SourceOverview, boxes: dict[str, _Box], colours: dict[str, str]) -> str:
    out: list[str] = []
    for one in source.relations:
        if one.from_table not in boxes or one.to_table not in boxes:
            continue
        start, end = boxes[one.from_table], boxes[one.to_table]
        y1, y2 = start.row(one.from_field), end.row(one.to_field)
        x1, x2 = start.x + _WIDE, end.x
        if x2 <= x1:  # backwards, or to itself
            x2 = end.x + _WIDE
        bend = max(30, abs(x2 - x1) // 2)
        left = x2 - bend if x2 == end.x else x2 + bend
        out.append(f'<path d="M{x1} {y1} C{x1 + bend} {y1} {left} {y2} {x2} {y2}"/><circle cx="{x2}" cy="{y2}" r="3"/>')
    line = colours["line"]
    return f'<g fill="none" stroke="{line}" stroke-width="1.4">{"".join(out)}</g>' if out else ""


def _box(box: _Box, colours: dict[str, str], language: Language) -> str:
    table, x, y = box.table, box.x, box.y

    def typed(kind: str) -> str:
        return _TYPES[language].get(kind, kind)

    rows = [
        f'<text x="{x + 10}" y="{y + _HEAD + _ROW * place + 14}" fill="{colours["ink"]}">'
        f'{_MARKS[field.role]}{_short(field.title)}<tspan fill="{colours["soft"]}"> {typed(field.type)}</tspan></text>'
        for place, field in enumerate(table.fields[: box.shown])
    ]
    if len(table.fields) > box.shown:
        more = len(table.fields) - box.shown
        rows.append(
            f'<text x="{x + 10}" y="{y + _HEAD + _ROW * box.shown + 14}" fill="{colours["soft"]}">+ {more}</text>'
        )
    return (
        f'<g><rect x="{x}" y="{y}" width="{_WIDE}" height="{box.height}" rx="6" fill="{colours["box"]}" '
        f'stroke="{colours["line"]}"/><rect x="{x}" y="{y}" width="{_WIDE}" height="{_HEAD - 4}" rx="6" '
        f'fill="{colours["head"]}"/><text x="{x + 10}" y="{y + 17}" font-weight="bold" '
        f'fill="{colours["ink"]}">{_short(table.title)}</text>{"".join(rows)}</g>'
    )


def _short(text: str) -> str:
    return escape(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…")
