"""The API as it describes itself: whatever is sent, no server error comes, and errors have the one shape."""

from importlib import import_module
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis

from tests.server.house import serving

EXAMPLES = 3
_GENERAL: Any = import_module("schemathesis.checks")
_OPENAPI: Any = import_module("schemathesis.specs.openapi.checks")
CHECKS = [_GENERAL.not_a_server_error, _OPENAPI.content_type_conformance, _OPENAPI.response_schema_conformance]
FEW = hypothesis.settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    phases=[hypothesis.Phase.generate],
    suppress_health_check=[hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.filter_too_much],
)


SHARES = [pytest.param(5, id="every fifth"), pytest.param(1, id="all", marks=pytest.mark.thorough)]


@pytest.mark.parametrize("share", SHARES)
def test_nothing_breaks_the_server(tmp_path: Path, demo_home: Path, share: int) -> None:
    broken: dict[str, str] = {}

    def tried(case: Any) -> None:
        response = case.call(timeout=120)
        try:
            case.validate_response(response, checks=CHECKS)
            assert response.status_code < 400 or response.json()["error"]["code"], response.text
        except (Exception, BaseExceptionGroup) as error:
            broken.setdefault(f"{case.method} {case.path}", str(error))

    with serving(tmp_path, demo_home) as address:
        schema: Any = schemathesis.openapi.from_url(f"{address}/openapi.json", timeout=60)
        operations: list[Any] = [found.ok() for found in schema.get_all_operations()]
        for operation in operations[::share]:
            hypothesis.seed(7)(FEW(hypothesis.given(operation.as_strategy())(tried)))()
    assert len(operations) > 35
    assert not broken, "\n\n".join(f"{what}: {why}" for what, why in broken.items())
