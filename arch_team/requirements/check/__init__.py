"""What is wrong with a requirement, and what it scores: `evaluate.Evaluator`. Rules are data in `rules/`."""
