"""`--help` is quick because nothing heavy is imported for it; a question because nothing is that it does not need."""

import os
import subprocess
import sys
from pathlib import Path

HEAVY = ("sqlalchemy", "duckdb", "rich.table", "pydantic_settings", "rapidfuzz", "arch_team.featuredata", "yaml")


def test_the_command_line_imports_nothing_heavy() -> None:
    code = "import sys; from arch_team.console.app import app; print('\\n'.join(sys.modules))"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not [name for name in HEAVY if name in loaded]


def test_the_language_of_an_ordinary_question_loads_no_dictionary_and_no_statistics() -> None:
    """Both take longer than all the rest of a first answer."""
    asked = "language_of('Wie hoch war der Umsatz 2025?'), language_of('What was the highest balance in May?')"
    code = f"import sys; from arch_team.routing.language import language_of; {asked}; print('\\n'.join(sys.modules))"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not [name for name in ("simplemma", "py3langid", "HanTa") if name in loaded]


UNASKED = (
    "arch_team.agents.team",
    "arch_team.agents.figure_guard",
    "arch_team.clarify.store",
    "arch_team.evidence.named_things",
    "arch_team.featuredata.reflection",
    "arch_team.following",
    "arch_team.grammar",
    "arch_team.measuring.following",
    "arch_team.modelling.model",
    "arch_team.runs.records",
    "arch_team.semantics.reader",
    "arch_team.tools.form_guard",
    "HanTa",
    "autogen_agentchat",
    "autogen_core",
    "numpy",
    "openai",
    "qdrant_client",
    "requests",
    "rich",
    "simplemma",
    "yaml",
)
"""Readers of other questions and of follow-ups, checks on what a model says, and what only lays out tables, parses
lists that are kept already, asks models or reaches other machines."""
_ASKED = """
import sys
from arch_team.console.app import main
sys.argv = ["arch-team", "ask", "Was ist der Banksaldo per 31.12.2025?"]
try:
    main()
except SystemExit as ended:
    assert ended.code == 0, ended.code
print("\\n".join(sys.modules), file=sys.stderr)
import requests
"""


def test_a_question_for_a_figure_loads_nothing_that_only_others_need(demo_home: Path) -> None:
    """A first time keeps the word lists; from then on the YAML library is not needed either."""
    environment = {**os.environ, "ARCH_TEAM_HOME": str(demo_home)}

    def loaded() -> set[str]:
        done = subprocess.run([sys.executable, "-c", _ASKED], env=environment, capture_output=True, text=True)
        assert (done.returncode, "152'400.00" in done.stdout) == (0, True), done.stderr[-2000:]
        return set(done.stderr.split())

    found = loaded()
    found = loaded() if "yaml" in found else found
    assert not [name for name in UNASKED if name in found]
