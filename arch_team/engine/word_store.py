"""Learned words in the database of runs: every process of a tenant knows what its people explained."""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime

import sqlalchemy as sa

from arch_team.clarify.clarification import utc_now
from arch_team.clarify.words import LearnedWord, UnknownWord, WordStatus, key_of
from arch_team.engine.database import connected, sayable
from arch_team.engine.locks import setup_lock
from arch_team.engine.schema import WORDS, seen_by
from arch_team.runs.records import Whose
from arch_team.settings import LOCAL, Settings
from arch_team.wire import Language

_C = WORDS.c


class SqlWords:
    """All words of all tenants; every call says whose are meant."""

    def __init__(self, database: sa.Engine, *, clock: Callable[[], datetime] = utc_now) -> None:
        self._database, self._clock = database, clock

    def meanings(self, tenant: str, person: str, source: str, language: Language) -> Mapping[str, str]:
        """Approved words of the tenant, and over them what this person said."""
        here = (_C.tenant == tenant) & (_C.source == sayable(source)) & (_C.language == language)
        usable = (_C.status == "approved") | ((_C.status == "proposed") & (_C.person == person))
        query = sa.select(_C.word, _C.person, _C.body).where(here & usable).order_by(_C.created_at, _C.id)
        with self._database.connect() as connection:
            rows = connection.execute(query).all()
        own_last = sorted(rows, key=lambda row: row.person == person)
        return {row.word: LearnedWord.model_validate_json(row.body).meaning for row in own_last}

    def learn(self, tenant: str, lesson: LearnedWord) -> LearnedWord:
        """The last word of a person on a word takes the place of what that person said before."""
        values = {
            "id": lesson.id,
            "tenant": tenant,
            "run_id": lesson.run_id,
            "source": sayable(lesson.source),
            "language": lesson.language,
            "word": key_of(sayable(lesson.word)),
            "person": lesson.person,
            "status": lesson.status,
            "created_at": lesson.created_at,
            "body": lesson.to_json(),
        }
        same = [getattr(_C, name) == values[name] for name in ("tenant", "source", "language", "word", "person")]
        with self._database.begin() as connection:
            known = connection.execute(sa.select(_C.body).where(*same)).scalar_one_or_none()
            if known is not None and (held := LearnedWord.model_validate_json(known)).meaning == lesson.meaning:
                return held
            connection.execute(WORDS.delete().where(*same))
            connection.execute(WORDS.insert().values(values))
        return lesson

    def list(self, whose: Whose, status: WordStatus | None = None) -> tuple[LearnedWord, ...]:
        """Oldest first. With a mandate, only what was learned in its runs."""
        query = sa.select(_C.body).where(seen_by(whose, WORDS)).order_by(_C.created_at, _C.id)
        query = query.where(_C.status == status) if status else query
        with self._database.connect() as connection:
            return tuple(LearnedWord.model_validate_json(body) for body in connection.execute(query).scalars())

    def decide(self, whose: Whose, word_id: str, status: WordStatus, by: str) -> LearnedWord:
        """Approved or rejected; either can be taken back."""
        one = seen_by(whose, WORDS) & (_C.id == sayable(word_id))
        with self._database.begin() as connection:
            body = connection.execute(sa.select(_C.body).where(one)).scalar_one_or_none()
            if body is None:
                raise UnknownWord("there is no such word", "List the learned words for their ids.")
            decided = LearnedWord.model_validate_json(body).model_copy(
                update={"status": status, "decided_by": by, "decided_at": self._clock()}
            )
            connection.execute(sa.update(WORDS).where(one).values(status=status, body=decided.to_json()))
        return decided

    def forget(self, whose: Whose, word_id: str) -> None:
        """Takes a word out for good."""
        one = seen_by(whose, WORDS) & (_C.id == sayable(word_id))
        with self._database.begin() as connection:
            if connection.execute(WORDS.delete().where(one).returning(_C.id)).first() is None:
                raise UnknownWord("there is no such word", "List the learned words for their ids.")


class PersonWords:
    """The `Words` of one person of one tenant. What keeps them is opened when they are first needed."""

    def __init__(
        self,
        store: Callable[[], SqlWords],
        tenant: str = LOCAL,
        person: str = "",
        *,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._open, self._tenant, self._person, self._clock = store, tenant, person, clock
        self._store: SqlWords | None = None

    def meanings(self, source: str, language: Language) -> Mapping[str, str]:
        return self._words().meanings(self._tenant, self._person, source, language)

    def learn(
        self, source: str, language: Language, word: str, meaning: str, *, question: str = "", run_id: str = ""
    ) -> None:
        lesson = LearnedWord(
            id=f"w{secrets.token_hex(6)}",
            word=sayable(word),
            meaning=sayable(meaning),
            language=language,
            source=sayable(source),
            question=sayable(question),
            run_id=run_id,
            person=self._person,
            created_at=self._clock(),
        )
        self._words().learn(self._tenant, lesson)

    def _words(self) -> SqlWords:
        self._store = self._store or self._open()
        return self._store


def open_words(settings: Settings) -> SqlWords:
    """The words beside kept runs, without the rest of the engine: for a command that needs nothing else."""
    database = connected(settings)
    with setup_lock(database):
        WORDS.create(database, checkfirst=True)
    return SqlWords(database)
