"""Vectors from an OpenAI-compatible embeddings endpoint (`POST {base_url}/embeddings`)."""

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from arch_team.errors import SourceUnavailable
from arch_team.vectors.embedding import Matrix, readable, unit_rows

if TYPE_CHECKING:
    import httpx

DEFAULT_TIMEOUT = 120.0
DEFAULT_BATCH = 128


class EndpointEmbedder:
    """A model behind HTTP. Sends `batch` texts at a time; where it does not answer, the error names the address."""

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key: str | None = None,
        *,
        size: int | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        batch: int = DEFAULT_BATCH,
        transport: "httpx.BaseTransport | None" = None,
    ) -> None:
        self.model = model
        self._address = base_url.rstrip("/") + "/embeddings"
        self._api_key = api_key
        self._size = size
        self._timeout = timeout
        self._batch = batch
        self._transport = transport
        self._opening = threading.Lock()
        self._client: httpx.Client | None = None

    @property
    def name(self) -> str:
        return self.model

    @property
    def size(self) -> int:
        """As given, else as the endpoint's first answer says."""
        if self._size is None:
            self._size = self._ask(["size"]).shape[1]
        return self._size

    def embed(self, texts: Sequence[str]) -> Matrix:
        if not texts:
            return np.empty((0, self.size), dtype=np.float32)
        parts = [self._ask(texts[start : start + self._batch]) for start in range(0, len(texts), self._batch)]
        vectors = np.vstack(parts)
        if self._size is None:
            self._size = vectors.shape[1]
        if vectors.shape[1] != self._size:
            raise self._unusable(f"vectors of {vectors.shape[1]} numbers where {self._size} were expected")
        return vectors

    def close(self) -> None:
        if self._client is not None:
            self._client.close()

    def _ask(self, texts: Sequence[str]) -> Matrix:
        import httpx

        # An empty input is an error at most endpoints.
        inputs = [readable(text) or " " for text in texts]
        try:
            answer = self._opened().post(self._address, json={"model": self.model, "input": inputs})
            answer.raise_for_status()
            body = answer.json()
        except httpx.HTTPStatusError as error:
            code = error.response.status_code
            raise self._unusable(f"status {code}", _NEXT_STEPS.get(code, "")) from error
        except httpx.HTTPError as error:
            raise self._unusable(str(error) or type(error).__name__) from error
        except ValueError as error:
            raise self._unusable("no JSON") from error
        return unit_rows(self._vectors(body, len(texts)))

    def _vectors(self, body: object, expected: int) -> list[list[float]]:
        try:
            rows = cast("list[dict[str, Any]]", cast("dict[str, Any]", body)["data"])
            ordered = sorted(rows, key=lambda row: cast("int", row["index"]))
            vectors = [[float(number) for number in row["embedding"]] for row in ordered]
        except (KeyError, TypeError, ValueError) as error:
            raise self._unusable("no list of embeddings") from error
        if len(vectors) != expected or len({len(vector) for vector in vectors}) != 1:
            raise self._unusable(f"{len(vectors)} vectors for {expected} texts, or vectors of different sizes")
        return vectors

    def _opened(self) -> "httpx.Client":
        import httpx

        with self._opening:
            if self._client is None:
                headers = {"Authorization": f"Bearer {self._api_key}"} if self._api_key else {}
                self._client = httpx.Client(headers=headers, timeout=self._timeout, transport=self._transport)
            return self._client

    def _unusable(self, what: str, next_step: str = "") -> SourceUnavailable:
        return SourceUnavailable(
            f"The embeddings endpoint {self._address} gave {what}.",
            next_step or "Check the address and the model's name, or leave them out to use the packaged model.",
        )


_NEXT_STEPS = {
    401: "Check the key for the embeddings endpoint.",
    403: "Check the key for the embeddings endpoint, and that it may use this model.",
    404: "Check the address (it usually ends in /v1) and the model's name.",
    429: "The endpoint refuses more calls for now: wait, or use the packaged model.",
}
