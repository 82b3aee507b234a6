// SDKs that look at a request before it goes out: what they would send is what we say. Nothing is sent: `fetch` is ours, and keeps the body.

import { GoogleGenAI } from '@google/genai';
import { Mistral } from '@mistralai/mistralai';
import { CohereClientV2 } from 'cohere-ai';
import { Judge, label, lines, Refused, same } from './shared.mjs';

/** What `fetch` ends with, so that nobody tries again. */
class Sent extends Error {}

let body;
globalThis.fetch = async (input, init) => {
  const sent = init?.body ?? (await input.text());
  body = JSON.parse(sent);
  return new Response(JSON.stringify({ message: 'sent' }), { status: 400, headers: { 'content-type': 'application/json' } });
};

/** The body of the request that `call` makes. */
async function sent(call) {
  body = undefined;
  let said;
  try {
    await call();
  } catch (error) {
    said = error;
  }
  if (body === undefined) throw said ?? new Sent('nothing was sent');
  return body;
}

/** Asks about each declaration of the providers, which `call` puts into a request and `tools` finds in its body. The SDK looks into the schemas of `inspected`. */
async function ask(name, providers, inspected, call, tools, wrong) {
  const judge = new Judge(name, 'the SDK sends the declaration unchanged');
  const one = async (declaration, provider) => {
    const made = await sent(() => call(structuredClone(declaration), provider));
    same(declaration, tools(made), 'the SDK');
  };
  for (const [what, because, declaration] of wrong) await judge.mustRefuse(what, because, () => one(declaration, providers[0]));
  for (const line of lines()) {
    if (!providers.includes(line.provider) || !line.declaration) continue;
    const asked = () => one(line.declaration, line.provider);
    if (inspected.includes(line.provider)) await judge.feed(label(line), line.tool, asked);
    else await judge.feedEnvelope(line, asked);
  }
  judge.write();
}

const google = {
  gemini: new GoogleGenAI({ apiKey: 'a' }),
  vertex: new GoogleGenAI({ apiKey: 'a', vertexai: true }),
};
google['gemini-json-schema'] = google.gemini;
await ask(
  '@google/genai',
  ['gemini', 'gemini-json-schema', 'vertex'],
  ['gemini', 'vertex'],
  (declaration, provider) =>
    google[provider].models.generateContent({ model: 'a', contents: 'b', config: { tools: [{ functionDeclarations: [declaration] }] } }),
  (made) => made.tools[0].functionDeclarations[0],
  [
    ['a choice beside a type', /type and anyOf cannot be both populated/, { name: 'a', parameters: { type: 'OBJECT', anyOf: [{ type: 'STRING' }] } }],
    ['a type of another case', /`type`: "object" to "OBJECT"/, { name: 'a', parameters: { type: 'object' } }],
  ],
);

const mistral = new Mistral({ apiKey: 'a', retryConfig: { strategy: 'none' } });
await ask(
  '@mistralai/mistralai',
  ['mistral'],
  [],
  (tool) => mistral.chat.complete({ model: 'a', messages: [{ role: 'user', content: 'b' }], tools: [tool] }),
  (made) => made.tools[0],
  [
    ['an unknown member', /without `input_schema`/, { type: 'function', function: { name: 'a', parameters: {}, input_schema: {} } }],
    ['a name that is not a string', /"path": \[ "function", "name" \]/, { type: 'function', function: { name: ['a'], parameters: {} } }],
  ],
);

const cohere = new CohereClientV2({ token: 'a', maxRetries: 0 });
await ask(
  'cohere-ai',
  ['cohere'],
  [],
  (tool) => cohere.chat({ model: 'a', messages: [{ role: 'user', content: 'b' }], tools: [tool] }, { maxRetries: 0 }),
  (made) => made.tools[0],
  [['a name that is not a string', /function -> name: Expected string/, { type: 'function', function: { name: ['a'], parameters: {} } }]],
);
