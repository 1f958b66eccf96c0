"""A command that has said everything ends at once, and loses nothing by it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arch_team.console.answers import print_answer
from arch_team.runs.plain_answers import direct

BEGIN = "import atexit, sys, threading, time\nfrom arch_team.console.leaving import leave\n"


def ended(code: str) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, "-c", BEGIN + code], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def test_what_was_printed_is_out_and_what_waits_for_the_end_is_called() -> None:
    code = "atexit.register(print, 'last')\nprint('said', end=' ')\nleave(4)\nprint('never')"
    assert ended(code) == (4, "said last\n", "")


def test_no_code_is_success() -> None:
    assert ended("print('said')\nleave(None)\nprint('never')") == (0, "said\n", "")


def test_a_thread_that_still_works_is_waited_for() -> None:
    code = (
        "go = threading.Event()\n"
        "def work():\n    go.wait()\n    print('worked')\n"
        "threading.Thread(target=work).start()\nleave(0)\ngo.set()\nsys.exit(3)"
    )
    assert ended(code) == (3, "worked\n", "")


def test_a_thread_that_nobody_waits_for_is_not() -> None:
    assert ended("threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\nleave(2)")[0] == 2


def test_a_last_word_is_left_to_python() -> None:
    assert ended("leave('why')\nsys.exit('why')") == (1, "", "why\n")


def test_a_question_from_the_command_line_is_told_whole_with_its_code(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "arch_team.console", "ask", " "]
    environment = {**os.environ, "ARCH_TEAM_HOME": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=90)
    assert (done.returncode, done.stderr) == (4, "")
    assert done.stdout == "Keine Antwort: Die Frage ist leer.\nSchreiben Sie, was Sie wissen möchten.\n"


def test_what_a_cell_holds_steers_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    print_answer(direct("r1", "?", "de", "100\r200 \x1b[2Kund \x07mehr\n\tweiter", ()))
    assert capsys.readouterr().out == "100200 [2Kund mehr\n\tweiter\n"
