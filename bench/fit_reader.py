"""`python -m bench.fit_reader --squad EN.json DE.json [--wikiqa TSV…] --out reader.npz`: fits the reader of sentences.

A parallel set in SQuAD's layout gives questions and articles in two languages, and so four pairs of them; WikiQA gives
sentences of an article, marked where they answer. Fitted is which sentence of an article answers (softmax over its
sentences), so that no mark for «this is an answer» is learned here: that is `bench.fit_answering`, on other texts.
Needs torch, which nothing else here does: `pip install torch`.
"""

import argparse
import csv
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np

from arch_team.documents.sentences import sentences
from arch_team.vectors.contextual import contextual_encoder

SIZE, ROUNDS, BATCH, RATE = 96, 2, 32, 2e-3
TURN, MOVE = 0.2, 0.05
"""How the fit is held back: from turning whole vectors, and from moving the directions words are compared in."""
BESIDE = {"dh": 2.0, "dn": 0.65, "h": 3.8, "r": 1.5, "n": -9.4, "nx": 0.0}
"""What articles cannot tell (headings, neighbours, the place of a passage), from a fit on handbooks and manuals."""


@dataclass(frozen=True)
class Example:
    article: str
    pair: str
    question: int
    pool: tuple[int, ...]
    gold: tuple[int, ...]


class Texts:
    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def __getitem__(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))


def squad_examples(files: dict[str, Path], texts: Texts) -> Iterator[Example]:
    data: dict[str, list[Any]] = {name: json.loads(path.read_text("utf-8"))["data"] for name, path in files.items()}
    for held in data:
        for number, article in enumerate(data[held]):
            pool: list[int] = []
            golds: list[tuple[int, int, int]] = []
            for at, paragraph in enumerate(article["paragraphs"]):
                told = sentences(paragraph["context"])
                for which, asked in enumerate(paragraph["qas"]):
                    place = _sentence_at(paragraph["context"], told, asked["answers"][0]["answer_start"])
                    golds.append((at, which, len(pool) + place))
                pool += [texts[sentence] for sentence in told]
            for at, which, gold in golds:
                for spoken in data:
                    said = data[spoken][number]["paragraphs"][at]["qas"][which]["question"]
                    yield Example(f"{number}", f"{spoken} → {held}", texts[said], tuple(pool), (gold,))


def _sentence_at(context: str, told: Sequence[str], start: int) -> int:
    place, found = 0, 0
    for at, sentence in enumerate(told):
        begins = context.find(sentence[:30], place)
        if begins < 0 or begins > start:
            break
        place, found = begins + 1, at
    return found


def wikiqa_examples(paths: Sequence[Path], texts: Texts) -> Iterator[Example]:
    for path in paths:
        asked: dict[str, list[tuple[str, bool]]] = {}
        with path.open(encoding="utf-8") as file:
            for line in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                asked.setdefault(line["Question"], []).append((line["Sentence"], line["Label"] == "1"))
        for question, pool in asked.items():
            gold = tuple(at for at, (_, is_answer) in enumerate(pool) if is_answer)
            if gold:
                yield Example(question, "WikiQA", texts[question], tuple(texts[each] for each, _ in pool), gold)


