"""The door for OpenAI's clients: `/v1/models` and `/v1/chat/completions`."""
