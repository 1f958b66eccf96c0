"""The worked example of the guide does what the guide says."""

import re
from pathlib import Path

import pytest

from arch_team import Society
from arch_team.onboarding.checking import check_file
from arch_team.onboarding.drafting import drafted
from arch_team.settings import Settings
from arch_team.society import open_data

GUIDE = (Path(__file__).parents[1] / "docs" / "semantic-model.md").read_text(encoding="utf-8")
EXAMPLE = GUIDE.partition("## Levels and metrics, worked through")[2].partition("\n## ")[0]
TOLD = re.findall(r"^\| (.+\?) \| (.+) \|$", EXAMPLE, re.MULTILINE)


def block(kind: str) -> str:
    return EXAMPLE.partition(f"```{kind}\n")[2].partition("```")[0]


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("worked")
    (folder / "counts.csv").write_text(block("csv"), encoding="utf-8")
    (folder / "stock.yaml").write_text(block("yaml"), encoding="utf-8")
    return Settings(file=folder / "counts.csv", ontology=folder / "stock.yaml", home=folder / "home", model=None)


def test_the_model_has_nothing_to_mend(settings: Settings) -> None:
    assert settings.ontology is not None
    source = open_data(settings.model_copy(update={"ontology": None}))
    assert check_file(settings.ontology, source)[1] == []
    draft = drafted(source, "stock").text()
    assert re.search(r"nature: flow  # check", draft)
    source.close()


@pytest.mark.parametrize(("question", "answer"), TOLD)
def test_each_question_is_answered_as_the_guide_says(settings: Settings, question: str, answer: str) -> None:
    got = Society(settings).ask_sync(question)
    reason = answer.partition("no answer: ")[2]
    if reason:
        assert (got.status, got.reason and got.reason.startswith(reason)) == ("refused", True)
    else:
        assert got.text == answer, got.reason


def test_the_example_has_questions_of_both_kinds() -> None:
    assert len(TOLD) >= 6
    assert any(answer.startswith("no answer") for _, answer in TOLD)
