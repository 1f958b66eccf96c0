"""What users import is pinned here: a change to it is a decision, not an accident."""

import arch_team


def test_the_public_names() -> None:
    assert arch_team.__all__ == ["Answer", "Society", "__version__"]
    assert arch_team.Society.__name__ == "Society"
    assert arch_team.Answer.__name__ == "Answer"
