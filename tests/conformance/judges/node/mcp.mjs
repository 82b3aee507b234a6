// MCP: the schemas by which its SDK for TypeScript reads what a server sends.

import { CallToolRequestSchema, CallToolResultSchema, ListToolsResultSchema, ToolSchema } from '@modelcontextprotocol/sdk/types.js';
import { Judge, lines, same } from './shared.mjs';

const judge = new Judge(
  '@modelcontextprotocol/sdk',
  '`ToolSchema` takes the declaration and keeps all of it. Requests: so do `ListToolsResultSchema`, `CallToolRequestSchema` and `CallToolResultSchema`',
);

function ask(schema, ours) {
  same(ours, schema.parse(structuredClone(ours)), 'the SDK');
}

await judge.mustRefuse('an unknown member', /without `parameters`/, () => ask(ToolSchema, { name: 'a', inputSchema: { type: 'object' }, parameters: {} }));
await judge.mustRefuse('a root that is not an object', /"inputSchema", "type"/, () => ask(ToolSchema, { name: 'a', inputSchema: { type: 'string' } }));
await judge.mustRefuse('a part of an unknown type', /"path": \[ "type" \], "message": "Invalid input: expected/, () => ask(CallToolResultSchema, { content: [{ type: 'words', text: 'a' }] }));
for (const line of lines()) {
  if (line.provider === 'mcp' && line.declaration) await judge.feedEnvelope(line, () => ask(ToolSchema, line.declaration));
}
for (const { provider, tool, request } of lines('requests')) {
  if (provider !== 'mcp') continue;
  const read = () => {
    if (request.tools) ask(ListToolsResultSchema, { tools: request.tools });
    for (const { jsonrpc, id, ...message } of request.messages) {
      ask(message.method ? CallToolRequestSchema : CallToolResultSchema, message);
    }
  };
  await judge.feed('mcp, requests', tool, read, 'requests');
}
judge.write();
