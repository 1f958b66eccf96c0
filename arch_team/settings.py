"""Settings, from the environment (`ARCH_TEAM_…`) or `arch-team.toml` in the working directory."""

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

SETTINGS_FILE = "arch-team.toml"


def default_home() -> Path:
    from platformdirs import user_data_path

    return user_data_path("arch-team")


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="ARCH_TEAM_", toml_file=SETTINGS_FILE, extra="ignore")

    file: Path | None = None
    """A CSV, Excel or Parquet file to ask instead of a database."""
    db: str | None = None
    """Database URL. None: the demo company."""
    mandate: str | None = None
    feature_instance: str | None = None
    feature: str | None = None
    """Feature to read the database as. None: the registered feature whose tables it holds, else its bare tables."""
    model: str | None = None
    """Name of the model at `base_url`. None: the embedded operator."""
    base_url: str | None = None
    api_key: str | None = Field(default=None, repr=False)
    timeout: float = Field(default=120.0, ge=0)
    requirements_url: str | None = None
    """Where requirements are reviewed. None: in this process."""
    qdrant_url: str | None = None
    qdrant_api_key: str | None = Field(default=None, repr=False)
    home: Path = Field(default_factory=default_home)
    """Where embedded stores live."""
    statement_timeout: float = Field(default=20.0, gt=0)

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
