"""Files of requirements: text, Markdown, Word, web pages, PDF, CSV, Excel and ReqIF in, each with its place out."""

from arch_team.requirements.read.files import read_bytes, read_file
from arch_team.requirements.read.specification import Specification, Wanted

__all__ = ["Specification", "Wanted", "read_bytes", "read_file"]
