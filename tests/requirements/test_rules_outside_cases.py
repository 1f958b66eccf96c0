"""The test cases of three other tools: found, or missed for a reason that is written down."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.model import Requirement

pytestmark = pytest.mark.thorough

EVALUATOR = Evaluator()
MISSES: dict[str, list[dict[str, str]]] = yaml.safe_load(
    (Path(__file__).parent / "known_misses.yaml").read_text(encoding="utf-8")
)
AQUSA = {
    "well_formed/ends_one_comma": {"story-commas"},
    "well_formed/no_comma": {"story-commas"},
    "well_formed/no_means": {"story-without-means"},
    "well_formed/no_role": {"story-without-role"},
    "atomic/conjunctions": {"several-requirements"},
    "minimal/punctuation": {"several-sentences"},
    "minimal/brackets": {"parentheses"},
    "unique/identical": {"identical-text"},
    "uniform": {"mixed-templates"},
}
SBB = {
    "weakword": {
        "vague-quality",
        "vague-adjective",
        "vague-adverb",
        "vague-time",
        "vague-quantity",
        "relative-adjective",
    },
    "complex": {"long-sentence"},
    "comparative": {"comparative", "comparison", "superlative"},
    "passive": {"passive-without-actor", "passive-voice"},
    "process": {"process-word"},
}


def _cases(data: Path, name: str) -> list[dict[str, Any]]:
    lines = (data / f"{name}_cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _known(name: str) -> set[tuple[str, str]]:
    return {(one["text"], one["expect"]) for one in MISSES[name]}


def test_every_known_miss_has_its_reason() -> None:
    assert all(len(one["reason"]) > 20 for misses in MISSES.values() for one in misses)


def test_aqusa(outside_data: Path) -> None:
    missed: set[tuple[str, str]] = set()
    for case in _cases(outside_data, "aqusa"):
        texts: list[str] = case["texts"]
        found = EVALUATOR.evaluate_set([Requirement(id=f"S{n}", text=text) for n, text in enumerate(texts)])
        for text, one, expected in zip(texts, found, case["expect"], strict=True):
            said = {finding.rule for finding in one.findings}
            missed |= {(text, kind) for kind in expected if not AQUSA[kind] & said}
            if not expected:
                assert not said & set[str]().union(*AQUSA.values()), text
    assert missed == _known("aqusa")


def test_sbb_inspector(outside_data: Path) -> None:
    missed: set[tuple[str, str]] = set()
    for case in _cases(outside_data, "sbb_inspector"):
        one = EVALUATOR.evaluate(Requirement(id="x", text=case["text"], language=case["lang"]))
        said = {finding.rule for finding in one.findings}
        if case["expect"] is None:
            assert not said & set[str]().union(*SBB.values()), case["text"]
        elif not SBB[case["expect"]] & said:
            missed.add((case["text"], case["expect"]))
    assert missed == _known("sbb")


def test_incose_by_way_of_vale(outside_data: Path) -> None:
    missed: set[tuple[str, str]] = set()
    for case in _cases(outside_data, "incose_vale"):
        rule = re.compile(rf"INCOSE GtWR [^;]*\b{case['rule']}\b")
        one = EVALUATOR.evaluate(Requirement(id="x", text=case["text"], language="en"))
        if not any(rule.search(finding.reference) for finding in one.findings):
            missed.add((case["text"], case["rule"]))
    assert missed == _known("incose")


@pytest.fixture(scope="module")
def smells(outside_data: Path) -> tuple[list[Any], dict[str, Any]]:
    from bench.requirements_smells import dictionary_of, evaluator_with_everything, found_by_us, rows_of

    rows, dictionary, evaluator = rows_of(outside_data), dictionary_of(outside_data), evaluator_with_everything()
    return rows, {row.text: found_by_us(evaluator, row.text, dictionary) for row in rows}


@pytest.mark.parametrize(("part", "any_smell", "term"), [("all", 0.81, 0.56), ("unseen", 0.79, 0.54)])
def test_marked_smells_are_found_better_than_by_the_recorded_tools(
    smells: tuple[list[Any], dict[str, Any]], part: str, any_smell: float, term: float
) -> None:
    from bench.requirements_smells import by_requirement, by_term

    rows, found = smells
    rows = [row for row in rows if part == "all" or not row.is_seen]
    ours = [(row.gold, found[row.text]) for row in rows]
    assert by_requirement(ours).f1 >= any_smell
    assert by_term(ours).f1 >= term
    for tool in ("ARTA", "Smella"):
        theirs = [(row.gold, row.tools[tool]) for row in rows]
        assert by_requirement(ours).f1 > by_requirement(theirs).f1
        assert by_term(ours).f1 > by_term(theirs).f1
