"""Whether the configured model answers at all, asked before anything is measured by it."""

import asyncio

from autogen_core.models import UserMessage

from arch_team.errors import SourceUnavailable, UsageError
from arch_team.models.provider import ProviderConfig, open_model, place_of
from arch_team.settings import Settings

PATIENCE = 60.0


def require_model(settings: Settings) -> None:
    """One short question. SourceUnavailable where no answer comes, with what the endpoint said."""
    if settings.model is None:
        raise UsageError(
            "there is no model to measure",
            "Name one with --model and --base-url, or set ARCH_TEAM_MODEL and ARCH_TEAM_BASE_URL.",
        )
    seconds = min(PATIENCE, settings.timeout or PATIENCE)
    try:
        asyncio.run(_asked(settings, seconds))
    except TimeoutError as error:
        raise SourceUnavailable(
            f"the model {settings.model} did not answer at {place_of(settings.base_url)} within {seconds:g} seconds",
            "Try again once it is loaded, or name a smaller one.",
        ) from error
    except Exception as error:
        status = getattr(error, "status_code", None)
        said = f": the endpoint says {status}" if status else ""
        raise SourceUnavailable(
            f"the model {settings.model} does not answer at {place_of(settings.base_url)}{said}",
            "Check --base-url, the model's name, ARCH_TEAM_API_KEY and that the endpoint runs.",
        ) from error


async def _asked(settings: Settings, seconds: float) -> None:
    config = ProviderConfig(
        model=settings.model or "",
        base_url=settings.base_url,
        api_key=settings.api_key,
        timeout=seconds,
        max_retries=0,
        max_tokens=8,
    )
    client = open_model(config)
    try:
        async with asyncio.timeout(seconds):
            await client.create([UserMessage(content="Reply OK.", source="user")])
    finally:
        await client.close()
