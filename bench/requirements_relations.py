"""How well duplicates among tickets and conflicts among requirements are found, on public sets with known pairs.

    ARCH_TEAM_TEST_DATA=… python -m bench.requirements_relations [--unseen]

Tickets: 360 of Redmine with 73 duplicate pairs (hualei2016/ReqDeDup, a half of it), with title and body, joined in one
text, and by title alone. Unlabelled pairs count as different, so precision is a lower bound. Conflicts: pairs of
requirements (Gechuyan/Fine-Grained-Requirement-Conflict-Detection-and-Resolution), each pair judged by itself; many
were generated and some labels are wrong. Of the pairs labelled as conflicts, those shown as duplicates are counted too.
"""

import argparse
from collections import Counter, defaultdict

from arch_team.requirements.compare import find_conflicts, find_duplicates
from arch_team.requirements.model import Requirement
from bench.halves import Half, f1, half_of, rows


def tickets(half: Half) -> None:
    leader: dict[str, str] = {}

    def first(one: str) -> str:
        while leader.get(one, one) != one:
            one = leader[one]
        return one

    pairs = [(row["one"], row["other"]) for row in rows("reqdedup", "duplicates.csv")]
    for one, other in pairs:
        leader[first(one)] = first(other)
    groups: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows("reqdedup", "tickets.csv"):
        groups[first(row["id"])].append(row)
    kept = [
        row for group in groups.values() if half_of(min((r["id"] for r in group), key=int)) == half for row in group
    ]
    ids = {row["id"] for row in kept}
    gold = {frozenset(pair) for pair in pairs if pair[0] in ids}
    print(f"\n### {half}: {len(kept)} tickets, {len(gold)} duplicate pairs\n")
    print("| text | shown | P | R | F1 |\n|---|--:|--:|--:|--:|")
    texts = {
        "title and body apart": [(row["description"] or row["subject"], row["subject"]) for row in kept],
        "title and body in one text": [(f"{row['subject']}\n\n{row['description']}", None) for row in kept],
        "title": [(row["subject"], None) for row in kept],
    }
    for name, given in texts.items():
        known = [
            Requirement(id=row["id"], text=text, title=title) for row, (text, title) in zip(kept, given, strict=True)
        ]
        shown = {frozenset((pair.one, pair.other)) for pair in find_duplicates(known).pairs}
        right = len(shown & gold)
        figures = f1(right, len(shown) - right, len(gold) - right)
        print(f"| {name} | {len(shown)} | " + " | ".join(f"{one:.3f}" for one in figures) + " |")


def conflicts(half: Half) -> None:
    counted: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for row in rows("conflicts", "pairs.csv"):
        if half_of(row["Original_FR"].strip()) != half:
            continue
        texts = [
            " ".join(row[name].strip().strip('"').replace("\ufffd\ufffd", "'").split())
            for name in ("Original_FR", "Conflict")
        ]
        known = [Requirement(id=str(number), text=text) for number, text in enumerate(texts)]
        is_conflict = row["No conflict"] != "1"
        found = find_conflicts(known)
        counted["all"] += is_conflict
        counted["right" if is_conflict and found else "wrong" if found else "missed" if is_conflict else "fine"] += 1
        kinds.update(pair.kind for pair in found)
        counted["as duplicate"] += is_conflict and bool(find_duplicates(known).pairs)
    figures = f1(counted["right"], counted["wrong"], counted["missed"])
    print(f"\n### {half}: {counted['all']} conflicts, {counted['wrong'] + counted['fine']} pairs without\n")
    print("P {:.3f}  R {:.3f}  F1 {:.3f}".format(*figures))
    print(f"kinds: {dict(kinds.most_common())}; conflicts shown as duplicates: {counted['as duplicate']}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--unseen", action="store_true", help="the half that nothing was fitted on: look once")
    chosen: Half = "unseen" if parser.parse_args().unseen else "development"
    tickets(chosen)
    conflicts(chosen)
