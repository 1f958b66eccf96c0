"""`arch-team ontology init`, `check` and `show` on data of one's own; `--file`, `--db` and `--ontology` alike."""

import contextlib
import json
import os
import pty
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arch_team.console.commands import commands
from arch_team.errors import UsageError
from tests import warm

CSV = """order_id,order_date,customer,status,amount
1,2025-01-03,Adler,open,10.00
2,2025-02-04,Birke,done,20.00
3,2025-02-09,Adler,open,5.50
"""
QUESTION = "Which customer has the highest total amount?"


@pytest.fixture
def orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARCH_TEAM_HOME", str(tmp_path / "home"))
    path = tmp_path / "orders.csv"
    path.write_text(CSV, encoding="utf-8")
    return path


def run(*arguments: str | Path, given: str | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(commands(), [str(argument) for argument in arguments], input=given)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def test_from_a_file_to_an_answer_with_a_model(orders: Path, tmp_path: Path) -> None:
    model = tmp_path / "model.yaml"
    code, said = run("ontology", "init", "--file", orders, "--out", model)
    assert code == 0
    assert "1 table, 0 relations" in said
    assert "It can answer now" in said
    assert "# check" in model.read_text(encoding="utf-8")
    code, said = run("ontology", "check", model, "--file", orders)
    assert (code, "0 to mend" in said) == (0, True)
    code, said = run("ask", "--file", orders, "--ontology", model, QUESTION)
    assert (code, "Birke, 20.00" in said) == (0, True)


def test_a_draft_is_printed_where_no_file_is_named(orders: Path) -> None:
    code, said = run("ontology", "init", "--file", orders)
    assert code == 0
    assert "model: orders" in said


def test_a_file_is_not_written_over_unasked(orders: Path, tmp_path: Path) -> None:
    (tmp_path / "model.yaml").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="there already"):
        run("ontology", "init", "--file", orders, "--out", tmp_path / "model.yaml")
    assert (tmp_path / "model.yaml").read_text(encoding="utf-8") == "mine"
    assert run("ontology", "init", "--file", orders, "--out", tmp_path / "model.yaml", "--force")[0] == 0


def test_editors_find_the_schema_that_a_draft_names(orders: Path, tmp_path: Path) -> None:
    model = tmp_path / "models" / "model.yaml"
    model.parent.mkdir()
    run("ontology", "init", "--file", orders, "--out", model)
    named = model.read_text(encoding="utf-8").splitlines()[0].partition("$schema=")[2]
    schema = json.loads((model.parent / named).read_text(encoding="utf-8"))
    assert "tables" in schema["properties"]
    assert json.loads(run("ontology", "schema")[1]) == schema
    (model.parent / named).write_text("mine", encoding="utf-8")
    _, said = run("ontology", "init", "--file", orders, "--out", model, "--force")
    assert (model.parent / named).read_text(encoding="utf-8") == "mine"
    assert "editors find no schema" in said


def test_a_wrong_model_fails_the_check(orders: Path, tmp_path: Path) -> None:
    model = tmp_path / "model.yaml"
    model.write_text("model: m\ntables:\n  orders:\n    rowName: custmer\n", encoding="utf-8")
    code, said = run("ontology", "check", model, "--file", orders)
    assert code == 1
    assert "line 4: orders has no field custmer" in said
    assert "Did you mean customer?" in said
    with pytest.raises(UsageError, match="checked on the data"):
        run("ontology", "check", model)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("model: m\ntables: 3\n", "line 2: tables: a block of name: value"),
        ("model: m\ntables:\n  orders: nothing\n", "line 3: tables.orders: a block of name: value"),
        ("model: m\ntables: {sales: {}}\n", "line 2: there is no table sales in this data\n  There are: orders."),
        ("model: m\ntabels: {orders: {}}\n", "there is no setting tabels here\n  Did you mean tables?"),
    ],
)
def test_of_a_broken_model_is_told_what_to_mend_and_no_more(orders: Path, tmp_path: Path, text: str, said: str) -> None:
    model = tmp_path / "model.yaml"
    model.write_text(text, encoding="utf-8")
    code, told = run("ontology", "check", model, "--file", orders)
    assert (code, said in told) == (1, True), told
    assert told.splitlines()[-1].startswith("model.yaml: ")
    assert "0 tables" not in told
    assert "the model: " not in told


def test_what_is_sound_in_a_model_is_counted_beside_what_to_mend(orders: Path, tmp_path: Path) -> None:
    model = tmp_path / "model.yaml"
    model.write_text("model: m\ntables:\n  orders: {}\n  sales: {}\n", encoding="utf-8")
    _, told = run("ontology", "check", model, "--file", orders)
    assert told.endswith("model.yaml: 1 to mend, 0 to look at. Sound already: 1 table, 0 relations on orders.csv.\n")


@pytest.mark.parametrize(
    ("form", "beginning"), [("table", "orders.csv"), ("svg", "<svg"), ("jsonld", "{"), ("prompt", "# ")]
)
def test_a_model_is_shown(orders: Path, tmp_path: Path, form: str, beginning: str) -> None:
    model = tmp_path / "model.yaml"
    run("ontology", "init", "--file", orders, "--out", model)
    code, said = run("ontology", "show", model, "--file", orders, "--format", form)
    assert code == 0
    assert said.startswith(beginning), said[:80]


