"""Who may do what: API keys, roles, the rate of requests, and the record of what was done."""
