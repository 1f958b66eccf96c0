"""Packaged YAML, read with the C loader where there is one: it is ten times as fast.

What a file holds is kept as Python keeps its compiled modules: in `__pycache__` beside it, for one version of Python,
unless Python was told to write none. It is taken while the file is the same, byte for byte. What is missing, cut short
or of another file is made again, and a folder that may not be written to costs time only.
"""

import marshal
import os
import sys
from contextlib import suppress
from hashlib import blake2b
from importlib.resources.abc import Traversable
from importlib.util import cache_from_source
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import yaml

_DIGEST = 16


def load_packaged(source: Traversable) -> Any:
    """What a packaged file holds: plain values only. Whoever asks says what is in it, and changes nothing in it."""
    content = source.read_bytes()
    kept = _kept_at(source)
    if kept is None:
        return load_yaml(content.decode("utf-8"))
    digest = _digest(content)
    try:
        held = kept.read_bytes()
        if held[:_DIGEST] == digest and held[_DIGEST : 2 * _DIGEST] == _digest(held[2 * _DIGEST :]):
            return marshal.loads(held[2 * _DIGEST :])  # noqa: S302 - trusted as the compiled modules beside it are
    except (OSError, ValueError, EOFError, TypeError):
        pass
    loaded = load_yaml(content.decode("utf-8"))
    if not sys.dont_write_bytecode:
        _keep(kept, digest, loaded)
    return loaded


def _kept_at(source: Traversable) -> Path | None:
    """None: it lies in no folder, or this Python keeps nothing."""
    if not isinstance(source, Path):
        return None
    try:
        return Path(cache_from_source(f"{source}.py")).with_suffix(".data")
    except NotImplementedError:
        return None


def _keep(path: Path, digest: bytes, loaded: Any) -> None:
    """Written aside and moved: whoever reads it meanwhile has the old one or the new one, whole."""
    aside = path.with_suffix(f".{os.getpid()}.{get_ident()}.tmp")
    try:
        payload = marshal.dumps(loaded)
        path.parent.mkdir(parents=True, exist_ok=True)
        aside.write_bytes(digest + _digest(payload) + payload)
        aside.replace(path)
    except (OSError, ValueError):  # no right to write, no room; or a value that is not as plain as it should be
        with suppress(OSError):
            aside.unlink(missing_ok=True)


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=_DIGEST).digest()


def load_yaml(text: str) -> Any:
    """Plain values only. Whoever asks says what is in it."""
    import yaml

    return yaml.load(text, Loader=_loader())  # noqa: S506 - both are safe loaders


def yaml_node_and_content(text: str) -> "tuple[yaml.Node | None, Any]":
    """What a text says, and where: both from reading it once. What is wrong is told by the other loader, which says
    more exactly where."""
    import yaml

    try:
        return _node_and_content(_loader()(text))
    except yaml.YAMLError:
        return _node_and_content(yaml.SafeLoader(text))


def _loader() -> Any:
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _node_and_content(loader: Any) -> "tuple[yaml.Node | None, Any]":
    try:
        node: yaml.Node | None = loader.get_single_node()
        return node, None if node is None else loader.construct_document(node)
    finally:
        loader.dispose()
