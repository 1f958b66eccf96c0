"""A requirement's scorecard in HTML: its words, its scores, what was found, and what would mend it."""

import re
from collections.abc import Iterable, Sequence
from html import escape

from arch_team.requirements.model import Evaluation, Finding, Gap, Rewrite, Suggestion
from arch_team.requirements.read.characters import visible
from arch_team.requirements.report.charts import small_bar
from arch_team.requirements.report.highlight import segments
from arch_team.requirements.report.report import Report
from arch_team.requirements.report.texts import number, place_of, texts


def shown(text: str) -> str:
    return escape(visible(text))


def card(report: Report, evaluation: Evaluation) -> str:
    words = texts(report.language)
    requirement = evaluation.requirement
    id_ = requirement.id
    score = number(evaluation.score, report.language)
    sign = "✓" if evaluation.verdict == "pass" else "✗"
    parts = [
        f'<details class="card {evaluation.verdict}" id="{anchor(id_)}">',
        f'<summary><span class="badge">{sign} {shown(words[evaluation.verdict])}</span>',
        f'<span class="score">{score}</span>{small_bar(evaluation.score, words["score_of"].format(score=score))}',
        f'<span class="id">{shown(id_)}</span>',
        f'<span class="start" aria-hidden="true">{shown(_start(requirement.text))}</span></summary>',
        f'<div class="inside"><p class="quote" lang="{evaluation.language}">{_marked(evaluation)}</p>',
        f'<p class="soft">{shown(_place(report, id_))}</p>',
        _criteria(report, evaluation),
        _findings(report, evaluation),
        _suggestions(report, evaluation, report.review.suggestions.get(id_, ())),
        _rewrite(report, evaluation, report.review.rewrites.get(id_)),
        _duplicates(report, id_),
        _model(report, evaluation),
        "</div></details>",
    ]
    return "".join(parts)


def anchor(id_: str) -> str:
    """An id for the page from one of the user's. Different ones stay different."""
    return "r-" + re.sub(r"[^A-Za-z0-9_-]", lambda found: f".{ord(found[0]):x}.", id_)


def links(ids: Iterable[str]) -> str:
    return ", ".join(f'<a href="#{anchor(id_)}">{shown(id_)}</a>' for id_ in ids)


def with_gaps(text: str, gaps: Sequence[Gap]) -> str:
    """A rewrite, what is still open in it marked."""
    out = shown(text)
    for placeholder in dict.fromkeys(gap.placeholder for gap in gaps):
        out = out.replace(shown(placeholder), f'<span class="gap">{shown(placeholder)}</span>')
    return out


def _start(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 140 else line[:139] + "…"


def _place(report: Report, id_: str) -> str:
    entry = report.entries.get(id_)
    place = place_of(entry, report.language)
    return f"{entry.file}, {place}" if entry and len(report.specifications) > 1 else place


def _marked(evaluation: Evaluation) -> str:
    out: list[str] = []
    for segment in segments(evaluation.requirement.text, evaluation.findings):
        if segment.level is None:
            out.append(shown(segment.text))
            continue
        told = shown(" ".join(dict.fromkeys(finding.message for finding in segment.findings)))
        out.append(f'<mark class="{segment.level}" title="{told}">{shown(segment.text)}</mark>')
    return "".join(out)


def _criteria(report: Report, evaluation: Evaluation) -> str:
    words = texts(report.language)
    rows: list[str] = []
    for one in evaluation.criteria:
        name = words[one.criterion]
        score = number(one.score, report.language)
        told = words["score_of"].format(score=score)
        rows.append(f"<li><span>{shown(name)}</span>{small_bar(one.score, f'{name}: {told}')}<b>{score}</b></li>")
    return f'<h3>{shown(words["criteria"])}</h3><ul class="criteria">{"".join(rows)}</ul>'


def _findings(report: Report, evaluation: Evaluation) -> str:
    words = texts(report.language)
    if not evaluation.findings:
        return f'<p class="soft">{shown(words["no_findings"])}</p>'
    rows = "".join(_finding(report, evaluation, finding) for finding in evaluation.findings)
    return f'<h3>{shown(words["findings"])}</h3><ul class="findings">{rows}</ul>'


def _finding(report: Report, evaluation: Evaluation, finding: Finding) -> str:
    words = texts(report.language)
    about = [words[finding.criterion], f"{words['costs']} {number(finding.weight, report.language)}"]
    about += [finding.rule, finding.reference]
    if finding.suppressed:
        about.insert(0, words["suppressed_because"].format(reason=finding.suppressed))
    related = f" · {shown(words['related'])} {links(finding.related)}" if finding.related else ""
    kind = f"{finding.level} suppressed" if finding.suppressed else finding.level
    return (
        f'<li class="{kind}"><span class="level">{shown(words[finding.level])}</span> '
        f'<span lang="{evaluation.language}">{shown(finding.message)}</span>'
        f"<small>{shown(' · '.join(about))}{related}</small></li>"
    )


def _suggestions(report: Report, evaluation: Evaluation, suggestions: Sequence[Suggestion]) -> str:
    if not suggestions:
        return ""
    rows = "".join(f"<li>{shown(suggestion.suggestion)}</li>" for suggestion in suggestions)
    return f'<h3>{shown(texts(report.language)["suggestions"])}</h3><ul lang="{evaluation.language}">{rows}</ul>'


def _rewrite(report: Report, evaluation: Evaluation, rewrite: Rewrite | None) -> str:
    if rewrite is None:
        return ""
    words = texts(report.language)
    change = f"{number(rewrite.before, report.language)} → {number(rewrite.after, report.language)}"
    open_ = (
        words["rewrite_open_one"] if len(rewrite.gaps) == 1 else words["rewrite_open"].format(count=len(rewrite.gaps))
    )
    state = open_ if rewrite.gaps else words[rewrite.verdict]
    criteria = "".join(f"\n\n{with_gaps(line, rewrite.gaps)}" for line in rewrite.acceptance_criteria)
    asked = "".join(question(gap, words) for gap in rewrite.gaps)
    return (
        f'<h3>{shown(words["rewrite"])} <span class="change">{change}</span> · {shown(state)}</h3>'
        f'<div class="rewrite" lang="{evaluation.language}">{with_gaps(rewrite.text, rewrite.gaps)}{criteria}</div>'
        + (f'<ul lang="{evaluation.language}">{asked}</ul>' if asked else "")
    )


def question(gap: Gap, words: dict[str, str]) -> str:
    answers = " · ".join(gap.suggested_answers)
    told = f' <span class="answers">({shown(words["answers"])}: {shown(answers)})</span>' if answers else ""
    return f"<li>{shown(gap.question)}{told}</li>"


def _duplicates(report: Report, id_: str) -> str:
    others = report.duplicates.get(id_)
    return f"<h3>{shown(texts(report.language)['duplicates'])}</h3><p>{links(others)}</p>" if others else ""


def _model(report: Report, evaluation: Evaluation) -> str:
    if evaluation.model is None:
        return ""
    words = texts(report.language)
    model = evaluation.model
    score = number(model.score, report.language)
    told = words["model_says"].format(model=model.model, score=score, verdict=words[model.verdict])
    return f"<p>{shown(told)}{' · <b>' + shown(words['disagrees']) + '</b>' if model.disagrees else ''}</p>"
