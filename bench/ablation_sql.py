"""Text to SQL in one shot, as a user would put it together: the schema, a few notes, four examples.

The strongest simple peer: what the statement returns is the answer, and nothing is checked.
"""

import sqlite3
from collections.abc import Sequence
from decimal import Decimal

import sqlalchemy as sa
from openai import AsyncOpenAI

from arch_team.featuredata.statements import clause_of, in_scope
from arch_team.runs.answer import Answer
from arch_team.runs.trace import AgentTrace
from arch_team.settings import Settings
from arch_team.tools.session import DataSource

_MOST = 50
_PROMPT = """You write one SQLite SELECT that answers the question. Only the statement.

{schema}
{notes}
Examples of style:
Q: How many lamps are there? SELECT COUNT(*) FROM lamp
Q: Which shop sold most? SELECT s.name FROM sale x JOIN shop s ON x.shop_id = s.id
   GROUP BY s.id ORDER BY SUM(x.amount) DESC LIMIT 1
Q: Names of guests without a booking? SELECT name FROM guest WHERE id NOT IN (SELECT guest_id FROM booking)
Q: What was paid in 2024 per month? SELECT month, SUM(paid) FROM bill WHERE year = 2024 GROUP BY month
"""
_BOOKS = """Notes:
- Balances are debit minus credit: debts, equity and income are negative.
- AccountBalance: periodMonth 0 is the row of the whole year, 1 to 12 are months. Never add both.
- A balance at a month's end is closingBalance of that month; at a year's end of periodMonth 0.
- Income (accounts 3…) of a period is SUM(creditTotal - debitTotal), expense (4… to 8…) SUM(debitTotal - creditTotal).
- accountNumber is text: 1020-1029 bank, 1000 cash, 1100-1109 receivables, 2000-2009 payables, 2800-2999 equity.
- Profit of a year is income less expense of accounts 3000 to 8999.
- Dates are Unix seconds: 2025-12-31 is 1767139200.
- OpenInvoice: direction receivable or payable, openAmount is what is still open, status overdue where late.
- Contact: contactType customer or supplier. JournalLine belongs to JournalEntry by journalEntryId.
- Do not add amounts of different currencies.
"""


class SqlPeer:
    def __init__(self, source: DataSource, settings: Settings) -> None:
        self._source, self._settings = source, settings

    async def ask(self, question: str) -> Answer:
        own = self._settings
        client = AsyncOpenAI(base_url=own.base_url, api_key=own.api_key or "none", timeout=own.timeout, max_retries=0)
        database = _copied(self._source)
        try:
            async with client:
                reply = await client.chat.completions.create(
                    model=own.model or "",
                    temperature=0.0,
                    max_tokens=400,
                    messages=[
                        {"role": "system", "content": self._prompt(database)},
                        {"role": "user", "content": question},
                    ],
                )
            text = _plain(reply.choices[0].message.content or "")
            try:
                rows = database.execute(text).fetchmany(_MOST)
            except sqlite3.Error as error:
                rows, text = [], f"{error}"
        finally:
            database.close()
        usage = reply.usage
        trace = AgentTrace(
            llm_calls=1,
            prompt_tokens=usage.prompt_tokens if usage else 0,
            completion_tokens=usage.completion_tokens if usage else 0,
        )
        shown = [row for row in rows if any(cell is not None for cell in row)]
        said = {"status": "approved", "text": _said(shown)} if shown else {"status": "refused", "reason": text}
        return Answer.model_validate({"runId": "sql", "question": question, "language": "en", "trace": trace, **said})

    def _prompt(self, database: sqlite3.Connection) -> str:
        made = "\n".join(row[0] for row in database.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
        links = "".join(
            f"{one.table}.{one.field} = {one.to_table}.{one.to_field}\n"
            for one in self._source.engine.model("en").links
        )
        return _PROMPT.format(schema=made, notes=links + (_BOOKS if self._source.catalog.ontology else ""))


def _copied(source: DataSource) -> sqlite3.Connection:
    """The rows of the scope, to be asked as they are."""
    database = sqlite3.connect(":memory:")
    for name, table in source.provider.tables.items():
        columns = list(table.fields)
        named = ", ".join(f'"{column}"' for column in columns)
        database.execute(f'CREATE TABLE "{name}" ({named})')
        clause = clause_of(table).alias("t")
        select = sa.select(*(clause.c[c] for c in columns)).where(*in_scope(table, clause, source.provider.scope))
        rows = source.provider.fetch(select)  # type: ignore[arg-type]
        marks = ", ".join("?" for _ in columns)
        database.executemany(f'INSERT INTO "{name}" VALUES ({marks})', [tuple(map(_stored, row)) for row in rows])
    return database


def _stored(cell: object) -> object:
    if isinstance(cell, Decimal):
        return float(cell)
    return cell if cell is None or isinstance(cell, str | int | float) else str(cell)


def _plain(said: str) -> str:
    text = said.strip()
    if "```" in text:
        text = text.split("```")[1].removeprefix("sql").removeprefix("sqlite")
    return text.strip()


def _said(rows: Sequence[Sequence[object]]) -> str:
    def cell(value: object) -> str:
        return f"{value:.2f}" if isinstance(value, float) and not value.is_integer() else str(value)

    return "\n".join("- " + ", ".join(cell(value) for value in row if value is not None) for row in rows)
