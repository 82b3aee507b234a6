"""The official Python SDK as a client of our example server, over standard input and output and over HTTP, in each way that it knows to begin.

Usage: client.py PROGRAM, the built example `mcp_server`. It ends with 0 only if all went as it must.
"""

import asyncio
import json
import subprocess
import sys

from mcp import Client, StdioServerParameters
from mcp.client.subscriptions import ToolsListChanged
from mcp.shared.exceptions import MCPError

# Nothing here takes as long, unless it hangs.
PATIENCE = 60

TOOLS = [
    "search_issues",
    "create_event",
    "query_table",
    "rebuild_index",
    "count_words",
    "badge",
    "switch_tool",
]


def must(condition, what):
    if not condition:
        raise AssertionError(what)


async def talk(client, changed, introduced):
    # A client that is configured with a protocol version doesn't ask the server for its name.
    if introduced:
        must(client.server_info.name == "toolcast-example", client.server_info)
        must("Look at issues" in client.instructions, client.instructions)

    listed = await client.list_tools()
    names = [tool.name for tool in listed.tools]
    must(names == TOOLS, names)
    by_name = {tool.name: tool for tool in listed.tools}
    search = by_name["search_issues"]
    must(search.title == "Issue search", search.title)
    must(search.annotations.read_only_hint is True, search.annotations)
    properties = list(search.input_schema["properties"])
    must(properties == ["repository", "words", "state", "labels", "people", "created", "sort", "limit"], properties)
    must(by_name["count_words"].output_schema["type"] == "object", by_name["count_words"])

    # A good call.
    found = await client.call_tool("search_issues", {"repository": "octo/harbor", "labels": ["crane"]})
    must(not found.is_error and "crane" in found.content[0].text, found)

    # Bad arguments: all faults at once, in a text for the model.
    refused = await client.call_tool("search_issues", {"repositry": "octo/harbor", "limit": 1000})
    must(refused.is_error is True, refused)
    text = refused.content[0].text
    for words in ["$.repository is missing", "$.limit: expected an integer from 1 to 100, got 1000", "did you mean `repository`"]:
        must(words in text, text)

    # Structured content, which the SDK checks against the output schema.
    counted = await client.call_tool("count_words", {"texts": ["to be or not to be"]})
    must(counted.structured_content == {"words": 6, "different": 4, "longest": "not"}, counted)
    must(json.loads(counted.content[0].text) == counted.structured_content, counted)

    # A picture.
    badge = await client.call_tool("badge", {"words": "all is well"})
    must([part.type for part in badge.content] == ["text", "image"], badge)
    must(badge.content[1].mime_type == "image/svg+xml", badge)

    # Progress, in its order and before the answer.
    steps = []

    async def heard(progress, total, message):
        steps.append((progress, total, message))

    await client.call_tool("count_words", {"texts": ["a", "b c", "d"], "pause": 20}, progress_callback=heard)
    must(steps == [(1.0, 3.0, "1 words so far"), (2.0, 3.0, "3 words so far"), (3.0, 3.0, "4 words so far")], steps)

    # An unknown tool is the protocol's error.
    try:
        await client.call_tool("search_isues", {})
    except MCPError as error:
        must(error.code == -32602 and "search_issues" in str(error), error)
    else:
        raise AssertionError("an unknown tool was called")

    # A cancelled call ends immediately, and the connection still works.
    slow = {"texts": ["a"] * 1000, "pause": 10_000}
    begun = asyncio.Event()

    async def first_step(*_):
        begun.set()

    calling = asyncio.create_task(client.call_tool("count_words", slow, progress_callback=first_step))
    await begun.wait()
    calling.cancel()
    try:
        await calling
    except asyncio.CancelledError:
        pass
    after = await client.call_tool("count_words", {"texts": ["x"]})
    must(after.structured_content["words"] == 1, after)

    # A change of the list, notified in the way of the connection's protocol.
    async with changed(client) as wait:
        switched = await client.call_tool("switch_tool", {"name": "badge", "on": False})
        must("`badge` is off" in switched.content[0].text, switched)
        await wait()
        names = [tool.name for tool in (await client.list_tools(cache_mode="bypass")).tools]
        must("badge" not in names, names)
    await client.call_tool("switch_tool", {"name": "badge", "on": True})


class ByNotice:
    """Changes as servers told them unasked, until 2025-11-25."""

    def __init__(self):
        self.told = asyncio.Event()

    async def __call__(self, message):
        if "list_changed" in str(getattr(message, "method", "")) or "ToolListChanged" in type(message).__name__:
            self.told.set()

    def changed(self, _client):
        return self

    async def __aenter__(self):
        return self.told.wait

    async def __aexit__(self, *_):
        pass


class BySubscription:
    """Changes as a client subscribes to them, from 2026-07-28 on."""

    def __init__(self, client):
        self.listening = client.listen(tools_list_changed=True)

    async def __aenter__(self):
        events = await self.listening.__aenter__()

        async def wait():
            async for event in events:
                if isinstance(event, ToolsListChanged):
                    return

        return wait

    async def __aexit__(self, *error):
        return await self.listening.__aexit__(*error)


async def converse(server, mode):
    notices = ByNotice()
    async with Client(server, mode=mode, message_handler=notices) as client:
        modern = client.protocol_version >= "2026-07-28"
        await talk(client, BySubscription if modern else notices.changed, mode in ["legacy", "auto"])
        return client.protocol_version


async def main(program):
    for mode in ["legacy", "auto", "2026-07-28"]:
        server = StdioServerParameters(command=program)
        version = await asyncio.wait_for(converse(server, mode), PATIENCE)
        print(f"stdio, {mode}: {version}", flush=True)
    for mode in ["legacy", "auto", "2026-07-28"]:
        child = subprocess.Popen([program, "--http", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
        try:
            url = await asyncio.wait_for(asyncio.to_thread(child.stdout.readline), PATIENCE)
            version = await asyncio.wait_for(converse(url.strip(), mode), PATIENCE)
            print(f"http, {mode}: {version}", flush=True)
        finally:
            child.terminate()
            child.wait(10)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
