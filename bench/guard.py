"""`python -m bench.guard`: what the guard approves that is wrong, and blocks that is true. Needs the outside data."""

import os
import sys
from pathlib import Path

from bench import guard_forms, guard_names, guard_times

DATA_VARIABLE = "ARCH_TEAM_TEST_DATA"


def main() -> None:
    folder = os.environ.get(DATA_VARIABLE)
    if not folder:
        sys.exit(f"Set {DATA_VARIABLE} to the folder of the outside data.")
    data = Path(folder)
    invented, true = guard_names.measure(data / "cwd" / "ACME_Insurance" / "data")
    for line in (
        *guard_forms.lines("Inventions approved", invented),
        *guard_forms.lines("True drafts with names blocked", true),
    ):
        print(line, flush=True)
    wrong, shown = guard_forms.measure(data / "tables")
    for line in (*guard_forms.lines("Wrong drafts approved", wrong), *guard_forms.lines("True drafts blocked", shown)):
        print(line, flush=True)
    moved, timed = guard_times.measure(data / "tables")
    for line in (
        *guard_forms.lines("Drafts of another time approved", moved),
        *guard_forms.lines("True drafts with times blocked", timed),
    ):
        print(line)


if __name__ == "__main__":
    main()
