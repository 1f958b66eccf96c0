"""Fits the similarity that people see, and measures it: `python -m bench.fit_duplicates [--write|--show|--held-out]`.

The weights come from the pairs and sets in tests/requirements/compare/fitted_*.yaml. The held-out ones are only
measured.
"""

import random
import sys
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt
import yaml

from arch_team.requirements.compare import find_duplicates
from arch_team.requirements.compare.comparison import DUPLICATE_FROM, FOR, NAMES, calibration, evidence_of
from arch_team.requirements.compare.whole_set import NEAR_ENOUGH
from arch_team.requirements.compare.wording import conflict_of, language, wording_of
from arch_team.requirements.model import Requirement
from arch_team.vectors.embedding import default_embedder
from arch_team.vectors.meanings import Concepts, Lexicon, Vocabulary, lexicon, meaning_vectors
from arch_team.vectors.word_vectors import WordVectors

PAIRS = Path(__file__).parent.parent / "tests" / "requirements" / "compare"
WRITTEN = Path(__file__).parent.parent / "arch_team" / "requirements" / "compare" / "data" / "calibration.yaml"
RIDGE = 1.0
FOLDS = 8
NEWTON_STEPS = 12
HIDDEN = 0.5
HIDDEN_TIMES = 3
SETS_WEIGH = 0.5
"""All pairs of the sets together, against all labelled pairs together."""
FORMS_WEIGH = 0.3
"""All pairs in other forms together, against the same."""
FORMS_EACH = 180
Numbers = npt.NDArray[np.float64]


class Labelled(NamedTuple):
    part: str
    kind: str
    one: Requirement
    other: Requirement

    @property
    def same(self) -> bool:
        return self.kind == "same"


class Table(NamedTuple):
    pairs: list[Labelled]
    rows: Numbers
    """The evidence, a row for each pair."""
    free: npt.NDArray[np.bool_]
    """Pairs without a conflict, near enough to be judged: only they are for the weights to decide."""

    @property
    def same(self) -> Numbers:
        return np.array([float(pair.same) for pair in self.pairs])


def labelled(name: str) -> list[Labelled]:
    listed = cast("dict[str, list[list[str]]]", yaml.safe_load((PAIRS / f"{name}_pairs.yaml").read_text("utf-8")))
    return [
        Labelled(part, kind, Requirement(id="1", text=one), Requirement(id="2", text=other))
        for part, entries in listed.items()
        for kind, one, other in entries
    ]


def sets(name: str) -> dict[str, list[Requirement]]:
    listed = cast("dict[str, list[str]]", yaml.safe_load((PAIRS / f"{name}_sets.yaml").read_text("utf-8")))
    return {
        part: [Requirement(id=str(number), text=text) for number, text in enumerate(texts)]
        for part, texts in listed.items()
    }


def in_other_forms() -> list[Labelled]:
    """Pairs of demands written in different forms: the same demand, and demands that differ in one part."""
    listed = cast("dict[str, dict[str, list[Any]]]", yaml.safe_load((PAIRS / "fitted_forms.yaml").read_text("utf-8")))
    dice = random.Random(3)
    pairs: list[Labelled] = []
    for part, slots in listed.items():
        for number in range(FORMS_EACH):
            demand = {name: dice.choice(slots[name]) for name in ("who", "do", "what", "how")}
            first, second = dice.sample(slots["forms"], 2)
            changed = dict(demand)
            if number % 3:
                slot = dice.choice(["do", "what", "how"])
                changed[slot] = dice.choice([choice for choice in slots[slot] if choice != demand[slot]])
            one, other = (_written(form, parts) for form, parts in ((first, demand), (second, changed)))
            pairs.append(Labelled(part, "template" if number % 3 else "same", one, other))
    return pairs


def _written(form: str, demand: dict[str, Any]) -> Requirement:
    do, done = demand["do"]
    return Requirement(
        id="1", text=form.format(who=demand["who"], do=do, done=done, what=demand["what"], how=demand["how"])
    )


