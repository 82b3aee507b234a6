"""MCP: the types of its Python SDK."""

import shared
from mcp_types import CallToolRequest, CallToolResult, ListToolsResult, Tool
from pydantic import TypeAdapter

judge = shared.Judge("mcp-types", ["mcp-types"], "`Tool` takes the declaration, knows each member, and writes it back unchanged. Requests: so do `CallToolRequest` and `CallToolResult`")
tool = TypeAdapter(Tool)


def ask(declaration):
    read = tool.validate_python(declaration, strict=True, extra="forbid", by_alias=True, by_name=False)
    shared.same(declaration, tool.dump_python(read, mode="json", by_alias=True, exclude_unset=True))


judge.must_refuse("an unknown member", "^extra_forbidden: `parameters`$", lambda: ask({"name": "a", "inputSchema": {"type": "object"}, "parameters": {}}))
judge.must_refuse("a schema that is not an object", "^dict_type: `inputSchema`$", lambda: ask({"name": "a", "inputSchema": "object"}))
for line in shared.texts():
    if line["provider"] == "mcp" and line["declaration"]:
        judge.feed_envelope(line, lambda: ask(line["declaration"]))


def ask_request(_, request):
    if "tools" in request:
        TypeAdapter(ListToolsResult).validate_python({"tools": request["tools"]}, extra="forbid", by_alias=True, by_name=False)
    for message in request["messages"]:
        adapter = call if "method" in message else result
        message = {key: value for key, value in message.items() if key not in ("jsonrpc", "id")} if "method" in message else message
        read = adapter.validate_python(message, extra="forbid", by_alias=True, by_name=False)
        shared.same(message, adapter.dump_python(read, mode="json", by_alias=True, exclude_unset=True))


call, result = TypeAdapter(CallToolRequest), TypeAdapter(CallToolResult)
WRONG = (
    ({"content": [{"type": "text", "data": "a"}]}, "^missing: `text`$"),
    ({"content": [], "is_error": True}, "^extra_forbidden: `is_error`$"),
    ({"method": "tools/call", "params": {"arguments": {}}}, "^missing: `name`$"),
)
for wrong, because in WRONG:
    judge.must_refuse(f"{wrong}", because, lambda: ask_request("mcp", {"messages": [wrong]}))
judge.feed_requests(["mcp"], ask_request)
judge.write()
