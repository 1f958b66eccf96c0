"""The review as one HTML file: nothing is loaded from elsewhere, nothing in it runs, and all of it can be printed."""

import base64
import hashlib
from datetime import date
from html import escape
from importlib.resources import files

from arch_team.requirements.report.charts import criteria_chart, histogram
from arch_team.requirements.report.html_cards import card, links, question, shown
from arch_team.requirements.report.report import Report
from arch_team.requirements.report.texts import number, texts
from arch_team.requirements.report.to_do import MOST_IDS, to_do

MOST_CARDS = 1_000
"""A page with more is no longer one to read; the other formats hold all."""


def to_html(report: Report, today: date | None = None) -> str:
    words = texts(report.language)
    names = ", ".join(one.name for one in report.specifications)
    css = (files("arch_team.requirements.report") / "report.css").read_text(encoding="utf-8")
    hashed = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    day = (today or date.today()).isoformat()
    return (
        f'<!DOCTYPE html>\n<html lang="{report.language}">\n<head>\n<meta charset="utf-8">\n'
        f"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{hashed}'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{shown(words['title'])}: {shown(names)}</title>\n<style>{css}</style>\n</head>\n<body>\n"
        f'<a class="skip" href="#requirements">{shown(words["requirements"])}</a>\n'
        f'<header><h1>{shown(words["title"])}</h1><p class="files">{shown(names)}</p>{_tiles(report)}</header>\n'
        f"<main>\n{_to_do(report)}{_conflicts(report)}{_charts(report)}{_cards(report)}"
        f"{_duplicates(report)}{_related(report)}{_questions(report)}{_notes(report)}"
        f"</main>\n<footer>{escape(words['made_by'].format(version=report.version))} · {day}</footer>\n"
        "</body>\n</html>\n"
    )


def _tiles(report: Report) -> str:
    words, summary = texts(report.language), report.summary
    share = f"{100 * summary.passed / summary.count:.0f}\N{NO-BREAK SPACE}%" if summary.count else "–"
    tiles = [
        (str(summary.count), words["requirements"]),
        (str(summary.passed), f"{words['passed']} ({share})"),
        (str(summary.failed), words["failed"]),
        (number(summary.mean, report.language), words["mean"]),
        (str(sum(summary.findings.values())), words["findings"]),
        (str(summary.duplicate_groups), words["duplicates"]),
        (str(len(report.review.questions)), words["questions"]),
    ]
    if summary.fail_under is not None:
        tiles.append((str(len(summary.below)), f"{words['below']} {number(summary.fail_under, report.language)}"))
    rows = "".join(f"<li><b>{shown(value)}</b><span>{shown(name)}</span></li>" for value, name in tiles)
    return f'<ul class="tiles">{rows}</ul>'


def _charts(report: Report) -> str:
    words = texts(report.language)
    return (
        f'<section class="charts" aria-label="{escape(words["summary"])}"><figure><figcaption>'
        f"{shown(words['per_criterion'])}</figcaption>{criteria_chart(report)}</figure><figure><figcaption>"
        f"{shown(words['distribution'])}</figcaption>{histogram(report)}</figure></section>\n"
    )


def _to_do(report: Report) -> str:
    """What to do, by the work it takes."""
    groups = to_do(report)
    if not groups:
        return ""
    words = texts(report.language)
    rows = "".join(
        f"<tr><td>{len(one.ids)}</td><td>{shown(one.task)}</td><td>{links(one.ids[:MOST_IDS])}</td>"
        f"<td>{shown(one.example)}</td></tr>"
        for one in groups
    )
    heads = ("count", "to_do", "requirements", "suggestions")
    head = "".join(f"<th>{shown(words[name])}</th>" for name in heads)
    return f"<section><h2>{shown(words['to_do'])}</h2><table><tr>{head}</tr>{rows}</table></section>\n"


