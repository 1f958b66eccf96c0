"""The embedded operator: reads a question against the ontology and plans the calls. No model, no guess."""
