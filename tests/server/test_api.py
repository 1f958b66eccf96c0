"""The API, endpoint by endpoint, as a page or a program uses it."""

import io
import json
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.server.house import BANK, House, Json

MONTHS = "Umsatz 2025 pro Monat?"


@pytest.fixture(scope="module")
def bank(house: House) -> Json:
    return house.run(BANK)


def error_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


class TestRuns:
    def test_a_run_is_taken_on_and_followed(self, house: House) -> None:
        started = house.post("/api/runs", {"question": BANK})
        assert started.status_code == 202
        place = started.headers["location"]
        assert place == f"/api/runs/{started.json()['id']}"
        events = house.get(f"{place}/events")
        assert events.headers["content-type"].startswith("text/event-stream")
        told = [json.loads(line[6:]) for line in events.text.splitlines() if line.startswith("data: ")]
        assert [event["seq"] for event in told] == list(range(1, len(told) + 1))
        assert told[-1]["kind"] == "done"
        answer = house.get(place).json()["answer"]
        assert answer["status"] == "approved"
        assert "CHF 152'400.00" in answer["text"]

    def test_events_go_on_where_somebody_left(self, house: House, bank: Json) -> None:
        path = f"/api/runs/{bank['id']}/events"
        whole = house.get(path).text.count("data: ")
        assert house.get(f"{path}?after=2").text.count("data: ") == whole - 2
        assert house.get(path, headers={"Last-Event-ID": "3"}).text.count("data: ") == whole - 3
        assert house.get(path, headers={"Last-Event-ID": "x"}).status_code == 422

    def test_sent_again_it_is_the_same_run(self, house: House) -> None:
        headers = {"Idempotency-Key": "k-1"}
        first, again = (house.post("/api/runs", {"question": "Hallo"}, headers=headers) for _ in range(2))
        assert first.json()["id"] == again.json()["id"]
        other = house.post("/api/runs", {"question": "Guten Tag"}, headers=headers)
        assert error_of(other) == (409, "IDEMPOTENCY_CONFLICT")

    def test_runs_are_listed_page_by_page_and_searched(self, house: House, bank: Json) -> None:
        for _ in range(3):
            house.run("Hallo")
        first = house.get("/api/runs?limit=2").json()
        second = house.get(f"/api/runs?limit=2&after={first['next']}").json()
        assert len(first["items"]) == 2
        assert not {run["id"] for run in first["items"]} & {run["id"] for run in second["items"]}
        found = house.get("/api/runs", params={"search": "Banksaldo"}).json()["items"]
        assert bank["id"] in [run["id"] for run in found]
        assert all("Banksaldo" in run["request"]["question"] for run in found)

    def test_cancel_delete_export(self, house: House) -> None:
        question = house.waiting()
        run = f"/api/runs/{question['runId']}"
        assert error_of(house.call("DELETE", run)) == (409, "RUN_NOT_ENDED")
        assert house.post(f"{run}/cancel").json()["status"] == "cancelled"
        assert house.post(f"{run}/cancel").json()["status"] == "cancelled"
        late = house.post(f"/api/clarifications/{question['id']}/answer", {"answer": "Bank"})
        assert error_of(late) == (410, "CLARIFICATION_CANCELLED")
        assert house.get(f"{run}/export").json()["run"]["id"] == question["runId"]
        assert house.call("DELETE", run).status_code == 204
        assert error_of(house.get(run)) == (404, "UNKNOWN_RUN")

    @pytest.mark.parametrize(
        ("body", "status", "code"),
        [
            ({}, 422, "INVALID_BODY"),
            ({"question": "  "}, 422, "INVALID_BODY"),
            ({"question": "x" * 10_001}, 422, "INVALID_BODY"),
            ({"question": "x", "skill": "nope"}, 422, "UNKNOWN_SKILL"),
            ({"question": "x", "language": "fr"}, 422, "INVALID_BODY"),
            ({"question": "x", "tenant": "other"}, 422, "INVALID_BODY"),
        ],
    )
    def test_what_is_no_question(self, house: House, body: Json, status: int, code: str) -> None:
        assert error_of(house.post("/api/runs", body)) == (status, code)

    def test_bodies_that_are_none(self, house: House) -> None:
        sent = {"Content-Type": "application/json"}
        assert error_of(house.call("POST", "/api/runs", content="{", headers=sent)) == (400, "NOT_JSON")
        assert house.call("POST", "/api/runs", content=b"x" * 6_000_000, headers=sent).status_code == 413
        assert house.call("POST", "/api/runs", content="question=x").status_code in (415, 422)
        assert error_of(house.call("PUT", "/api/runs")) == (405, "METHOD_NOT_ALLOWED")


