"""Precision and recall of each rule on the labelled lists: `python -m bench.requirements_rules`.

Prints a table for each language. A rule of level info makes remarks, so what it says beyond the labels is not counted
as wrong; its precision is left out.
"""

from collections import Counter

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.check.rules import load_rules
from arch_team.wire import Language
from bench.timing import row
from tests.requirements.rule_cases import Labelled, counted, judged, labelled

LISTS = ("held_out", "blind")
LANGUAGES: tuple[Language, ...] = ("de", "en")


def main() -> None:
    evaluator = Evaluator()
    print(row("list", "language", "requirements", "precision", "recall", "verdicts right"))
    print(row("---", "---", "--:", "--:", "--:", "--:"))
    for name in LISTS:
        for language in LANGUAGES:
            cases = labelled(name, language)
            found = counted(evaluator, cases)
            verdicts = f"{found.verdicts_right}/{found.verdicts}"
            print(row(name, language, str(len(cases)), f"{found.precision:.2f}", f"{found.recall:.2f}", verdicts))
    for language in LANGUAGES:
        print(f"\n### {language}\n")
        _by_rule(evaluator, [case for name in LISTS for case in labelled(name, language)], language)


def _by_rule(evaluator: Evaluator, cases: list[Labelled], language: Language) -> None:
    right, wrong, missed = Counter[str](), Counter[str](), Counter[str]()
    for case in cases:
        one = judged(evaluator.evaluate(case.text), case)
        right.update(one.right)
        wrong.update(one.wrong)
        missed.update(one.missed)
    print(row("rule", "expected", "found", "said beyond", "precision", "recall"))
    print(row("---", "--:", "--:", "--:", "--:", "--:"))
    for rule in load_rules().of(language):
        expected = right[rule.id] + missed[rule.id]
        said = right[rule.id] + wrong[rule.id]
        if not expected and not said:
            continue
        precision = f"{right[rule.id] / said:.2f}" if said and rule.level != "info" else ""
        recall = f"{right[rule.id] / expected:.2f}" if expected else ""
        print(row(rule.id, str(expected), str(right[rule.id]), str(wrong[rule.id]), precision, recall))


if __name__ == "__main__":
    main()
