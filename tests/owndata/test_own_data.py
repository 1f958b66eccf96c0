"""Uploaded files and connected databases: kept per tenant and mandate, limited, deletable, never shown to others."""

import io
import sqlite3
import stat
import zipfile
from pathlib import Path

import duckdb
import pytest

from arch_team.engine.tenants import settings_for
from arch_team.owndata.choice import NoSuchSource, available, choose, chosen, settings_with
from arch_team.owndata.connection import Connections, NotAllowed, allowed
from arch_team.owndata.uploads import (
    FileTooLarge,
    TooManyFiles,
    UnknownFile,
    UnreadableUpload,
    UploadedFile,
    Uploads,
    plain_name,
)
from arch_team.runs.records import Scope
from arch_team.settings import Settings
from arch_team.society import open_data

CSV = b"customer,amount\nAdler,1.50\nBirke,2.50\n"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", demo_home=tmp_path / "demo", upload_files=2, upload_megabytes=1)


def of(settings: Settings, tenant: str, mandate: str | None = None) -> Settings:
    return settings_for(settings, Scope(tenant=tenant, mandate=mandate))


class TestUploads:
    def test_a_file_is_kept_replaced_and_deleted(self, settings: Settings) -> None:
        uploads = Uploads(settings)
        first = uploads.add("sales.csv", CSV)
        assert first.tables == ("sales",)
        second = uploads.add("sales.csv", CSV + b"Citrin,3.00\n")
        assert [file.id for file in uploads.list()] == [second.id]
        uploads.remove(second.id)
        assert uploads.list() == ()
        with pytest.raises(UnknownFile):
            uploads.remove(second.id)

    def test_tenants_and_mandates_have_their_own(self, settings: Settings) -> None:
        Uploads(of(settings, "one", "a")).add("sales.csv", CSV)
        for other in (of(settings, "one", "b"), of(settings, "one"), of(settings, "two", "a"), settings):
            assert Uploads(other).list() == ()
            assert available(other) == ("configured",)
        assert len(Uploads(of(settings, "one", "a")).list()) == 1

    def test_size_and_number_are_limited(self, settings: Settings) -> None:
        uploads = Uploads(settings)
        with pytest.raises(FileTooLarge):
            uploads.add("large.csv", b"a,b\n" + b"1,2\n" * 300_000)
        uploads.add("a.csv", CSV)
        uploads.add("b.csv", CSV)
        with pytest.raises(TooManyFiles):
            uploads.add("c.csv", CSV)
        uploads.add("a.csv", CSV)  # replacing is no more than before
        assert len(uploads.list()) == 2

    @pytest.mark.parametrize(
        ("name", "content"),
        [
            ("x.exe", b"MZ"),
            ("x.csv", b""),
            ("x.xlsx", b"no workbook"),
            ("x.parquet", b"PAR1"),
            ("..", b"a"),
            (".csv", CSV),
        ],
    )
    def test_what_is_no_table_is_not_kept(self, settings: Settings, name: str, content: bytes) -> None:
        uploads = Uploads(settings)
        with pytest.raises(UnreadableUpload):
            uploads.add(name, content)
        assert uploads.list() == ()
        folder = settings.home / "data"
        assert not [path for path in folder.rglob("*") if path.is_file()]

    def test_a_zip_bomb_is_not_opened(self, settings: Settings) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("xl/worksheets/sheet1.xml", b"0" * 320_000_000)
        assert len(packed.getvalue()) < 1024 * 1024
        with pytest.raises(UnreadableUpload, match="cannot be opened"):
            Uploads(settings).add("bomb.xlsx", packed.getvalue())

    @pytest.mark.parametrize(
        "rows", ["SELECT 1 AS a FROM range(60_000_000)", "SELECT repeat('x', 1000) AS a FROM range(400_000)"]
    )
    def test_a_parquet_bomb_is_not_opened(self, settings: Settings, tmp_path: Path, rows: str) -> None:
        bomb, fine = tmp_path / "bomb.parquet", tmp_path / "fine.parquet"
        duckdb.execute(f"COPY ({rows}) TO '{bomb}' (FORMAT parquet, COMPRESSION zstd)")
        duckdb.execute(f"COPY (SELECT 'x' AS a, 1.5 AS b FROM range(5)) TO '{fine}' (FORMAT parquet)")
        with pytest.raises(UnreadableUpload, match="cannot be opened"):
            Uploads(settings).add("bomb.parquet", bomb.read_bytes())
        assert Uploads(settings).add("fine.parquet", fine.read_bytes()).tables == ("fine",)

    @pytest.mark.parametrize("name", ["../../etc/sales.csv", "..\\..\\sales.csv", "/etc/sales.csv", "a/\0sales.csv"])
    def test_a_name_is_no_path(self, name: str) -> None:
        assert plain_name(name) == "sales.csv"


