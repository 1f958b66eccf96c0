"""How well defects of user stories are found, against labels by people, criterion by criterion.

    ARCH_TEAM_TEST_DATA=… python -m bench.requirements_stories [--unseen]

690 stories of 23 systems (UStAI, Yamani et al. 2025), labelled after the Quality User Story framework. A finding
counts for a criterion where the rule names it (`QUS atomic`); duplicates and conflicts count for `unique` and
`conflict-free`. A story without a label for a criterion is left out there. Each system and author is reviewed as one
set. The score is held against the number of defects that people found (rank correlation), beside the mere length.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.compare import find_conflicts, find_duplicates
from arch_team.requirements.model import Requirement
from bench.halves import Half, f1, half_of, rows

CRITERIA = {
    "atomic": ("atomic", "atomic"),
    "minimal": ("minimal", "minimal"),
    "conceptually sound": ("Conceptually sound", "Conceptually sound"),
    "problem-oriented": ("Problem-oriented", "problem-oriented"),
    "unambiguous": ("Unambiguous", "Unambiguous"),
    "unique": ("Unique", "unique"),
    "conflict-free": ("Conflict-free", "Conflict-free"),
}
"""Each with its column and the label of a story without the defect."""
BY_RULES = ("atomic", "minimal", "conceptually sound", "problem-oriented", "unambiguous")
"""Those that a story shows by itself."""


def measured(half: Half) -> None:
    sets: defaultdict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    for row in rows("ustai", "stories.csv"):
        if half_of(row["Abstract"]) == half:
            sets[row["Abstract"], row["LLM"]].append(row)
    counts: dict[str, Counter[str]] = {name: Counter() for name in CRITERIA}
    scores: list[float] = []
    defects: list[float] = []
    lengths: list[float] = []
    evaluator = Evaluator()
    for stories in sets.values():
        known = [Requirement(id=row["ID"], text=row["User story"].strip(), language="en") for row in stories]
        twice = {one for pair in find_duplicates(known).pairs for one in (pair.one, pair.other)}
        opposed = {one for pair in find_conflicts(known) for one in (pair.one, pair.other)}
        for row, evaluation in zip(stories, evaluator.evaluate_set(known), strict=True):
            said = {part.strip() for found in evaluation.findings for part in found.reference.split(";")}
            for name, (column, fine) in CRITERIA.items():
                if row[column]:
                    found = f"QUS {name}" in said
                    found = found or (row["ID"] in twice and name == "unique")
                    found = found or (row["ID"] in opposed and name == "conflict-free")
                    counts[name][_outcome(row[column] != fine, found)] += 1
            scores.append(evaluation.score)
            defects.append(sum(bool(row[c]) and row[c] != fine for c, fine in (CRITERIA[n] for n in BY_RULES)))
            lengths.append(len(row["User story"].split()))
    _printed(half, counts, scores, defects, lengths)


def _outcome(is_defect: bool, is_found: bool) -> str:
    if is_found:
        return "right" if is_defect else "wrong"
    return "missed" if is_defect else "fine"


def _printed(
    half: Half,
    counts: dict[str, Counter[str]],
    scores: Sequence[float],
    defects: Sequence[float],
    lengths: Sequence[float],
) -> None:
    print(f"\n### {half}: {len(scores)} stories\n\n| criterion | defects | P | R | F1 |\n|---|--:|--:|--:|--:|")
    for name, count in counts.items():
        figures = f1(count["right"], count["wrong"], count["missed"])
        print(f"| {name} | {count['right'] + count['missed']} | " + " | ".join(f"{one:.3f}" for one in figures) + " |")
    for label, names in (("all seven", tuple(CRITERIA)), ("the five of a story by itself", BY_RULES)):
        whole = sum((counts[name] for name in names), Counter[str]())
        micro = f1(whole["right"], whole["wrong"], whole["missed"])[2]
        each = [f1(counts[n]["right"], counts[n]["wrong"], counts[n]["missed"])[2] for n in names]
        print(f"\n{label}: micro F1 {micro:.3f}, macro F1 {sum(each) / len(each):.3f}")
    by_length = _ranked([-one for one in lengths], defects)
    print(f"\nscore against defects: {_ranked(scores, defects):.3f}; length: {by_length:.3f}")


def _ranked(one: Sequence[float], defects: Sequence[float]) -> float:
    """Spearman's correlation with few defects."""
    return float(np.corrcoef(_ranks(one), _ranks([-count for count in defects]))[0, 1])


def _ranks(values: Sequence[float]) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Equal values share their mean rank."""
    array = np.asarray(values)
    return np.array([(np.sum(array < value) + (np.sum(array == value) - 1) / 2) for value in array], dtype=np.float64)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--unseen", action="store_true", help="the half that no rule was written with: look once")
    measured("unseen" if parser.parse_args().unseen else "development")
