"""A file of requirements reviewed end to end, without a model: read, evaluate, suggest, rewrite, duplicates, report.

`python -m bench.requirements_review` prints the table. The goal is 300 requirements in under 10 s, whole process.
"""

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from arch_team.requirements.report import OUTPUTS, Report, written
from arch_team.requirements.review import Options, Stage, review_files
from bench.timing import row

SIZES = (30, 300, 3000)
GOAL_SECONDS = 10.0
GOAL_SIZE = 300

_ACTORS = (
    "The operator",
    "The system",
    "The billing service",
    "The mobile app",
    "The administrator",
    "The sensor unit",
)
_DUTIES = (
    "shall {verb} the {thing} within {n} seconds after the {event}.",
    "shall be fast and user-friendly when the {thing} is shown.",
    "should {verb} and archive the {thing} if possible, etc.",
    "must not {verb} the {thing} unless the {event} was confirmed by the owner.",
    "shall {verb} up to {n} {thing}s at the same time without loss of data.",
)
_VERBS = ("store", "print", "check", "export", "delete", "encrypt", "display", "forward")
_THINGS = ("invoice", "measurement", "delivery note", "user account", "report", "alarm", "contract", "backup")
_EVENTS = ("login", "power failure", "timeout", "request", "end of the month", "shutdown")
_SPIELER = ("Das System", "Der Sachbearbeiter", "Die Steuerung", "Die Anwendung", "Der Administrator", "Das Gateway")
_PFLICHTEN = (
    "muss {ding} spätestens {n} s nach {ereignis} {verb}.",
    "soll {ding} schnell und einfach {verb} können.",
    "muss gegebenenfalls {ding} {verb} und protokollieren.",
    "darf {ding} ohne Freigabe nicht {verb}.",
    "soll bei {ereignis} höchstens {n} Einträge zu {ding} anzeigen, usw.",
)
_VERBEN = ("speichern", "drucken", "prüfen", "exportieren", "löschen", "verschlüsseln", "anzeigen", "weiterleiten")
_DINGE = (
    "die Rechnung",
    "den Messwert",
    "den Lieferschein",
    "das Benutzerkonto",
    "den Bericht",
    "den Alarm",
    "das Backup",
)
_EREIGNISSE = ("der Anmeldung", "einem Stromausfall", "dem Monatsende", "einer Anfrage", "dem Neustart")


def requirements(count: int) -> list[str]:
    """Mixed German and English, about half of them with a defect, one in twenty said twice."""
    dice = random.Random(7)
    out: list[str] = []
    while len(out) < count:
        if out and dice.random() < 0.05:
            out.append(dice.choice(out))
        elif dice.random() < 0.5:
            filled = dice.choice(_DUTIES).format(
                verb=dice.choice(_VERBS), thing=dice.choice(_THINGS), event=dice.choice(_EVENTS), n=dice.randint(2, 90)
            )
            out.append(f"{dice.choice(_ACTORS)} {filled}")
        else:
            gefüllt = dice.choice(_PFLICHTEN).format(
                verb=dice.choice(_VERBEN),
                ding=dice.choice(_DINGE),
                ereignis=dice.choice(_EREIGNISSE),
                n=dice.randint(2, 90),
            )
            out.append(f"{dice.choice(_SPIELER)} {gefüllt}")
    return out


def measure(home: Path) -> Iterator[str]:
    yield "## A review of requirements, without a model\n"
    yield "Whole process: `arch-team requirements review FILE --format json`, cold. The rest in one process, warm.\n"
    yield row(
        "requirements",
        "whole process",
        "its CPU",
        "in process",
        "per requirement",
        "of it duplicates",
        "failed",
        "groups",
    )
    yield row(*["--:"] * 8)
    report, goal = None, ""
    for size in SIZES:
        path = home / f"requirements-{size}.csv"
        lines = (f'REQ-{number};"{text}"' for number, text in enumerate(requirements(size), 1))
        path.write_text("id;requirement\n" + "\n".join(lines) + "\n", encoding="utf-8")
        whole, cpu = _process(path, home)
        report, seconds, duplicates = _in_process(path)
        summary = report.summary
        each = f"{1000 * seconds / size:.1f} ms"
        yield row(
            size,
            f"{whole:.2f} s",
            f"{cpu:.2f} s",
            f"{seconds:.2f} s",
            each,
            f"{duplicates:.2f} s",
            summary.failed,
            summary.duplicate_groups,
        )
        if size == GOAL_SIZE:
            met = "met" if whole < GOAL_SECONDS else "MISSED"
            goal = f"Goal for {size}: under {GOAL_SECONDS:.0f} s as a whole process: {met}."
    yield ""
    yield f"{goal}\n"
    assert report is not None
    yield from _outputs(report)


def _outputs(report: Report) -> Iterator[str]:
    yield row("output", f"seconds for {report.summary.count}", "size")
    yield row("---", "--:", "--:")
    for output in OUTPUTS:
        start = time.perf_counter()
        size = len(written(report, output))
        yield row(output, f"{time.perf_counter() - start:.2f}", f"{size / 1e6:.1f} MB")
    yield ""


def _process(path: Path, home: Path) -> tuple[float, float]:
    """Seconds by the clock, and of computing: on a busy machine the two lie far apart."""
    command = [sys.executable, "-m", "arch_team.console", "requirements", "review", str(path), "--format", "json"]
    before = _computed()
    start = time.perf_counter()
    subprocess.run(command, env={**os.environ, "ARCH_TEAM_HOME": str(home)}, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start, _computed() - before


def _computed() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _in_process(path: Path) -> tuple[Report, float, float]:
    moments: dict[tuple[Stage, bool], float] = {}

    def told(stage: Stage, done: int, total: int) -> None:
        moments.setdefault((stage, done >= total), time.perf_counter())

    start = time.perf_counter()
    report = review_files([path], Options(), progress=told)
    seconds = time.perf_counter() - start
    return report, seconds, moments["duplicates", True] - moments["duplicates", False]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for printed in measure(Path(folder)):
            print(printed)