class TestChoice:
    def test_what_is_uploaded_can_be_asked(self, settings: Settings) -> None:
        Uploads(settings).add("sales.csv", CSV)
        assert chosen(settings) == "configured"
        choose(settings, "files")
        source = open_data(settings_with(settings, None))
        assert list(source.catalog.views) == ["sales"]
        source.close()

    def test_what_is_gone_is_not_chosen(self, settings: Settings) -> None:
        kept = Uploads(settings).add("sales.csv", CSV)
        choose(settings, "files")
        Uploads(settings).remove(kept.id)
        assert chosen(settings) == "configured"
        with pytest.raises(NoSuchSource):
            settings_with(settings, "files")
        with pytest.raises(NoSuchSource):
            choose(settings, "connection")

    def test_what_is_taken_away_while_it_is_looked_up_is_not_chosen(
        self, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept = Uploads(settings).add("sales.csv", CSV)
        choose(settings, "files")
        listed = Uploads.list

        def taken_away(uploads: Uploads) -> tuple[UploadedFile, ...]:
            found = listed(uploads)
            if found:
                uploads.remove(kept.id)
            return found

        monkeypatch.setattr(Uploads, "list", taken_away)
        assert settings_with(settings, None) == settings


class TestConnection:
    @pytest.fixture
    def database(self, tmp_path: Path) -> Path:
        path = tmp_path / "databases" / "shop.sqlite"
        path.parent.mkdir()
        with sqlite3.connect(path) as connection:
            connection.executescript(
                "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t VALUES (1, 'a');"
            )
        connection.close()
        return path

    def test_it_is_off_by_default(self, settings: Settings, database: Path) -> None:
        with pytest.raises(NotAllowed, match="may not be connected here"):
            Connections(settings).set(f"sqlite:///{database}")

    @pytest.mark.parametrize(
        "url",
        [
            "postgresql://u:p@db.internal/x",
            "postgresql://u:p@other/x",
            "postgresql://u:p@allowed.example:6000/x",
            "postgresql://u:p@allowed.example/x?host=evil",
            "postgresql://u:p@allowed.example,evil/x",
            "postgresql:///x?host=/var/run",
            "mysql://u:p@allowed.example/x",
            "sqlite:////etc/passwd",
            "sqlite:///relative.sqlite",
            "sqlite:///file:x?mode=memory&uri=true",
            "sqlite://",
            "duckdb:///:memory:",
            "nonsense",
        ],
    )
    def test_only_what_is_listed_may_be_connected(self, settings: Settings, tmp_path: Path, url: str) -> None:
        places = ("allowed.example:5432", str(tmp_path / "databases"))
        own = settings.model_copy(
            update={"connect": True, "connect_schemes": ("postgresql", "sqlite", "duckdb"), "connect_hosts": places}
        )
        with pytest.raises(NotAllowed):
            allowed(url, own)

    def test_listed_hosts_are_known_however_they_are_written(self, settings: Settings) -> None:
        own = settings.model_copy(update={"connect": True, "connect_hosts": ("DB.example", "10.0.0.5", "other:5433")})
        for url in (
            "postgresql://u@db.example./x",
            "postgresql+psycopg://u@10.0.0.5:5432/x",
            "postgresql://u@other:5433/x",
        ):
            assert allowed(url, own).database == "x"

    def test_a_link_out_of_the_folder_is_followed_and_refused(self, settings: Settings, database: Path) -> None:
        outside = database.parent.parent / "secret.sqlite"
        outside.write_bytes(b"")
        (database.parent / "link.sqlite").symlink_to(outside)
        own = settings.model_copy(
            update={"connect": True, "connect_schemes": ("sqlite",), "connect_hosts": (str(database.parent),)}
        )
        with pytest.raises(NotAllowed):
            allowed(f"sqlite:///{database.parent / 'link.sqlite'}", own)

    def test_the_address_is_kept_for_the_server_alone(self, settings: Settings, database: Path) -> None:
        own = settings.model_copy(
            update={"connect": True, "connect_schemes": ("sqlite",), "connect_hosts": (str(database.parent),)}
        )
        connections = Connections(own)
        about = connections.set(f"sqlite:///{database}")
        assert str(database.parent) not in about.to_json()
        (kept,) = own.home.rglob("connection.json")
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        choose(own, "connection")
        source = open_data(settings_with(own, None))
        assert list(source.catalog.views) == ["t"]
        source.close()
        assert Connections(settings).url() is None  # the operator allows it no longer
        connections.remove()
        assert connections.current() is None
