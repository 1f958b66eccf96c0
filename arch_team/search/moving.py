"""From the file of this machine to a Qdrant server: every passage with its vectors, so nothing is embedded anew."""

from typing import TYPE_CHECKING

from arch_team.errors import UsageError
from arch_team.search.library import STORE_NAME
from arch_team.vectors.embedding import default_embedder
from arch_team.vectors.store import VectorStore

if TYPE_CHECKING:
    from arch_team.settings import Settings
    from arch_team.vectors.embedding import Embedder


def moved(settings: "Settings", to: str, *, tenant: str, embedder: "Embedder | None" = None) -> int:
    """How many passages were copied. Copying again copies over what is there; nothing is taken away from here."""
    if settings.qdrant_url:
        raise UsageError(
            f"the documents are on {settings.qdrant_url} already",
            "Unset ARCH_TEAM_QDRANT_URL to copy from this machine.",
        )
    model = embedder or default_embedder()
    there = settings.model_copy(update={"qdrant_url": to})
    with (
        VectorStore.open(STORE_NAME, tenant=tenant, embedder=model, settings=settings) as source,
        VectorStore.open(STORE_NAME, tenant=tenant, embedder=model, settings=there) as target,
    ):
        return target.upsert(source.points())