def table(pairs: list[Labelled], vocabulary: Vocabulary | None = None) -> Table:
    embedder = default_embedder()
    ones = [wording_of(pair.one.text, vocabulary) for pair in pairs]
    others = [wording_of(pair.other.text, vocabulary) for pair in pairs]
    sentences = [embedder.embed([one.demand.bare for one in side]) for side in (ones, others)]
    words = [meaning_vectors([one.subject for one in side]) for side in (ones, others)]
    cosines = np.einsum("ij,ij->i", *sentences)
    near = (cosines + np.einsum("ij,ij->i", *words)) / 2 >= NEAR_ENOUGH
    known = WordVectors(embedder)
    known.learn(token.word for wording in (*ones, *others) for token in wording.tokens)
    rows = [
        evidence_of(
            one,
            other,
            float(cosine),
            known.similar(*([token.word for token in wording.tokens] for wording in (one, other))),
            one_language=language(pair.one) == language(pair.other),
        )
        for one, other, cosine, pair in zip(ones, others, cosines, pairs, strict=True)
    ]
    conflicts = [conflict_of(one, other) for one, other in zip(ones, others, strict=True)]
    return Table(pairs, np.array(rows), near & np.array([conflict is None for conflict in conflicts]))


def without(names: Collection[str]) -> Lexicon:
    """A lexicon that does not know these concepts: how well duplicates are found among words that nobody listed."""

    def kept(found: dict[str, Concepts]) -> dict[str, Concepts]:
        left = {word: tuple(c for c in concepts if c.name not in names) for word, concepts in found.items()}
        return {word: concepts for word, concepts in left.items() if concepts}

    whole = lexicon()
    phrases = {first: tuple(e for e in entries if e[1].name not in names) for first, entries in whole.phrases.items()}
    return replace(whole, words=kept(whole.words), roots=kept(whole.roots), phrases=phrases)


def vocabularies() -> list[Vocabulary]:
    """The lexicon, and the lexicon with half of its concepts hidden: no list knows all words, and the weights must
    be right for words that nobody listed."""
    names = sorted({concept.name for concepts in lexicon().words.values() for concept in concepts})
    dice = np.random.default_rng(1)
    hidden = [{name for name in names if dice.random() < HIDDEN} for _ in range(HIDDEN_TIMES)]
    return [Vocabulary(lexicon()), *(Vocabulary(without(some)) for some in hidden)]


def fit(rows: Numbers, same: Numbers, weight: Numbers) -> tuple[float, Numbers]:
    """Logistic regression with a ridge. A weight that comes out with the wrong sign is left out, the worst first."""
    signs = np.array([1.0 if name in FOR else -1.0 for name in NAMES])
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    scaled = np.column_stack([(rows - mean) / spread, np.ones(len(rows))])
    used = np.ones(len(signs), dtype=np.bool_)
    while True:
        weights = np.zeros(len(signs) + 1)
        taken = np.append(used, True)
        weights[taken] = _newton(scaled[:, taken], same, weight)
        wrong = np.where(weights[:-1] * signs < 0, np.abs(weights[:-1]), 0)
        if not wrong.any():
            break
        used[int(wrong.argmax())] = False
    natural = weights[:-1] / spread
    return float(weights[-1] - mean @ natural), natural


def _newton(rows: Numbers, same: Numbers, weight: Numbers) -> Numbers:
    """The last column is the intercept, which no ridge holds down."""
    ridge = np.append(np.full(rows.shape[1] - 1, RIDGE), 0.0)
    weights = np.zeros(rows.shape[1])
    for _ in range(NEWTON_STEPS):
        likely = 1 / (1 + np.exp(-(rows @ weights)))
        slope = rows.T @ (weight * (likely - same)) + ridge * weights
        curve = (rows * (weight * likely * (1 - likely))[:, None]).T @ rows + np.diag(ridge)
        weights -= np.linalg.solve(curve, slope)
    return weights


def fitted(pairs: list[Table], others: list[list[Table]], chosen: npt.NDArray[np.bool_]) -> tuple[float, Numbers]:
    """The weights by the chosen pairs and all of the others, as each vocabulary reads them."""
    rows = [np.vstack([table.rows[chosen & table.free] for table in pairs])]
    same = [np.concatenate([table.same[chosen & table.free] for table in pairs])]
    weight = [np.full(len(rows[0]), 1 / len(pairs))]
    for tables, weighs in zip(others, (SETS_WEIGH, FORMS_WEIGH), strict=True):
        rows.append(np.vstack([table.rows[table.free] for table in tables]))
        same.append(np.concatenate([table.same[table.free] for table in tables]))
        weight.append(np.full(len(rows[-1]), weighs * weight[0].sum() / len(rows[-1])))
    return fit(np.vstack(rows), np.concatenate(same), np.concatenate(weight))


