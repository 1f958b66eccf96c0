"""What only the person knows is asked, one thing at a time, and the review ends with the answers: on every way in."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from arch_team.clarify.clarifiers import Clarifier, FolderClarifier, ScriptedClarifier
from arch_team.clarify.folder import FolderStore
from arch_team.clarify.terminal import ConsoleClarifier
from arch_team.console.chat import continued
from arch_team.models.scripted import Call, Script, Scripted
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society
from tests import warm
from tests.server.house import House, open_house

FAST = "Die App muss schnell sein"
ASKED = (
    "Welcher messbare Wert soll „schnell“ ersetzen?",
    "Für welche Rolle gilt die Anforderung?",
    "Welchen Nutzen hat die Rolle davon? (Satz mit „damit“)",
)
GIVEN = ("Antwortzeit P95 < 2 s", "Kunde", "damit ich nicht warte")
FINISHED = "Als Kunde möchte ich, dass die App schnell (Antwortzeit P95 < 2 s) ist, damit ich nicht warte."


def asked(home: Path, question: str, clarifier: Clarifier | None, *turns: Script) -> Answer:
    client = Scripted(*turns) if turns else None
    society = Society(Settings(home=home, db=None, model=None), clarifier=clarifier, client=client, seconds=60)
    return asyncio.run(society.ask(question, skill="requirements"))


def test_metric_role_and_benefit_are_asked_one_after_the_other_with_suggestions(tmp_path: Path) -> None:
    person = ScriptedClarifier(GIVEN)
    answer = asked(tmp_path, FAST, person)
    assert answer.ok, answer.reason
    assert tuple(one.question for one in person.asked) == ASKED
    assert "Antwortzeit P95 < 2 s" in person.asked[0].suggested_answers
    assert all("offen lassen" in one.suggested_answers for one in person.asked)
    assert FINISHED in answer.text
    assert "Offene Fragen" not in answer.text
    assert "besteht" in answer.text


def test_the_console_asks_and_takes_a_number_for_a_suggestion(tmp_path: Path) -> None:
    typed, shown = iter(("1", "Kunde", "damit ich nicht warte")), list[str]()

    async def prompt(message: str) -> str:
        return next(typed)

    answer = asked(tmp_path, FAST, ConsoleClarifier(prompt=prompt, show=shown.append))
    assert FINISHED in answer.text
    assert [text.splitlines()[0] for text in shown] == list(ASKED)


def test_a_suggestion_that_says_there_is_none_leaves_it_out(tmp_path: Path) -> None:
    answer = asked(tmp_path, FAST, ScriptedClarifier((*GIVEN[:2], "ohne Nutzenangabe")))
    assert "Als Kunde möchte ich, dass die App schnell (Antwortzeit P95 < 2 s) ist." in answer.text
    assert "Nutzenangabe" not in answer.text


def test_the_folder_holds_one_question_at_a_time(tmp_path: Path) -> None:
    folder, seen = tmp_path / "questions", list[str]()

    async def person(_seconds: float) -> None:
        """Answers with a file, as a page that shares only the disk does."""
        for file in await asyncio.to_thread(lambda: list(folder.glob("*.question.json"))):
            told = json.loads(file.read_text("utf-8"))
            answer_file = file.with_name(file.name.replace(".question.", ".answer."))
            if told["status"] == "pending" and not answer_file.exists():
                seen.append(told["question"])
                answer_file.write_text(json.dumps({"answer": GIVEN[len(seen) - 1]}), "utf-8")
        await asyncio.sleep(0)

    answer = asked(tmp_path, FAST, FolderClarifier(folder, pause=person))
    assert FINISHED in answer.text, answer.reason
    assert tuple(seen) == ASKED
    assert [one.status for one in FolderStore(folder).list(None)] == ["answered"] * 3


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, tmp_path) as opened:
        yield opened


def test_over_http_each_question_is_in_the_inbox_until_it_is_answered(house: House) -> None:
    run_id = house.post("/api/runs", {"question": FAST, "skill": "requirements"}).json()["id"]
    for question, answer in zip(ASKED, GIVEN, strict=True):
        (found,) = house.waits_with(run_id)
        assert found["question"] == question
        house.post(f"/api/clarifications/{found['id']}/answer", {"answer": answer})
    house.get(f"/api/runs/{run_id}/events")
    assert FINISHED in house.get(f"/api/runs/{run_id}").json()["answer"]["text"]


def test_with_nobody_there_the_command_says_what_is_missing_and_exits_with_3(tmp_path: Path) -> None:
    command = ("ask", "--skill", "requirements", FAST, "--json")
    ended = warm.command(*command, cwd=tmp_path, env={"ARCH_TEAM_HOME": str(tmp_path)})
    assert ended.returncode == 3, ended.stderr
    open_question = json.loads(ended.stdout)["clarification"]
    assert open_question["question"] == ASKED[0]
    assert open_question["missing"] == [f"{mark} {text}" for mark, text in zip(MARKS, ASKED, strict=True)]


MARKS = ("[Metrik?]", "[Rolle?]", "[Nutzen?]")


def test_what_is_left_open_stands_in_the_report_as_a_question(tmp_path: Path) -> None:
    answer = asked(tmp_path, FAST, ScriptedClarifier(["weiß nicht", "Kunde", "ohne"]))
    assert answer.ok, answer.reason
    assert "Als Kunde möchte ich, dass die App schnell ([Metrik?]) ist" in answer.text
    assert "Offene Fragen" in answer.text


def test_several_answers_may_come_at_once(tmp_path: Path) -> None:
    person = ScriptedClarifier(["Metrik: P95 < 1 s; Rolle: Disponent", "ohne"])
    answer = asked(tmp_path, FAST, person)
    assert "Als Disponent möchte ich, dass die App schnell (P95 < 1 s) ist." in answer.text
    assert len(person.asked) == 2


def test_of_several_requirements_each_question_names_its_own(tmp_path: Path) -> None:
    person = ScriptedClarifier(["P95 < 2 s", "Kunde", "ohne", "500 Nutzer", "Betreiber", "ohne"])
    answer = asked(tmp_path, f"Prüfe:\n- {FAST}\n- Die Plattform muss skalierbar sein", person)
    assert answer.ok, answer.reason
    assert person.asked[0].question == f"Anforderung 1 („{FAST}“): {ASKED[0]}"
    assert person.asked[3].question.startswith("Anforderung 2 („Die Plattform muss skalierbar sein“)")
    assert "Als Betreiber möchte ich" in answer.text


def test_a_long_dialogue_does_not_use_up_the_rounds(tmp_path: Path) -> None:
    bad = ("schnell", "einfach", "stabil", "sicher")
    asked_for = "Prüfe:\n" + "\n".join(f"- Die Ansicht {n} muss {word} sein" for n, word in enumerate(bad, 1))
    person = ScriptedClarifier(["höchstens 2 s", "Kunde", "ohne"] * len(bad))
    answer = asked(tmp_path, asked_for, person)
    assert answer.ok, answer.reason
    assert len(person.asked) == 3 * len(bad)


EVALUATE, SUGGEST, REWRITE = (
    Call(tool, {"requirement_text": FAST})
    for tool in ("evaluate_requirement", "suggest_improvements", "rewrite_requirement")
)


def test_a_model_asks_with_the_tool_and_goes_on_with_the_answer(tmp_path: Path) -> None:
    person = ScriptedClarifier(["P95 < 2 s", "alle offen lassen"])
    ask = Call("ask_user", {"question": "Wie schnell?", "suggested_answers": ["P95 < 2 s", "P95 < 1 s"]})
    filled = Call("rewrite_requirement", {"requirement_text": FAST, "answers": {"[Metrik?]": "P95 < 2 s"}})
    draft = (
        "Bewertung 0,42: die Anforderung ist nicht messbar. "
        "Als [Rolle?] möchte ich, dass die App schnell (P95 < 2 s) ist, "
        "damit [Nutzen?]. Offen: [Rolle?] [Nutzen?] READY_FOR_VALIDATION"
    )
    answer = asked(tmp_path, FAST, person, EVALUATE, SUGGEST, REWRITE, ask, filled, draft, draft)
    assert answer.ok, answer.reason
    assert (person.asked[0].question, person.asked[0].suggested_answers) == ("Wie schnell?", ("P95 < 2 s", "P95 < 1 s"))
    assert "P95 < 2 s" in answer.text


def test_what_a_model_does_not_ask_is_asked_all_the_same(tmp_path: Path) -> None:
    draft = (
        "Bewertung 0,42: die Anforderung ist nicht messbar. "
        "Als [Rolle?] möchte ich, dass die App schnell ([Metrik?]) ist, "
        "damit [Nutzen?]. Offen: [Metrik?] [Rolle?] [Nutzen?] READY_FOR_VALIDATION"
    )
    answer = asked(tmp_path, FAST, None, EVALUATE, SUGGEST, REWRITE, draft)
    assert answer.status == "needs_clarification"
    assert answer.clarification is not None
    assert answer.clarification.question == ASKED[0]
    assert len(answer.clarification.missing) == 3


def test_in_a_chat_a_line_that_fills_a_gap_goes_on_with_the_requirement_before(tmp_path: Path) -> None:
    first = asked(tmp_path, FAST, ScriptedClarifier(["alle offen lassen"]))
    went_on = continued("Metrik: P95 < 2 s", first)
    assert went_on is not None
    assert went_on == (f"{FAST}\nMetrik: P95 < 2 s", "requirements")
    assert continued("Die Suche muss schnell sein", first) is None
    assert continued("Metrik: P95 < 2 s", None) is None
    again = asked(tmp_path, went_on[0], ScriptedClarifier(["Kunde", "ohne"]))
    assert "Als Kunde möchte ich, dass die App schnell (P95 < 2 s) ist." in again.text
