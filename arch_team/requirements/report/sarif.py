"""SARIF 2.1.0: findings at their line and column, so that code hosts and editors show them in place."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import PurePath
from urllib.parse import quote

from arch_team.requirements.model import DuplicatePair, Evaluation, Finding, Level, Span
from arch_team.requirements.read import Entry
from arch_team.requirements.read.specification import Region
from arch_team.requirements.report.report import Report
from arch_team.requirements.report.sarif_rules import DUPLICATE, described

Object = dict[str, object]
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS: dict[Level, str] = {"error": "error", "warning": "warning", "info": "note"}
_ROOT = "%SRCROOT%"
_INDENTED = 1_000


def to_sarif(report: Report) -> str:
    """Indented while people may look at it; a large log is for programs, and for their limits on its size."""
    large = sum(len(evaluation.findings) for evaluation in report.review.evaluations) > _INDENTED
    return json.dumps(_log(report), ensure_ascii=False, indent=None if large else 2) + "\n"


def _log(report: Report) -> Object:
    results = [*_findings(report), *_duplicates(report)]
    rules = described(report, [str(result["ruleId"]) for result in results])
    places = {str(rule["id"]): place for place, rule in enumerate(rules)}
    for result in results:
        result["ruleIndex"] = places[str(result["ruleId"])]
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


def _findings(report: Report) -> Iterator[Object]:
    for evaluation in report.review.evaluations:
        entry = report.entries.get(evaluation.requirement.id)
        for finding in evaluation.findings:
            yield _finding(report, evaluation, finding, entry)


def _finding(report: Report, evaluation: Evaluation, finding: Finding, entry: Entry | None) -> Object:
    spans: tuple[Span | None, ...] = finding.spans or (None,)
    result: Object = {
        "ruleId": finding.rule,
        "level": LEVELS[finding.level],
        "message": {"text": f"{evaluation.requirement.id}: {finding.message}"},
        "locations": [_place(evaluation.requirement.id, entry, spans[0])],
        "partialFingerprints": {"requirementFinding/v1": _fingerprint(evaluation, finding)},
        "properties": {
            "criterion": finding.criterion,
            "reference": finding.reference,
            "requirementScore": evaluation.score,
            "costs": finding.weight,
        },
    }
    related = [_place(evaluation.requirement.id, entry, span) for span in spans[1:]]
    related += [_place(other, report.entries.get(other), None) for other in finding.related]
    if related:
        result["relatedLocations"] = [{"id": number, **place} for number, place in enumerate(related, 1)]
    if finding.suppressed:
        result["suppressions"] = [{"kind": "external", "justification": finding.suppressed}]
    return result


def _duplicates(report: Report) -> Iterator[Object]:
    for pair in report.review.pairs:
        yield {
            "ruleId": DUPLICATE,
            "level": "warning",
            "message": {"text": f"{pair.other} ≈ {pair.one} ({pair.similarity:.2f}): {pair.reason}"},
            "locations": [_place(pair.other, report.entries.get(pair.other), None)],
            "relatedLocations": [{"id": 1, **_place(pair.one, report.entries.get(pair.one), None)}],
            "partialFingerprints": {"requirementDuplicate/v1": _pair_fingerprint(report, pair)},
            "properties": {"similarity": pair.similarity},
        }


def _place(id_: str, entry: Entry | None, span: Span | None) -> Object:
    place: Object = {
        "logicalLocations": [{"name": id_, "kind": "element", "fullyQualifiedName": _full_name(id_, entry)}]
    }
    if entry is None:
        return place
    physical: Object = {"artifactLocation": _location(entry.file)}
    region = entry.region(span)
    if region:
        physical["region"] = {**_region(region), "snippet": {"text": span.text if span else entry.requirement.text}}
    place["physicalLocation"] = physical
    return place


def _full_name(id_: str, entry: Entry | None) -> str:
    return f"{entry.cell} {id_}" if entry and entry.cell else id_


def _region(region: Region) -> Object:
    return {
        "startLine": region.start_line,
        "startColumn": region.start_column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
    }


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
            location: Object = {"artifactLocation": _location(one.name)}
            if out.line:
                location["region"] = {"startLine": out.line}
            yield {
                "level": "error",
                "descriptor": {"id": out.note.code},
                "message": {"text": f"{one.name}, {out.told(report.language)}"},
                "locations": [{"physicalLocation": location}],
            }


def _fingerprint(evaluation: Evaluation, finding: Finding) -> str:
    """Stays when the requirement moves to another line: only its words count."""
    words = "|".join(span.text for span in finding.spans)
    return _digest(f"{finding.rule}|{evaluation.requirement.text}|{words}")


def _pair_fingerprint(report: Report, pair: DuplicatePair) -> str:
    return _digest("|".join(sorted((report.text_of(pair.one), report.text_of(pair.other)))))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]
