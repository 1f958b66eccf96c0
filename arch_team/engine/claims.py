"""Claiming runs. A queue hands out several at a time: those that come while others are being claimed are claimed
together, in one transaction, and not each in its own."""

import asyncio
from collections.abc import Callable, Mapping

from arch_team.engine.database import patiently
from arch_team.engine.run_store import Claim, RunStore


class Claims:
    """To be used on one loop."""

    def __init__(self, store: RunStore, over: Callable[[], bool]) -> None:
        self._store, self._over = store, over
        self._asked: dict[str, list[asyncio.Future[Claim | None]]] = {}
        self._claiming: asyncio.Task[None] | None = None

    async def of(self, run_id: str) -> Claim | None:
        """The work on a run begins, or begins again. None: there is nothing left to do on it."""
        asked: asyncio.Future[Claim | None] = asyncio.get_running_loop().create_future()
        self._asked.setdefault(run_id, []).append(asked)
        if self._claiming is None or self._claiming.done():
            self._claiming = asyncio.create_task(self._claim())
        return await asked

    async def _claim(self) -> None:
        while self._asked:
            batch = {run_id: waiting.pop(0) for run_id, waiting in self._asked.items()}  # each claim is one of its own
            self._asked = {run_id: waiting for run_id, waiting in self._asked.items() if waiting}
            try:
                await self._claimed(batch)
            except Exception:  # of one of them perhaps, which is not to hurt the others
                for run_id, asked in batch.items():
                    try:
                        await self._claimed({run_id: asked})
                    except Exception as error:
                        if not asked.done():
                            asked.set_exception(error)

    async def _claimed(self, batch: Mapping[str, "asyncio.Future[Claim | None]"]) -> None:
        run_ids = [run_id for run_id, asked in batch.items() if not asked.done()]
        found = await asyncio.to_thread(patiently, lambda: self._store.claim_all(run_ids), over=self._over)
        for run_id, asked in batch.items():
            if not asked.done():
                asked.set_result(found.get(run_id))
