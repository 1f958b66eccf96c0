"""`python -m bench.fit_answering FOLDER… --manuals FOLDER…`: the one decision whether the best sentence is an answer.

Each question of the handbooks and manuals is asked in both languages, with and without its answering paragraph, and the
signs of the best sentence are put into a plain logistic fit: within a language, and what is added across. The marks are
set so that at most `--invented` of those without are answered, on texts that took no part in the fit that judged them:
each document in turn is left out. The reader (`bench.fit_reader`) has seen none of these texts.
"""

import argparse
import asyncio
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import yaml

from arch_team.models.embedded.knowledge_operator import PASSAGES
from arch_team.search.answering import MOST_QUOTES, MOST_READ, answering, fitted_weights, speaks_otherwise
from arch_team.search.asked import asked
from arch_team.search.quotes import quotes_of
from arch_team.search.signs import NAMES, lacks, signs_of
from arch_team.tools.knowledge import KnowledgeTools
from bench.answering import TENANT, Case, Desk, handbook, handbook_cases, manual_cases, plain
from bench.manuals import manual

Numbers = npt.NDArray[np.float64]
RESTRAINT = 30.0
NEARLY = 1.2
"""How far below the best a further sentence is shown."""
MANUALS = 1.5
"""What a question on a manual weighs beside one on a handbook of our own: others wrote it."""


@dataclass
class Signed:
    document: str
    across: bool
    gone: bool
    weight: float
    signs: list[float]
    right: bool
    found: bool


def signed(desk: Desk, case: Case, document: str, weight: float) -> Signed | None:
    tools = KnowledgeTools(desk.knowledge, tenant=TENANT, language=case.spoken)
    told = asyncio.run(tools.call({"query": case.said, "top_k": PASSAGES}))
    passages = cast("dict[str, Any]", told["data"])["passages"]
    quotes = [
        q for rank, p in enumerate(passages) for q in quotes_of(p["text"], key=p["key"], place=p["place"], rank=rank)
    ][:MOST_READ]
    if not quotes:
        return None

    def holds(text: str) -> bool:
        return not case.gone and all(plain(part) in plain(text) for part in case.gold)

    is_across = speaks_otherwise(case.spoken, quotes)
    read = answering().read(case.said, quotes, is_across=is_across)
    order: list[int] = np.argsort(-read.scores).tolist()
    shown = [quotes[at] for at in order if read.scores[at] >= read.scores[order[0]] - NEARLY][:MOST_QUOTES]
    signs = signs_of(asked(case.said, case.spoken), quotes, read, order[0], is_across=is_across)
    right = holds(" ".join(quote.text for quote in shown))
    return Signed(
        document, is_across, case.gone, weight, signs, right, any(holds(passage["text"]) for passage in passages)
    )


def collected(folders: Sequence[Path], manuals: Sequence[Path]) -> Iterator[Signed]:
    for folder in folders:
        books = [handbook(path) for path in sorted(folder.glob("*.yaml"))]
        for book in books:
            others = [other for other in books if other.language == book.language]
            for desk, case in handbook_cases(book, others):
                if found := signed(desk, case, book.name, 1.0):
                    yield found
    for folder in manuals:
        for desk, case in manual_cases([manual(path) for path in sorted(folder.glob("*.yaml"))]):
            if found := signed(desk, case, case.name, MANUALS):
                yield found


def logistic(rows: Numbers, truth: Numbers, weights: Numbers) -> tuple[Numbers, float]:
    """Weights and base, by Newton's steps with a restraint on their size."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    scaled = np.hstack([(rows - mean) / spread, np.ones((len(rows), 1))])
    fitted = cast("Numbers", np.zeros(scaled.shape[1]))
    for _ in range(40):
        likely = 1 / (1 + np.exp(-np.clip(scaled @ fitted, -30, 30)))
        slope = scaled.T @ (weights * (likely - truth)) + RESTRAINT * np.r_[fitted[:-1], 0]
        bend = (scaled * (weights * likely * (1 - likely))[:, None]).T @ scaled + RESTRAINT * np.eye(len(fitted))
        fitted = fitted - cast("Numbers", np.linalg.solve(bend, slope))  # pyright: ignore[reportUnknownMemberType]
    own: Numbers = fitted[:-1] / spread
    return own, float(fitted[-1] - mean @ own)


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the weights of answering.yaml.")
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--manuals", type=Path, nargs="*", default=[], metavar="FOLDER")
    parser.add_argument("--invented", type=float, default=0.02)
    parser.add_argument("--kept", type=Path, help="A file to keep the signs in, for another fit.")
    arguments = parser.parse_args()
    if arguments.kept and arguments.kept.exists():
        cases = cast("list[Signed]", pickle.loads(arguments.kept.read_bytes()))  # noqa: S301 - our own
    else:
        cases = list(collected(arguments.folders, arguments.manuals))
        if arguments.kept:
            arguments.kept.write_bytes(pickle.dumps(cases))
    signs, across = np.array([case.signs for case in cases]), np.array([case.across for case in cases])
    rows = np.hstack([signs, across[:, None] * signs, across[:, None]])
    truth, gone = np.array([case.right for case in cases], float), np.array([case.gone for case in cases])
    weights = np.array([case.weight for case in cases])
    documents = np.array([case.document for case in cases])
    may = ~np.array([lacks(case.signs) for case in cases])
    judged = np.zeros(len(cases))
    for document in sorted(set(documents.tolist())):
        left_out = documents == document
        kept = ~left_out & may
        own, base = logistic(rows[kept], truth[kept], weights[kept])
        judged[left_out] = np.where(may[left_out], rows[left_out] @ own + base, -np.inf)
    marks: dict[str, float] = {}
    for name, chosen in (("within", ~across), ("across", across)):
        false = np.sort(judged[chosen & gone])[::-1]
        marks[name] = float(false[int(arguments.invented * len(false))])
        held = chosen & ~gone
        found, best = np.mean([case.found for case in np.array(cases)[held]]), truth[held].mean()
        right = float(np.mean((truth[held] > 0) & (judged[held] > marks[name])))
        print(
            f"# {name}: {int(held.sum())} asked, passage found {found:.2f}, sentence {best:.2f}, answered {right:.2f}"
        )
    own, base = logistic(rows[may], truth[may], weights[may])
    size = len(NAMES)
    told = {
        "weights": _named(own[:size]),
        "across": _named(own[size : 2 * size]),
        "base": round(base, 3),
        "base_across": round(float(own[-1]), 3),
        "mark": {name: round(mark, 2) for name, mark in marks.items()},
        "nearly": NEARLY,
        "ask": fitted_weights().ask,
        "offer": fitted_weights().offer,
    }
    print(yaml.safe_dump(told, sort_keys=False, default_flow_style=None, width=140))


def _named(values: Numbers) -> dict[str, float]:
    return {name: round(float(value), 3) for name, value in zip(NAMES, values, strict=True)}


if __name__ == "__main__":
    main()