class TestEvidence:
    def test_a_figure_opens_its_cell_and_row(self, house: House, bank: Json) -> None:
        found = house.get(f"/api/runs/{bank['id']}/figures/1").json()
        (cell,) = found["cells"]
        assert (cell["table"], cell["column"], cell["value"]) == (
            "TrusteeDataAccountBalance", "closingBalance", "152400.00",
        )  # fmt: skip
        assert cell["rowValues"]["accountNumber"] == "1020"
        assert {"field": "periodYear", "op": "=", "value": 2025} in cell["arguments"]["filters"]
        assert found["derivation"] is None

    def test_a_sum_shows_how_it_came_about(self, house: House, bank: Json) -> None:
        derivation = house.get(f"/api/runs/{bank['id']}/figures/4").json()["derivation"]
        (step,) = derivation["steps"]
        assert step["function"] == "sum"
        assert [operand["value"] for operand in step["operands"]] == ["152400.00", "28100.00"]
        assert step["result"] == "180500.00"

    def test_figures_and_tables_that_are_not_there(self, house: House, bank: Json) -> None:
        run = f"/api/runs/{bank['id']}"
        assert error_of(house.get(f"{run}/figures/99")) == (404, "UNKNOWN_FIGURE")
        assert error_of(house.get(f"{run}/tables/e99.csv")) == (404, "UNKNOWN_TABLE")

    def test_a_table_as_csv_and_workbook(self, house: House, bank: Json) -> None:
        run = f"/api/runs/{bank['id']}"
        sheet = house.get(f"{run}/tables/e1.csv")
        assert sheet.headers["content-disposition"].startswith('attachment; filename="TrusteeDataAccountBalance-e1-')
        assert sheet.content.startswith(b"\xef\xbb\xbf")
        assert "152400.00" in sheet.text
        data = house.get(f"{run}/tables/e1.xlsx").content
        rows = list(load_workbook(io.BytesIO(data)).worksheets[0].iter_rows(values_only=True))
        place = [str(name) for name in rows[0]].index("closingBalance")
        assert rows[1][place] == 152400

    def test_a_chart_of_a_series(self, house: House) -> None:
        run = f"/api/runs/{house.run(MONTHS)['id']}"
        charts = [house.get(f"{run}/tables/e1/chart.svg?theme={theme}&language=en") for theme in ("light", "dark")]
        assert all(chart.headers["content-type"] == "image/svg+xml" for chart in charts)
        assert all("Jan" in chart.text and "<script" not in chart.text for chart in charts)
        assert charts[0].text != charts[1].text

    def test_what_is_no_series_is_not_drawn(self, house: House) -> None:
        listed = house.run("Welche Bankkonten führen wir?")
        answer = house.get(f"/api/runs/{listed['id']}/tables/e1/chart.svg")
        assert error_of(answer) == (422, "NO_SERIES")
        assert answer.json()["error"]["nextStep"]


class TestClarifications:
    def test_the_inbox(self, house: House) -> None:
        question = house.waiting()
        assert question["suggestedAnswers"]
        path = f"/api/clarifications/{question['id']}"
        assert house.get(path).json() == question
        assert house.get("/api/me").json()["openQuestions"] >= 1
        first, again = (house.post(f"{path}/answer", {"answer": "Bank"}) for _ in range(2))
        assert first.json() == again.json()
        assert (first.json()["status"], first.json()["answer"]) == ("answered", "Bank")
        assert error_of(house.post(f"{path}/answer", {"answer": "Umsatz"})) == (409, "CLARIFICATION_CONFLICT")
        assert house.post(f"{path}/answer", {"answer": " "}).status_code == 422
        assert question["id"] not in [one["id"] for one in house.get("/api/clarifications").json()["items"]]
        everything = house.get("/api/clarifications?status=all&limit=200").json()["items"]
        assert question["id"] in [one["id"] for one in everything]

    def test_a_question_that_nobody_asked(self, house: House) -> None:
        assert error_of(house.get("/api/clarifications/nope")) == (404, "UNKNOWN_CLARIFICATION")
        assert house.post("/api/clarifications/..%2Fx/answer", {"answer": "x"}).status_code == 404


