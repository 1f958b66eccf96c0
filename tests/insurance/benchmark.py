"""Reading the outside benchmark: which questions there are, and the SQL that is held to answer each."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

_NODE = re.compile(r"^dwt:(\S+)\n(.*?) \.$", re.MULTILINE | re.DOTALL)
_TEXT = r'\s+"((?:[^"\\]|\\.)*)"'


@dataclass(frozen=True, slots=True)
class Gold:
    """A question of the benchmark. `key` is the start of its id, long enough to tell it from the others."""

    key: str
    prompt: str
    sql: tuple[str, ...]


KEY_LENGTH = 6


def read_benchmark(file: Path) -> dict[str, Gold]:
    nodes = {match[1]: match[2] for match in _NODE.finditer(file.read_text(encoding="utf-8"))}
    found = [
        Gold(_key(name), _text(body, "QandA:prompt"), tuple(_sql(nodes, body)))
        for name, body in nodes.items()
        if "QandA:Inquiry" in body
    ]
    by_key = {gold.key: gold for gold in found}
    assert len(by_key) == len(found), "two questions share a key: lengthen KEY_LENGTH"
    return by_key


def _key(name: str) -> str:
    return name.removeprefix("IQ_")[:KEY_LENGTH]


def _sql(nodes: dict[str, str], inquiry: str) -> list[str]:
    expected = [nodes[name] for name in re.findall(r"dwt:(query-[\w-]+)", inquiry)]
    return [_in_duckdb(_text(node, "QandA:queryText")) for node in expected if "dwt:SqlQuery" in node]


def _text(body: str, predicate: str) -> str:
    match = re.search(re.escape(predicate) + _TEXT, body)
    assert match is not None, f"{predicate} is missing"
    return json.loads(f'"{match[1]}"')


def _in_duckdb(sql: str) -> str:
    """The same statement without what only another dialect knows: comments that start with #."""
    return re.sub(r"#[^\n]*", "", sql)
