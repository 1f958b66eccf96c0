"""The demo companies: two invented Swiss mandates with three years of bookkeeping, the same every time."""

from arch_team.demo.location import demo_database
from arch_team.demo.masterdata import ALPENBLICK, COMPANIES, FEATURE_INSTANCE

DEFAULT_MANDATE = ALPENBLICK.mandate
FEATURE_CODE = "trustee"
MANDATES = {company.mandate: company.name for company in COMPANIES}

__all__ = ["DEFAULT_MANDATE", "FEATURE_CODE", "FEATURE_INSTANCE", "MANDATES", "demo_database"]
