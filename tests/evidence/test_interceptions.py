"""The log of interceptions: complete, append-only, safe for many writers, and without secrets."""

import fcntl
import json
import os
import stat
import subprocess
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from arch_team.errors import SourceUnavailable
from arch_team.evidence.interceptions import Interception, InterceptionLog, NullLog, UnknownInterception
from arch_team.featuredata.findings import ErrorCode, Finding, QueryValidationError
from arch_team.telemetry.masking import MASK
from tests import warm

NOW = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "interceptions.jsonl"


@pytest.fixture
def log(path: Path) -> InterceptionLog:
    return InterceptionLog(path, clock=lambda: NOW)


def record(log: InterceptionLog, text: str = "Kunde 1, Kunde 2", reason_code: str = "PLACEHOLDER") -> Interception:
    return log.record(
        run_id="run-1", seat="Validator", reason_code=reason_code, message="looks made up", blocked_text=text
    )


def test_an_interception_is_logged_in_full(log: InterceptionLog, path: Path) -> None:
    logged = log.record(
        run_id="run-1",
        seat="Validator",
        reason_code="PLACEHOLDER",
        message="'Kunde 1' is not in the evidence",
        question="Welche Kunden haben wir?",
        blocked_text="Kunde 1 und Kunde 2",
        findings=[{"pattern": "Kunde \\d"}],
        feature="trustee",
        model="gpt-x",
    )
    assert InterceptionLog(path).get(logged.id) == logged
    assert (logged.time, logged.status, logged.findings) == (NOW, "open", ({"pattern": "Kunde \\d"},))
    fields = "id time runId seat reasonCode message question blockedText findings feature model status note reviewedAt"
    assert list(logged.to_wire()) == fields.split()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_the_newest_come_first(log: InterceptionLog) -> None:
    assert log.list() == ()
    first, second, third = (record(log, text) for text in "abc")
    assert log.list() == (third, second, first)
    assert log.list(limit=2) == (third, second)


def test_a_review_is_added_and_changes_no_line(log: InterceptionLog, path: Path) -> None:
    first, second = record(log), record(log)
    before = path.read_bytes()
    reviewed = log.review(first.id, "false_alarm", "Kunde 1 is a real customer")
    assert path.read_bytes().startswith(before)
    assert (reviewed.status, reviewed.note, reviewed.reviewed_at) == ("false_alarm", "Kunde 1 is a real customer", NOW)
    assert log.get(first.id) == reviewed
    assert log.list("open") == (second,)
    assert log.list("false_alarm") == (reviewed,)


def test_the_last_review_counts_and_all_are_kept(log: InterceptionLog, path: Path) -> None:
    logged = record(log)
    log.review(logged.id, "false_alarm")
    assert log.review(logged.id, "confirmed", "on second thoughts") == log.get(logged.id)
    assert log.get(logged.id).status == "confirmed"
    reviews = [json.loads(line).get("reviewed") for line in path.read_text(encoding="utf-8").splitlines()]
    assert [r and r["status"] for r in reviews] == [None, "false_alarm", "confirmed"]


def test_an_unknown_id_is_an_error(log: InterceptionLog) -> None:
    with pytest.raises(UnknownInterception):
        log.get("i0")
    with pytest.raises(UnknownInterception):
        log.review("i0", "confirmed")


@pytest.mark.parametrize("cut", [1, 2, 40])
def test_a_torn_last_line_is_passed_over_and_the_next_one_is_whole(log: InterceptionLog, path: Path, cut: int) -> None:
    kept, torn = record(log), record(log)
    path.write_bytes(path.read_bytes()[:-cut])
    survived = () if cut > 1 else (torn,)  # only its line end was missing
    assert log.list() == (*survived, kept)
    after = record(log)
    assert log.list() == (after, *survived, kept)


