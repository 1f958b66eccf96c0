"""`--help` is quick because nothing heavy is imported for it."""

import subprocess
import sys

HEAVY = ("sqlalchemy", "duckdb", "rich.table", "pydantic_settings", "rapidfuzz", "arch_team.featuredata", "yaml")


def test_the_command_line_imports_nothing_heavy() -> None:
    code = "import sys; from arch_team.console.app import app; print('\\n'.join(sys.modules))"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not [name for name in HEAVY if name in loaded]
