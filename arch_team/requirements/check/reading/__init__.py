"""How a requirement is read: words with places, parts of speech, sentences, measures, the parts of a user story."""
