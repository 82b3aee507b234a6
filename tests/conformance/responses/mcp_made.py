"""Calls as a client of MCP sends them, by the protocol's types."""

from made import dumped
from mcp_types import CallToolRequest, CallToolRequestParams, JSONRPCRequest

PACKAGE = "mcp-types"


def made(name, turn):
    if len(turn["calls"]) != 1 or turn["thoughts"]:
        return  # A request is one call, and nothing else.
    call = turn["calls"][0]
    request = CallToolRequest(method="tools/call", params=CallToolRequestParams(name=call["name"], arguments=call["arguments"] or None))
    params = dumped(request, exclude_none=True)["params"]
    request = JSONRPCRequest(jsonrpc="2.0", id=call["id"], method="tools/call", params=params)
    yield "mcp", "response", dumped(request, exclude_none=True)
    yield "mcp", "events", [dumped(request, exclude_none=True)]
