"""MCP: the types of its Python SDK."""

import shared
from mcp_types import Tool
from pydantic import TypeAdapter

judge = shared.Judge("mcp-types", ["mcp-types"], "`Tool` takes the declaration, knows each member, and writes it back unchanged")
tool = TypeAdapter(Tool)


def ask(declaration):
    read = tool.validate_python(declaration, strict=True, extra="forbid", by_alias=True, by_name=False)
    shared.same(declaration, tool.dump_python(read, mode="json", by_alias=True, exclude_unset=True))


judge.must_refuse("an unknown member", lambda: ask({"name": "a", "inputSchema": {"type": "object"}, "parameters": {}}))
judge.must_refuse("a schema that is no object", lambda: ask({"name": "a", "inputSchema": "object"}))
for line in shared.texts():
    if line["provider"] == "mcp" and line["declaration"]:
        judge.feed("mcp", line["tool"], lambda: ask(line["declaration"]))
judge.write()
