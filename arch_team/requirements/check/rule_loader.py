"""Reads the packaged rules, and a user's own on top of them."""

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from arch_team.requirements.check import plain_yaml
from arch_team.requirements.check.rule_file import apply_file
from arch_team.requirements.check.rule_set import Rule, RuleSet
from arch_team.wire import Language


def load_rules(own_file: Path | None = None) -> RuleSet:
    """The shipped rules, changed by the user's file where there is one (`rule_file` says how it is written)."""
    return _shipped() if own_file is None else apply_file(own_file, _shipped())


@lru_cache(maxsize=1)
def _shipped() -> RuleSet:
    languages: tuple[Language, ...] = ("de", "en")
    return RuleSet(tuple(rule for language in languages for rule in _packaged(language)))


def _packaged(language: Language) -> list[Rule]:
    found: list[Rule] = []
    folder = files("arch_team.requirements.check") / "rules" / language
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        loaded: dict[str, Any] = plain_yaml.load(file.read_text(encoding="utf-8"))
        found += [Rule.model_validate({"language": language, **rule}) for rule in loaded["rules"]]
    return found
