"""Files of requirements: text, Markdown, CSV, Excel and ReqIF in, each requirement with its place out."""

from arch_team.requirements.read.detect import read_bytes, read_file
from arch_team.requirements.read.specification import Entry, Format, LeftOut, Region, Specification, Wanted

__all__ = ["Entry", "Format", "LeftOut", "Region", "Specification", "Wanted", "read_bytes", "read_file"]
