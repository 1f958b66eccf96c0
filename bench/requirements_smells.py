"""How well the English rules find what people marked as smells: `python -m bench.requirements_smells`.

Needs the outside data (ARCH_TEAM_TEST_DATA). The gold file DS1 is split in two by a checksum of the text: the rules
were written looking at the first half only, and are reported on the second and on the whole. The recorded output of two
tools on the same rows stands beside them.
"""

import os
import sys
import warnings
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.model import Requirement

DATA_VARIABLE = "ARCH_TEAM_TEST_DATA"
SMELLS = (
    "Subjective", "Ambiguous", "Loophole", "Nonverifiable", "Superlative", "Comparative", "Negative", "Pronoun",
    "Uncertain", "Polysemy",
)  # fmt: skip
SMELL_OF = {
    "vague-quality": "Subjective",
    "vague-adjective": "Subjective",
    "relative-adjective": "Subjective",
    "vague-noun": "Nonverifiable",
    "vague-adverb": "Ambiguous",
    "vague-time": "Ambiguous",
    "escape-clause": "Nonverifiable",
    "vague-quantity": "Nonverifiable",
    "open-ended-list": "Nonverifiable",
    "superlative": "Superlative",
    "comparative": "Comparative",
    "comparison": "Comparative",
    "negative": "Negative",
    "double-negative": "Negative",
    "unclear-pronoun": "Pronoun",
    "unspecified-other": "Pronoun",
    "weak-modal": "Uncertain",
    "several-meanings": "Polysemy",
}
"""Which of the ten marked smells a rule speaks of. Rules of structure have no column in the gold file."""
_WEAK_WORDS = {"Subjective", "Ambiguous", "Nonverifiable"}

Cells = dict[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Row:
    text: str
    gold: Cells
    tools: dict[str, Cells]

    @property
    def is_seen(self) -> bool:
        """Whether the rules were written with this row in view."""
        return zlib.crc32(self.text.strip().encode()) % 2 == 0


@dataclass(frozen=True, slots=True)
class Measured:
    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 0.0

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed) if self.right + self.missed else 0.0

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def rows_of(data: Path) -> list[Row]:
    folder = data / "arta_smells"
    gold = list(_sheet(folder / "DS1.xlsx", "Sheet 1"))
    tools = {
        "ARTA": list(_sheet(folder / "003_dataset1kv1_ARTA_result.xlsx", "HandResult")),
        "Smella": list(_sheet(folder / "005_dataset1kv1_Smella_result.xlsx", "HandResult")),
    }
    return [
        Row(text, cells, {name: rows[number][1] for name, rows in tools.items()})
        for number, (text, cells) in enumerate(gold)
    ]


def _sheet(path: Path, name: str) -> Iterator[tuple[str, Cells]]:
    for row in _values(path, name):
        yield str(row[0]), {smell: _terms(row[number]) for number, smell in enumerate(SMELLS, 2)}


def _values(path: Path, sheet: str) -> list[tuple[object, ...]]:
    """The rows of a sheet, without its headings."""
    import openpyxl

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        book = openpyxl.load_workbook(path, read_only=True)
        try:
            return list(book[sheet].iter_rows(min_row=2, values_only=True))
        finally:
            book.close()


def _terms(cell: object) -> frozenset[str]:
    """The terms of a cell. A dash is an empty cell."""
    return frozenset(term.strip().lower() for term in str(cell or "").split("*") if term.strip() not in {"", "-"})


def dictionary_of(data: Path) -> dict[str, str]:
    """In which column the gold file's own dictionary puts a word, for the three columns of weak words."""
    columns = {2: "Subjective", 3: "Ambiguous", 5: "Nonverifiable"}
    rows = _values(data / "arta_smells" / "SmellyWordsDictionary.xlsx", "AutoDic")
    return {str(row[1]).lower(): smell for row in rows for column, smell in columns.items() if row[column]}


