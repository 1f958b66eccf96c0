"""Settings, from the environment (`ARCH_TEAM_…`) or `arch-team.toml` in the working directory."""

from pathlib import Path
from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

SETTINGS_FILE = "arch-team.toml"
LOCAL = "local"
"""The tenant of who runs the program for themselves, without keys."""


def default_home() -> Path:
    from platformdirs import user_data_path

    return user_data_path("arch-team")


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="ARCH_TEAM_", toml_file=SETTINGS_FILE, extra="ignore")

    file: Path | None = None
    """A CSV, Excel or Parquet file to ask instead of a database."""
    files: tuple[Path, ...] = ()
    """More files beside `file`: all of them are one database."""
    ontology: Path | None = None
    """A semantic model of the tables that are asked, as YAML: words, what names a row, values, relations. A file, or
    the name of one in `ontologies`."""
    ontologies: Path | None = None
    """Folder of semantic models. The one that describes the tables that are asked is used by itself. None: `ontologies`
    in `home`."""
    db: str | None = None
    """Database URL. None: the demo company."""
    mandate: str | None = None
    """Whose rows are read, where rows belong to tenants."""
    feature_instance: str | None = None
    """Which instance of a feature, where rows belong to several."""
    feature: str | None = None
    """Feature to read the database as. None: the registered feature whose tables it holds, else its bare tables."""
    model: str | None = None
    """Name of the model at `base_url`. None: the embedded operator."""
    base_url: str | None = None
    """OpenAI-style endpoint of the language model."""
    api_key: str | None = Field(default=None, repr=False)
    """Key of that endpoint."""
    timeout: float = Field(default=120.0, ge=0)
    """Seconds a call of the language model may take. 0: 60."""
    tool_loop: bool = False
    """Whether the language model goes on with tools where the engine reads nothing in a question on tables. What it
    says is held to the question either way; a small model gains nothing by it and takes its time."""
    requirements_url: str | None = None
    """Where requirements are reviewed. None: in this process."""
    placeholders: Path | None = None
    """A YAML file of patterns and whitelist for made-up data, beside the shipped ones or in their place."""
    placeholder_patterns: tuple[str, ...] = ()
    """Regular expressions of made-up data, beside the others."""
    placeholder_whitelist: tuple[str, ...] = ()
    """Texts that are fine although a pattern of made-up data matches them."""
    qdrant_url: str | None = None
    """A Qdrant server for documents. None: a file in `home`."""
    qdrant_api_key: str | None = Field(default=None, repr=False)
    """Key of that server."""
    home: Path = Field(default_factory=default_home)
    """Where embedded stores live."""
    skills: Path | None = None
    """Folder of your own skill files. None: `skills` in `home`."""
    tenant: str | None = None
    """Whose stores are meant where several share one, as on a Qdrant server. Set from a caller's key."""
    demo_home: Path | None = None
    """Where the demo company lives. None: in `home`."""
    statement_timeout: float = Field(default=20.0, gt=0)
    """Seconds one read of the database may take."""
    runs_db: str | None = Field(default=None, repr=False)
    """Database URL of saved runs, keys and questions. None: an SQLite file in `home`."""
    retention_days: int | None = Field(default=None, ge=1)
    """How long ended runs are kept. None: for good."""
    clarification_timeout: float = Field(default=24 * 60 * 60.0, gt=0)
    """Seconds a saved run waits for a person."""
    worker_concurrency: int = Field(default=50, ge=1)
    """Runs one process works on at the same time. Runs that wait for a person are not among them."""
    tenant_concurrency: int = Field(default=20, ge=1)
    """Runs of one tenant worked on at the same time, over all processes."""
    tenant_runs_per_minute: int | None = Field(default=None, ge=1)
    """Runs of one tenant begun per minute, over all processes; the others queue. None: no limit."""

    log_level: Literal["debug", "info", "warning", "error"] | None = None
    """From which level on is logged. None: a server says what it does, a command says nothing."""
    log_format: Literal["json", "text"] | None = None
    """None: text in a terminal, JSON elsewhere."""
    metrics_port: int | None = Field(default=None, ge=0, le=65535)
    """Where a worker shows its metrics, on this machine. A server shows them at `/metrics`."""

    requests_per_minute: int = Field(default=1200, ge=1)
    """Of one key, at one server."""
    request_timeout: float = Field(default=60.0, gt=0)
    """Seconds a request may take. Answers that follow a run are not among them."""
    heavy_processes: int = Field(default=2, ge=1, le=64)
    """Processes of a server for what takes long: reading files, comparing and reviewing requirements, vectors of
    documents. One tenant may have all but one of them at once."""
    upload_megabytes: int = Field(default=20, ge=1, le=1000)
    """Largest file of tables that may be uploaded."""
    upload_files: int = Field(default=20, ge=0)
    """Files of tables that one tenant may keep per mandate. 0: none may be uploaded."""
    connect: bool = False
    """Whether admins may connect databases from the page."""
    connect_schemes: tuple[str, ...] = ("postgresql",)
    """Kinds of databases that may be connected."""
    connect_hosts: tuple[str, ...] = ()
    """Hosts that may be connected, with or without a port; for files, folders. None by default."""
    cors_origins: tuple[str, ...] = ()
    """Pages elsewhere that may call the server, as `https://host`. None by default."""

    @property
    def named_files(self) -> tuple[Path, ...]:
        """Every file that is asked instead of a database."""
        return self.files if self.file is None else (self.file, *self.files)

    @property
    def skills_folder(self) -> Path:
        return self.skills or self.home / "skills"

    @property
    def ontologies_folder(self) -> Path:
        return self.ontologies or self.home / "ontologies"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)
