"""The pages say what the code does: the reference is made from it, and commands, options and settings exist."""

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest
import typer

from arch_team.console.commands import commands
from arch_team.settings import Settings

HOUSE = Path(__file__).parents[1]
DOCS = HOUSE / "docs"
PAGES = sorted([HOUSE / "README.md", *DOCS.glob("*.md")])
COMMAND = re.compile(r"(?:^|[\s`/])arch-team((?: [a-z][a-z-]*)+)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
SETTING = re.compile(r"ARCH_TEAM_[A-Z_]+")
NO_SETTINGS = {"ARCH_TEAM_DISABLE_ONTOLOGY", "ARCH_TEAM_TEST_DATA", "ARCH_TEAM_BROWSER", "ARCH_TEAM_"}
"""Switches for evaluations and tests."""

POLICY = "ARCH_TEAM_POLICY_"
"""Rules on sources have settings of their own."""


def _made() -> dict[str, str]:
    spec = importlib.util.spec_from_file_location("make_reference", DOCS / "make_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.pages()


def test_the_reference_is_that_of_the_code() -> None:
    for name, text in _made().items():
        assert (DOCS / "reference" / name).read_text(encoding="utf-8") == text, f"run docs/make_reference.py: {name}"


@pytest.fixture(scope="module")
def tree() -> Any:
    return typer.main.get_command(commands())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_options_and_settings_exist(page: Path, tree: Any) -> None:
    text = page.read_text(encoding="utf-8")
    known = {f"ARCH_TEAM_{name.upper()}" for name in Settings.model_fields} | NO_SETTINGS
    named = {name.rstrip("_") for name in SETTING.findall(text) if not name.startswith(POLICY)}
    assert named - {name.rstrip("_") for name in known} == set()
    for line in text.splitlines():
        for found in COMMAND.finditer(line):
            command = tree
            for word in found[1].split():
                inner = getattr(command, "commands", {})
                if not inner:
                    break
                assert word in inner, f"{page.name}: arch-team{found[1]}"
                command = inner[word]
            if getattr(command, "commands", None) is None and line.strip().startswith(("arch-team", "$ arch-team")):
                options = {
                    name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)
                }
                asked = set(OPTION.findall(re.sub(r"\"[^\"]*\"|'[^']*'", "", line.split("#")[0])))
                assert asked <= options | {"--help"}, f"{page.name}: {line.strip()}"