def fit(examples: Sequence[Example], texts: Texts, held_back: frozenset[str]) -> dict[str, Any]:
    """The weights; articles in `held_back` are only tried."""
    torch: Any = import_module("torch")
    torch.manual_seed(0)
    torch.set_num_threads(1)
    encoder = contextual_encoder()
    read = list(encoder.read(list(texts.numbers)))
    words = [torch.from_numpy(each.vectors) for each in read]
    wholes = torch.from_numpy(
        encoder.folded(np.array([e.summed for e in read]), np.array([e.pieces for e in read], np.float32))
    )
    everything = torch.cat(words[::5])
    mean = everything.mean(0)
    some = everything[torch.randperm(len(everything))[:12_000]] - mean
    start = torch.linalg.svd(some, full_matrices=False)[2][:SIZE].T.contiguous()
    p: dict[str, Any] = {"q": start.clone(), "s": start.clone(), "u": torch.zeros(SIZE), "W": torch.zeros(512, 512)}
    p |= {
        name: torch.tensor(value)
        for name, value in {"c": 0.0, "k": 4.0, "t": 0.45, "a": 6.0, "b": 6.0, "o": 2.0}.items()
    }
    for tensor in p.values():
        tensor.requires_grad_()

    def scores(example: Example) -> Any:
        mine = torch.nn.functional.normalize((words[example.question] - mean) @ p["q"], dim=1)
        weights = torch.nn.functional.softplus(5 * mine @ p["u"] + p["c"])
        lengths = [len(words[text]) for text in example.pool]
        theirs = torch.nn.functional.normalize((torch.cat([words[t] for t in example.pool]) - mean) @ p["s"], dim=1)
        near = torch.sigmoid(3 * p["k"] * (mine @ theirs.T - p["t"])).split(lengths, dim=1)
        best = torch.stack([n.max(1).values if n.shape[1] else torch.zeros(len(mine)) for n in near])
        whole, pool = wholes[example.question], wholes[list(example.pool)]
        return (
            (p["a"] + BESIDE["h"]) * (pool @ whole)
            + p["a"] * (pool @ (p["W"] @ whole))
            + (p["b"] + p["o"]) * (best @ weights) / weights.sum()
        )

    taken = [example for example in examples if example.article not in held_back]
    singles = [p[name] for name in ("u", "c", "k", "t", "a", "b", "o")]
    steps = torch.optim.Adam(
        [
            {"params": [p["q"], p["s"]], "lr": RATE / 2},
            {"params": [p["W"]], "lr": RATE / 2},
            {"params": singles, "lr": RATE * 8},
        ]
    )
    total = ROUNDS * len(taken) // BATCH

    def pace(at: int) -> float:
        return max(0.05, 1 - at / total)

    slower = torch.optim.lr_scheduler.LambdaLR(steps, pace)
    chance = random.Random(0)
    for _ in range(ROUNDS):
        chance.shuffle(taken)
        for first in range(0, len(taken) - BATCH + 1, BATCH):
            loss = torch.zeros(())
            for example in taken[first : first + BATCH]:
                found = scores(example)
                loss = loss + torch.logsumexp(found, 0) - torch.logsumexp(found[list(example.gold)], 0)
            moved = ((p["q"] - start) ** 2).sum() + ((p["s"] - start) ** 2).sum()
            loss = loss / BATCH + TURN / 2 * (p["W"] ** 2).sum() + MOVE / 2 * moved
            steps.zero_grad()
            loss.backward()
            steps.step()
            slower.step()
    with torch.no_grad():
        for name, first in tried(examples, held_back, scores).items():
            print(f"# {name}: best sentence right in {np.mean(first):.2f} of {len(first)} not fitted")
    return {"mu": mean.numpy(), **{name: tensor.detach().numpy() for name, tensor in p.items()}, **BESIDE}


def tried(examples: Sequence[Example], held_back: frozenset[str], scores: Any) -> dict[str, list[bool]]:
    found: dict[str, list[bool]] = {}
    for example in examples:
        if example.article in held_back:
            found.setdefault(example.pair, []).append(int(scores(example).argmax()) in example.gold)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the reader.")
    parser.add_argument("--squad", nargs=2, type=Path, metavar=("EN", "DE"), required=True)
    parser.add_argument("--wikiqa", nargs="*", type=Path, default=[])
    parser.add_argument("--hold-back", type=int, default=0, help="So many articles are only tried.")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    english, german = cast("list[Path]", arguments.squad)
    texts = Texts()
    examples = [*squad_examples({"en": english, "de": german}, texts), *wikiqa_examples(arguments.wikiqa, texts)]
    held_back = frozenset(str(number) for number in range(arguments.hold_back))
    fitted = fit(examples, texts, held_back)
    halves: dict[str, Any] = {name: np.asarray(value, np.float16) for name, value in fitted.items()}
    np.savez_compressed(arguments.out, **halves)


if __name__ == "__main__":
    main()
