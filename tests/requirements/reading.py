"""Reading that may fail: the requirements, or the error a person would see."""

from arch_team.errors import ArchTeamError
from arch_team.requirements.read import Specification, read_bytes


def outcome(data: bytes, name: str) -> Specification | ArchTeamError:
    try:
        return read_bytes(data, name)
    except ArchTeamError as error:
        return error
