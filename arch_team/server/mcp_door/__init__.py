"""The door for MCP clients: data, requirements and knowledge tools, and `ask`, on stdio and on streamable HTTP."""
