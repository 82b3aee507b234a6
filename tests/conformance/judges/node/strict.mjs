// OpenAI and Anthropic: what their SDKs for TypeScript would still change in a strict schema.

import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import { toStrictJsonSchema } from 'openai/lib/transform';
import { Judge, label, lines, same, withoutTypesOfEnums } from './shared.mjs';

const open = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

async function run(name, checks, providers, unknown, ask) {
  const judge = new Judge(name, checks);
  await judge.mustRefuse('an open object', /with `additionalProperties`/, () => ask(open));
  await judge.mustRefuse('a keyword that it does not know', unknown, () =>
    ask({ ...open, properties: { a: { type: 'string', contentEncoding: 'base64' } }, additionalProperties: false }),
  );
  for (const line of lines()) {
    if (providers.includes(line.provider) && line.strict && line.parameters) {
      await judge.feed(label(line), line.tool, () => ask(line.parameters));
    }
  }
  judge.write();
}

await run('openai (npm)', '`toStrictJsonSchema` changes nothing in strict parameters', ['openai', 'openai-responses', 'azure-openai'], /unsupported keyword `contentEncoding`/, (schema) =>
  same(schema, toStrictJsonSchema(structuredClone(schema)), 'the helper'),
);
await run('@anthropic-ai/sdk', '`transformJSONSchema` changes nothing in a strict schema (but for `type` beside `enum`)', ['anthropic'], /without `contentEncoding`/, (schema) =>
  same(withoutTypesOfEnums(schema), withoutTypesOfEnums(transformJSONSchema(structuredClone(schema))), 'the transform'),
);
