"""`--help` is quick because nothing heavy is imported for it."""

import subprocess
import sys

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
