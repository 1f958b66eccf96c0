"""A report of the society shows what its tools returned, and so its own guard lets it out, of one and of many."""

import asyncio
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from arch_team.packaged import load_yaml
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society
from arch_team.wire import Language

DATA = Path(__file__).parent / "requirements_data"
SIXTY = cast("dict[str, dict[str, list[str]]]", load_yaml((DATA / "sixty_requirements.yaml").read_text("utf-8")))
SETS = cast("list[dict[str, Any]]", load_yaml((DATA / "twenty_sets.yaml").read_text("utf-8")))
REWRITTEN = "Als Nutzer möchte ich Seitenladezeiten <2s (P95), damit ich effizient arbeiten kann"
"""The sentence that the source itself gives as a good one."""


class LeavesOpen:
    """A person who knows nothing more."""

    async def ask(
        self,
        question: str,
        suggested_answers: Sequence[str] = (),
        *,
        run_id: str = "",
        language: Language = "de",
        timeout: float | None = None,
        clarification_id: str | None = None,
    ) -> str | None:
        return "alle offen lassen"


def reviewed(home: Path, *texts: str) -> Answer:
    asked = "Requirements:\n" + "\n".join(f"- {text}" for text in texts)
    society = Society(Settings(home=home, db=None, model=None), clarifier=LeavesOpen(), seconds=60)
    return asyncio.run(society.ask(asked, skill="requirements"))


def test_sixty_and_twenty_are_what_they_are_called() -> None:
    assert [len(SIXTY[kind][language]) for kind in ("good", "bad") for language in ("de", "en")] == [15] * 4
    assert len(SETS) == 20


@pytest.mark.parametrize("kind", ["good", "bad"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_none_of_sixty_requirements_is_refused(tmp_path: Path, kind: str, language: str) -> None:
    ended = {text: reviewed(tmp_path, text) for text in SIXTY[kind][language]}
    assert {text: answer.reason for text, answer in ended.items() if not answer.ok} == {}
    assert not (tmp_path / "interceptions.jsonl").exists()


@pytest.mark.parametrize(("text", "shown"), [(REWRITTEN, "0,70"), ("The API shall answer within 300 ms.", "0.70")])
def test_a_requirement_that_passes_is_shown_with_its_score_and_the_mark(tmp_path: Path, text: str, shown: str) -> None:
    answer = reviewed(tmp_path, text)
    assert answer.ok, answer.reason
    assert answer.evidence[0]["result"]["verdict"] == "pass"
    assert shown in answer.text
    assert answer.evidence[0]["result"]["passAt"] == 0.7


@pytest.mark.parametrize("one", SETS, ids=lambda one: str(one["name"]))
def test_duplicates_and_conflicts_of_a_set_are_named_as_what_they_are(tmp_path: Path, one: dict[str, Any]) -> None:
    answer = reviewed(tmp_path, *one["requirements"])
    assert answer.ok, answer.reason
    german = answer.text.startswith("Anforderung")
    places = range(1, len(one["requirements"]) + 1)
    for first, second in itertools.combinations(places, 2):
        said = f"Anforderungen {first} und {second}, " if german else f"Requirements {first} and {second}, "
        similar = said + ("Ähnlichkeit" if german else "similarity")
        assert (similar in answer.text) == ([first, second] in one.get("same", [])), answer.text
        against = said.replace(", ", ": ")
        named = answer.text.partition("Widersprüche:" if german else "Conflicts:")[2]
        assert (against in named) == ([first, second] in one.get("against", [])), answer.text


def test_a_similarity_is_shown_as_it_is_declared_to_be_rounded(tmp_path: Path) -> None:
    answer = reviewed(tmp_path, "Video-Wasserzeichen für Urheberrecht", "Wasserzeichen in Videos einfügen")
    (found,) = [entry for entry in answer.evidence if entry["tool"] == "detect_duplicates"]
    assert found["result"][0]["similarity"] == 0.903
    assert found["shownDecimals"] == 2
    assert "Ähnlichkeit 0,90" in answer.text