def found_by_us(evaluator: Evaluator, text: str, dictionary: Mapping[str, str]) -> Cells:
    found: dict[str, set[str]] = {smell: set() for smell in SMELLS}
    for finding in evaluator.evaluate(Requirement(id="row", text=text, language="en")).findings:
        smell = SMELL_OF.get(finding.rule, "")
        for span in finding.spans if smell else ():
            word = _word(span.text.lower().split(), smell)
            known = dictionary.get(word) or dictionary.get(word.removesuffix("s"))
            column = known if known and smell in _WEAK_WORDS else smell
            found[column].add(word)
    return {smell: frozenset(words) for smell, words in found.items()}


def _word(words: list[str], smell: str) -> str:
    """The gold file marks single words: of `where possible` the last, of `more difficult` the first."""
    if smell in {"Comparative", "Superlative"} or "to" in words:
        return words[0]
    said = [word for word in words if word not in {"a", "an", "the", "of", "as", "if", "where", "when"}]
    return (said or words)[-1].strip(".,")


def by_term(pairs: Iterable[tuple[Cells, Cells]], smells: Sequence[str] = SMELLS) -> Measured:
    """Each term in its column, over all cells."""
    right = wrong = missed = 0
    for gold, found in pairs:
        for smell in smells:
            right += len(gold[smell] & found[smell])
            wrong += len(found[smell] - gold[smell])
            missed += len(gold[smell] - found[smell])
    return Measured(right, wrong, missed)


def by_requirement(pairs: Iterable[tuple[Cells, Cells]], smells: Sequence[str] = SMELLS[:-1]) -> Measured:
    """Whether a requirement smells at all, without polysemy."""
    right = wrong = missed = 0
    for gold, found in pairs:
        marked, ours = any(gold[smell] for smell in smells), any(found[smell] for smell in smells)
        right += marked and ours
        wrong += ours and not marked
        missed += marked and not ours
    return Measured(right, wrong, missed)


def main() -> int:
    data = os.environ.get(DATA_VARIABLE)
    if not data or not Path(data).is_dir():
        print(f"Outside data absent: set {DATA_VARIABLE} to its folder.")
        return 2
    rows = rows_of(Path(data))
    evaluator = evaluator_with_everything()
    dictionary = dictionary_of(Path(data))
    ours = {row.text: found_by_us(evaluator, row.text, dictionary) for row in rows}
    for name, part in (
        ("all", rows),
        ("unseen", [r for r in rows if not r.is_seen]),
        ("seen", [r for r in rows if r.is_seen]),
    ):
        print(f"\n### {name}: {len(part)} requirements\n")
        print(
            "| tool | any smell P | R | F1 | term P | R | F1 | term F1 without polysemy |\n"
            "|---|---|---|---|---|---|---|---|"
        )
        for tool in ("arch_team", "ARTA", "Smella"):
            pairs = [(row.gold, ours[row.text] if tool == "arch_team" else row.tools[tool]) for row in part]
            whole, terms, without = by_requirement(pairs), by_term(pairs), by_term(pairs, SMELLS[:-1])
            print(
                f"| {tool} | {whole.precision:.3f} | {whole.recall:.3f} | {whole.f1:.3f} "
                f"| {terms.precision:.3f} | {terms.recall:.3f} | {terms.f1:.3f} | {without.f1:.3f} |"
            )
    print("\n### by smell, unseen\n\n| smell | P | R | F1 | ARTA F1 |\n|---|---|---|---|---|")
    unseen = [row for row in rows if not row.is_seen]
    for smell in SMELLS:
        mine = by_term([(row.gold, ours[row.text]) for row in unseen], (smell,))
        theirs = by_term([(row.gold, row.tools["ARTA"]) for row in unseen], (smell,))
        print(f"| {smell} | {mine.precision:.3f} | {mine.recall:.3f} | {mine.f1:.3f} | {theirs.f1:.3f} |")
    return 0


def evaluator_with_everything() -> Evaluator:
    """The shipped rules, with the ones that are off by default switched on."""
    from arch_team.requirements.check.rules import RuleSet, load_rules

    shipped = load_rules()
    return Evaluator(RuleSet(tuple(rule.model_copy(update={"enabled": True}) for rule in shipped.rules)))


if __name__ == "__main__":
    sys.exit(main())
