"""One turn with a model, without tools and without the user's data: the direct path where a model is configured."""

import asyncio

from autogen_core.models import ChatCompletionClient, SystemMessage, UserMessage

from arch_team.models.provider import ProviderConfig, open_model
from arch_team.models.watched import Watched
from arch_team.settings import Settings
from arch_team.wire import Language

_NAMES: dict[Language, str] = {"de": "German", "en": "English"}
NO_REPLY: dict[Language, str] = {"de": "Das Modell hat nicht geantwortet.", "en": "The model did not answer."}
"""Told beside what is said instead."""
_PROMPT = (
    "Answer briefly, in {language}. You have no access to the user's own data: state nothing about their company, "
    "accounts, customers or requirements."
)


async def plain_chat(settings: Settings, given: ChatCompletionClient | None, text: str, language: Language) -> str:
    """What the model says, or nothing where it fails: the caller then says that there is no answer."""
    config = ProviderConfig(
        model=settings.model or "", base_url=settings.base_url, api_key=settings.api_key, timeout=settings.timeout
    )
    client = Watched(given or open_model(config), settings.model or type(given).__name__)
    try:
        async with asyncio.timeout(settings.timeout or None):
            said = await client.create(
                [
                    SystemMessage(content=_PROMPT.format(language=_NAMES[language])),
                    UserMessage(content=text, source="user"),
                ]
            )
    except Exception:
        return ""
    finally:
        if given is None:
            await client.close()
    return said.content.strip() if isinstance(said.content, str) else ""
