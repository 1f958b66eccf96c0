"""What a question says only of where all rows are: `in our library`, `im Verzeichnis`."""

from arch_team.grammar.lattice import Lattice
from arch_team.interpreting.words import words_of
from arch_team.modelling.model import Model
from arch_team.text.lexicon import Lexicon


def without_the_whole(question: str, model: Model, lexicon: Lexicon) -> str | None:
    """A question without where all its rows are. None: it does not say so, or a table or column is called so."""
    lattice, words = Lattice.of(question, model, lexicon), words_of(lexicon.language)
    for at in range(1, len(lattice) - 1):
        classes = {said.klass for said in words.at(lattice.words, at)}
        if "preposition" not in classes and not (lexicon.has_free_order and "of" in classes):
            continue
        noun = at + 1
        while noun < len(lattice) and any(said.klass == "determiner" for said in words.at(lattice.words, noun)):
            noun += 1
        ends = [said.end for said in words.at(lattice.words, noun) if said.klass == "whole_noun"] if noun > at else []
        is_named = noun < len(lattice) and model.is_whole(lattice.tokens[noun].text)
        ends += [noun + 1] if is_named and words.has_article(lattice.words, noun) else []
        if not ends or noun >= len(lattice) or lattice.nouns[noun] or lattice.texts[noun]:
            continue
        start, end = lattice.tokens[at].start, lattice.tokens[max(ends) - 1].end
        return f"{question[:start].rstrip()}{question[end:]}"
    return None
