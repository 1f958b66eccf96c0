"""What has been imported where processes of tests are forked: of heavy work, and of engines that will be killed.

The work does not stand back behind others here: it is the test that waits for it.
"""

from importlib import import_module

from arch_team.server import heavy

for _name in (
    "arch_team.agents.engine_desk",
    "arch_team.agents.team",
    "arch_team.featuredata.duckdb_dialect",
    "arch_team.measuring.reader",
    "arch_team.models.embedded.figure_path",
    "arch_team.models.operators",
    "arch_team.server.heavy_preload",
    "arch_team.tools.session",
    "tests.engine.crash",
):
    import_module(_name)
heavy.NICE = 0
