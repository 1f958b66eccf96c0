"""SARIF 2.1.0: findings at their line and column, so that code hosts and editors show them in place."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import PurePath
from urllib.parse import quote

from arch_team.requirements.model import Evaluation, Finding, Level, Span
from arch_team.requirements.report.report import Report, says, texts

Object = dict[str, object]
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS: dict[Level, str] = {"error": "error", "warning": "warning", "info": "note"}
DUPLICATE = "duplicate-requirement"
_ROOT = "%SRCROOT%"
_INDENTED = 1_000


def to_sarif(report: Report) -> str:
    """Indented while people may look at it; a large log is for programs, and for their limits on its size."""
    large = sum(len(evaluation.findings) for evaluation in report.review.evaluations) > _INDENTED
    return json.dumps(_log(report), ensure_ascii=False, indent=None if large else 2) + "\n"


def _log(report: Report) -> Object:
    found = ((evaluation, finding) for evaluation in report.review.evaluations for finding in evaluation.findings)
    results = [*(_finding(report, *one) for one in found), *_duplicates(report)]
    used = list(dict.fromkeys(str(result["ruleId"]) for result in results))
    for result in results:
        result["ruleIndex"] = used.index(str(result["ruleId"]))
    rules = [_rule(report, id_) for id_ in used]
    driver: Object = {"name": "arch-team requirements", "semanticVersion": report.version, "rules": rules}
    run: Object = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The folder the review was started in."}}},
        "artifacts": [{"location": _location(one.name)} for one in report.specifications],
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": list(_notifications(report))}],
        "results": results,
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(report: Report, id_: str) -> Object:
    """What a rule finds, where it comes from, what it costs."""
    rule, words = report.rule(id_), texts(report.language)
    short = says(rule) if rule else words["duplicate_rule"] if id_ == DUPLICATE else id_
    criterion, source = (words[rule.criterion], rule.reference) if rule else (words["consistency"], "–")
    about = f"{words['criterion']}: {criterion}. {words['reference']}: {source}."
    return {
        "id": id_,
        "name": "".join(part.capitalize() for part in id_.split("-")),
        "shortDescription": {"text": short},
        "fullDescription": {"text": f"{short} {about}"},
        "help": {"text": f"{short}\n{about}", "markdown": f"**{short}**\n\n{about}"},
        "defaultConfiguration": {"level": LEVELS[rule.level] if rule else "warning"},
        "properties": {"tags": ["requirements", *([rule.criterion] if rule else [])], "precision": "medium"},
    }


def _finding(report: Report, evaluation: Evaluation, finding: Finding) -> Object:
    id_ = evaluation.requirement.id
    spans: tuple[Span | None, ...] = finding.spans or (None,)
    words = "|".join(span.text for span in finding.spans)
    result: Object = {
        "ruleId": finding.rule,
        "level": LEVELS[finding.level],
        "message": {"text": f"{id_}: {finding.message}"},
        "locations": [_place(report, id_, spans[0])],
        "partialFingerprints": {
            "requirementFinding/v1": _digest(f"{finding.rule}|{evaluation.requirement.text}|{words}")
        },
        "properties": {
            "criterion": finding.criterion,
            "reference": finding.reference,
            "requirementScore": evaluation.score,
            "costs": finding.weight,
        },
    }
    related = [_place(report, id_, span) for span in spans[1:]]
    related += [_place(report, other, None) for other in finding.related]
    if related:
        result["relatedLocations"] = [{"id": number, **place} for number, place in enumerate(related, 1)]
    if finding.suppressed:
        result["suppressions"] = [{"kind": "external", "justification": finding.suppressed}]
    return result


def _duplicates(report: Report) -> Iterator[Object]:
    for pair in report.review.pairs:
        wordings = "|".join(sorted((report.text_of(pair.one), report.text_of(pair.other))))
        yield {
            "ruleId": DUPLICATE,
            "level": "warning",
            "message": {"text": f"{pair.other} ≈ {pair.one} ({pair.similarity:.2f}): {pair.reason}"},
            "locations": [_place(report, pair.other, None)],
            "relatedLocations": [{"id": 1, **_place(report, pair.one, None)}],
            "partialFingerprints": {"requirementDuplicate/v1": _digest(wordings)},
            "properties": {"similarity": pair.similarity},
        }


def _place(report: Report, id_: str, span: Span | None) -> Object:
    entry = report.entries.get(id_)
    full = f"{entry.cell} {id_}" if entry and entry.cell else id_
    place: Object = {"logicalLocations": [{"name": id_, "kind": "element", "fullyQualifiedName": full}]}
    if entry is None:
        return place
    physical: Object = {"artifactLocation": _location(entry.file)}
    if region := entry.region(span):
        physical["region"] = {
            "startLine": region.start_line,
            "startColumn": region.start_column,
            "endLine": region.end_line,
            "endColumn": region.end_column,
            "snippet": {"text": span.text if span else entry.requirement.text},
        }
    place["physicalLocation"] = physical
    return place


def _location(name: str) -> Object:
    """A file below the folder is named from there; any other by its whole path."""
    path = PurePath(name)
    if path.is_absolute():
        return {"uri": f"file://{quote(path.as_posix())}"}
    return {"uri": quote(path.as_posix()), "uriBaseId": _ROOT}


def _notifications(report: Report) -> Iterator[Object]:
    for one in report.specifications:
        for note in one.notes:
            text = f"{one.name}: {note.told(report.language)}"
            yield {"level": "note", "descriptor": {"id": note.code}, "message": {"text": text}}
        for out in one.left_out:
            region: Object = {"region": {"startLine": out.line}} if out.line else {}
            yield {
                "level": "error",
                "descriptor": {"id": out.note.code},
                "message": {"text": f"{one.name}, {out.told(report.language)}"},
                "locations": [{"physicalLocation": {"artifactLocation": _location(one.name), **region}}],
            }


def _digest(text: str) -> str:
    """Stays when a requirement moves to another line: only its words count."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]
