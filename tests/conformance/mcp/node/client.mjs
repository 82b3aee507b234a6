// The official TypeScript SDK as a client of our example server, over standard input and output and over HTTP.
//
// Usage: client.mjs PROGRAM, the built example `mcp_server`. It ends with 0 only if all went as it must.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";

const TOOLS = ["search_issues", "create_event", "query_table", "rebuild_index", "count_words", "badge", "switch_tool"];

// Nothing here takes as long, unless it hangs.
const PATIENCE = 60_000;

async function talk(client) {
  assert.equal(client.getServerVersion().name, "toolcast-example");
  assert.match(client.getInstructions(), /Look at issues/);

  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), TOOLS);
  const named = (name) => tools.find((tool) => tool.name === name);
  const search = named("search_issues");
  assert.equal(search.title, "Issue search");
  assert.equal(search.annotations.readOnlyHint, true);
  const order = ["repository", "words", "state", "labels", "people", "created", "sort", "limit"];
  assert.deepEqual(Object.keys(search.inputSchema.properties), order);
  assert.equal(named("count_words").outputSchema.type, "object");

  // A good call.
  const found = await client.callTool({ name: "search_issues", arguments: { repository: "octo/harbor", labels: ["crane"] } });
  assert.ok(!found.isError && found.content[0].text.includes("crane"), JSON.stringify(found));

  // Bad arguments: all faults at once, in a text for the model.
  const refused = await client.callTool({ name: "search_issues", arguments: { repositry: "octo/harbor", limit: 1000 } });
  assert.equal(refused.isError, true);
  for (const words of ["$.repository is missing", "$.limit: expected an integer from 1 to 100, got 1000", "did you mean `repository`"]) {
    assert.ok(refused.content[0].text.includes(words), refused.content[0].text);
  }

  // Structured content, which the SDK checks against the output schema.
  const counted = await client.callTool({ name: "count_words", arguments: { texts: ["to be or not to be"] } });
  assert.deepEqual(counted.structuredContent, { words: 6, different: 4, longest: "not" });
  assert.deepEqual(JSON.parse(counted.content[0].text), counted.structuredContent);

  // A picture.
  const badge = await client.callTool({ name: "badge", arguments: { words: "all is well" } });
  assert.deepEqual(badge.content.map((part) => part.type), ["text", "image"]);
  assert.equal(badge.content[1].mimeType, "image/svg+xml");

  // Progress, in its order and before the answer.
  const steps = [];
  await client.callTool({ name: "count_words", arguments: { texts: ["a", "b c", "d"], pause: 20 } }, undefined, {
    onprogress: ({ progress, total, message }) => steps.push([progress, total, message]),
  });
  assert.deepEqual(steps, [[1, 3, "1 words so far"], [2, 3, "3 words so far"], [3, 3, "4 words so far"]]);

  // An unknown tool is the protocol's error.
  await assert.rejects(client.callTool({ name: "search_isues", arguments: {} }), (error) => error.code === -32602 && /search_issues/.test(error.message));

  // Cancellation: whoever does not wait any more is gone at once, and the connection is as good as before.
  const slow = { name: "count_words", arguments: { texts: Array(1000).fill("a"), pause: 10_000 } };
  const cancel = new AbortController();
  await assert.rejects(client.callTool(slow, undefined, { signal: cancel.signal, onprogress: () => cancel.abort("enough") }));
  const after = await client.callTool({ name: "count_words", arguments: { texts: ["x"] } });
  assert.equal(after.structuredContent.words, 1);

  // A change of the list is told.
  const changed = new Promise((resolve) => {
    client.setNotificationHandler(ToolListChangedNotificationSchema, resolve);
  });
  const switched = await client.callTool({ name: "switch_tool", arguments: { name: "badge", on: false } });
  assert.ok(switched.content[0].text.includes("`badge` is off"), switched.content[0].text);
  await changed;
  const left = (await client.listTools()).tools.map((tool) => tool.name);
  assert.ok(!left.includes("badge"), left.join());
  await client.callTool({ name: "switch_tool", arguments: { name: "badge", on: true } });
}

async function converse(transport) {
  const client = new Client({ name: "conformance", version: "1.0.0" });
  await client.connect(transport);
  try {
    await talk(client);
  } finally {
    await client.close();
  }
}

const patience = setTimeout(() => {
  console.error("it takes too long");
  process.exit(1);
}, 2 * PATIENCE);

const program = process.argv[2];
await converse(new StdioClientTransport({ command: program }));
console.log("stdio");
const server = spawn(program, ["--http", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "inherit"] });
try {
  const [url] = await once(createInterface({ input: server.stdout }), "line");
  await converse(new StreamableHTTPClientTransport(new URL(url.trim())));
  console.log("http");
} finally {
  server.kill();
}
clearTimeout(patience);
