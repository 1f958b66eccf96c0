"""Where the demo lives. Opening it again is quick: the generator is only loaded when there is something to build."""

import hashlib
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def demo_database(home: Path) -> Path:
    """The demo file under `home`, built when it is missing or broken. A changed generator has a new name, so that it
    builds anew."""
    path = home / f"trustee-demo-{_edition()}.duckdb"
    if not _is_whole(path):
        from arch_team.demo.database import build

        build(path)
    return path


def _is_whole(path: Path) -> bool:
    """Whether there is a DuckDB file. What is something else, or was cut off at its head, is built anew."""
    try:
        with path.open("rb") as file:
            return file.read(12)[8:] == b"DUCK"
    except FileNotFoundError:
        return False


def _edition() -> str:
    """A fingerprint of everything the file depends on: the generator, the tables' models and DuckDB's format."""
    digest = hashlib.sha256(version("duckdb").encode())
    sources = [*_sources(files("arch_team.demo"))]
    sources.append(files("arch_team.featuredata") / "tables.py")
    for source in sorted(sources, key=str):
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:12]


def _sources(folder: Traversable) -> list[Traversable]:
    """The files of a package folder and its subfolders that shape the result."""
    found: list[Traversable] = []
    for item in folder.iterdir():
        if item.is_dir():
            found += _sources(item)
        elif item.name.endswith((".py", ".sql", ".csv")):
            found.append(item)
    return found
