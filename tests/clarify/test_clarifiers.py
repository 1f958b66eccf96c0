"""Asking: through a store, at the keyboard, from a script, or with nobody there."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from arch_team.clarify.clarifiers import (
    Asked,
    Clarifier,
    FolderClarifier,
    NoClarifier,
    ScriptedClarifier,
    StoreClarifier,
)
from arch_team.clarify.errors import ClarificationConflict
from arch_team.clarify.memory import MemoryStore
from arch_team.clarify.terminal import ConsoleClarifier, chosen, labelled, show_on_stderr, terminal_prompt
from tests.clarify.stores import Time


def typing(*lines: str | BaseException) -> tuple[ConsoleClarifier, list[str], list[str]]:
    """A console where these lines are typed; with what it showed and what it prompted."""
    keyboard = iter(lines)
    shown: list[str] = []
    prompted: list[str] = []

    async def prompt(message: str) -> str:
        prompted.append(message)
        await asyncio.sleep(0)  # others may have their turn now
        line = next(keyboard)
        if isinstance(line, BaseException):
            raise line
        return line

    return ConsoleClarifier(prompt, shown.append), shown, prompted


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("2", "2025"), ("2.", "2025"), (" 2) ", "2025"), ("2025", "2025"), ("beide", "Beide"), ("2019", "2019")],
)
def test_an_answer_is_a_number_a_suggestion_or_own_words(typed: str, meant: str) -> None:
    clarifier, shown, prompted = typing(typed)
    assert asyncio.run(clarifier.ask("Welches Jahr?", ["2024", "2025", "Beide"])) == meant
    assert shown == ["Welches Jahr?\n  1) 2024\n  2) 2025\n  3) Beide"]
    assert prompted == ["Ihre Antwort (1–3 oder eigener Text): "]


def test_suggestions_that_look_like_other_numbers_get_letters() -> None:
    assert labelled(["3", "6", "12"]) == {"a": "3", "b": "6", "c": "12"}
    assert labelled(["1", "2"]) == {"1": "1", "2": "2"}
    assert labelled(["2024", "2025"]) == {"1": "2024", "2": "2025"}
    assert chosen("3", labelled(["3", "6", "12"])) == "3"
    assert chosen("C", labelled(["3", "6", "12"])) == "12"


def test_an_empty_line_asks_again() -> None:
    clarifier, shown, prompted = typing("", "  ", "2025")
    assert asyncio.run(clarifier.ask("Which year?", language="en")) == "2025"
    assert shown == ["Which year?", *["Please answer, or leave with Ctrl-C."] * 2]
    assert prompted == ["Your answer: "] * 3


@pytest.mark.parametrize("way_out", [KeyboardInterrupt(), EOFError()])
def test_leaving_the_prompt_is_no_answer(way_out: BaseException) -> None:
    clarifier, _, _ = typing(way_out)
    assert asyncio.run(clarifier.ask("Welches Jahr?")) is None


def test_at_the_keyboard_too_time_runs_out() -> None:
    async def prompt(_: str) -> str:
        await asyncio.Event().wait()
        return "never"

    clarifier = ConsoleClarifier(prompt, lambda _: None)
    assert asyncio.run(clarifier.ask("Welches Jahr?", timeout=0)) is None


def test_two_questions_wait_for_each_other() -> None:
    clarifier, shown, _ = typing("", "first", "second")

    async def both() -> list[str | None]:
        return list(await asyncio.gather(clarifier.ask("A?", language="en"), clarifier.ask("B?", language="en")))

    assert asyncio.run(both()) == ["first", "second"]
    assert shown == ["A?", "Please answer, or leave with Ctrl-C.", "B?"]


def test_a_question_cannot_steer_the_terminal() -> None:
    clarifier, shown, _ = typing("x")
    asyncio.run(clarifier.ask("A\x1b[2J\u202eB\rC 1\u202f000 ü 用户", ["\x07D"]))
    assert shown == ["A�[2JB�C 1\u202f000 ü 用户\n  1) �D"]


@pytest.mark.parametrize(("keys", "answer"), [("2\r", "2025"), ("\r2025\r", "2025"), ("\x03", None), ("\x04", None)])
def test_the_real_prompt_reads_a_line(keys: str, answer: str | None) -> None:
    with create_pipe_input() as keyboard:
        keyboard.send_text(keys)

        async def prompt(message: str) -> str:
            return await terminal_prompt(message, source=keyboard, screen=DummyOutput())

        clarifier = ConsoleClarifier(prompt, lambda _: None)
        assert asyncio.run(clarifier.ask("Welches Jahr?", ["2024", "2025"])) == answer


def test_the_question_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    show_on_stderr("Welches [bold]Jahr[/bold]?")
    assert capsys.readouterr() == ("", "Welches [bold]Jahr[/bold]?\n")


def test_a_script_answers_in_order_and_tells_what_was_asked() -> None:
    clarifier = ScriptedClarifier(["2025", None])
    assert asyncio.run(clarifier.ask("Jahr?", ["2025"], run_id="r")) == "2025"
    assert asyncio.run(clarifier.ask("Which account?", language="en")) is None
    assert clarifier.asked == [Asked("Jahr?", ("2025",), "r", "de"), Asked("Which account?", (), "", "en")]
    with pytest.raises(AssertionError, match="more often than scripted: Again"):
        asyncio.run(clarifier.ask("Again?"))


STORED: dict[str, Callable[[Path, Time], StoreClarifier]] = {
    "memory": lambda folder, time: StoreClarifier(MemoryStore(clock=time, pause=time.pause), timeout=60),
    "folder": lambda folder, time: FolderClarifier(folder, clock=time, pause=time.pause, timeout=60),
}


@pytest.mark.parametrize("kind", STORED)
def test_a_stored_question_is_answered_by_someone_else(kind: str, folder: Path, time: Time) -> None:
    clarifier = STORED[kind](folder, time)

    def someone() -> None:
        (asked,) = clarifier.store.list("pending", run_id="run-7")
        assert (asked.question, asked.suggested_answers, asked.language) == ("Which year?", ("2024", "2025"), "en")
        clarifier.store.answer(asked.id, "2024")

    time.happenings = [someone]
    answer = clarifier.ask("Which year?", ["2024", "2025"], run_id="run-7", language="en")
    assert asyncio.run(answer) == "2024"


@pytest.mark.parametrize("kind", STORED)
@pytest.mark.parametrize(("timeout", "waited"), [(None, 60), (5, 5), (0, 0)])
def test_a_stored_question_that_nobody_answers_is_none(
    kind: str, timeout: float | None, waited: float, folder: Path, time: Time
) -> None:
    clarifier = STORED[kind](folder, time)
    assert asyncio.run(clarifier.ask("Which year?", timeout=timeout)) is None
    assert sum(time.pauses) == pytest.approx(waited)
    assert [c.status for c in clarifier.store.list()] == ["expired"]


@pytest.mark.parametrize("kind", STORED)
def test_a_withdrawn_question_has_no_answer(kind: str, folder: Path, time: Time) -> None:
    clarifier = STORED[kind](folder, time)
    time.happenings = [lambda: clarifier.store.cancel("q1")]
    assert asyncio.run(clarifier.ask("Which year?", clarification_id="q1")) is None


@pytest.mark.parametrize("kind", STORED)
def test_asking_again_under_the_same_id_takes_up_the_question(kind: str, folder: Path, time: Time) -> None:
    clarifier = STORED[kind](folder, time)
    time.happenings = [lambda: clarifier.store.answer("q1", "2025")]
    for _ in range(2):
        assert asyncio.run(clarifier.ask("Which year?", clarification_id="q1")) == "2025"
    assert len(clarifier.store.list()) == 1
    with pytest.raises(ClarificationConflict):
        asyncio.run(clarifier.ask("Which account?", clarification_id="q1"))


def test_all_of_them_can_be_asked(folder: Path) -> None:
    all_of_them: list[Clarifier] = [
        NoClarifier(),
        ScriptedClarifier([None]),
        typing(EOFError())[0],
        StoreClarifier(MemoryStore()),
        FolderClarifier(folder),
    ]
    for clarifier in all_of_them:
        answer = clarifier.ask("Which year?", ["2025"], run_id="r", language="en", timeout=0, clarification_id="r-1")
        assert asyncio.run(answer) is None


def test_asking_loads_no_terminal_library_before_it_is_needed() -> None:
    code = "import arch_team.clarify.clarifiers, arch_team.clarify.terminal, sys; print('\\n'.join(sys.modules))"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not {"prompt_toolkit", "rich"} & set(loaded)
