"""arch_team: answers from your own tables, every figure bound to the cell it came from."""

__version__ = "0.1.0"
