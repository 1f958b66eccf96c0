"""The development set, run through a society: what was answered right, asked, refused, and, above all, what was wrong.

python -m arch_team.evals.development [--model NAME --base-url URL] [--sample N] [--journal FILE] [ID …]
"""

import argparse
import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import yaml

from arch_team.evidence.verdict import Figure
from arch_team.models.spending import Budget
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Verdict = Literal["right", "wrong", "incomplete", "asked", "refused", "gave up"]
_GOT = {
    "approved": "answer",
    "needs_clarification": "ask",
    "refused": "refuse",
    "exhausted": "refuse",
    "failed": "refuse",
}

_AMOUNT = re.compile(r"-?\d+(?:\.\d+)?")
_CLAIMS = re.compile(
    r"\bes gibt (hier )?kein|\bgibt es\b.*\bkeine\b|\bthere (is|are) no\b|\bno \w+( \w+)? meets\b", re.I
)
"""A refusal that says there is nothing: for a question that has an answer, that is a false statement."""


@dataclass(frozen=True, slots=True)
class Scored:
    case: dict[str, Any]
    answer: Answer
    verdict: Verdict


def cases() -> list[dict[str, Any]]:
    text = (files("arch_team.evals") / "development.yaml").read_text(encoding="utf-8")
    loaded: list[dict[str, Any]] = yaml.load(text, Loader=_Loader)  # noqa: S506 a safe loader
    return loaded


def score(case: dict[str, Any], answer: Answer) -> Verdict:
    """`right` where the ending is one of the expected and, for an answer, every gold figure and word is there.

    Strict about what misleads. `wrong` is an answer to a question that must not be answered; an answer that misses gold
    and shows any number, an amount or a count; one that holds what gold excludes, as a list that was not filtered does;
    and a refusal of an answerable question that claims there is nothing. `incomplete` misses gold and claims no figure.
    """
    expected: list[str] | str = case["expect"]
    wanted = [expected] if isinstance(expected, str) else expected
    got = _GOT[answer.status]
    if got != "answer":
        if got in wanted:
            return "right"
        if got == "refuse" and _CLAIMS.search(answer.reason or ""):
            return "wrong"
        return "asked" if got == "ask" else "gave up" if answer.status != "refused" else "refused"
    if got not in wanted or any(_holds(word, answer) for word in case.get("excludes", [])):
        return "wrong"
    missing = [gold for gold in case.get("figures", []) if not _shown(gold, answer)]
    words = [word for word in case.get("contains", []) if not _holds(word, answer)]
    if not missing and not words:
        return "right"
    return "wrong" if any(_is_number(figure) for figure in answer.figures) else "incomplete"


def _holds(word: object, answer: Answer) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(str(word))}(?!\w)", answer.text, re.I))


def _is_number(figure: Figure) -> bool:
    """An amount or a count. A date is a number only in the database, and a quotation is the person's own."""
    if not figure.is_verified or _number(figure) is None:
        return False
    return not any(cell.column.endswith("Date") for cell in figure.evidence)


def _number(figure: Figure) -> Decimal | None:
    """Its amount or count. An answer read back from a journal holds an amount as text, and still its unit."""
    if isinstance(figure.value, str) and figure.unit is not None and _AMOUNT.fullmatch(figure.value):
        return Decimal(figure.value)
    is_number = isinstance(figure.value, Decimal | int) and not isinstance(figure.value, bool)
    return Decimal(str(figure.value)) if is_number else None


def _shown(gold: dict[str, Any], answer: Answer) -> bool:
    wanted = Decimal(str(gold["value"]))
    tolerance = Decimal(0) if gold.get("unit") == "count" else Decimal("0.005")
    for figure in answer.figures:
        value = _number(figure)
        if value is None:
            continue
        if abs(value - wanted) <= tolerance or (
            gold.get("sign") == "any" and abs(abs(value) - abs(wanted)) <= tolerance
        ):
            return True
    return False


async def run(society: Society, chosen: list[dict[str, Any]], journal: Path | None = None) -> list[Scored]:
    """One after the other. With a journal, what was answered before is not asked again."""
    known = _answered(journal) if journal else {}
    out: list[Scored] = []
    for case in chosen:
        answer = known.get(case["id"])
        if answer is None:
            answer = await society.ask(case["question"], language=case["language"])
            if journal:
                with journal.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"id": case["id"], "answer": answer.to_wire()}, ensure_ascii=False) + "\n")
        out.append(Scored(case, answer, score(case, answer)))
        seconds = answer.trace.duration_ms / 1000
        print(f"{out[-1].verdict:10} {case['id']} {seconds:.0f} s: {answer.text or answer.reason!r}", flush=True)
    return out


def _answered(journal: Path) -> dict[str, Answer]:
    if not journal.exists():
        return {}
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    return {line["id"]: Answer.model_validate(line["answer"]) for line in lines}


def sampled(all_cases: list[dict[str, Any]], size: int | None) -> list[dict[str, Any]]:
    """Spread evenly over the set, so that every kind is in it; by language, so that a server can reuse its prompt."""
    if size is None:
        return all_cases
    spread = [all_cases[index * len(all_cases) // size] for index in range(min(size, len(all_cases)))]
    return sorted(spread, key=lambda case: case["language"])


def report(results: list[Scored]) -> Iterator[str]:
    kinds = list(dict.fromkeys(r.case["kind"] for r in results))
    verdicts = ("right", "asked", "refused", "gave up", "incomplete", "wrong")
    yield "| kind | n | " + " | ".join(verdicts) + " |"
    yield "|---|--:|" + "--:|" * len(verdicts)
    for kind in [*kinds, "all"]:
        mine = [r for r in results if kind in ("all", r.case["kind"])]
        counts = Counter(r.verdict for r in mine)
        yield f"| {kind} | {len(mine)} | " + " | ".join(str(counts[v]) for v in verdicts) + " |"
    seconds = sum(r.answer.trace.duration_ms for r in results) / 1000
    calls = sum(r.answer.trace.llm_calls for r in results)
    yield f"\n{calls} model calls, {seconds:.0f} s in all."
    for r in results:
        if r.verdict in ("wrong", "incomplete"):
            shown = r.answer.text or r.answer.reason or ""
            gold = [(g["value"], g.get("unit")) for g in r.case.get("figures", [])]
            yield f"\n{r.verdict}: {r.case['id']}: {r.case['question']}"
            yield f"  gold {r.case['expect']} {gold}\n  {shown!r:.400}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--model")
    parser.add_argument("--base-url")
    parser.add_argument("--timeout", type=float, default=120.0)
    parser.add_argument("--sample", type=int, help="so many questions, spread over the set")
    parser.add_argument("--journal", type=Path, help="a file to go on from after an interruption")
    parser.add_argument("--max-rounds", type=int, default=3)
    parser.add_argument("--max-calls", type=int, default=8)
    given = parser.parse_args()
    options: dict[str, Any] = {k: v for k, v in (("model", given.model), ("base_url", given.base_url)) if v}
    chosen = sampled([c for c in cases() if not given.ids or c["id"] in given.ids], given.sample)
    society = Society(
        Settings(timeout=given.timeout, **options),
        max_rounds=given.max_rounds,
        budget=Budget(max_calls=given.max_calls),
        seconds=given.timeout * given.max_calls,
    )
    results = asyncio.run(run(society, chosen, given.journal))
    for line in report(results):
        print(line)


if __name__ == "__main__":
    main()
