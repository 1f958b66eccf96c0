"""Requirements: five doors.

    read      files to requirements, each with its place           read.read_file
    check     a requirement to findings and scores                 check.evaluate.Evaluator
    rewrite   what would mend it, from its own words               rewrite.rewriter.Rewriter, rewrite.suggest.suggest
    compare   duplicates, conflicts, what belongs together         compare.find_duplicates, find_conflicts, find_related
    report    all of it, written down                              report.written

`service.py` and `review.py` go through them for callers and for files; `learned.py` keeps what a team decided.
"""
