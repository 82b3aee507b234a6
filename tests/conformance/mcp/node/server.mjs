// A server of the official TypeScript SDK, for our client: over standard input and output, or with `--http PORT` over streamable HTTP. It has the tools that
// `../server.py` has, so that one test asks the same of both.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

const stopped = [];

const structured = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value });
const said = (text) => ({ content: [{ type: "text", text }] });

const Order = z.object({
  item: z.string(),
  amount: z.number().int().min(1).max(99),
  notes: z.record(z.string(), z.string()).default({}),
});
const Currency = z.enum(["EUR", "NOK"]);

function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new Error("aborted"));
    }, { once: true });
  });
}

function made() {
  const server = new McpServer({ name: "from-outside", version: "1.0.0" }, { instructions: "Add before you divide." });
  server.registerTool("add", {
    description: "Add two numbers.",
    inputSchema: { a: z.number().int(), b: z.number().int() },
    outputSchema: { result: z.number() },
    annotations: { readOnlyHint: true, title: "A sum" },
  }, async ({ a, b }) => structured({ result: a + b }));
  server.registerTool("price", {
    description: "What orders cost together.",
    inputSchema: { orders: z.array(Order), currency: Currency.default("EUR") },
    outputSchema: { sum: z.number(), currency: Currency },
  }, async ({ orders, currency }) => structured({ sum: orders.reduce((sum, order) => sum + order.amount * 1.5, 0), currency }));
  server.registerTool("fail", { description: "Fail.", inputSchema: { reason: z.string() } }, async ({ reason }) => {
    throw new Error(reason);
  });
  server.registerTool("picture", { description: "A picture." }, async () => ({
    content: [{ type: "image", mimeType: "image/png", data: Buffer.from([0x89, 0x50, 0x4e, 0x47]).toString("base64") }],
  }));
  server.registerTool("walk", {
    description: "Walk some steps, with a pause after each.",
    inputSchema: { steps: z.number().int(), pause: z.number() },
  }, async ({ steps, pause: seconds }, { signal, sendNotification, _meta }) => {
    for (let step = 1; step <= steps; step += 1) {
      if (_meta?.progressToken !== undefined) {
        const params = { progressToken: _meta.progressToken, progress: step, total: steps, message: `step ${step}` };
        await sendNotification({ method: "notifications/progress", params });
      }
      try {
        await pause(seconds, signal);
      } catch (error) {
        stopped.push("walk");
        throw error;
      }
    }
    return said(`walked ${steps}`);
  });
  server.registerTool("what_stopped", { description: "What was stopped so far." }, async () => said(JSON.stringify(stopped)));
  server.registerTool("grow", { description: "Make one more tool." }, async () => {
    // The SDK tells its clients.
    server.registerTool("grown", { description: "It was not there before." }, async () => said("here"));
    return said("there is one more");
  });
  return server;
}

async function http(port) {
  const sessions = new Map();
  const answer = async (request, response) => {
    if (!request.url.startsWith("/mcp")) {
      response.writeHead(404).end();
      return;
    }
    let transport = sessions.get(request.headers["mcp-session-id"]);
    if (transport === undefined) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => sessions.set(id, transport),
      });
      await made().connect(transport);
    }
    await transport.handleRequest(request, response);
  };
  const listening = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });
  listening.listen(port, "127.0.0.1");
}

if (process.argv[2] === "--http") {
  await http(Number(process.argv[3]));
} else {
  await made().connect(new StdioServerTransport());
}
