"""How a set with known answers is split: rules are written with one half in view, and the other is measured once.

The half is the first digit of the SHA-256 of a key, below 8 for development. The key is the id of what belongs
together: the system of a user story, the smallest id of a group of duplicate tickets, the original text of a conflict.
Nothing of one group is in both halves.
"""

import csv
import hashlib
import os
import sys
from pathlib import Path
from typing import Literal

Half = Literal["development", "unseen"]


def half_of(key: str) -> Half:
    return "development" if hashlib.sha256(key.encode()).hexdigest()[0] < "8" else "unseen"


def rows(folder: str, file: str) -> list[dict[str, str]]:
    """The rows of an outside CSV file; the bench ends where it is absent, and says so."""
    root = os.environ.get("ARCH_TEAM_TEST_DATA")
    path = Path(root or ".") / folder / file
    if root is None or not path.exists():
        sys.exit(f"outside data absent: set ARCH_TEAM_TEST_DATA to the folder that holds {folder}/{file}")
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as source:
        return [dict(row) for row in csv.DictReader(source)]


def f1(right: int, wrong: int, missed: int) -> tuple[float, float, float]:
    """Precision, recall and their mean."""
    precision = right / (right + wrong) if right + wrong else 0.0
    recall = right / (right + missed) if right + missed else 0.0
    return precision, recall, 2 * precision * recall / (precision + recall) if right else 0.0
