"""Opening a source: a feature that cannot be loaded does not keep a database from being read."""

import os
from pathlib import Path
from shutil import copyfile

import pytest

from arch_team.errors import UsageError
from arch_team.featuredata import features
from arch_team.featuredata.features import ONTOLOGY_OFF
from arch_team.settings import Settings
from arch_team.tools import session
from arch_team.tools.session import FeatureWarning, open_source


def test_a_broken_feature_is_skipped_with_a_warning(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    load = features.load_feature

    def loading(code: str) -> features.Feature:
        if code == "acme":
            raise UsageError("the feature 'acme' cannot be loaded: no module named acme")
        return load(code)

    monkeypatch.setattr(session, "feature_codes", lambda: ["acme", "trustee"])
    monkeypatch.setattr(session, "load_feature", loading)
    with pytest.warns(FeatureWarning, match="acme"):
        source = open_source(Settings(db=sqlite_url, mandate="alpenblick"))
    assert "trustee" in source.name
    source.close()


def test_a_broken_feature_that_was_asked_for_is_an_error(sqlite_url: str) -> None:
    with pytest.raises(UsageError, match="acme"):
        open_source(Settings(db=sqlite_url, mandate="alpenblick", feature="acme"))


def test_the_demo_company_is_opened_once_until_its_file_is_written_anew(
    tmp_path: Path, demo_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Path(copyfile(demo_file, tmp_path / demo_file.name))
    settings = Settings(home=tmp_path, demo_home=tmp_path)
    first = open_source(settings)
    assert open_source(Settings(home=tmp_path / "other", demo_home=tmp_path)) is first
    other = open_source(settings.model_copy(update={"mandate": "seeland"}))
    assert (first.provider.scope.mandate, other.provider.scope.mandate) == ("alpenblick", "seeland")
    monkeypatch.setenv(ONTOLOGY_OFF, "1")
    assert open_source(settings).catalog != first.catalog
    monkeypatch.delenv(ONTOLOGY_OFF)
    os.utime(file, ns=(1, 1))
    assert open_source(settings) is not first
