"""Watching a process: what a command calls once, before it works.

Logs follow `ARCH_TEAM_LOG_LEVEL` and `ARCH_TEAM_LOG_FORMAT`. Spans follow OpenTelemetry's own variables: they are sent
when `OTEL_EXPORTER_OTLP_ENDPOINT` is set, and written as a tree with `OTEL_TRACES_EXPORTER=console`.
"""

import logging
import os

from arch_team.settings import Settings
from arch_team.telemetry.logs import Level, set_up_logs
from arch_team.telemetry.tracing import trace_with

_log = logging.getLogger(__name__)
_ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")


def observe(settings: Settings, *, level: Level | None = None) -> None:
    """`level`: from which level this process logs if nothing is set. None: it then does not."""
    wanted = settings.log_level or level or ("warning" if settings.log_format else None)
    if wanted is not None:
        secrets = (settings.api_key, settings.qdrant_api_key)
        set_up_logs(wanted, settings.log_format, [secret for secret in secrets if secret])
    _set_up_spans()


def _set_up_spans() -> None:
    chosen = os.environ.get("OTEL_TRACES_EXPORTER") or ("otlp" if any(map(os.environ.get, _ENDPOINTS)) else "none")
    if chosen == "none" or os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return
    if chosen not in ("otlp", "console"):
        _log.warning("no spans: OTEL_TRACES_EXPORTER is neither otlp nor console nor none")
        return
    try:
        from arch_team.telemetry.exporting import TreeExporter, otlp_exporter, provider_for

        trace_with(provider_for(otlp_exporter()) if chosen == "otlp" else provider_for(TreeExporter(), at_once=True))
    except ImportError as error:
        _log.warning("no spans: %s is not installed; pip install 'arch-team[otel]'", error.name)
