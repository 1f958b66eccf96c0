"""Text as the patterns see it."""

from itertools import product

from arch_team.text.folding import spelled_out as folded


def test_plain_text_folds_as_it_does_beside_other_signs() -> None:
    """ASCII takes a shorter way, to the same end."""
    for pair in product(map(chr, range(128)), repeat=2):
        text = f"A{''.join(pair)}b"
        assert f"{folded(text)} ue" == folded(f"{text} ü")
