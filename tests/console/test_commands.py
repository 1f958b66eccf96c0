"""The commands as a person uses them: real processes, exit codes, errors that say what to do."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import warm

BALANCE = "TrusteeDataAccountBalance"
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def run(home: Path, tmp_path: Path) -> Run:
    def command(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        clean = {name: value for name, value in os.environ.items() if not name.startswith("ARCH_TEAM_")}
        env = {**clean, "ARCH_TEAM_HOME": str(home), "COLUMNS": "120", **environment}
        return warm.command(*arguments, cwd=tmp_path, env=env, timeout=60)

    return command


def test_the_bank_balance_comes_from_the_demo(run: Run) -> None:
    result = run(
        "data", "query", BALANCE, "-w", "periodYear=2025", "-w", "periodMonth=0", "-w", "accountNumber LIKE 102%"
    )
    assert result.returncode == 0, result.stderr
    assert "152'400.00" in result.stdout
    assert "28'100.00" in result.stdout
    assert result.stderr == ""


def test_the_version_is_told_as_people_ask_for_it(run: Run) -> None:
    assert run("--version").stdout == run("version").stdout != ""


def test_a_call_as_a_model_writes_it_gives_the_tool_result(run: Run) -> None:
    call = {"tableName": BALANCE, "aggregate": "SUM", "field": "closingBalance"}
    result = run("data", "aggregate", "--call", json.dumps(call), "--json")
    assert result.returncode == 4
    wire = json.loads(result.stdout)
    assert wire["errorDetails"]["code"] == "INVALID_AGGREGATE_TARGET"
    again = run("data", "aggregate", "--call", json.dumps(wire["errorDetails"]["correctedCall"]), "--json")
    assert again.returncode == 0
    assert json.loads(again.stdout)["success"] is True


def test_a_rejected_call_shows_the_right_one(run: Run) -> None:
    result = run("data", "query", BALANCE, "-f", "klosingBalance", "-w", "periodYear=2025")
    assert result.returncode == 4
    assert "closingBalance" in result.stdout
    assert "This would pass" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("data", "query", "--call", "{nonsense"), "--call is not JSON"),
        (("data", "query", BALANCE, "--call", "{}"), "--call takes all arguments"),
        (("data", "tables", "--mandate", "nobody"), "no mandate 'nobody'"),
        (("ontology", "show", "nothing"), "no feature 'nothing'"),
        (("demo", "export", "--mandate", "nobody"), "no mandate 'nobody'"),
        (("demo", "export", "--mandate", ""), "no mandate ''"),
        (("data", "tables", "--mandate", ""), "--mandate is empty"),
    ],
)
def test_a_mistake_is_told_in_a_line_without_a_traceback(arguments: tuple[str, ...], said: str, run: Run) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_a_database_that_is_not_there_is_an_error(run: Run) -> None:
    result = run("data", "tables", "--db", "sqlite:////nowhere/at/all.db")
    assert result.returncode == 1
    assert "Traceback" not in result.stderr


def test_a_database_without_a_mandate_asks_for_one(run: Run, sqlite_url: str) -> None:
    assert "--mandate" in run("data", "tables", "--db", sqlite_url).stderr
    found = run("data", "query", BALANCE, "-w", "periodYear=2025", "--db", sqlite_url, "--mandate", "seeland", "--json")
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["data"]["rowCount"] > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("data", "tables", "--db", "sqlite:///missing.db"), "no file missing.db"),
        (("data", "tables", "--db", "duckdb:///missing.db"), "no file missing.db"),
        (("data", "tables", "--db", "mysql://a@b/c"), "driver MySQLdb is not installed"),
        (("demo", "copy", "nonsense"), "not understood"),
        (("demo", "copy", "postgresql+psycopg://nobody@127.0.0.1:1/none"), "does not answer"),
        (("demo", "build", "/proc/nowhere/demo.duckdb"), "/proc/nowhere"),
        (("demo", "export", "--out", "/nowhere/journal"), "/nowhere/journal"),
        (("ontology", "check", "--db", "sqlite:///missing.db"), "no file missing.db"),
    ],
)
def test_what_fails_outside_is_told_without_a_traceback(
    arguments: tuple[str, ...], said: str, run: Run, tmp_path: Path
) -> None:
    result = run(*arguments)
    assert result.returncode == 1
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "missing.db").exists()


def test_a_failing_statement_is_no_traceback_either(run: Run, tmp_path: Path) -> None:
    import duckdb

    file = tmp_path / "odd.duckdb"
    with duckdb.connect(file) as connection:
        connection.execute("CREATE TABLE t (x INTEGER)")
        connection.execute("CREATE VIEW v AS SELECT x FROM t")
        connection.execute("DROP TABLE t")
    result = run("data", "query", "v", "--db", f"duckdb:///{file}")
    assert result.returncode == 1
    assert "SYSTEM ERROR" in result.stdout
    assert result.stderr == ""


def test_a_file_another_program_writes_to_is_told(run: Run, tmp_path: Path) -> None:
    import duckdb

    file = tmp_path / "held.duckdb"
    with duckdb.connect(file) as connection:
        connection.execute("CREATE TABLE t (x INTEGER)")
        result = run("data", "tables", "--db", f"duckdb:///{file}")
    assert result.returncode == 1
    assert "another program is writing" in result.stderr


def test_a_broken_demo_is_built_anew(run: Run, home: Path) -> None:
    assert run("data", "tables").returncode == 0
    (file,) = home.glob("*.duckdb")
    file.write_bytes(b"")
    assert run("data", "tables").returncode == 0
    file.write_bytes(b"not a database at all")
    assert run("demo", "tour").returncode == 0


def test_a_reader_that_has_read_enough_is_no_failure(run: Run, home: Path, tmp_path: Path) -> None:
    run("data", "tables")
    env = {**os.environ, "ARCH_TEAM_HOME": str(home)}
    for arguments in ("demo export", "data query TrusteeDataJournalLine -w accountNumber=1020 -n 500"):
        command = f"{sys.executable} -m arch_team.console {arguments} | head -1; exit ${{PIPESTATUS[0]}}"
        done = subprocess.run(
            ["bash", "-c", command], capture_output=True, text=True, env=env, cwd=tmp_path, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_no_figure_is_cut(run: Run) -> None:
    call = ("data", "query", BALANCE, "-w", "periodYear=2025", "-w", "periodMonth=0", "-w", "accountNumber LIKE 10%")
    piped = run(*call, COLUMNS="40").stdout
    assert "…" not in piped
    assert "152'400.00" in piped


def test_columns_and_tables_that_are_left_out_are_told(run: Run, tmp_path: Path) -> None:
    import duckdb

    file = tmp_path / "own.duckdb"
    with duckdb.connect(file) as connection:
        connection.execute("CREATE TABLE mine (mandate_id VARCHAR, x INTEGER, l INTEGER[])")
        connection.execute("INSERT INTO mine VALUES ('me', 1, [2])")
        connection.execute("CREATE TABLE plain (x INTEGER)")
    shown = run("data", "tables", "--db", f"duckdb:///{file}", "--mandate", "me").stdout
    assert "left out, for their type: l" in shown
    assert "plain: no column says which mandate its rows belong to" in shown
    browsed = run("data", "browse", "mine", "--db", f"duckdb:///{file}", "--mandate", "me").stdout
    assert "Left out, for their type: l." in browsed


def test_settings_come_from_the_file_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "arch-team.toml").write_text('mandate = "seeland"\n', encoding="utf-8")
    assert "Seeland" in run("data", "tables").stdout
    assert "Alpenblick" in run("data", "tables", ARCH_TEAM_MANDATE="alpenblick").stdout
    (tmp_path / "arch-team.toml").write_text("mandate = [broken", encoding="utf-8")
    broken = run("data", "tables")
    assert broken.returncode == 2
    assert "arch-team.toml" in broken.stderr


@pytest.mark.parametrize("form", ["text", "prompt", "json", "jsonld"])
def test_the_ontology_is_shown(form: str, run: Run) -> None:
    result = run("ontology", "show", "--format", form, "--lang", "de")
    assert result.returncode == 0, result.stderr
    assert ("Bank 1020–1029" if form == "prompt" else "Bankguthaben") in result.stdout


@pytest.mark.parametrize("form", ["table", "svg"])
def test_a_model_is_never_shown_on_the_data_of_another(form: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "sales.csv").write_text("customer,amount\nAdler,1.50\nBirke,2.50\n", encoding="utf-8")
    (tmp_path / "sales.yaml").write_text(
        "model: sales\ntables: {sales: {fields: {amount: Turnover}}}\n", encoding="utf-8"
    )
    alone = run("ontology", "show", "sales.yaml", "--format", form)
    assert (alone.returncode, alone.stdout) == (2, "")
    assert "--db URL, or --file FILE" in alone.stderr
    shown = run("ontology", "show", "sales.yaml", "--format", form, "--file", "sales.csv")
    assert shown.returncode == 0, shown.stderr
    assert "Turnover" in shown.stdout
    assert "no feature 'nothing'" in run("ontology", "show", "nothing", "--format", form).stderr
    assert run("ontology", "show", "--format", form).returncode == 0  # the demo company's own


def test_the_ontology_is_checked(run: Run, duckdb_url: str) -> None:
    result = run("ontology", "check", "--db", duckdb_url)
    assert result.returncode == 0, result.stdout
    assert "0 errors" in result.stdout


def test_an_ontology_in_a_file_is_checked(run: Run, tmp_path: Path) -> None:
    shown = run("ontology", "show", "--format", "jsonld").stdout
    file = tmp_path / "own.jsonld"
    file.write_text(shown, encoding="utf-8")
    assert run("ontology", "check", str(file)).stdout.endswith("0 errors, 0 warnings.\n")
    file.write_text(shown.replace("TrusteeDataContact", "TrusteeDataKontakt"), encoding="utf-8")
    broken = run("ontology", "check", str(file))
    assert broken.returncode == 1
    assert "TrusteeDataKontakt" in broken.stdout


@pytest.mark.parametrize(
    ("text", "told"), [("{", "not a JSON object"), ("[]", "not a JSON object"), ("{}", "no ontology")]
)
def test_a_file_that_is_no_ontology_says_so(run: Run, tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "own.json"
    file.write_text(text, encoding="utf-8")
    result = run("ontology", "check", str(file))
    assert result.returncode == 2
    assert told in result.stderr


def test_the_ontology_can_be_switched_off_for_evaluations(run: Run) -> None:
    call = ("data", "aggregate", BALANCE, "SUM", "closingBalance", "-w", "periodYear=2025", "-w", "periodMonth=0")
    assert run(*call).returncode == 0
    assert run(*call, ARCH_TEAM_DISABLE_ONTOLOGY="1").returncode == 4


def test_the_journal_is_exported(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "journal"
    assert run("demo", "export", "--format", "hledger", "--out", str(file)).returncode == 0
    assert "1020" in file.read_text(encoding="utf-8")


def test_the_tour_runs(run: Run) -> None:
    result = run("demo", "tour")
    assert result.returncode == 0, result.stderr
    assert "e1.r0.closingBalance" in result.stdout


def test_help_answers_at_once(run: Run) -> None:
    """`make bench` measures it (0.24 s on a quiet machine); here the best of three, with room for a busy one."""
    times: list[float] = []
    for _ in range(3):
        start = time.perf_counter()
        assert run("--help").returncode == 0
        times.append(time.perf_counter() - start)
    assert min(times) < 2.5
