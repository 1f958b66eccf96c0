"""The MCP door, through the official client: both transports, both eras of the protocol."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal, cast

import httpx2
import mcp_types as types
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client import ClientRequestContext
from mcp.client.streamable_http import streamable_http_client
from mcp_types.version import LATEST_MODERN_VERSION

from arch_team.access.keys import KeyStore
from arch_team.access.opening import open_access_database
from arch_team.settings import Settings
from tests import warm
from tests.server.house import BANK, VAGUE, listening

Mode = Literal["auto", "legacy"]
MODES: tuple[Mode, ...] = ("auto", "legacy")
APPROVED = "CHF 152'400.00"
TOOLS = {
    "ask", "browseTable", "queryTable", "aggregateTable", "evaluate_requirement", "rewrite_requirement",
    "suggest_improvements", "detect_duplicates", "detect_conflicts", "search_knowledge",
}  # fmt: skip


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Settings:
    return Settings(home=tmp_path_factory.mktemp("mcp"), demo_home=demo_home)


@pytest.fixture(scope="module")
def keys(settings: Settings) -> dict[str, str]:
    database = open_access_database(settings)
    store = KeyStore(database)
    made = {
        "alpenblick": store.create("acme", "user")[1],
        "seeland": store.create("other", "user", mandate="seeland")[1],
        "reader": store.create("acme", "reader")[1],
    }
    database.dispose()
    return made


@pytest.fixture(scope="module")
def address(settings: Settings, keys: dict[str, str]) -> Iterator[str]:
    with listening(settings) as url:
        yield f"{url}/mcp"


class Person:
    """Answers what is asked, in order."""

    def __init__(self, *answers: str | None) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, context: ClientRequestContext, params: types.ElicitRequestParams) -> types.ElicitResult:
        self.asked.append(params.message)
        answer = self.answers.pop(0)
        if answer is None:
            return types.ElicitResult(action="decline")
        return types.ElicitResult(action="accept", content={"answer": answer})


@asynccontextmanager
async def connected(
    address: str, key: str | None, mode: Mode = "auto", person: Person | None = None
) -> AsyncGenerator[Client]:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(address, http_client=http), mode=mode, elicitation_callback=person) as client,
    ):
        yield client


def structure(result: types.CallToolResult) -> dict[str, Any]:
    found: Any = result.structured_content
    assert isinstance(found, dict)
    return cast("dict[str, Any]", found)


def called(
    address: str, key: str, tool: str, arguments: dict[str, Any], mode: Mode = "auto", person: Person | None = None
) -> types.CallToolResult:
    async def call() -> types.CallToolResult:
        async with connected(address, key, mode, person) as client:
            return await client.call_tool(tool, arguments)

    return asyncio.run(call())


@pytest.mark.parametrize("mode", MODES)
def test_the_tools(address: str, keys: dict[str, str], mode: Mode) -> None:
    async def listed() -> list[types.Tool]:
        async with connected(address, keys["alpenblick"], mode) as client:
            assert (client.protocol_version == LATEST_MODERN_VERSION) == (mode == "auto")
            return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in asyncio.run(listed())}
    assert set(tools) == TOOLS
    assert "TrusteeDataAccountBalance" in tools["queryTable"].input_schema["properties"]["tableName"]["enum"]


@pytest.mark.parametrize("mode", MODES)
def test_the_team_asks_the_person_through_the_client(address: str, keys: dict[str, str], mode: Mode) -> None:
    person = Person("Bank", "31.12.2025")
    result = called(address, keys["alpenblick"], "ask", {"question": VAGUE}, mode, person)
    assert structure(result)["status"] == "approved"
    assert APPROVED in structure(result)["text"]
    assert len(person.asked) == 2
    assert "1) Bank" in person.asked[0]


@pytest.mark.parametrize("mode", MODES)
def test_a_client_that_cannot_ask_gets_the_question(address: str, keys: dict[str, str], mode: Mode) -> None:
    first = structure(called(address, keys["alpenblick"], "ask", {"question": VAGUE}, mode))
    assert (first["status"], first["clarification"]["status"]) == ("waiting", "pending")
    again = {"clarificationId": first["clarification"]["id"], "answer": "Bank"}
    second = structure(called(address, keys["alpenblick"], "ask", again, mode))
    assert second["runId"] == first["runId"]
    assert second["clarification"]["id"] != first["clarification"]["id"]


@pytest.mark.parametrize("mode", MODES)
def test_a_person_who_will_not_answer_leaves_the_run_waiting(address: str, keys: dict[str, str], mode: Mode) -> None:
    result = structure(called(address, keys["alpenblick"], "ask", {"question": VAGUE}, mode, Person(None)))
    assert result["status"] == "waiting"
    assert result["clarification"]["status"] == "pending"


def test_an_answer_with_its_figures(address: str, keys: dict[str, str]) -> None:
    result = called(address, keys["alpenblick"], "ask", {"question": BANK})
    assert APPROVED in structure(result)["text"]
    assert structure(result)["figures"][0]["references"] == ["e1.r0.closingBalance"]


def balances(account: str) -> dict[str, Any]:
    pinned = {"periodYear": 2025, "periodMonth": 0, "accountNumber": account}
    filters = [{"field": name, "op": "=", "value": value} for name, value in pinned.items()]
    fields = ["accountNumber", "closingBalance", "currency"]
    return {"tableName": "TrusteeDataAccountBalance", "fields": fields, "filters": filters}


def test_data_comes_from_the_scope_of_the_key(address: str, keys: dict[str, str]) -> None:
    own = structure(called(address, keys["alpenblick"], "queryTable", balances("1020")))
    other = structure(called(address, keys["seeland"], "queryTable", balances("1020")))
    assert own["data"]["rows"][0]["closingBalance"] == "152400.00"
    assert other["data"]["rows"] != own["data"]["rows"]


def test_a_rejected_call_says_how_to_mend_it(address: str, keys: dict[str, str]) -> None:
    wrong = {**balances("1020"), "fields": ["klosingBalance"]}
    result = called(address, keys["alpenblick"], "queryTable", wrong)
    assert result.is_error
    details = structure(result)["errorDetails"]
    assert (details["code"], details["suggestion"]) == ("FIELD_NOT_FOUND", "closingBalance")


def test_a_balance_is_never_summed_here_either(address: str, keys: dict[str, str]) -> None:
    call: dict[str, Any] = {
        "tableName": "TrusteeDataAccountBalance",
        "aggregate": "SUM",
        "field": "closingBalance",
        "filters": [],
    }
    result = called(address, keys["alpenblick"], "aggregateTable", call)
    assert result.is_error
    assert structure(result)["errorDetails"]["code"]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("evaluate_requirement", {"requirement_text": "Die App muss schnell sein."}),
        ("suggest_improvements", {"requirement_text": "Die App muss schnell sein."}),
        ("rewrite_requirement", {"requirement_text": "Die App muss schnell sein."}),
        ("search_knowledge", {"query": "Aufbewahrung von Zugriffen"}),
    ],
)
def test_requirements_and_knowledge(address: str, keys: dict[str, str], tool: str, arguments: dict[str, Any]) -> None:
    result = called(address, keys["alpenblick"], tool, arguments)
    assert not result.is_error, result
    assert structure(result)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("ask", {}),
        ("ask", {"question": ""}),
        ("ask", {"question": BANK, "skill": "nope"}),
        ("ask", {"clarificationId": "nobody-knows", "answer": "x"}),
        ("evaluate_requirement", {}),
        ("search_knowledge", {"query": ""}),
        ("nope", {}),
    ],
)
def test_what_is_wrong_is_told_in_the_result(
    address: str, keys: dict[str, str], tool: str, arguments: dict[str, Any]
) -> None:
    result = called(address, keys["alpenblick"], tool, arguments)
    assert result.is_error
    assert structure(result)["error"]


def test_nobody_answers_a_question_of_another_tenant(address: str, keys: dict[str, str]) -> None:
    question = structure(called(address, keys["alpenblick"], "ask", {"question": VAGUE}))["clarification"]["id"]
    result = called(address, keys["seeland"], "ask", {"clarificationId": question, "answer": "Bank"})
    assert structure(result)["errorDetails"]["code"] == "UNKNOWN_CLARIFICATION"


@pytest.mark.parametrize("who", [None, "reader", "wrong"])
def test_without_a_key_that_may_write_there_is_no_way_in(address: str, keys: dict[str, str], who: str | None) -> None:
    key = keys.get(who, "at_000000000000_wrong") if who else None

    async def come() -> None:
        async with connected(address, key):
            pass

    with pytest.raises((MCPError, ExceptionGroup, httpx2.HTTPError)):
        asyncio.run(come())


def test_a_session_belongs_to_the_key_that_opened_it(address: str, keys: dict[str, str]) -> None:
    def post(key: str, session: str | None, method: str) -> httpx2.Response:
        params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        headers = {
            "Authorization": f"Bearer {key}",
            "Accept": "application/json, text/event-stream",
            **({"Mcp-Session-Id": session} if session else {}),
        }
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params if method == "initialize" else {}}
        with httpx2.Client(timeout=60) as http:
            return http.post(address, json=body, headers=headers)

    session = post(keys["alpenblick"], None, "initialize").headers["mcp-session-id"]
    assert post(keys["alpenblick"], session, "tools/list").status_code == 200
    assert post(keys["seeland"], session, "tools/list").status_code == 404


def test_stdio(tmp_path: Path, demo_home: Path) -> None:
    """A process of its own with the real engine, as a desktop client starts it."""
    program, *arguments = warm.console("mcp")
    environment = {"ARCH_TEAM_HOME": str(tmp_path), "ARCH_TEAM_DEMO_HOME": str(demo_home), **warm.place()}
    server = StdioServerParameters(command=program, args=arguments, env=environment)
    person = Person("Bank", "31.12.2025")

    async def talk() -> tuple[set[str], types.CallToolResult, types.CallToolResult]:
        async with Client(server, elicitation_callback=person, read_timeout_seconds=120) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            rows = await client.call_tool("queryTable", balances("1020"))
            return names, rows, await client.call_tool("ask", {"question": VAGUE})

    names, rows, answer = asyncio.run(talk())
    assert names == TOOLS
    assert structure(rows)["data"]["rows"][0]["closingBalance"] == "152400.00"
    assert APPROVED in structure(answer)["text"]
