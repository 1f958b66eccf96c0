"""Which code was measured: its commit where there is one, and a fingerprint of the files in any case."""

import hashlib
import platform
import subprocess
from functools import cache
from importlib.metadata import version
from pathlib import Path

import arch_team

_SUFFIXES = (".py", ".yaml", ".md")
_TOLD = ("autogen-agentchat", "pydantic", "sqlalchemy", "duckdb")


@cache
def code_fingerprint() -> str:
    root = Path(arch_team.__file__).parent
    digest = hashlib.sha256()
    for file in sorted(root.rglob("*")):
        if file.suffix in _SUFFIXES and "__pycache__" not in file.parts:
            digest.update(str(file.relative_to(root)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


@cache
def commit() -> str:
    """The commit of the source tree, with a plus sign where files differ from it. `unknown` outside of one."""
    root = Path(arch_team.__file__).parent.parent
    head = _git(root, "rev-parse", "--short=12", "HEAD")
    if head is None:
        return "unknown"
    changed = _git(root, "status", "--porcelain", "--", "arch_team")
    return f"{head}+" if changed else head


def versions() -> dict[str, str]:
    return {"arch-team": version("arch-team"), "python": platform.python_version()} | {n: version(n) for n in _TOLD}


def _git(root: Path, *arguments: str) -> str | None:
    if not (root / ".git").exists():
        return None
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, encoding="utf-8", check=False, timeout=10
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
