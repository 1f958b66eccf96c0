"""Opening a source: a feature that cannot be loaded does not keep a database from being read."""

import pytest

from arch_team.errors import UsageError
from arch_team.featuredata import features
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