def crossvalidated(pairs: list[Table], others: list[list[Table]], measured_by: int) -> list[bool]:
    """Each pair by weights that did not see it, as one of the vocabularies reads it."""
    seen = pairs[measured_by]
    boundary = next(weighed for weighed, shown in calibration()["scale"] if shown >= DUPLICATE_FROM)
    fold = np.random.default_rng(0).permutation(len(seen.pairs)) % FOLDS
    called = np.zeros(len(seen.pairs), dtype=np.bool_)
    for number in range(FOLDS):
        intercept, weights = fitted(pairs, others, fold != number)
        called[fold == number] = seen.rows[fold == number] @ weights + intercept > boundary
    return (called & seen.free).tolist()


def measured(pairs: Sequence[Labelled], called_same: Sequence[bool]) -> str:
    right = sum(pair.same and called for pair, called in zip(pairs, called_same, strict=True))
    precision, recall = right / max(1, sum(called_same)), right / max(1, sum(pair.same for pair in pairs))
    return f"precision {precision:.3f}, recall {recall:.3f} of {len(pairs)} pairs"


def report(name: str, *, show: bool) -> None:
    pairs = labelled(name)
    cosines = table(pairs).rows[:, 0].tolist()
    judged = [find_duplicates([pair.one, pair.other], threshold=-1).pairs for pair in pairs]
    called = [bool(found) and found[0].similarity > DUPLICATE_FROM for found in judged]
    print(f"{name} pairs: {measured(pairs, called)}")
    for part in dict.fromkeys(pair.part for pair in pairs):
        chosen = [number for number, pair in enumerate(pairs) if pair.part == part]
        print(f"  {part}: {measured([pairs[n] for n in chosen], [called[n] for n in chosen])}")
    print(f"  wrong by kind: {dict(Counter(p.kind for p, call in zip(pairs, called, strict=True) if call != p.same))}")
    print(f"  for comparison, raw cosine > 0.9: {measured(pairs, [cosine > DUPLICATE_FROM for cosine in cosines])}")
    if show:
        for pair, found, call in zip(pairs, judged, called, strict=True):
            if call != pair.same:
                shown = found[0].similarity if found else "not near enough"
                print(f"    {shown} {pair.kind}: {pair.one.text} | {pair.other.text}")
    for part, requirements in sets(name).items():
        wrong = find_duplicates(requirements).pairs
        print(f"  set {part}: {len(wrong)} false pairs of {len(requirements) * (len(requirements) - 1) // 2}")
        for pair in wrong if show else ():
            print(f"    {pair.similarity} {requirements[int(pair.one)].text} | {requirements[int(pair.other)].text}")


def main() -> None:
    labels = labelled("fitted")
    two = [Labelled("", "set", *pair) for members in sets("fitted").values() for pair in combinations(members, 2)]
    readers = vocabularies()
    pairs = [table(labels, reader) for reader in readers]
    others = [[table(kind, reader) for reader in readers] for kind in (two, in_other_forms())]
    print(f"cross-validated on the fitted pairs: {measured(labels, crossvalidated(pairs, others, 0))}")
    print(f"  with half of the lexicon hidden: {measured(labels, crossvalidated(pairs, others, 1))}")
    if "--write" in sys.argv:
        _write(*fitted(pairs, others, np.ones(len(labels), dtype=np.bool_)))
        print(f"written: {WRITTEN.name}; run again to measure it")
        return
    report("fitted", show="--show" in sys.argv)
    if "--held-out" in sys.argv:
        report("held_out", show=False)


def _write(intercept: float, weights: Numbers) -> None:
    text = WRITTEN.read_text("utf-8")
    head, _, tail = text.partition("intercept:")
    lines = [f"intercept: {intercept:.3f}", "weights:"]
    lines += [f"  {name}: {weight:.3f}" for name, weight in zip(NAMES, weights, strict=True)]
    WRITTEN.write_text(head + "\n".join(lines) + "\n" + tail[tail.index("\n# The scale") :], "utf-8")


if __name__ == "__main__":
    main()
