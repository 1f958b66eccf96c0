"""Structural checks by their names: what words alone cannot tell."""

from arch_team.requirements.check.checks import across, sentences, stories, wording
from arch_team.requirements.check.rules import CHECKS, SET_CHECKS, Hit, Parameters

__all__ = ["CHECKS", "SET_CHECKS", "Hit", "Parameters", "across", "sentences", "stories", "wording"]
