"""How a collection is laid out in Qdrant, and that no two models share one."""

from typing import TYPE_CHECKING

from arch_team.errors import UsageError
from arch_team.vectors.conditions import TENANT
from arch_team.vectors.embedding import Embedder

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

DENSE = "dense"
SPARSE = "sparse"
MODEL = "embedder"
LOOKED_UP = ("document", "content_hash")
"""Fields by which documents are looked up while others are added."""


def prepare(client: "QdrantClient", collection: str, embedder: Embedder) -> None:
    """Makes the collection where there is none; refuses one that another model filled."""
    if client.collection_exists(collection):
        _check(client, collection, embedder)
    else:
        _make(client, collection, embedder)


def _make(client: "QdrantClient", collection: str, embedder: Embedder) -> None:
    from qdrant_client.http import models

    client.create_collection(
        collection,
        vectors_config={DENSE: models.VectorParams(size=embedder.size, distance=models.Distance.COSINE)},
        sparse_vectors_config={SPARSE: models.SparseVectorParams(modifier=models.Modifier.IDF)},
        metadata={MODEL: embedder.name},
    )
    tenant = models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=True)
    client.create_payload_index(collection, TENANT, field_schema=tenant, wait=True)
    for name in LOOKED_UP:
        client.create_payload_index(collection, name, field_schema=models.PayloadSchemaType.KEYWORD, wait=True)


def _check(client: "QdrantClient", collection: str, embedder: Embedder) -> None:
    config = client.get_collection(collection).config
    vectors = config.params.vectors
    size = vectors[DENSE].size if isinstance(vectors, dict) and DENSE in vectors else None
    made_by = (config.metadata or {}).get(MODEL, embedder.name)
    if size != embedder.size or made_by != embedder.name:
        raise UsageError(
            f"The collection `{collection}` holds vectors of {made_by} ({size} numbers), "
            f"not of {embedder.name} ({embedder.size}).",
            "Use that model again, or another ARCH_TEAM_HOME or Qdrant, and add the texts anew.",
        )
