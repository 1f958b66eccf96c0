"""What would mend a requirement: `suggest.suggest` for single changes, `rewriter.Rewriter` for the whole text."""
