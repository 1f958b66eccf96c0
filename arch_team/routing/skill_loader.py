"""Skills from files: those shipped here, those other packages register, those in the user's folder.

A file is a skill. Everything wrong with it is told at once, with file, line and path: nobody should mend one error to
be shown the next. Other packages register a `Skill`, or a folder of files, without touching this one:

    [project.entry-points."arch_team.skills"]
    contracts = "acme.contracts:SKILL"
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from arch_team.packaged import load_packaged
from arch_team.registered import registered
from arch_team.routing.skills import Skill, SkillIssue, SkillSet

if TYPE_CHECKING:
    from arch_team.routing.yaml_lines import Path as YamlPath
    from arch_team.routing.yaml_lines import YamlDocument

ENTRY_POINTS = "arch_team.skills"
_ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class SkillFile:
    """A file as read: the skill in it, if it is one, and everything wrong with it."""

    name: str
    skill: Skill | None
    issues: tuple[SkillIssue, ...]
    name_line: int = 1
    twins_line: int = 1


def load_skills(*folders: Path) -> SkillSet:
    """The packaged skills, the registered ones and those of the given folders. A folder that is absent holds none."""
    found = [*(_shipped(name) for name in _shipped_names()), *_registered()]
    for folder in folders:
        found += _in_folder(folder) if folder.is_dir() else []
    return _joined(found)


def load_skill(name: str, *folders: Path) -> SkillSet:
    """A set that holds at least this skill and those it is confused with: a packaged one is read without the others."""
    wanted, found = [name], list[SkillFile]()
    for each in wanted:
        if each not in _shipped_names():
            return load_skills(*folders)
        read = _quickly(each)
        found.append(read)
        if read.skill is not None:
            wanted += [twin for twin in read.skill.intent.confusable_with if twin not in wanted]
    return _joined(found)


@cache
def _shipped_names() -> tuple[str, ...]:
    listed = (files("arch_team.routing") / "skills").iterdir()
    return tuple(sorted(file.name.removesuffix(".yaml") for file in listed if file.name.endswith(".yaml")))


@cache
def _shipped(name: str) -> SkillFile:
    """What is packaged does not change while the program runs."""
    file = files("arch_team.routing") / "skills" / f"{name}.yaml"
    return read_skill(file, str(file))


@cache
def _quickly(name: str) -> SkillFile:
    """A packaged skill without the lines it stands on: where it has no errors, nobody asks for them."""
    file = files("arch_team.routing") / "skills" / f"{name}.yaml"
    try:
        return SkillFile(str(file), Skill.model_validate(load_packaged(file)), ())
    except ValidationError:
        return _shipped(name)


def check_skills(path: Path, *folders: Path) -> SkillSet:
    """The skills of one file or folder. The names they are confused with may also be those of the known skills."""
    known = frozenset(load_skills(*folders).skills)
    found = [*_in_folder(path)] if path.is_dir() else [read_skill(path, str(path))]
    return _joined(found, known)


def read_skill(file: Traversable, name: str) -> SkillFile:
    from arch_team.routing.yaml_lines import YamlDocument, YamlProblem

    try:
        document = YamlDocument(file.read_text(encoding="utf-8"))
    except YamlProblem as problem:
        return SkillFile(name, None, (SkillIssue(name, problem.line, "", problem.message),))
    except (OSError, UnicodeDecodeError) as error:
        return SkillFile(name, None, (SkillIssue(name, 1, "", f"cannot be read: {error}"),))
    issues = [SkillIssue(name, p.line, _dotted(p.path), p.message) for p in document.problems]
    skill = None
    try:
        skill = Skill.model_validate(document.data)
    except ValidationError as errors:
        issues += [_issue(name, document, error) for error in errors.errors(include_url=False)]
    return SkillFile(
        name,
        None if issues else skill,
        tuple(sorted(issues, key=lambda issue: issue.line)),
        document.line(("name",)),
        document.line(("intent", "confusable_with")),
    )


def _issue(name: str, document: "YamlDocument", error: ErrorDetails) -> SkillIssue:
    path: YamlPath = tuple(part for part in error["loc"] if part != "[key]")
    match error["type"]:
        case "missing":
            message = "is missing"
        case "extra_forbidden":
            message = "is not a key of a skill"
        case "model_type":
            message = "must be a mapping of keys"
        case _:
            message = error["msg"].removeprefix("Value error, ")
    return SkillIssue(name, document.line(path), _dotted(path), message)


def _dotted(path: "YamlPath") -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def _in_folder(folder: Traversable) -> Iterator[SkillFile]:
    try:
        listed = sorted(folder.iterdir(), key=lambda file: file.name)
    except OSError as error:
        yield SkillFile(str(folder), None, (SkillIssue(str(folder), 1, "", f"cannot be read: {error}"),))
        return
    for file in listed:
        if file.name.endswith(_ENDINGS) and file.is_file():
            yield read_skill(file, str(file))


def _registered() -> Iterator[SkillFile]:
    for point in registered(ENTRY_POINTS):
        try:
            loaded = point.load()
        except Exception as error:
            yield SkillFile(point.value, None, (SkillIssue(point.value, 1, "", f"cannot be loaded: {error}"),))
            continue
        if isinstance(loaded, Skill):
            yield SkillFile(point.value, loaded, ())
        elif isinstance(loaded, Path):
            yield from _in_folder(loaded)
        else:
            message = "must be a Skill, or the Path of a folder of skill files"
            yield SkillFile(point.value, None, (SkillIssue(point.value, 1, "", message),))


def _joined(found: Iterable[SkillFile], known: frozenset[str] = frozenset()) -> SkillSet:
    skills: dict[str, Skill] = {}
    first: dict[str, SkillFile] = {}
    issues: list[SkillIssue] = []
    for file in found:
        issues += file.issues
        if file.skill is None:
            continue
        if earlier := first.get(file.skill.name):
            message = f"{file.skill.name!r} is also the name of the skill in {earlier.name}:{earlier.name_line}"
            issues.append(SkillIssue(file.name, file.name_line, "name", message))
            continue
        skills[file.skill.name], first[file.skill.name] = file.skill, file
    for name, skill in skills.items():
        for index, twin in enumerate(skill.intent.confusable_with):
            if twin not in skills and twin not in known:
                path = f"intent.confusable_with[{index}]"
                issues.append(SkillIssue(first[name].name, first[name].twins_line, path, f"there is no skill {twin!r}"))
    issues.sort(key=lambda issue: (issue.file, issue.line))
    return SkillSet(skills, {name: file.name for name, file in first.items()}, tuple(issues))
