"""Engines look at their queue, and for who died, more often than in the field: tests need not wait for the next look.

What they find there is the same. Imported by whoever opens an engine in a test, in whatever process.
"""

from arch_team.engine import sweeper, workflows

workflows.POLL = 0.03
sweeper.EVERY = 0.2
