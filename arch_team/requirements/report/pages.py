"""The review for people: one HTML file, and one page of Markdown for a product owner. Both are templates beside this.

Nothing of the HTML is loaded from elsewhere, nothing in it runs, and all of it can be printed.
"""

import base64
import hashlib
import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from arch_team.documents.plain import visible
from arch_team.requirements.model import PASS_AT, Gap
from arch_team.requirements.report.report import Report, place_of, segments, texts
from arch_team.text.showing import shortened
from arch_team.text.showing import shown as number
from arch_team.version import __version__

if TYPE_CHECKING:
    from jinja2 import Environment

MOST_CARDS = 1_000
"""A page with more is no longer one to read; the other formats hold all."""
MOST_IDS = 8
MOST_ON_PAGE = 5


def to_html(report: Report, today: date | None = None) -> str:
    css = _file("report.css")
    return (
        _environment(is_html=True)
        .get_template("report.html")
        .render(
            _about(report),
            css=css,
            hashed=base64.b64encode(hashlib.sha256(css.encode()).digest()).decode(),
            day=(today or date.today()).isoformat(),
            most=MOST_CARDS,
        )
    )


def to_brief(report: Report) -> str:
    return _environment(is_html=False).get_template("brief.md").render(_about(report), most=MOST_ON_PAGE)


def _about(report: Report) -> dict[str, object]:
    """What both templates speak of."""
    language = report.language

    def shown(score: float) -> str:
        return number(score, language)

    def place(id_: str) -> str:
        return place_of(report.entries.get(id_), language)

    return {
        "report": report,
        "review": report.review,
        "summary": report.summary,
        "words": texts(language),
        "version": __version__,
        "names": ", ".join(one.name for one in report.specifications),
        "pass_at": PASS_AT,
        "most_ids": MOST_IDS,
        "number": shown,
        "place": place,
    }


@cache
def _environment(*, is_html: bool) -> "Environment":
    """Everything put into a page is escaped, and holds no sign that could steer it."""
    from jinja2 import Environment, FunctionLoader

    made = Environment(
        loader=FunctionLoader(_file),
        autoescape=is_html,  # noqa: S701 - the other template is Markdown
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_shown,
    )
    known: dict[str, Any] = made.globals
    known["segments"] = segments
    filters: dict[str, Any] = made.filters
    filters |= {"anchor": _anchor, "with_gaps": _with_gaps, "shortened": shortened}
    return made


def _shown(value: object) -> object:
    return visible(value) if type(value) is str else value


@cache
def _file(name: str) -> str:
    return (files("arch_team.requirements.report") / name).read_text(encoding="utf-8")


def _anchor(id_: str) -> str:
    """An id for the page from one of the user's. Different ones stay different."""
    return "r-" + re.sub(r"[^A-Za-z0-9_-]", lambda found: f".{ord(found[0]):x}.", id_)


def _with_gaps(text: str, gaps: Sequence[Gap]) -> str:
    """A rewrite, what is still open in it marked."""
    from markupsafe import Markup, escape

    out = escape(visible(text))
    for placeholder in dict.fromkeys(gap.placeholder for gap in gaps):
        mark = escape(visible(placeholder))
        out = out.replace(mark, Markup('<span class="gap">{}</span>').format(mark))
    return out
