"""Fits the similarity that people see, and measures it: `python -m bench.fit_duplicates [--write]`.

The weights come from the pairs in tests/requirements/duplicates/fitted_pairs.yaml. The pairs in held_out_pairs.yaml are
only measured.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt
import yaml

from arch_team.requirements.duplicates.comparison import Comparison, reading
from arch_team.requirements.duplicates.conflicts import Conflict, conflict_of
from arch_team.requirements.duplicates.evidence import FOR, NAMES, Evidence
from arch_team.requirements.duplicates.similarity import DUPLICATE_FROM
from arch_team.requirements.model import Requirement
from arch_team.vectors.embedding import default_embedder

PAIRS = Path(__file__).parent.parent / "tests" / "requirements" / "duplicates"
WRITTEN = Path(__file__).parent.parent / "arch_team" / "requirements" / "duplicates" / "data" / "calibration.yaml"
RIDGE = 1.0
FOLDS = 8
Numbers = npt.NDArray[np.float64]


class Labelled(NamedTuple):
    languages: str
    kind: str
    one: Requirement
    other: Requirement

    @property
    def same(self) -> bool:
        return self.kind == "same"


def labelled(name: str) -> list[Labelled]:
    listed = cast("dict[str, list[list[str]]]", yaml.safe_load((PAIRS / f"{name}_pairs.yaml").read_text("utf-8")))
    return [
        Labelled(languages, kind, Requirement(id="1", text=one), Requirement(id="2", text=other))
        for languages, entries in listed.items()
        for kind, one, other in entries
    ]


def evidence_for(pairs: Sequence[Labelled]) -> list[Evidence]:
    embedder = default_embedder()
    ones = embedder.embed([reading(pair.one).demand.bare for pair in pairs])
    others = embedder.embed([reading(pair.other).demand.bare for pair in pairs])
    comparison = Comparison(embedder)
    cosines = [float(one @ other) for one, other in zip(ones, others, strict=True)]
    return [comparison.evidence(pair.one, pair.other, cosine) for pair, cosine in zip(pairs, cosines, strict=True)]


def conflicts_of(pairs: Sequence[Labelled]) -> list[Conflict | None]:
    return [conflict_of(reading(pair.one), reading(pair.other)) for pair in pairs]


def fit(rows: Numbers, same: Numbers) -> tuple[float, Numbers]:
    """Logistic regression with a ridge, by projected gradient: no weight may have the wrong sign."""
    signs = np.array([1.0 if name in FOR else -1.0 for name in NAMES])
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    scaled = (rows - mean) / spread
    weights, intercept = np.zeros(rows.shape[1]), 0.0
    for _ in range(20_000):
        error = 1 / (1 + np.exp(-(scaled @ weights + intercept))) - same
        weights -= 2 / len(same) * (scaled.T @ error + RIDGE * weights)
        weights[weights * signs < 0] = 0
        intercept -= 2 / len(same) * error.sum()
    natural = weights / spread
    return float(intercept - mean @ natural), natural


def measured(pairs: Sequence[Labelled], called_same: Sequence[bool]) -> str:
    right = sum(pair.same and called for pair, called in zip(pairs, called_same, strict=True))
    precision, recall = right / max(1, sum(called_same)), right / max(1, sum(pair.same for pair in pairs))
    return f"precision {precision:.3f}, recall {recall:.3f} of {len(pairs)} pairs"


def crossvalidated(rows: Numbers, pairs: Sequence[Labelled], conflicts: Sequence[Conflict | None]) -> list[bool]:
    """Each pair by weights that did not see it."""
    same = np.array([float(pair.same) for pair in pairs])
    free = np.array([conflict is None for conflict in conflicts])
    fold = np.random.default_rng(0).permutation(len(pairs)) % FOLDS
    called = np.zeros(len(pairs), dtype=np.bool_)
    for number in range(FOLDS):
        intercept, weights = fit(rows[(fold != number) & free], same[(fold != number) & free])
        called[fold == number] = rows[fold == number] @ weights + intercept > 0
    return (called & free).tolist()


def report(name: str, pairs: Sequence[Labelled], show: bool) -> None:
    comparison = Comparison(default_embedder())
    evidence = evidence_for(pairs)
    judged = comparison.judge(
        [(pair.one, pair.other, found.meaning) for pair, found in zip(pairs, evidence, strict=True)]
    )
    called = [judgement.similarity > DUPLICATE_FROM for judgement in judged]
    print(f"{name}: {measured(pairs, called)}")
    for languages in dict.fromkeys(pair.languages for pair in pairs):
        chosen = [number for number, pair in enumerate(pairs) if pair.languages == languages]
        print(f"  {languages}: {measured([pairs[n] for n in chosen], [called[n] for n in chosen])}")
    wrong = Counter(pair.kind for pair, call in zip(pairs, called, strict=True) if call != pair.same)
    print(f"  wrong by kind: {dict(wrong)}")
    by_cosine = [found.meaning > DUPLICATE_FROM for found in evidence]
    print(f"  for comparison, raw cosine > 0.9: {measured(pairs, by_cosine)}")
    if show:
        for pair, judgement, call in zip(pairs, judged, called, strict=True):
            if call != pair.same:
                print(
                    f"    {judgement.similarity:.3f} {judgement.conflict} {pair.kind}:",
                    f"{pair.one.text} | {pair.other.text}",
                )


def main() -> None:
    pairs = labelled("fitted")
    rows = np.array([found.numbers() for found in evidence_for(pairs)])
    conflicts = conflicts_of(pairs)
    free = np.array([conflict is None for conflict in conflicts])
    same = np.array([float(pair.same) for pair in pairs])
    intercept, weights = fit(rows[free], same[free])
    print(f"cross-validated on the fitted pairs: {measured(pairs, crossvalidated(rows, pairs, conflicts))}")
    if "--write" in sys.argv:
        _write(intercept, weights)
        print(f"written: {WRITTEN.name}; run again to measure it")
        return
    report("fitted pairs", pairs, "--show" in sys.argv)
    if "--held-out" in sys.argv:
        report("held-out pairs", labelled("held_out"), show=False)


def _write(intercept: float, weights: Numbers) -> None:
    text = WRITTEN.read_text("utf-8")
    head, _, tail = text.partition("intercept:")
    lines = [f"intercept: {intercept:.3f}", "weights:"]
    lines += [f"  {name}: {weight:.3f}" for name, weight in zip(NAMES, weights, strict=True)]
    WRITTEN.write_text(head + "\n".join(lines) + "\n" + tail[tail.index("\n# The scale") :], "utf-8")


if __name__ == "__main__":
    main()
