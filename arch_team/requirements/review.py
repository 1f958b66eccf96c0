"""From files to a report: read, evaluate, suggest, rewrite, find duplicates, collect what must be asked."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import Literal

from pydantic import BaseModel

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.check.rule_loader import load_rules
from arch_team.requirements.learned import Learned
from arch_team.requirements.model import DuplicatePair, Evaluation, Requirement, Review
from arch_team.requirements.read import Entry, Specification, Wanted, read_file, renamed
from arch_team.requirements.read.specification import unique_ids
from arch_team.requirements.report import Report
from arch_team.requirements.rewrite.model_opinion import Complete, ModelOpinion
from arch_team.requirements.service import FindDuplicates, Groups, RequirementsService, questions_of
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
    find_duplicates: FindDuplicates | None = None,
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
    return review_specifications(
        specifications, options, progress=progress, find_duplicates=find_duplicates, complete=complete
    )


def review_specifications(
    specifications: Sequence[Specification],
    options: Options | None = None,
    *,
    progress: Progress | None = None,
    find_duplicates: FindDuplicates | None = None,
    complete: Complete | None = None,
) -> Report:
    options = options or Options()
    known = _spoken(_told_apart(specifications), options.read_as)
    rules = load_rules(options.rules)
    if options.learned is not None:
        rules = options.learned.applied_to(rules)
    tell = progress or _silent
    opinion = ModelOpinion(_Counted(complete, tell, known), options.model) if complete else None
    find = _told(find_duplicates, tell) if find_duplicates else _found(tell)
    service = RequirementsService(Evaluator(rules), opinion=opinion, duplicates=find)
    review = asyncio.run(_reviewed(service, known, options, tell))
    if options.learned is not None:
        review = _without_refused(review, options.learned)
    language = options.language or _prevailing(review.evaluations)
    return Report(review, tuple(known), rules, language, options.fail_under)


async def _reviewed(
    service: RequirementsService, specifications: Sequence[Specification], options: Options, tell: Progress
) -> Review:
    requirements = [requirement for one in specifications for requirement in one.requirements]

    def evaluated(done: int, total: int) -> None:
        tell("evaluate", done, total)
        if done == total:
            tell("rewrite", 0, total)

    tell("evaluate", 0, len(requirements))
    return await service.review(requirements, options.criteria, duplicates=options.duplicates, progress=evaluated)


def _without_refused(review: Review, learned: Learned) -> Review:
    """A rewrite that was rejected is not offered again, nor its questions asked."""
    kept = {id_: one for id_, one in review.rewrites.items() if not learned.refuses(one.requirement.text)}
    return review.model_copy(update={"rewrites": kept, "questions": questions_of(list(kept.values()))})


class _Counted:
    """Tells how often the model was asked: once for each requirement, and once more for what did not pass."""

    def __init__(self, complete: Complete, tell: Progress, specifications: Sequence[Specification]) -> None:
        self._complete = complete
        self._tell = tell
        self._count = 0
        self._least = sum(len(one.entries) for one in specifications)

    async def __call__(self, prompt: str, schema: type[BaseModel]) -> Mapping[str, object]:
        try:
            return await self._complete(prompt, schema)
        finally:
            self._count += 1
            self._tell("model", self._count, max(self._count, self._least))


def _told(find: FindDuplicates, tell: Progress) -> FindDuplicates:
    def compared(of: Sequence[Requirement]) -> tuple[tuple[DuplicatePair, ...], Groups]:
        tell("duplicates", 0, len(of))
        found = find(of)
        tell("duplicates", len(of), len(of))
        return found

    return compared


def _found(tell: Progress) -> FindDuplicates:
    """The embedded search, which tells by itself how far it is."""

    def compared(of: Sequence[Requirement]) -> tuple[tuple[DuplicatePair, ...], Groups]:
        from arch_team.requirements.compare import find_duplicates

        tell("duplicates", 0, len(of))
        return find_duplicates(of, progress=lambda done, total: tell("duplicates", done, total))

    return compared


def _told_apart(specifications: Sequence[Specification]) -> list[Specification]:
    """Ids of several files do not run into each other: where they would, each is led by its file's name."""
    counts = Counter(id_ for one in specifications for id_ in {entry.requirement.id for entry in one.entries})
    if all(count == 1 for count in counts.values()):
        return list(specifications)
    prefixed = [_prefixed(one) for one in specifications]
    entries, _ = unique_ids([entry for one in prefixed for entry in one.entries], ())
    out: list[Specification] = []
    start = 0
    for one in prefixed:
        out.append(replace(one, entries=entries[start : start + len(one.entries)]))
        start += len(one.entries)
    return out


def _prefixed(specification: Specification) -> Specification:
    stem = PurePath(specification.name).stem

    def named(entry: Entry) -> Entry:
        return renamed(entry, id=f"{stem}:{entry.requirement.id}")

    return replace(specification, entries=tuple(map(named, specification.entries)))


def _spoken(specifications: list[Specification], language: Language | None) -> list[Specification]:
    if language is None:
        return specifications
    return [
        replace(one, entries=tuple(renamed(e, language=e.requirement.language or language) for e in one.entries))
        for one in specifications
    ]


def _prevailing(evaluations: Sequence[Evaluation]) -> Language:
    """The language of most requirements."""
    german = sum(evaluation.language == "de" for evaluation in evaluations)
    return "de" if 2 * german >= len(evaluations) else "en"


def _silent(stage: Stage, done: int, total: int) -> None: ...
