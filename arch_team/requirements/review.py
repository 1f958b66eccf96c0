"""From files to a report: read, evaluate, suggest, rewrite, find duplicates, collect what must be asked."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path, PurePath
from typing import Literal

from pydantic import BaseModel

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.check.rules import load_rules
from arch_team.requirements.learned import Learned
from arch_team.requirements.model import Requirement
from arch_team.requirements.read import Specification, Wanted, read_file
from arch_team.requirements.read.specification import renamed, unique_ids
from arch_team.requirements.report import Report
from arch_team.requirements.rewrite.opinion import Complete, ModelOpinion
from arch_team.requirements.service import Duplicates, RequirementsService, find_with
from arch_team.text.sentence.words import language_of, words_of
from arch_team.wire import Language

Stage = Literal["read", "evaluate", "model", "rewrite", "duplicates"]
Progress = Callable[[Stage, int, int], None]
"""Stage, how much is done, of how much."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a review is to be done. What is left out is read from the files."""

    criteria: tuple[str, ...] | None = None
    rules: Path | None = None
    """The user's own rules, on top of the shipped ones."""
    language: Language | None = None
    """Of the report; None: that of most requirements."""
    read_as: Language | None = None
    """The language of every requirement whose file does not name another; None: each one's own."""
    duplicates: bool = True
    fail_under: float | None = None
    model: str = ""
    """The name of the language model, where one is asked."""
    wanted: Wanted = field(default_factory=Wanted)
    learned: Learned | None = None
    """What the team has decided before."""


def review_files(
    paths: Sequence[Path | str],
    options: Options | None = None,
    *,
    progress: Progress | None = None,
    complete: Complete | None = None,
) -> Report:
    """The files reviewed as one set: terms are compared and duplicates found across them.

    `complete` asks a language model: its verdicts stand beside the rules', and change no score.
    """
    options = options or Options()
    tell = progress or _silent
    specifications: list[Specification] = []
    for number, path in enumerate(paths):
        tell("read", number, len(paths))
        specifications.append(read_file(path, options.wanted))
    tell("read", len(paths), len(paths))
    return review_specifications(specifications, options, progress=progress, complete=complete)


def review_specifications(
    specifications: Sequence[Specification],
    options: Options | None = None,
    *,
    progress: Progress | None = None,
    complete: Complete | None = None,
) -> Report:
    options, tell = options or Options(), progress or _silent
    known = _spoken(_told_apart(specifications), options.read_as)
    requirements = [requirement for one in known for requirement in one.requirements]
    language = options.language or _prevailing(requirements)
    opinion = ModelOpinion(_counted(complete, tell, len(requirements)), options.model) if complete else None

    def found(of: Sequence[Requirement]) -> Duplicates:
        tell("duplicates", 0, len(of))
        return find_with(of, options.learned, language, lambda done, total: tell("duplicates", done, total))

    def evaluated(done: int, total: int) -> None:
        tell("evaluate", done, total)
        if done == total:
            tell("rewrite", 0, total)

    service = RequirementsService(
        Evaluator(load_rules(options.rules), speaks=language),
        opinion=opinion,
        learned=options.learned,
        duplicates=found,
    )
    tell("evaluate", 0, len(requirements))
    review = asyncio.run(
        service.review(requirements, options.criteria, duplicates=options.duplicates, progress=evaluated)
    )
    return Report(review, tuple(known), service.evaluator.rules, language, options.fail_under)


def _counted(complete: Complete, tell: Progress, least: int) -> Complete:
    """Tells how often the model was asked: once for each requirement, and once more for what did not pass."""
    done = count(1)

    async def asked(prompt: str, schema: type[BaseModel]) -> Mapping[str, object]:
        try:
            return await complete(prompt, schema)
        finally:
            number = next(done)
            tell("model", number, max(number, least))

    return asked


def _told_apart(specifications: Sequence[Specification]) -> list[Specification]:
    """Ids of several files do not run into each other: where they would, each is led by its file's name."""
    used = [id_ for one in specifications for id_ in {entry.requirement.id for entry in one.entries}]
    if len(set(used)) == len(used):
        return list(specifications)
    prefixed = [
        renamed(entry, id=f"{PurePath(one.name).stem}:{entry.requirement.id}")
        for one in specifications
        for entry in one.entries
    ]
    entries = iter(unique_ids(prefixed, ())[0])
    return [replace(one, entries=tuple(next(entries) for _ in one.entries)) for one in specifications]


def _spoken(specifications: list[Specification], language: Language | None) -> list[Specification]:
    if language is None:
        return specifications
    return [
        replace(one, entries=tuple(renamed(e, language=e.requirement.language or language) for e in one.entries))
        for one in specifications
    ]


def _prevailing(requirements: Sequence[Requirement]) -> Language:
    """The language of most requirements."""
    german = sum((one.language or language_of(words_of(one.text))) == "de" for one in requirements)
    return "de" if 2 * german >= len(requirements) else "en"


def _silent(stage: Stage, done: int, total: int) -> None: ...
