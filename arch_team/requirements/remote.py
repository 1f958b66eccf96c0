"""The review at another address: the same methods, over HTTP."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self, TypeVar

from pydantic import TypeAdapter, ValidationError

from arch_team.requirements.contract import (
    BatchBody,
    ConflictFound,
    DuplicateFound,
    DuplicatesBody,
    EvaluateBody,
    EvaluationResult,
    Item,
    SuggestedItems,
    ValidatedItem,
)
from arch_team.requirements.errors import ReviewError, ReviewUnavailable
from arch_team.wire import Wire

if TYPE_CHECKING:
    import httpx

EVALUATE = "/api/v2/evaluate/single"
REWRITE = "/api/v1/validate/batch"
SUGGEST = "/api/v1/validate/suggest"
DUPLICATES = "/api/kg/search/nodes"
CONFLICTS = "/api/v1/validate/conflicts"
DEFAULT_TIMEOUT = 30.0

_Answer = TypeVar("_Answer")


class RemoteRequirements:
    """Raises what the service in this process would raise: an error of the other end comes back as the same error."""

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        transport: "httpx.AsyncBaseTransport | None" = None,
    ) -> None:
        import httpx

        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._client = httpx.AsyncClient(
            base_url=base_url.rstrip("/"), headers=headers, timeout=timeout, transport=transport, follow_redirects=False
        )
        self._shown = str(self._client.base_url.copy_with(username=None, password=None)).rstrip("/")

    async def evaluate(self, text: str, criteria_keys: Sequence[str] | None = None) -> EvaluationResult:
        keys = tuple(criteria_keys) if criteria_keys is not None else None
        return await self._post(EVALUATE, EvaluateBody(text=text, criteria_keys=keys), EvaluationResult)

    async def rewrite(self, items: Sequence[str | Item]) -> tuple[ValidatedItem, ...]:
        return await self._post(REWRITE, BatchBody(items=tuple(items)), tuple[ValidatedItem, ...])

    async def suggest(self, items: Sequence[str]) -> SuggestedItems:
        return await self._post(SUGGEST, BatchBody(items=tuple(items)), SuggestedItems)

    async def detect_duplicates(self, requirements: Sequence[str]) -> tuple[DuplicateFound, ...]:
        return await self._post(
            DUPLICATES, DuplicatesBody(requirements=tuple(requirements)), tuple[DuplicateFound, ...]
        )

    async def detect_conflicts(self, requirements: Sequence[str]) -> tuple[ConflictFound, ...]:
        return await self._post(CONFLICTS, DuplicatesBody(requirements=tuple(requirements)), tuple[ConflictFound, ...])

    async def close(self) -> None:
        await self._client.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _post(self, path: str, body: Wire, expected: type[_Answer]) -> _Answer:
        import httpx

        try:
            response = await self._client.post(
                path, content=body.to_json(), headers={"Content-Type": "application/json"}
            )
        except httpx.TimeoutException as error:
            raise self._unavailable("did not answer in time") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._unavailable(f"cannot be reached ({type(error).__name__})") from error
        if response.is_error:
            raise self._refused(response)
        try:
            return TypeAdapter(expected).validate_json(response.content)
        except ValidationError as error:
            raise self._unavailable("answered in a form that is not the contract's") from error

    def _unavailable(self, what: str) -> ReviewUnavailable:
        return ReviewUnavailable(f"the review at {self._shown} {what}", "Check the base URL, or review in process.")

    def _refused(self, response: "httpx.Response") -> ReviewError:
        try:
            told = response.json()["error"]
            message, next_step = str(told["message"]), str(told.get("nextStep") or "")
            known = {error.code: error for error in ReviewError.__subclasses__()}
            kind = known.get(str(told.get("code")), ReviewUnavailable)
        except (ValueError, KeyError, TypeError, AttributeError):
            return self._unavailable(f"answered with status {response.status_code}")
        return kind(message, next_step)
