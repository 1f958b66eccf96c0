"""What we write into DBOS's tables is what DBOS itself would have written: it reads it by its own door."""

import base64
import pickle

from dbos import DBOSClient, EnqueueOptions

from arch_team.engine.durable_steps import Outcome
from arch_team.engine.schema import APPLICATION, DBOS_SCHEMA, EDITION, QUEUE, WORKFLOW
from tests.engine.office import Office
from tests.engine.operators import QUESTION


def dbos(office: Office) -> DBOSClient:
    database = office.engine.database
    return DBOSClient(
        system_database_engine=database, dbos_system_schema=DBOS_SCHEMA, application_name=APPLICATION, lazy=True
    )


def test_a_run_is_queued_as_dbos_would_queue_it(office: Office) -> None:
    schema = "dbos." if office.engine.database.dialect.name == "postgresql" else ""
    options: EnqueueOptions = {
        "workflow_name": WORKFLOW,
        "queue_name": QUEUE,
        "workflow_id": "theirs",
        "queue_partition_key": "queueing",
        "app_version": EDITION,
    }
    with office.engine.database.connect() as connection:
        dbos(office).enqueue_in_transaction(connection, options, "theirs")
        office.engine.workflows.enqueue(connection, "ours", "queueing")
        office.engine.workflows.enqueue(connection, "ours", "queueing")
        query = "SELECT * FROM {}{} WHERE workflow_uuid = '{}'"
        both: list[tuple[dict[str, object], dict[str, object]]] = []
        for name in ("theirs", "ours"):
            rows = [
                dict(connection.exec_driver_sql(query.format(schema, table, name)).mappings().one())
                for table in ("workflow_status", "workflow_input")
            ]
            both.append((rows[0], rows[1]))
        connection.rollback()
    (theirs, given_to_theirs), (ours, given_to_ours) = both
    own = {"workflow_uuid", "creator_xid", "created_at", "updated_at"}
    empty = {"attributes"}  # `null` as JSON, or nothing
    assert {k: v for k, v in ours.items() if k not in own | empty} == {
        k: v for k, v in theirs.items() if k not in own | empty
    }
    inputs = [str(given["inputs"]) for given in (given_to_theirs, given_to_ours)]
    told = [pickle.loads(base64.b64decode(one)) for one in inputs]  # noqa: S301
    assert told == [{"args": (name,), "kwargs": {}} for name in ("theirs", "ours")]


def test_dbos_reads_the_steps_and_the_end_of_a_run(office: Office) -> None:
    run = office.ask(f"asks: {QUESTION}", "dbos-reads")
    client = dbos(office)
    steps = client.list_workflow_steps(run.id)
    assert [step["function_name"] for step in steps] == ["read figures", "words", "model", "queryTable", "model"]
    assert all(isinstance(step["output"], Outcome) for step in steps)
    office.answer(run, "2025")
    office.ended(run)
    status = client.retrieve_workflow(run.id).get_status()
    assert (status.status, status.error) == ("SUCCESS", None)
    assert status.completed_at is not None
