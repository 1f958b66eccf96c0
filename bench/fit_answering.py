"""`python -m bench.fit_answering FOLDER… --manuals FOLDER --squad EN DE`: the weights by which quotes are judged.

Two plain logistic fits: which quote of a question holds its answer, and whether the best one does. Taken are the
questions of the folder and the first half of the articles, each with and without its answering paragraph; the mark is
set so that at most `--invented` of those without are answered. The second half and the other handbooks take no part.
"""

import argparse
import asyncio
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import yaml

from arch_team.models.embedded.knowledge_operator import PASSAGES
from arch_team.search.answering import ALSO_ACROSS, DECIDING, NAMES, Answering, decisive
from arch_team.search.asked import asked
from arch_team.search.quotes import Quote, quotes_of
from arch_team.tools.knowledge import KnowledgeTools
from arch_team.vectors.embedding import default_embedder
from arch_team.wire import Language
from bench.answering import OTHER, TENANT, Desk, Held, handbook, manual_cases, plain, squad
from bench.manuals import Manual, manual

Numbers = npt.NDArray[np.float64]

HANDBOOKS = 2.0
"""What a question on a handbook weighs beside one on an article: that is what people hold."""


@dataclass
class Case:
    question: str
    spoken: Language
    across: bool
    gone: bool
    weight: float
    quotes: list[Quote]
    holds: npt.NDArray[np.bool_]
    """Which quotes hold the answer."""
    signs: Numbers


def cases_of(documents: Sequence[Held], weight: float = 1.0) -> list[Case]:
    answering = Answering(default_embedder())
    found: list[Case] = []
    for language in ("de", "en"):
        held = [document for document in documents if document.language == language]
        if not held:
            continue
        desk = Desk(held)
        for document in held:
            for paragraph in [*range(len(document.paragraphs)), None]:
                mine = [question for question in document.questions if question.paragraph == paragraph]
                for gone in ((False, True) if paragraph is not None else (True,)) if mine else ():
                    if gone and paragraph is not None:
                        desk.hold(document, without=paragraph)
                    for question in mine:
                        for spoken in (language, OTHER[language]):
                            said = question.said[spoken]
                            quotes = _quotes(desk, said, spoken)
                            holds = np.array(
                                [not gone and all(plain(g) in plain(q.text) for g in question.gold) for q in quotes]
                            )
                            if quotes:
                                signs, _ = answering.signs(said, spoken, quotes)
                                found.append(Case(said, spoken, spoken != language, gone, weight, quotes, holds, signs))
                if mine and paragraph is not None:
                    desk.hold(document)
    return found


def cases_of_manuals(manuals: Sequence[Manual], weight: float = 1.0) -> list[Case]:
    answering = Answering(default_embedder())
    found: list[Case] = []
    for desk, asking in manual_cases(manuals):
        quotes = _quotes(desk, asking.said, asking.spoken)
        if not quotes:
            continue
        holds = [not asking.gone and all(plain(g) in plain(q.text) for g in asking.gold) for q in quotes]
        signs, _ = answering.signs(asking.said, asking.spoken, quotes)
        across = asking.spoken != asking.held
        found.append(Case(asking.said, asking.spoken, across, asking.gone, weight, quotes, np.array(holds), signs))
    return found


def _quotes(desk: Desk, question: str, language: Language) -> list[Quote]:
    tools = KnowledgeTools(desk.knowledge, tenant=TENANT, language=language)
    told = asyncio.run(tools.call({"query": question, "top_k": PASSAGES}))
    passages = cast("dict[str, Any]", told["data"])["passages"]
    return [
        q for rank, p in enumerate(passages) for q in quotes_of(p["text"], key=p["key"], place=p["place"], rank=rank)
    ]