def test_a_model_that_does_not_answer_is_told_without_names_of_errors(orders: Path) -> None:
    given = "/model nonsense\n/quit\n"
    _, said = run("chat", "--file", orders, "--base-url", "http://127.0.0.1:9/v1", given=given)
    assert "the model nonsense does not answer at http://127.0.0.1:9" in said
    assert "Error" not in said


def test_two_models_that_both_fit_are_named_everywhere(orders: Path, tmp_path: Path) -> None:
    kept = tmp_path / "home" / "ontologies"
    kept.mkdir(parents=True)
    for name in ("a", "b"):
        run("ontology", "init", "--file", orders, "--out", kept / f"{name}.yaml")
    told = "a.yaml and b.yaml both fit this data, so none is used; name one with --ontology."
    for command in (("ask", QUESTION), ("chat",), ("data", "tables"), ("ontology", "show", "--format", "table")):
        assert told in " ".join(run(*command, "--file", orders, given="/quit\n")[1].split()), command
    assert told not in run("ask", "--file", orders, "--ontology", "b", QUESTION)[1]


def test_data_calls_take_a_file_too(orders: Path) -> None:
    code, said = run("data", "query", "orders", "--file", orders, "--where", "customer=Birke", "--fields", "amount")
    assert (code, "20.00" in said) == (0, True)


def test_chat_takes_a_file_too(orders: Path) -> None:
    code, said = run("chat", "--file", orders, given=f"{QUESTION}\n/quit\n")
    assert (code, "Birke, 20.00" in said) == (0, True)


@pytest.mark.parametrize("command", ["ask", "chat", "serve", "mcp", "worker"])
def test_every_command_takes_the_same_options(command: str) -> None:
    _, said = run(command, "--help")
    for option in ("--file", "--db", "--ontology", "--mandate", "--model", "--base-url"):
        assert option in said


@pytest.mark.parametrize("command", ["ask", "chat", "serve", "mcp", "worker"])
def test_a_file_that_is_not_there_is_told_at_once(orders: Path, command: str) -> None:
    with pytest.raises(UsageError, match=r"there is no file nowhere\.csv"):
        run(command, "--file", "nowhere.csv", *(["x"] if command == "ask" else []))


def test_a_named_database_stands_before_a_configured_file(orders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARCH_TEAM_FILE", str(orders))
    with pytest.raises(UsageError, match="both given"):
        run("ask", "--file", orders, "--db", "sqlite:///x.sqlite", QUESTION)
    _, said = run("ask", "--db", "sqlite:///nothing.sqlite", QUESTION)
    assert "nothing.sqlite" in said


def drafted_on_a_terminal(folder: Path, typed: str, *options: str) -> str:
    """What `ontology init` of the orders says to somebody who types this. It writes `m.yaml`."""
    terminal, inside = pty.openpty()
    command = warm.console("ontology", "init", "--file", str(folder / "orders.csv"), "--out", "m.yaml", *options)
    with subprocess.Popen(command, cwd=folder, stdin=inside, stderr=inside, stdout=inside) as process:
        os.close(inside)
        os.write(terminal, typed.encode())
        seen = bytearray()
        with contextlib.suppress(OSError):  # the terminal closes with the program
            while piece := os.read(terminal, 4096):
                seen += piece
        os.close(terminal)
    assert process.returncode == 0, seen.decode()
    return seen.decode()


def test_a_number_may_be_no_amount(orders: Path, tmp_path: Path) -> None:
    orders.write_text(CSV.replace(",amount\n", ",advisor\n").replace(".00", "").replace("5.50", "5"), encoding="utf-8")
    question = "Total advisor per customer"
    assert run("ask", "--file", orders, question)[0] == 0
    assert "or (c)ode" in drafted_on_a_terminal(tmp_path, "c\n")
    text = (tmp_path / "m.yaml").read_text(encoding="utf-8")
    assert "advisor: {en: advisor}\n" in text
    assert "appliesTo: orders.advisor, rule: NEVER_AGGREGATE" in text
    assert run("ontology", "check", tmp_path / "m.yaml", "--file", orders)[0] == 0
    assert run("ask", "--file", orders, "--ontology", tmp_path / "m.yaml", question)[0] != 0


def test_on_a_terminal_it_asks_what_data_cannot_tell(orders: Path, tmp_path: Path) -> None:
    """A real terminal: the German word is given, a wrong nature is asked for again, the rest is left open."""
    said = drafted_on_a_terminal(tmp_path, "Bestellung, Auftrag\nx\nlevel\n\n\n\n", "--german")
    text = (tmp_path / "m.yaml").read_text(encoding="utf-8")
    assert "what is a row called in German?" in said
    assert "That is none of them." in said
    assert "nouns: {en: orders, de: [Bestellung, Auftrag]}\n" in text
    assert "nature: level" in text
    assert "# check" not in text
