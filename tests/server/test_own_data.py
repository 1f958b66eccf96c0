"""Data that callers bring along: asked, kept apart, limited, deletable; a database only where it is allowed."""

import csv
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import House, open_house

CSV = "customer,month,amount\nAdler,2025-01,10.00\nBirke,2025-02,20.00\nAdler,2025-03,5.50\n"
QUESTION = "Which customer has the highest total amount?"
SECRET = "s3cret-word"  # noqa: S105


@pytest.fixture(scope="module")
def tenants(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[House]:
    home = tmp_path_factory.mktemp("tenants")
    databases = home / "databases"
    databases.mkdir()
    with sqlite3.connect(databases / "shop.sqlite") as connection:
        connection.executescript(
            "CREATE TABLE lamps (id INTEGER PRIMARY KEY, name TEXT, price REAL);"
            "INSERT INTO lamps VALUES (1, 'Aster', 10.5), (2, 'Bella', 20.0);"
        )
    connection.close()
    settings: dict[str, Any] = {
        "connect": True,
        "connect_schemes": ("sqlite", "postgresql"),
        "connect_hosts": (str(databases),),
        "upload_files": 2,
    }
    with open_house(home, demo_home, **settings) as house:
        yield house


def upload(house: House, key: str, text: str = CSV, name: str = "sales.csv") -> Any:
    return house.call("POST", "/api/data/files", key, files={"file": (name, text.encode())})


def test_an_uploaded_file_is_asked_charted_and_exported(tenants: House) -> None:
    key = tenants.key("one")
    assert upload(tenants, key).status_code == 201
    state = tenants.get("/api/data", key).json()
    assert (state["source"], [table["name"] for table in state["overview"]["tables"]]) == ("files", ["sales"])
    assert tenants.get("/api/data/tables/sales/sample", key).json()["rows"][0][0] == "Adler"
    questions = tenants.get("/api/data/questions?language=en", key).json()["questions"]
    assert questions
    words = tenants.get("/api/data/words?language=en", key).json()
    assert (words["tables"], words["columns"]["amount"], words["months"]) == ({"sales": "sales"}, "amount", {})
    run = tenants.run("Total amount per customer", key, language="en")
    assert run["request"]["source"] == "files"
    assert run["answer"]["status"] == "approved"
    assert "SELECT" in run["answer"]["evidence"][-1]["sql"]
    path = f"/api/runs/{run['id']}"
    assert tenants.get(f"{path}/series", key).json() == {
        "kind": "bar",
        "columns": ["What", "Value"],
        "rows": [["Adler", "15.50"], ["Birke", "20.00"]],
        "points": [
            {"x": "Adler", "group": None, "value": "15.50", "unit": None},
            {"x": "Birke", "group": None, "value": "20.00", "unit": None},
        ],
    }
    assert tenants.get(f"{path}/answer.svg", key).text.startswith("<svg")
    assert tenants.get(f"{path}/answer.png", key).content.startswith(b"\x89PNG")
    assert tenants.get(f"{path}/answer.csv", key).content.decode("utf-8-sig").splitlines()[1].startswith("Adler,15.50")
    assert tenants.get(f"{path}/answer.xlsx", key).content.startswith(b"PK")
    rows = list(csv.reader(tenants.get(f"{path}/answer.csv", key).content.decode("utf-8-sig").splitlines()))
    assert {len(row) for row in rows} == {len(rows[0])}
    assert {row[-1] for row in rows[1:]} == {run["answer"]["reading"]}
    assert rows[0][-1] == "Read as"
    told = tenants.get(f"{path}/answer.md", key).text
    assert "Read as" in told
    assert re.search(
        r"- 15\.50: table sales, row 1 of what was read, filter: none, field \w+ \(`e\d\.r0\.\w+`\)", told
    ), told
    assert "```sql" in told
    following = tenants.get(f"{path}/next?language=en", key).json()["questions"]
    assert following
    assert "Total amount per customer" not in following


def test_two_currencies_a_month_are_two_lines_over_the_same_months(tenants: House) -> None:
    key = tenants.key("currencies")
    rows = "10.00,EUR,2025-01-05\n20.00,CHF,2025-01-07\n5.00,EUR,2025-02-01\n7.00,CHF,2025-02-03\n9.00,EUR,2025-03-01\n"
    upload(tenants, key, f"Betrag,Währung,Datum\n{rows}", "buchungen.csv")
    run = tenants.run("Summe Betrag pro Monat", key, language="de")
    path = f"/api/runs/{run['id']}"
    series = tenants.get(f"{path}/series", key).json()
    assert (series["kind"], series["columns"]) == ("line", ["Was", "CHF", "EUR"])
    assert series["rows"] == [
        ["2025-01", "CHF 20.00", "EUR 10.00"],
        ["2025-02", "CHF 7.00", "EUR 5.00"],
        ["2025-03", "", "EUR 9.00"],
    ]
    assert series["points"][0] == {"x": "2025-01", "group": "CHF", "value": "20.00", "unit": "CHF"}
    drawn = tenants.get(f"{path}/answer.svg", key).text
    assert drawn.count(">2025-01<") == 1
    assert "(2)" not in drawn
    assert ">EUR<" in drawn
    assert (
        tenants.get(f"{path}/answer.csv", key)
        .content.decode("utf-8-sig")
        .splitlines()[1]
        .startswith("2025-01,20.00,CHF")
    )


def test_the_exported_proof_says_which_rows_were_read(tenants: House) -> None:
    key = tenants.key("proofs")
    upload(tenants, key)
    run = tenants.run("Total amount of customer Adler", key, language="en")
    told = tenants.get(f"/api/runs/{run['id']}/answer.md", key).text
    assert re.search(r"- 15\.50: table sales, row 1 of what was read, filter: [^(]*Adler[^(]*, field \w+ \(", told), (
        told
    )


def test_nobody_else_sees_an_uploaded_file(tenants: House) -> None:
    mine = tenants.key("two", mandate="alpenblick")
    kept = upload(tenants, mine).json()
    for other in (
        tenants.key("two", mandate="seeland"),
        tenants.key("three", mandate="alpenblick"),
        tenants.key("two"),
    ):
        assert tenants.get("/api/data", other).json()["files"] == []
        assert tenants.call("DELETE", f"/api/data/files/{kept['id']}", other).status_code == 404
        assert tenants.post("/api/data/source", {"source": "files"}, other).status_code == 404
        assert tenants.get("/api/data/tables/sales/sample", other).status_code == 404
    assert tenants.call("DELETE", f"/api/data/files/{kept['id']}", mine).status_code == 204
    assert tenants.get("/api/data", mine).json()["source"] == "configured"


def test_limits_and_roles_hold(tenants: House) -> None:
    key, reader = tenants.key("four"), tenants.key("four", "reader")
    assert upload(tenants, reader).status_code == 403
    assert upload(tenants, key, name="x.exe").status_code == 422
    assert upload(tenants, key, name="a.csv").status_code == 201
    assert upload(tenants, key, name="b.csv").status_code == 201
    assert upload(tenants, key, name="c.csv").status_code == 409
    assert upload(tenants, key, text="a,b\n" + "1,2\n" * 6_000_000).status_code == 413
    assert tenants.get("/api/data", reader).json()["may"] == {"upload": False, "connect": False}


def test_a_database_is_connected_by_an_admin_alone(tenants: House) -> None:
    user, admin = tenants.key("five"), tenants.key("five", "admin")
    url = f"sqlite:///{tenants.settings.home}/databases/shop.sqlite"
    assert tenants.post("/api/data/connection", {"url": url}, user).status_code == 403
    for bad in ("sqlite:////etc/passwd", f"postgresql://u:{SECRET}@elsewhere/x", "mysql://u@h/x"):
        refused = tenants.post("/api/data/connection", {"url": bad}, admin)
        assert refused.status_code == 403
        assert SECRET not in refused.text
    assert tenants.post("/api/data/connection", {"url": url}, admin).status_code == 201
    state = tenants.get("/api/data", user)
    assert state.json()["source"] == "connection"
    assert str(tenants.settings.home) not in state.text
    assert "20.0" in tenants.run("What is the highest price of lamps?", user, language="en")["answer"]["text"]
    assert tenants.call("DELETE", "/api/data/connection", user).status_code == 403
    assert tenants.call("DELETE", "/api/data/connection", admin).status_code == 204
    assert tenants.get("/api/data", user).json()["source"] == "configured"


def test_without_leave_nobody_connects(house: House) -> None:
    refused = house.post("/api/data/connection", {"url": "postgresql://u:p@h/x"})
    assert refused.status_code == 403
    assert "ARCH_TEAM_CONNECT" in refused.json()["error"]["nextStep"]


def test_the_board_shows_what_changed(tenants: House) -> None:
    key = tenants.key("six")
    upload(tenants, key)
    run = tenants.run("Total amount per customer", key, language="en")
    pin = tenants.post("/api/pins", {"runId": run["id"]}, key).json()
    assert tenants.post("/api/pins", {"runId": run["id"]}, key).json()["id"] == pin["id"]
    upload(tenants, key, CSV.replace("20.00", "25.00") + "Citrin,2025-04,1.00\n")
    again = tenants.post(f"/api/pins/{pin['id']}/run", None, key).json()
    tenants.get(f"/api/runs/{again['run']['id']}/events", key)
    (shown,) = tenants.get("/api/pins", key).json()["items"]
    assert shown["changed"] is True
    assert shown["changes"] == [
        {"label": "Birke", "before": "20.00", "after": "25.00"},
        {"label": "Citrin", "before": None, "after": "1.00"},
    ]
    other = tenants.key("six", mandate="seeland")
    assert tenants.get("/api/pins", other).json()["items"] == []
    assert tenants.call("DELETE", f"/api/pins/{pin['id']}", other).status_code == 404
    assert tenants.call("DELETE", f"/api/pins/{pin['id']}", key).status_code == 204


def test_feedback_is_kept_and_listed(tenants: House) -> None:
    key, other = tenants.key("seven"), tenants.key("eight")
    upload(tenants, key)
    run = tenants.run(QUESTION, key, language="en")
    path = f"/api/runs/{run['id']}/feedback"
    assert tenants.post(path, {"verdict": "right"}, key).status_code == 201
    assert tenants.post(path, {"verdict": "wrong", "note": "not by month"}, key).status_code == 201
    (one,) = tenants.get("/api/feedback", key).json()["items"]
    assert (one["verdict"], one["note"], one["question"]) == ("wrong", "not by month", QUESTION)
    assert tenants.get("/api/feedback", other).json()["items"] == []
    assert tenants.post(path, {"verdict": "right"}, other).status_code == 404
    assert tenants.post(path, {"verdict": "perhaps"}, key).status_code == 422


def test_a_server_asks_the_file_it_was_given(tmp_path: Path, demo_home: Path) -> None:
    file = tmp_path / "sales.csv"
    file.write_text(CSV, encoding="utf-8")
    with open_house(tmp_path / "home", demo_home, file=file) as house:
        state = house.get("/api/data").json()
        assert (state["source"], state["overview"]["name"]) == ("configured", "sales.csv")
        assert "Birke, 20.00" in house.run(QUESTION, language="en")["answer"]["text"]


def test_a_refusal_has_nothing_to_take_along(tenants: House) -> None:
    key = tenants.key("nine")
    upload(tenants, key)
    run = tenants.run("Which orders are urgent?", key, language="en")
    for ending in ("series", "answer.svg", "answer.csv", "next"):
        assert tenants.get(f"/api/runs/{run['id']}/{ending}", key).status_code == 404


def test_the_demo_calls_its_columns_by_the_words_of_its_model(tenants: House) -> None:
    words = tenants.get("/api/data/words?language=de", tenants.key("books")).json()
    assert words["months"] == {"periodMonth": 0}
    assert (words["columns"]["closingBalance"], words["columns"]["accountName"]) == ("Saldo", "Bezeichnung")