def _cards(report: Report) -> str:
    words, evaluations = texts(report.language), report.worst_first
    kept = evaluations[:MOST_CARDS]
    told = words["more_in_html"].format(shown=len(kept), count=len(evaluations))
    more = f'<p class="soft">{shown(told)}</p>' if len(kept) < len(evaluations) else ""
    filter_ = (
        f'<label class="filter"><input type="checkbox" id="only-failed">{shown(words["only_failed"])}</label>'
        if 0 < report.summary.failed < len(evaluations)
        else ""
    )
    cards = "\n".join(card(report, evaluation) for evaluation in kept)
    head = words["requirements"][:1].upper() + words["requirements"][1:]
    return f'<section id="requirements"><h2>{shown(head)}</h2>{more}{filter_}\n{cards}</section>\n'


def _duplicates(report: Report) -> str:
    if not report.review.pairs:
        return ""
    words = texts(report.language)
    rows = "".join(
        f"<tr><td>{links((pair.one,))}<br>{shown(report.text_of(pair.one))}</td>"
        f"<td>{links((pair.other,))}<br>{shown(report.text_of(pair.other))}</td>"
        f"<td>{number(pair.similarity, report.language)}</td><td>{shown(pair.reason)}</td></tr>"
        for pair in report.review.pairs[:MOST_CARDS]
    )
    heads = "".join(f"<th>{shown(name)}</th>" for name in ("1", "2", words["similarity"], words["reason"]))
    groups = "".join(f"<li>{links(group)}</li>" for group in report.review.groups if len(group) > 2)
    listed = f"<ul>{groups}</ul>" if groups else ""
    return f"<section><h2>{shown(words['duplicates'])}</h2>{listed}<table><tr>{heads}</tr>{rows}</table></section>\n"


def _conflicts(report: Report) -> str:
    return _pairs(report, "conflicts", [(one.one, one.other, one.reason) for one in report.review.conflicts])


def _related(report: Report) -> str:
    return _pairs(report, "belong_together", [(one.one, one.other, one.reason) for one in report.review.related])


def _pairs(report: Report, title: str, pairs: list[tuple[str, str, str]]) -> str:
    if not pairs:
        return ""
    words = texts(report.language)
    rows = "".join(
        f"<tr><td>{links((one,))}<br>{shown(report.text_of(one))}</td>"
        f"<td>{links((other,))}<br>{shown(report.text_of(other))}</td><td>{shown(reason)}</td></tr>"
        for one, other, reason in pairs[:MOST_CARDS]
    )
    heads = "".join(f"<th>{shown(name)}</th>" for name in ("1", "2", words["reason"]))
    return f"<section><h2>{shown(words[title])}</h2><table><tr>{heads}</tr>{rows}</table></section>\n"


def _questions(report: Report) -> str:
    if not report.review.questions:
        return ""
    words = texts(report.language)
    asked = "".join(question(gap, words) for gap in report.review.questions)
    return f'<section><h2>{shown(words["questions"])}</h2><ol class="questions">{asked}</ol></section>\n'


def _notes(report: Report) -> str:
    words = texts(report.language)
    several = len(report.specifications) > 1
    rows: list[str] = []
    for one in report.specifications:
        name = f"{one.name}: " if several else ""
        rows += [f"<li>{shown(name + note.told(report.language))}</li>" for note in one.notes]
        for out in one.left_out:
            told = shown(name + out.told(report.language))
            rows.append(f"<li><b>{shown(words['not_reviewed'])}</b>: {told}</li>")
        if one.passed_over:
            items = "".join(f"<li>{shown(out.told(report.language))}</li>" for out in one.passed_over[:MOST_CARDS])
            title = f"{words['passed_over']} ({len(one.passed_over)})"
            rows.append(f"<li><details><summary>{shown(title)}</summary><ul>{items}</ul></details></li>")
    return f"<section><h2>{shown(words['notes'])}</h2><ul>{''.join(rows)}</ul></section>\n" if rows else ""
