"""What an engine promises about runs, asked through its public door."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from pydantic import TypeAdapter

from arch_team.clarify.clarification import Clarification
from arch_team.engine.database import open_database
from arch_team.engine.engine import IdempotencyConflict, RunNotEnded, UnknownRun
from arch_team.engine.run_store import RunStore
from arch_team.engine.schema import RUNS
from arch_team.errors import UsageError
from arch_team.runs.records import RunRequest, Scope
from tests.engine.conftest import settings_in
from tests.engine.office import Office
from tests.engine.operators import BALANCE, DATED, QUESTION

SUM = "Was ist 2+2?"
PLAIN, ASKS, HANGS = f"bitte: {DATED}", f"asks: {QUESTION}", f"hangs: {QUESTION}"


class TestARun:
    def test_it_is_queued_at_once_and_answered_in_time(self, office: Office) -> None:
        run = office.start(PLAIN, "answered")
        assert (run.tenant, run.status, run.answer) == ("answered", "queued", None)
        done = office.finished(run)
        assert done.status == "done"
        assert done.answer is not None
        assert (done.answer.status, done.answer.text, done.answer.run_id) == ("approved", BALANCE, run.id)
        assert done.answer.evidence
        assert done.answer.trace.llm_calls == 2
        assert done.created_at <= (done.started_at or done.created_at) <= (done.finished_at or done.created_at)

    def test_its_events_are_numbered_without_gaps_and_end_with_done(self, office: Office) -> None:
        run = office.ask(PLAIN, "events")
        events = office.events(run)
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert [event.kind for event in events] == ["routed", "call", "result", "seat", "seat", "seat", "seat", "done"]
        assert [event.seq for event in office.events(run, after=5)] == [6, 7, 8]
        assert office.events(run, after=len(events)) == []

    def test_one_that_breaks_ends_as_failed(self, office: Office) -> None:
        run = office.do(office.engine.start(Scope(tenant="broken", mandate="nobody"), RunRequest(question=PLAIN)))
        answer = office.finished(run).answer
        assert answer is not None
        assert (answer.status, answer.text) == ("failed", "")
        assert "nobody" in (answer.reason or "")

    def test_the_scope_says_whose_rows_it_sees(self, office: Office) -> None:
        run = office.do(office.engine.start(Scope(tenant="other", mandate="seeland"), RunRequest(question=PLAIN)))
        answer = office.finished(run).answer
        assert answer is not None
        assert BALANCE not in answer.text
        assert "Seeland" in (answer.source or "")


class TestIdempotency:
    def test_the_same_key_gives_the_same_run(self, office: Office) -> None:
        first = office.start(SUM, "keys", key="k1")
        assert office.start(SUM, "keys", key="k1").id == first.id
        assert office.start(SUM, "keys", key="k2").id != first.id
        assert office.start(SUM, "keys-of-others", key="k1").id != first.id

    def test_another_question_under_the_same_key_is_refused(self, office: Office) -> None:
        office.start(SUM, "keys", key="k3")
        with pytest.raises(IdempotencyConflict):
            office.start("Was ist 3+3?", "keys", key="k3")

    def test_a_key_may_be_any_text(self, office: Office) -> None:
        key = "\0ü" * 2_000
        assert office.start(SUM, "keys", key=key).id == office.start(SUM, "keys", key=key).id


class TestCancelling:
    def test_it_ends_at_once_and_nothing_is_shown_after(self, office: Office) -> None:
        run = office.start(HANGS, "cancelled")
        _until_it_runs(office, run.tenant, run.id)
        cancelled = office.do(office.engine.cancel(run.tenant, run.id))
        assert (cancelled.status, cancelled.answer) == ("cancelled", None)
        assert cancelled.finished_at is not None
        assert [event.kind for event in office.events(run)][-1] == "cancelled"
        assert office.do(office.engine.cancel(run.tenant, run.id)) == cancelled

    def test_its_open_question_is_withdrawn(self, office: Office) -> None:
        run = office.ask(ASKS, "withdrawn")
        asked = office.question_of(run)
        office.do(office.engine.cancel(run.tenant, run.id))
        assert office.do(office.engine.clarification(run.tenant, asked.id)).status == "cancelled"
        assert office.get(run).status == "cancelled"

    def test_what_has_ended_stays_as_it_is(self, office: Office) -> None:
        done = office.ask(SUM, "ended")
        assert office.do(office.engine.cancel(done.tenant, done.id)) == done


def _until_it_runs(office: Office, tenant: str, run_id: str) -> None:
    async def seen() -> None:
        async for event in office.engine.events(tenant, run_id):
            if event.kind == "routed":
                return

    office.do(seen())


class TestFinding:
    def test_newest_first_and_without_evidence(self, office: Office) -> None:
        runs = [office.ask(question, "list") for question in (PLAIN, SUM)]
        page = office.do(office.engine.list("list"))
        assert [run.id for run in page.items] == [run.id for run in reversed(runs)]
        assert page.next is None
        answer = page.items[1].answer
        assert answer is not None
        assert (answer.text, answer.evidence) == (BALANCE, ())

    def test_by_status(self, office: Office) -> None:
        done, waits = office.ask(SUM, "by-status"), office.ask(ASKS, "by-status")
        assert [r.id for r in office.do(office.engine.list("by-status", status="waiting")).items] == [waits.id]
        assert [r.id for r in office.do(office.engine.list("by-status", status="done")).items] == [done.id]

    @pytest.mark.parametrize("words", ["saldo 152'400", "SALDO", "konto", "chf 1020"])
    def test_by_words_of_question_and_answer(self, office: Office, words: str) -> None:
        run = office.ask(PLAIN, "search")
        office.ask(SUM, "search")
        assert run.id in {r.id for r in office.do(office.engine.list("search", search=words)).items}
        assert len({r.request.question for r in office.do(office.engine.list("search", search=words)).items}) == 1

    @pytest.mark.parametrize("words", ["%", "_", "152_400", "\\", "saldo nirgends"])
    def test_signs_of_a_pattern_are_just_signs(self, office: Office, words: str) -> None:
        office.ask(PLAIN, "search")
        assert office.do(office.engine.list("search", search=words)).items == ()

    @pytest.mark.parametrize("after", ["", "x", "12", ".r1", "zz.r1", "-1", "f" * 40 + ".r1"])
    def test_a_mark_that_is_none_is_refused(self, office: Office, after: str) -> None:
        with pytest.raises(UsageError):
            office.do(office.engine.list("own", after=after))

    @pytest.mark.parametrize("limit", [0, -1, 201])
    def test_pages_have_a_size(self, office: Office, limit: int) -> None:
        with pytest.raises(UsageError):
            office.do(office.engine.list("own", limit=limit))


class TestDeleting:
    def test_nothing_of_it_is_left(self, office: Office) -> None:
        run = office.ask(ASKS, "deleted")
        asked = office.question_of(run)
        office.answer(run, "2025")
        office.ended(run)
        office.do(office.engine.delete(run.tenant, run.id))
        with pytest.raises(UnknownRun):
            office.get(run)
        with pytest.raises(UsageError):
            office.do(office.engine.clarification(run.tenant, asked.id))
        database = office.engine.database
        schemas = ("public", "dbos") if database.dialect.name == "postgresql" else ("main",)
        tables = [f'{schema}."{name}"' for schema in schemas for name in sa.inspect(database).get_table_names(schema)]
        with database.connect() as connection:
            left = [
                table
                for table in tables
                for row in connection.exec_driver_sql(f"SELECT * FROM {table}")
                if any(run.id in str(value) for value in row)
            ]
        assert len(tables) > 10
        assert left == []

    def test_one_that_goes_on_is_not_deleted(self, office: Office) -> None:
        run = office.ask(ASKS, "goes-on")
        with pytest.raises(RunNotEnded):
            office.do(office.engine.delete(run.tenant, run.id))

    def test_old_ones_are_deleted_by_their_end(self, office: Office) -> None:
        old, waits, other = office.ask(SUM, "old"), office.ask(ASKS, "old"), office.ask(SUM, "not-old")
        assert office.do(office.engine.delete_older(datetime.now(UTC) - timedelta(days=1), tenant="old")) == 0
        assert office.do(office.engine.delete_older(datetime.now(UTC), tenant="old")) == 1
        with pytest.raises(UnknownRun):
            office.get(old)
        assert office.get(waits).status == "waiting"
        assert office.get(other).status == "done"


class TestExport:
    def test_all_there_is(self, office: Office) -> None:
        run = office.ask(ASKS, "export")
        office.answer(run, "2025")
        done = office.ended(run)
        exported = office.do(office.engine.export(run.tenant, run.id))
        assert exported["run"] == done.to_wire()
        assert exported["events"] == [event.to_wire() for event in office.events(run)]
        questions = TypeAdapter(list[Clarification]).validate_python(exported["clarifications"])
        assert [(asked.status, asked.answer) for asked in questions] == [("answered", "2025")]
        assert exported["interceptions"] == []


class TestTenants:
    def test_nobody_sees_what_is_another_ones(self, office: Office) -> None:
        run = office.ask(ASKS, "theirs")
        asked, engine = office.question_of(run), office.engine
        for attempt in (
            engine.get("mine", run.id),
            engine.cancel("mine", run.id),
            engine.delete("mine", run.id),
            engine.export("mine", run.id),
            engine.finished("mine", run.id),
            engine.clarification("mine", asked.id),
            engine.answer("mine", asked.id, "2025"),
        ):
            with pytest.raises(UsageError):
                office.do(attempt)
        with pytest.raises(UnknownRun):
            office.events(run.model_copy(update={"tenant": "mine"}))
        assert office.do(engine.list("mine")).items == ()
        assert office.do(engine.clarifications("mine", run_id=run.id)).items == ()
        assert office.get(run).status == "waiting"

    def test_each_has_a_folder_of_its_own(self, office: Office) -> None:
        from arch_team.engine.tenants import settings_for

        home = office.engine.settings.home
        assert settings_for(office.engine.settings, Scope(tenant="local")).home == home
        assert settings_for(office.engine.settings, Scope(tenant="acme")).home == home / "tenants" / "acme"


class TestMandates:
    def test_a_scope_with_a_mandate_sees_its_own_runs_only(self, office: Office) -> None:
        mine, theirs = Scope(tenant="mandates", mandate="alpenblick"), Scope(tenant="mandates", mandate="seeland")
        engine = office.engine
        run = office.finished(office.do(engine.start(theirs, RunRequest(question=ASKS))))
        asked = office.question_of(run)
        for attempt in (
            engine.get(mine, run.id),
            engine.cancel(mine, run.id),
            engine.delete(mine, run.id),
            engine.export(mine, run.id),
            engine.finished(mine, run.id),
            engine.clarification(mine, asked.id),
            engine.answer(mine, asked.id, "2025"),
        ):
            with pytest.raises(UsageError):
                office.do(attempt)
        assert office.do(engine.list(mine)).items == ()
        assert office.do(engine.clarifications(mine, status=None)).items == ()
        assert [r.id for r in office.do(engine.list(theirs)).items] == [run.id]
        assert [r.id for r in office.do(engine.list(Scope(tenant="mandates"))).items] == [run.id]
        assert office.do(engine.answer(theirs, asked.id, "2025")).status == "answered"

    def test_an_idempotency_key_is_a_mandates_own(self, office: Office) -> None:
        ids = {
            office.do(
                office.engine.start(
                    Scope(tenant="mandate-keys", mandate=mandate), RunRequest(question=SUM), idempotency_key="k"
                )
            ).id
            for mandate in ("alpenblick", "seeland", None, "seeland")
        }
        assert len(ids) == 3


def test_a_database_of_an_earlier_version_learns_whose_its_runs_are(tmp_path: Path, demo_home: Path) -> None:
    settings = settings_in(tmp_path, demo_home)
    database = open_database(settings)
    with database.begin() as connection:
        connection.execute(
            RUNS.insert().values(
                id="r1",
                tenant="acme",
                status="done",
                scope=Scope(tenant="acme", mandate="seeland").to_json(),
                request=RunRequest(question=SUM).to_json(),
                searchable="",
                created_at=datetime.now(UTC),
                attempt=1,
                last_seq=0,
            )
        )
        for column in ("mandate", "feature_instance"):
            connection.exec_driver_sql(f"ALTER TABLE arch_team_runs DROP COLUMN {column}")
    database.dispose()
    database = open_database(settings)
    store = RunStore(database)
    assert store.get(Scope(tenant="acme", mandate="seeland"), "r1").id == "r1"
    with pytest.raises(UnknownRun):
        store.get(Scope(tenant="acme", mandate="alpenblick"), "r1")
    database.dispose()
