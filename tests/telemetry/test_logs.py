"""What a process writes to its log, as its reader gets it."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from arch_team.models.scripted import Call, Scripted
from arch_team.settings import Settings
from arch_team.society import Society
from arch_team.telemetry.logs import Format, Level, set_up_logs
from tests.telemetry.test_spans import DRAFT, INVENTED, QUESTION, READ

_NAMES = ("arch_team", "uvicorn", "uvicorn.access")


class Written:
    def __init__(self, captured: pytest.CaptureFixture[str]) -> None:
        self._captured, self._text = captured, ""

    def text(self) -> str:
        self._text += self._captured.readouterr().err
        return self._text

    def lines(self) -> list[str]:
        return self.text().splitlines()

    def json(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.lines()]


@pytest.fixture
def stderr(capsys: pytest.CaptureFixture[str]) -> Iterator[Written]:
    root = logging.getLogger()
    handlers, levels = root.handlers[:], {name: logging.getLogger(name).level for name in _NAMES}
    yield Written(capsys)
    root.handlers = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def logged(stderr: Written, message: str, how: Format, **facts: object) -> str:
    set_up_logs("info", how)
    logging.getLogger("arch_team.test").info(message, extra=facts)
    return stderr.text()


def ask(tmp_path: Path, url: str, *turns: Call | str) -> str:
    settings = Settings(home=tmp_path, db=url, mandate="alpenblick", model=None, tenant="acme")
    return Society(settings, client=Scripted(*turns), engine_first=False).ask_sync(QUESTION, language="de").run_id


def test_every_line_of_a_run_says_whose_it_is(stderr: Written, tmp_path: Path, duckdb_url: str) -> None:
    set_up_logs("debug", "json")
    run_id = ask(tmp_path, duckdb_url, READ, DRAFT)
    lines = stderr.json()
    calls = ["model call", "tool call", "model call"]
    assert [line["message"] for line in lines] == [*calls, "quality check", "run ended"]
    assert {(line["run"], line["tenant"]) for line in lines} == {(run_id, "acme")}
    assert [line.get("seat") for line in lines] == ["QueryOperator"] * 3 + ["QAApprover"] + [None]
    assert (lines[1]["tool"], lines[1]["code"]) == ("queryTable", "OK")
    assert (lines[-1]["ending"], lines[-1]["skill"], lines[-1]["model"]) == ("approved", "data", "Scripted")


def test_what_is_asked_and_answered_is_not_logged(stderr: Written, tmp_path: Path, duckdb_url: str) -> None:
    set_up_logs("debug", "json")
    ask(tmp_path, duckdb_url, READ, INVENTED)
    held = [line for line in stderr.json() if line["message"] == "a draft was held back"]
    assert held[0]["codes"] == ["UNBOUND_FIGURE"]
    assert held[0]["seat"] == "Validator"
    assert not [word for word in ("Saldo", "1020", "999'111", "152") if word in stderr.text()]


def test_after_a_run_nothing_of_it_stays(stderr: Written, tmp_path: Path, duckdb_url: str) -> None:
    set_up_logs("info", "json")
    ask(tmp_path, duckdb_url, READ, DRAFT)
    logging.getLogger("arch_team.test").info("afterwards")
    assert "run" not in stderr.json()[-1]


SECRETS = ("Bearer abc123def456ghi789", "postgresql://rita:s3cr3t@db/books", "at_0123456789ab_" + "Abc-" * 11)


@pytest.mark.parametrize("how", ["json", "text"])
@pytest.mark.parametrize("secret", SECRETS)
def test_secrets_are_masked(stderr: Written, how: Format, secret: str) -> None:
    try:
        raise ValueError(f"cannot use {secret}")
    except ValueError:
        set_up_logs("info", how, ["Sesam-öffne-dich"])
        told = {"detail": {"header": [secret]}, "api_key": "x", "other": "Sesam-öffne-dich"}
        logging.getLogger("arch_team.test").exception("with %s", secret, extra=told)
    written = stderr.text()
    assert not [part for part in (secret, "s3cr3t", "abc123def456", "Sesam") if part in written]
    assert written.count("[redacted]") >= 5
    assert "ValueError: cannot use" in written


def test_a_json_line_is_one_object_whatever_it_tells(stderr: Written) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logging.getLogger(), "handlers", [])  # a report of pytest cannot hold such a text
        logged(stderr, 'two\nlines and "quotes" \ud800', "json", odd=object, many={"a": (1, None)})
    (line,) = stderr.json()
    assert line["message"] == 'two\nlines and "quotes" ?'
    assert (line["level"], line["logger"], line["many"]) == ("info", "arch_team.test", {"a": [1, None]})


def test_a_plain_line_cannot_be_forged(stderr: Written) -> None:
    written = logged(stderr, "asked\n08:00:00 info    paid", "text", by="x\ry")
    assert written.count("\n") == 1
    assert r"asked\n08:00:00 info    paid  by=x\ry" in written


def test_libraries_are_heard_from_warnings_on(stderr: Written) -> None:
    set_up_logs("debug", "text")
    logging.getLogger("httpx").info("GET https://model/?key=1")
    logging.getLogger("uvicorn.access").info("GET /api/runs?search=salary")
    logging.getLogger("httpx").warning("careful")
    assert [line.split()[1:3] for line in stderr.lines()] == [["warning", "careful"]]


@pytest.mark.parametrize(("level", "heard"), [("debug", 3), ("info", 2), ("error", 0)])
def test_the_level_is_ours(stderr: Written, level: Level, heard: int) -> None:
    set_up_logs(level, "text")
    set_up_logs(level, "text")
    for said in (logging.DEBUG, logging.INFO, logging.WARNING):
        logging.getLogger("arch_team.test").log(said, "said")
    assert len(stderr.lines()) == heard
