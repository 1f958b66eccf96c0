"""The tool `search_knowledge`: numbered passages for a model, noted for the run, and errors it can mend."""

import asyncio
import json
from pathlib import Path
from typing import cast

import pytest

from arch_team.errors import SourceUnavailable
from arch_team.search.decision_store import MemoryDecisionStore
from arch_team.search.knowledge import Knowledge
from arch_team.tools.knowledge import KnowledgeTool, KnowledgeTools
from arch_team.vectors.embedding import default_embedder
from arch_team.vectors.store import VectorStore
from tests.search.files import write_library
from tests.search.holding import Shelf


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    shelf = Shelf()
    shelf.library("a").add([write_library(tmp_path_factory.mktemp("docs"))])
    return shelf


def called(tools: KnowledgeTools, arguments: object) -> dict[str, object]:
    read: dict[str, object] = json.loads(asyncio.run(KnowledgeTool(tools).run(arguments)))
    return read


def keys(result: dict[str, object]) -> list[str]:
    data = result["data"]
    assert isinstance(data, dict)
    passages = cast("list[dict[str, str]]", data["passages"])
    return [passage["key"] for passage in passages]


def test_passages_are_numbered_through_the_run(shelf: Shelf) -> None:
    tools = KnowledgeTools(shelf.knowledge(), tenant="a", language="de")
    first = called(tools, {"query": "Wie lange werden Zugriffe aufbewahrt?", "top_k": 2})
    assert keys(first) == ["k1", "k2"]
    second = called(tools, {"query": "Zugriffe aufbewahrt", "top_k": 3})
    assert keys(second)[0] == "k1"
    assert [kept.key for kept in tools.run] == ["k1", "k2", "k3"]
    assert [(line.tool, line.success) for line in tools.log] == [("search_knowledge", True)] * 2


@pytest.mark.parametrize(
    "arguments", [{}, {"query": ""}, {"query": "x", "top_k": 0}, {"query": "x", "top_k": 99}, "x", 7]
)
def test_wrong_arguments_are_told_and_logged(shelf: Shelf, arguments: object) -> None:
    tools = KnowledgeTools(shelf.knowledge(), tenant="a", language="de")
    result = called(tools, arguments)
    assert result["success"] is False
    assert result["error"]
    assert tools.log[0].validation_failure_code == "INVALID_ARGUMENT"
    assert tools.run.calls == 0


def test_another_tenant_finds_nothing(shelf: Shelf) -> None:
    tools = KnowledgeTools(shelf.knowledge(), tenant="b", language="de")
    assert keys(called(tools, {"query": "Zugriffe"})) == []


def test_a_store_that_is_gone_is_a_system_error_until_it_is_back(shelf: Shelf) -> None:
    def closed(tenant: str) -> VectorStore:
        raise SourceUnavailable("Qdrant does not answer.", "Start it.")

    tools = KnowledgeTools(Knowledge(closed, default_embedder(), MemoryDecisionStore()), tenant="a", language="de")
    result = called(tools, {"query": "Zugriffe"})
    assert str(result["error"]).startswith("SYSTEM ERROR:")
    assert tools.run.system_error
    tools.run.add([], "c2")
    assert tools.run.system_error is None


def test_the_schema_names_query_and_top_k(tmp_path: Path) -> None:
    schema = KnowledgeTool(KnowledgeTools(Shelf().knowledge(), tenant="a", language="de")).schema
    assert schema["name"] == "search_knowledge"
    parameters = schema.get("parameters")
    assert parameters is not None
    assert set(parameters["properties"]) == {"query", "top_k"}
    assert parameters.get("required") == ["query"]
