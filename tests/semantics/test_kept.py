"""What is worked out of a model is kept with it, and goes with it."""

import gc
import sqlite3
from contextlib import closing
from pathlib import Path
from weakref import ref

from arch_team.settings import Settings
from arch_team.tools.session import open_source

TABLES = """
CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, boat_name TEXT, harbour TEXT);
INSERT INTO boats VALUES (1, 'Gull', 'North'), (2, 'Tern', 'South');
"""


def test_a_model_that_nobody_uses_is_let_go(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "boats.sqlite")) as database:
        database.executescript(TABLES)
    source = open_source(Settings(home=tmp_path, db=f"sqlite:///{tmp_path / 'boats.sqlite'}", model=None))
    assert source.engine is not None
    assert source.engine.read("How many boats are in North?", "en").read.candidates
    kept = ref(source.engine.model("en"))
    assert kept() is not None
    source.close()
    del source
    gc.collect()
    assert kept() is None
