"""A German or English sentence as words: places, parts of speech, base forms, degrees, clauses, measures, phrases."""
