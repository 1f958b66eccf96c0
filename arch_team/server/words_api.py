"""What people said words mean: looked at by all, decided by admins, exported for the semantic model."""

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Response

from arch_team.clarify.words import LearnedWord, UnknownWord, WordStatus, as_yaml
from arch_team.engine.word_store import SqlWords
from arch_team.server.errors import STATUS
from arch_team.server.service import AdminHere, CallerHere, described
from arch_team.wire import Wire

STATUS.update({UnknownWord: 404})
WordId = Annotated[str, Path(max_length=40, description="As in the list.")]


class LearnedWords(Wire):
    items: tuple[LearnedWord, ...]
    may_decide: bool
    """Whether this key may say what holds for everybody."""


class Decision(Wire):
    status: Literal["approved", "rejected", "proposed"]


def words_router(words: SqlWords) -> APIRouter:
    router = APIRouter(prefix="/api/words", tags=["words"], responses=described(404, 422))

    @router.get("")
    async def list_words(caller: CallerHere, status: WordStatus | None = None) -> LearnedWords:
        """Oldest first."""
        items = await asyncio.to_thread(words.list, caller.scope, status)
        return LearnedWords(items=items, may_decide=caller.is_admin)

    @router.get("/export", response_class=Response, responses={200: {"content": {"application/yaml": {}}}})
    async def export_words(caller: CallerHere) -> Response:
        """The approved words as YAML, by what they mean: synonyms for the labels of a semantic model."""
        items = await asyncio.to_thread(words.list, caller.scope, "approved")
        named = {"Content-Disposition": 'attachment; filename="words.yaml"'}
        return Response(as_yaml(items), media_type="application/yaml", headers=named)

    @router.post("/{word_id}/decision", responses=described(413, 415))
    async def decide_word(word_id: WordId, body: Decision, caller: AdminHere) -> LearnedWord:
        """Whether a word means that for everybody. Either can be taken back."""
        return await asyncio.to_thread(words.decide, caller.scope, word_id, body.status, caller.key_id or caller.name)

    @router.delete("/{word_id}", status_code=204)
    async def forget_word(word_id: WordId, caller: AdminHere) -> None:
        """Takes a word out for good. It can be learned anew."""
        await asyncio.to_thread(words.forget, caller.scope, word_id)

    _ = (list_words, export_words, decide_word, forget_word)
    return router
