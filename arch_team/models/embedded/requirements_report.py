"""The report of a review as it is said in a conversation. Every number in it is a tool's."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from arch_team.models.embedded.requirements_request import said_texts
from arch_team.text.showing import shown
from arch_team.wire import Language

MOST_OPTIONS = 3


@dataclass(frozen=True, slots=True)
class Reviewed:
    text: str
    evaluation: dict[str, Any]
    suggestions: list[dict[str, Any]]
    rewrite: dict[str, Any] | None
    answers: dict[str, str] = field(default_factory=dict[str, str])
    """What the person has said of it, by mark."""


def report(
    reviewed: Sequence[Reviewed],
    pairs: Sequence[dict[str, Any]] | None,
    conflicts: Sequence[dict[str, Any]],
    language: Language,
) -> str:
    said = said_texts(language)
    parts = ["\n".join(_one(number, one, said, language)) for number, one in enumerate(reviewed, 1)]
    if pairs is not None:
        parts.append("\n".join(_duplicates(pairs, said, language)))
    if conflicts:
        parts.append("\n".join(_conflicts(conflicts, said)))
    return "\n\n".join(parts)


def _one(number: int, one: Reviewed, said: dict[str, str], language: Language) -> Iterator[str]:
    evaluation = one.evaluation
    yield said["title"].format(number=number, text=" ".join(one.text.split()))
    yield said["score"].format(
        score=shown(evaluation["score"], language),
        whole=1,
        verdict=said[evaluation["verdict"]],
        mark=shown(evaluation["passAt"], language),
    )
    for score in evaluation["evaluation"]:
        if not score["passed"]:
            yield said["criterion"].format(
                criterion=score["criterion"], score=shown(score["score"], language), feedback=score["feedback"]
            )
    if one.suggestions:
        yield said["suggestions"]
        for suggestion in one.suggestions:
            yield said["suggestion"].format(text=suggestion["suggestion"], priority=said[suggestion["priority"]])
    if one.rewrite is not None and one.rewrite["status"] != "unchanged":
        yield from _rewrite(one.rewrite, said, language)
    elif evaluation["verdict"] == "pass":
        yield said["unchanged"]


def _rewrite(rewrite: dict[str, Any], said: dict[str, str], language: Language) -> Iterator[str]:
    before, after = shown(rewrite["originalScore"], language), shown(rewrite["score"], language)
    if rewrite["status"] == "needs_clarification":
        yield said["open_rewrite"].format(before=before)
    else:
        yield said["rewrite"].format(before=before, after=after, status=said[rewrite["status"]])
    yield rewrite["correctedText"]
    if rewrite.get("leftAlone"):
        yield rewrite["leftAlone"]
    if rewrite["acceptanceCriteria"]:
        yield said["criteria"]
        yield from rewrite["acceptanceCriteria"]
    if rewrite.get("rejected"):
        yield said["rejected_model"].format(reason=rewrite["rejected"])
    if rewrite["questions"]:
        yield said["questions"]
    for question in rewrite["questions"]:
        options = ", ".join(question["suggestedAnswers"][:MOST_OPTIONS])
        told = said["question"].format(mark=question["placeholder"], question=question["question"])
        yield told + (said["options"].format(options=options) if options else "")


def _duplicates(pairs: Sequence[dict[str, Any]], said: dict[str, str], language: Language) -> Iterator[str]:
    if not pairs:
        yield said["no_duplicates"]
        return
    yield said["duplicates"]
    for pair in pairs:
        yield said["duplicate"].format(
            one=pair["req1_idx"] + 1,
            other=pair["req2_idx"] + 1,
            similarity=shown(pair["similarity"], language),
            reason=pair["reason"],
        )


def _conflicts(pairs: Sequence[dict[str, Any]], said: dict[str, str]) -> Iterator[str]:
    yield said["conflicts"]
    for pair in pairs:
        yield said["conflict"].format(one=pair["req1_idx"] + 1, other=pair["req2_idx"] + 1, reason=pair["reason"])