def logistic(rows: Numbers, truth: Numbers, weights: Numbers, restraint: float) -> tuple[Numbers, float]:
    """Weights and base, by Newton's steps with a restraint on their size."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    scaled = np.hstack([(rows - mean) / spread, np.ones((len(rows), 1))])
    fitted = cast("Numbers", np.zeros(scaled.shape[1]))
    for _ in range(40):
        likely = 1 / (1 + np.exp(-np.clip(scaled @ fitted, -30, 30)))
        slope = scaled.T @ (weights * (likely - truth)) + restraint * np.r_[fitted[:-1], 0]
        bend = (scaled * (weights * likely * (1 - likely))[:, None]).T @ scaled + restraint * np.eye(len(fitted))
        fitted = fitted - cast("Numbers", np.linalg.solve(bend, slope))  # pyright: ignore[reportUnknownMemberType]
    own: Numbers = fitted[:-1] / spread
    return own, float(fitted[-1] - mean @ own)


def ranking_of(cases: Sequence[Case]) -> tuple[Numbers, float]:
    """Three rounds: after the first, what a round ranked high without being the answer counts most."""
    fitted: tuple[Numbers, float] | None = None
    for _ in range(3):
        weights: list[Numbers] = []
        for case in cases:
            other = np.ones(len(case.quotes))
            if fitted is not None:
                scores = case.signs @ fitted[0] + fitted[1]
                other = np.full(len(scores), 0.05)
                other[np.argsort(-scores)[:3]] = 1.0
                other *= 1.5 if case.gone else 1.0
            weights.append(np.where(case.holds, 2.0 / max(1, int(case.holds.sum())), other))
        rows = np.vstack([case.signs for case in cases])
        truth = np.concatenate([case.holds for case in cases]).astype(float)
        fitted = logistic(rows, truth, np.concatenate(weights), 2.0)
    assert fitted is not None
    return fitted


def deciding_of(cases: Sequence[Case], ranking: tuple[Numbers, float]) -> tuple[Numbers, Numbers, Numbers, float]:
    answering = Answering(default_embedder())
    rows: list[Numbers] = []
    truth: list[bool] = []
    lacks: list[bool] = []
    for case in cases:
        scores = case.signs @ ranking[0] + ranking[1]
        about, best = asked(case.question, case.spoken), case.quotes[int(np.argmax(scores))]
        lacks.append(answering.lacks_what_is_asked_for(about, best, case.across))
        facts = decisive(about, case.quotes, case.signs, scores)
        across = float(case.across)
        rows.append(np.concatenate([facts, [across], across * facts[:ALSO_ACROSS]]))
        truth.append(bool(case.holds[int(np.argmax(scores))]))
    matrix, right = np.array(rows), np.array(truth, dtype=float)
    counted = ~np.array(lacks)
    own, base = logistic(matrix[counted], right[counted], np.array([case.weight for case in cases])[counted], 6.0)
    return np.where(lacks, -np.inf, matrix @ own + base), right, own, base


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the weights of answering.yaml.")
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--manuals", type=Path, metavar="FOLDER")
    parser.add_argument("--squad", nargs=2, type=Path, metavar=("EN", "DE"), required=True)
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--invented", type=float, default=0.015)
    parser.add_argument("--kept", type=Path, help="A file to keep the signs in, for another fit.")
    arguments = parser.parse_args()
    if arguments.kept and arguments.kept.exists():
        cases = cast("list[Case]", pickle.loads(arguments.kept.read_bytes()))  # noqa: S301 - our own
    else:
        english, german = cast("list[Path]", arguments.squad)
        books = [path for folder in arguments.folders for path in sorted(folder.glob("*.yaml"))]
        cases = cases_of([handbook(path) for path in books], HANDBOOKS)
        if arguments.manuals:
            cases += cases_of_manuals([manual(path) for path in sorted(arguments.manuals.glob("*.yaml"))], HANDBOOKS)
        cases += cases_of(list(squad(english, german, "first", arguments.sample)))
        if arguments.kept:
            arguments.kept.write_bytes(pickle.dumps(cases))
    ranking = ranking_of(cases)
    decided, right, own, base = deciding_of(cases, ranking)
    gone = np.array([case.gone for case in cases])
    across = np.array([case.across for case in cases])
    marks: dict[str, float] = {}
    for name, chosen in (("within", ~across), ("across", across)):
        false = np.sort(decided[chosen & gone])[::-1]
        marks[name] = float(false[int(arguments.invented * len(false))])
        answered = (right[chosen & ~gone] > 0) & (decided[chosen & ~gone] > marks[name])
        print(f"# {name}: {answered.mean():.2f} right on what was fitted, {int((chosen & ~gone).sum())} questions")
    also = ["across", *DECIDING[:ALSO_ACROSS]]
    told = {
        "ranking": _named(NAMES, ranking[0]),
        "ranking_base": round(ranking[1], 3),
        "deciding": _named(DECIDING, own[: len(DECIDING)]),
        "deciding_across": _named(also, own[len(DECIDING) :]),
        "deciding_base": round(base, 3),
        **{name: round(mark, 2) for name, mark in marks.items()},
        "nearly": 0.7,
    }
    print(yaml.safe_dump(told, sort_keys=False, default_flow_style=None, width=140))


def _named(names: Sequence[str], values: Numbers) -> dict[str, float]:
    return {name: round(float(value), 3) for name, value in zip(names, values, strict=True)}


if __name__ == "__main__":
    main()