class TestRequirements:
    def test_a_file_becomes_a_list(self, house: House) -> None:
        data = b"Id;Anforderung\nR1;Die App muss schnell sein.\nR2;Die App exportiert PDF.\n"
        found = house.call("POST", "/api/requirements/upload", files={"file": ("r.csv", data)}).json()
        assert [(one["id"], one["text"]) for one in found["requirements"]] == [
            ("R1", "Die App muss schnell sein."),
            ("R2", "Die App exportiert PDF."),
        ]

    @pytest.mark.parametrize("data", [b"", b"%PDF-1.7", b"PK\x03\x04broken"])
    def test_a_file_that_is_none(self, house: House, data: bytes) -> None:
        answer = house.call("POST", "/api/requirements/upload", files={"file": ("r.bin", data)})
        assert error_of(answer) == (422, "UNREADABLE_FILE")

    def test_an_upload_may_be_larger_than_a_body_but_not_without_end(self, house: House) -> None:
        data = b"%PDF" + bytes(6_000_000)
        answer = house.call("POST", "/api/requirements/upload", files={"file": ("r.pdf", data)})
        assert error_of(answer) == (422, "UNREADABLE_FILE")
        assert house.call("POST", "/api/requirements/upload", files={"file": ("r", data * 4)}).status_code == 413

    def test_a_rejected_pair_stays_rejected(self, house: House) -> None:
        texts = ["Die App exportiert Rechnungen als PDF.", "Die App exportiert Rechnungen als PDF ."]
        body = {"requirements": [{"id": str(n), "text": text} for n, text in enumerate(texts)]}
        pair = {"one": texts[0], "other": texts[1]}
        assert len(house.post("/api/requirements/duplicates", body).json()["pairs"]) == 1
        assert house.post("/api/requirements/duplicates/rejected", pair).status_code == 204
        assert house.post("/api/requirements/duplicates", body).json() == {"pairs": [], "groups": []}
        house.post("/api/requirements/duplicates/rejected", {**pair, "rejected": False})
        assert len(house.post("/api/requirements/duplicates", body).json()["pairs"]) == 1

    def test_a_rejected_finding_is_suppressed_from_then_on(self, house: House) -> None:
        def reasons() -> set[str | None]:
            found = house.post("/api/v2/evaluate/single", {"text": "Die App muss schnell sein."}).json()["findings"]
            return {one.get("suppressed") for one in found if one["rule"] == "vague-quality"}

        body = {"rule": "vague-quality", "words": "schnell", "reason": "im Glossar erklärt"}
        assert reasons() == {None}
        assert house.post("/api/requirements/findings/rejected", body).status_code == 204
        assert reasons() == {"im Glossar erklärt"}
        house.post("/api/requirements/findings/rejected", {**body, "rejected": False})
        assert reasons() == {None}
        assert house.post("/api/requirements/findings/rejected", {"rule": "vague-quality"}).status_code == 422


def test_a_document_is_added_found_and_removed(house: House) -> None:
    text = b"# Handbuch\n\nZugriffe werden 90 Tage aufbewahrt."
    added = house.call("POST", "/api/knowledge/documents", files={"file": ("handbuch.md", text)}).json()
    assert (added["source"], added["status"]) == ("handbuch.md", "added")
    (held,) = house.get("/api/knowledge/documents").json()
    found = house.post("/api/knowledge/search", {"question": "Wie lange werden Zugriffe aufbewahrt?"}).json()
    assert "90 Tage" in found["hits"][0]["passage"]["text"]
    assert house.call("DELETE", f"/api/knowledge/documents/{held['id']}").status_code == 204
    assert house.get("/api/knowledge/documents").json() == []
    assert error_of(house.call("DELETE", f"/api/knowledge/documents/{held['id']}")) == (404, "UNKNOWN_DOCUMENT")


def test_benchmark_reports(house: House) -> None:
    folder = house.settings.home / "benchmark" / "trustee-x"
    folder.mkdir(parents=True)
    for name, content in {"report.json": '{"a": 1}', "report.md": "# R", "accuracy.svg": "<svg/>"}.items():
        (folder / name).write_text(content)
    (listed,) = house.get("/api/benchmarks").json()["items"]
    assert (listed["name"], listed["charts"]) == ("trustee-x", ["accuracy"])
    assert house.get("/api/benchmarks/trustee-x").json() == {"a": 1}
    assert house.get("/api/benchmarks/trustee-x/report.md").text == "# R"
    assert house.get("/api/benchmarks/trustee-x/charts/accuracy.svg").text == "<svg/>"
    assert error_of(house.get("/api/benchmarks/nope")) == (404, "UNKNOWN_REPORT")
    assert house.get("/api/benchmarks/..%2F..%2Fx").status_code in (404, 422)


def test_the_description_names_errors_and_examples(house: House) -> None:
    described = house.get("/openapi.json").json()
    for path, item in described["paths"].items():
        for told in item.values():
            assert told["tags"], path
            assert path in ("/healthz", "/readyz") or "401" in told["responses"], path
    assert described["components"]["securitySchemes"]["HTTPBearer"]["scheme"] == "bearer"
