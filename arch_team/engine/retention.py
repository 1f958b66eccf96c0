"""Deleting ended runs, and everything that was kept of them."""

from datetime import datetime

from arch_team.engine.run_store import RunStore
from arch_team.engine.workflows import Workflows

BATCH = 200


def delete_runs(store: RunStore, workflows: Workflows, run_ids: list[str]) -> int:
    """The recorded steps first, for they hold data as well: a crash in between leaves a run to delete again."""
    workflows.remove(run_ids)
    return store.remove(run_ids)


def delete_ended(store: RunStore, workflows: Workflows, before: datetime, tenant: str | None) -> int:
    deleted = 0
    while batch := store.ended_before(before, tenant, BATCH):
        deleted += delete_runs(store, workflows, batch)
    return deleted