def test_a_broken_line_is_told_and_what_a_later_version_adds_is_tolerated(
    log: InterceptionLog, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = record(log)
    with path.open("ab") as file:
        file.write(b'{"intercepted": {"id"\n\n\xff\xfe\n{"somethingNew": {"id": 1}}\n')
    last = record(log)
    path.write_text(path.read_text("latin-1").replace('{"id":', '{"severity":3,"id":'), "latin-1")
    assert log.list() == (last, first)
    assert [r.message.partition(" of ")[0] for r in caplog.records] == ["line 2", "line 4"]


WRITER = """
import pathlib, sys
from arch_team.evidence.interceptions import InterceptionLog
log = InterceptionLog(pathlib.Path(sys.argv[1]))
for n in range(100):
    log.record(run_id=sys.argv[2], seat="Validator", reason_code="X", message=str(n), blocked_text="x" * 1900)
"""


def test_many_processes_write_at_once_and_no_line_is_lost(path: Path) -> None:
    writers = [subprocess.Popen(warm.python(WRITER, str(path), f"run-{n}")) for n in range(4)]
    assert [writer.wait(timeout=60) for writer in writers] == [0] * 4
    written = InterceptionLog(path).list(limit=None)
    for n in range(4):
        mine = [i.message for i in reversed(written) if i.run_id == f"run-{n}"]
        assert mine == [str(number) for number in range(100)]


def test_nothing_is_looked_at_or_written_before_the_file_is_locked(
    log: InterceptionLog, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(log)
    torn = path.read_bytes()[:-20]

    def lock(handle: int, operation: int) -> None:
        assert operation == fcntl.LOCK_EX
        assert len(path.read_bytes().splitlines()) == 1
        os.truncate(handle, len(torn))  # what another process may leave behind while this one waits

    monkeypatch.setattr(fcntl, "flock", lock)
    after = record(log)
    assert path.read_bytes().startswith(torn + b"\n")
    assert log.list() == (after,)


def test_texts_are_made_fit_for_the_log(log: InterceptionLog) -> None:
    assert log.get(record(log, "half \ud83d of a pair").id).blocked_text == "half ? of a pair"
    assert record(log, "x" * 2_000).blocked_text == "x" * 2_000
    assert record(log, "x" * 10_000).blocked_text == "x" * 1_999 + "…"


def test_findings_of_any_kind_are_logged(log: InterceptionLog) -> None:
    circle: list[object] = []
    circle.append(circle)
    findings: list[object] = [
        QueryValidationError(code=ErrorCode.BAD_LIMIT, hint="at most 500"),
        Finding(ErrorCode.FIELD_NOT_FOUND, "klosing", "no such field"),
        {"value": Decimal("1.50"), "when": NOW, "odd": object},
        "plain",
        circle,
    ]
    logged = log.get(log.record(run_id="r", seat="s", reason_code="X", message="m", findings=findings).id)
    assert logged.findings[0] == {"code": "BAD_LIMIT", "field": None, "suggestion": None, "hint": "at most 500"}
    assert logged.findings[2:4] == ({"value": "1.50", "when": "2026-03-01T08:00:00Z", "odd": str(object)}, "plain")
    many = log.record(run_id="r", seat="s", reason_code="X", message="m", findings="x" * 99)
    assert len(many.findings) == 50


SECRETS = {
    "key sk-proj-abcDEF1234567890abcdef": "abcDEF1234567890",
    "ghp_0123456789abcdefghijABCDEFGHIJ012345": "0123456789",
    "AKIAIOSFODNN7EXAMPLE is mine": "IOSFODNN7",
    "AIzaSyA-0123456789abcdefghijklmnopqrstu": "0123456789",
    "xoxb-123456789012-abcdefghij": "123456789012",
    "Authorization: Bearer abc123def456ghi789": "abc123def456",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl": "eyJzdWIi",
    "postgresql://rita:s3cr3t@p4ss@db.local/books": "s3cr3t",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEabc\n-----END RSA PRIVATE KEY-----": "MIIEabc",
    "-----BEGIN PRIVATE KEY-----\nMIIEabc": "MIIEabc",
    "OPENAI_API_KEY=uvwxyz": "uvwxyz",
    '{"password": "two words, really"}': "words",
    '{\\"dbPassword\\": \\"hunter2\\"}': "hunter2",
    "Passwort: geheim": "geheim",
    "Das Kennwort lautet Sommer2025!": "Sommer2025",
    "the password is hunter2": "hunter2",
    "密码：xyz": "xyz",
    "client_secret='x y z'": "x y z",
    "AccountKey=" + "Ab1+" * 12: "Ab1+",
    "at_0123456789ab_" + "Abc-" * 11: "Abc-",
}


@pytest.mark.parametrize("text", SECRETS)
def test_what_looks_like_a_secret_is_masked_everywhere(text: str, log: InterceptionLog, path: Path) -> None:
    logged = log.record(
        run_id="r",
        seat="s",
        reason_code="X",
        message=text,
        question=text,
        blocked_text="x" * 1_975 + " " + text,
        findings=[{"text": [text]}],
    )
    log.review(logged.id, "confirmed", text)
    assert SECRETS[text] not in path.read_text(encoding="utf-8")
    assert logged.message.count(MASK) == 1


ORDINARY = """Der Saldo beträgt 152'400.00 auf Konto 1020 am 31.12.2025.
Das Passwort ist abgelaufen. Basic requirements: bearer shares and 500 tokens; the secretary: Rita
See https://example.org:8080/books?from=a and mail rita@example.org
CH93 0076 2011 6238 5295 7, risk-free-rate-of-the-year"""


def test_ordinary_text_is_left_alone(log: InterceptionLog) -> None:
    assert record(log, ORDINARY).blocked_text == ORDINARY


def test_known_secrets_and_secret_fields_are_masked(path: Path) -> None:
    log = InterceptionLog(path, secrets=["Sesam", "Sesam-öffne-dich", ""])
    logged = log.record(
        run_id="r",
        seat="s",
        reason_code="X",
        message="Sesam-öffne-dich",
        findings=[{"apiKey": "abc", "password": None, "tokens": 12}],
    )
    assert logged.message == MASK
    assert logged.findings == ({"apiKey": MASK, "password": None, "tokens": 12},)


def test_a_log_that_cannot_be_written_does_not_stand_in_the_way(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    log = InterceptionLog(tmp_path / "file" / "interceptions.jsonl")
    logged = record(log)
    assert f"interception {logged.id} (PLACEHOLDER) could not be logged" in caplog.text
    with pytest.raises(SourceUnavailable):
        log.list()


def test_a_null_log_keeps_nothing() -> None:
    log = NullLog()
    logged = record(log)
    assert log.list() == ()
    with pytest.raises(UnknownInterception):
        log.review(logged.id, "confirmed")
