"""What a user story needs: a role, a wish and a benefit, set apart."""

from collections.abc import Iterator

from arch_team.requirements.checks import Hit, Parameters
from arch_team.requirements.reading.prose import Prose


def story_without(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """A user story that lacks the part named in `part`: role, means or ends."""
    story, part = prose.story, parameters.get("part")
    if story is None:
        return
    parts = {"role": story.role, "means": story.means, "ends": story.ends}
    if parts.get(str(part)) is None:
        yield Hit(said=str(part))


def story_commas(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """A story whose role or benefit is not set off by a comma. German needs one before the benefit only."""
    story = prose.story
    if story is None or story.role is None:
        return
    joints = (story.ends_marker,) if prose.language == "de" else (story.means_marker, story.ends_marker)
    missing = [joint for joint in joints if joint is not None and joint.start > 0 and not _has_comma(prose, joint)]
    if missing:
        yield Hit(tuple(prose.span(joint.start, joint.stop - 1) for joint in missing))


def _has_comma(prose: Prose, joint: range) -> bool:
    return "," in {prose.words[joint.start].folded, prose.words[joint.start - 1].folded}
