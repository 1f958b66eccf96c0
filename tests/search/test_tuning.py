"""Settings of a search: defaults, the settings file over them, the environment over both."""

from pathlib import Path

import pytest

from arch_team.errors import UsageError
from arch_team.search.tuning import Tuning, load_tuning

NO_VARIABLES = {"PATH": "/bin"}


def test_without_settings_the_defaults(tmp_path: Path) -> None:
    assert load_tuning(NO_VARIABLES, tmp_path) == Tuning()


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "arch-team.toml").write_text(
        "model = 'x'\n[search]\nrrf_k = 60\nmmr_lambda = 0.9\nweights = { llm = 1.5 }\n"
    )
    tuning = load_tuning({"ARCH_TEAM_SEARCH_RRF_K": "120", "ARCH_TEAM_SEARCH_TOP_K": "8"}, tmp_path)
    assert (tuning.rrf_k, tuning.mmr_lambda, tuning.top_k) == (120, 0.9, 8)
    assert tuning.weights["llm"] == 1.5


def test_weights_in_the_environment(tmp_path: Path) -> None:
    tuning = load_tuning({"ARCH_TEAM_SEARCH_WEIGHTS": "dense=2, sparse=0.5"}, tmp_path)
    assert (tuning.weights["dense"], tuning.weights["sparse"], tuning.weights["llm"]) == (2, 0.5, 2)


@pytest.mark.parametrize(
    ("variable", "value", "problem"),
    [
        ("RRF_K", "many", "rrf_k"),
        ("MMR_LAMBDA", "1.5", "mmr_lambda"),
        ("NO_SUCH_SETTING", "1", "no_such_setting"),
        ("WEIGHTS", "dense", "WEIGHTS"),
        ("WEIGHTS", "dense=-1", "weights"),
        ("MIN_KEY_POINTS", "9", "min_key_points"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_by_name(
    variable: str, value: str, problem: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=problem):
        load_tuning({f"ARCH_TEAM_SEARCH_{variable}": value}, tmp_path)


@pytest.mark.parametrize("text", ["[search\n", "search = 3\n"])
def test_a_file_that_cannot_be_read_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "arch-team.toml").write_text(text)
    with pytest.raises(UsageError, match=r"arch-team\.toml"):
        load_tuning(NO_VARIABLES, tmp_path)
