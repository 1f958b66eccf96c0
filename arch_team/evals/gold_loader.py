"""Gold files. Everything wrong with one is told at once, with its line: nobody mends one error to be shown the next."""

import hashlib
from dataclasses import dataclass, replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import cast

from pydantic import ValidationError

from arch_team.errors import UsageError
from arch_team.evals.gold import GoldQuestion
from arch_team.featuredata.catalog import Catalog
from arch_team.routing.yaml_lines import Path as YamlPath
from arch_team.routing.yaml_lines import YamlDocument, YamlProblem


@dataclass(frozen=True, slots=True)
class GoldIssue:
    file: str
    line: int
    path: str
    message: str

    def __str__(self) -> str:
        where = f" {self.path}" if self.path else ""
        return f"{self.file}:{self.line}:{where} {self.message}"


@dataclass(frozen=True, slots=True)
class GoldSet:
    """The questions of a file, and the fingerprint of exactly this file."""

    name: str
    questions: tuple[GoldQuestion, ...]
    sha256: str
    text: str = ""
    """The file as it is, to be kept with what was measured by it."""
    issues: tuple[GoldIssue, ...] = ()

    def usable(self) -> "GoldSet":
        """Itself, or a UsageError with every issue in it."""
        if self.issues:
            listed = "\n".join(str(issue) for issue in self.issues)
            number = len(self.issues)
            raise UsageError(
                f"{self.name} has {number} error{'s' if number > 1 else ''}:\n{listed}",
                "Mend them all, then try again. docs/benchmark-your-own.md explains the format.",
            )
        return self


def shipped(name: str) -> GoldSet | None:
    """The gold set that comes with a feature of this package."""
    file = files("arch_team.evals") / "gold" / f"{name}.yaml"
    return _read(file, f"{name}.yaml") if file.is_file() else None


def load_gold(path: Path) -> GoldSet:
    if not path.is_file():
        raise UsageError(f"there is no gold file {path}", "Check the name and the folder.")
    return _read(path, str(path))


def checked_against(gold: GoldSet, catalog: Catalog) -> GoldSet:
    """The same set, with an issue for every table or field of a pattern that the data does not have."""
    issues = list(gold.issues)
    document = YamlDocument(gold.text) if gold.questions and not gold.issues else None
    for number, question in enumerate(gold.questions):
        for index, pattern in enumerate(question.expected_tool_pattern):
            path: YamlPath = (number, "expectedToolPattern")
            line = document.line(path) if document else 1
            view = catalog.view(pattern.table_name)
            if view is None:
                issues.append(GoldIssue(gold.name, line, question.id, f"there is no table {pattern.table_name!r}"))
                continue
            for flt in pattern.filters:
                if flt.field not in view.columns:
                    message = f"{pattern.table_name} has no field {flt.field!r} (pattern {index + 1})"
                    issues.append(GoldIssue(gold.name, line, question.id, message))
    return replace(gold, issues=tuple(issues))


def _read(file: Traversable, name: str) -> GoldSet:
    try:
        content = file.read_bytes()
        document = YamlDocument(content.decode("utf-8"))
    except YamlProblem as problem:
        return GoldSet(name, (), "", issues=(GoldIssue(name, problem.line, "", problem.message),))
    except (OSError, UnicodeDecodeError) as error:
        return GoldSet(name, (), "", issues=(GoldIssue(name, 1, "", f"cannot be read: {error}"),))
    issues = [GoldIssue(name, p.line, _dotted(p.path), p.message) for p in document.problems]
    questions: list[GoldQuestion] = []
    listed = cast("list[object]", document.data) if isinstance(document.data, list) else []
    if not listed:
        issues.append(GoldIssue(name, 1, "", "must be a list of questions"))
    else:
        for index, item in enumerate(listed):
            try:
                questions.append(GoldQuestion.model_validate(item))
            except ValidationError as errors:
                issues += _issues(name, document, index, item, errors)
        issues += _twice(name, document, listed)
    issues.sort(key=lambda issue: issue.line)
    text = content.decode("utf-8")
    return GoldSet(name, tuple(questions), hashlib.sha256(content).hexdigest(), text, tuple(issues))


def _issues(name: str, document: YamlDocument, index: int, item: object, errors: ValidationError) -> list[GoldIssue]:
    known = cast("dict[object, object]", item).get("id", index + 1) if isinstance(item, dict) else index + 1
    found: list[GoldIssue] = []
    for error in errors.errors(include_url=False):
        inner = tuple(part for part in error["loc"] if part != "[key]")
        line = document.line((index, *inner))
        match error["type"]:
            case "missing":
                message = "is missing"
            case "extra_forbidden":
                message = "is not a key of a gold question"
            case "model_type":
                message = "must be a mapping of keys"
            case _:
                message = error["msg"].removeprefix("Value error, ")
        found.append(GoldIssue(name, line, _dotted((str(known), *inner)), message))
    return found


def _twice(name: str, document: YamlDocument, listed: list[object]) -> list[GoldIssue]:
    first: dict[tuple[str, str], int] = {}
    found: list[GoldIssue] = []
    for index, item in enumerate(listed):
        if not isinstance(item, dict):
            continue
        entry = cast("dict[object, object]", item)
        for key in ("id", "question"):
            value = entry.get(key)
            if not isinstance(value, str):
                continue
            line = document.line((index, key))
            earlier = first.setdefault((key, value.casefold()), line)
            if earlier != line:
                found.append(GoldIssue(name, line, f"[{index}].{key}", f"{value!r} is also on line {earlier}"))
    return found


def _dotted(path: YamlPath) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")
