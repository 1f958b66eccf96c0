"""Packaged YAML, read with the C loader where there is one: it is ten times as fast.

What a file holds is kept as Python keeps its compiled modules: in `__pycache__` beside it, for one version of Python,
unless Python was told to write none. It is taken while the file is the same, byte for byte. What is missing, cut short
or of another file is made again, and a folder that may not be written to costs time only. Others keep what they prepare
the same way.
"""

import marshal
import os
import sys
from collections.abc import Callable
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
    if not isinstance(source, Path):  # it lies in no folder
        return load_yaml(content.decode("utf-8"))
    kept = Kept(source, content)
    loaded = kept.read()
    if loaded is None:
        loaded = load_yaml(content.decode("utf-8"))
        kept.write(loaded)
    return loaded


class Kept:
    """What was made of `origin`, and is to be kept under the name of `beside` in the folder of compiled modules."""

    def __init__(self, beside: Path, origin: bytes) -> None:
        self._origin = _digest(origin)
        try:
            self._path = Path(cache_from_source(f"{beside}.py")).with_suffix(".data")
        except NotImplementedError:  # this Python keeps nothing
            self._path = None

    @property
    def may_write(self) -> bool:
        return self._path is not None and not sys.dont_write_bytecode

    def read(self) -> Any:
        """None: there is nothing, or nothing whole, or it was made of something else."""
        if self._path is None:
            return None
        try:
            held = self._path.read_bytes()
            payload = memoryview(held)[2 * _DIGEST :]
            if held[:_DIGEST] == self._origin and held[_DIGEST : 2 * _DIGEST] == _digest(payload):
                return marshal.loads(payload)  # noqa: S302 - trusted as the compiled modules beside it are
        except (OSError, ValueError, EOFError, TypeError):
            pass
        return None

    def write(self, made: Any) -> None:
        """Written aside and moved: whoever reads it meanwhile has the old one or the new one, whole."""
        if self._path is None or not self.may_write:
            return
        aside = self._path.with_suffix(f".{os.getpid()}.{get_ident()}.tmp")
        try:
            payload = marshal.dumps(made)
            self._path.parent.mkdir(parents=True, exist_ok=True)
            aside.write_bytes(self._origin + _digest(payload) + payload)
            aside.replace(self._path)
        except (OSError, ValueError):  # no right to write, no room; or a value that is not as plain as it should be
            with suppress(OSError):
                aside.unlink(missing_ok=True)


def _digest(content: bytes | memoryview) -> bytes:
    return blake2b(content, digest_size=_DIGEST).digest()


def load_yaml(text: str) -> Any:
    """Plain values only. Whoever asks says what is in it."""
    import yaml

    return yaml.load(text, Loader=_loader())  # noqa: S506 - both are safe loaders


def load_yaml_seen(text: str, look: "Callable[[yaml.Node | None], None]") -> Any:
    """What a text says. `look` is shown it before as it is written, with its lines. What is wrong is told by the other
    loader, which says more exactly where."""
    import yaml

    try:
        return _seen(_loader()(text), look)
    except yaml.YAMLError:
        return _seen(yaml.SafeLoader(text), look)


def _loader() -> Any:
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _seen(loader: Any, look: "Callable[[yaml.Node | None], None]") -> Any:
    try:
        node: yaml.Node | None = loader.get_single_node()
        look(node)
        return None if node is None else loader.construct_document(node)
    finally:
        loader.dispose()
