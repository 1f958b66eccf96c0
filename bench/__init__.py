"""Performance as ratios: each thing measured beside what a user would pick instead, in one run."""
