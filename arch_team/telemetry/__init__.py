"""How the team is watched: logs, spans and metrics. Nothing is imported, counted or sent until it is asked for.

`signals` is what the other rooms call; `setup` is what a command calls once, at its start.
"""
