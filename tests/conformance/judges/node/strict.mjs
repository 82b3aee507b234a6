// OpenAI and Anthropic: what their SDKs for TypeScript would still change in a strict schema.

import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import { toStrictJsonSchema } from 'openai/lib/transform';
import { Judge, label, lines, same, withoutTypesOfEnums } from './shared.mjs';

const open = { type: 'object', properties: { a: { type: 'string' } } };

function run(name, checks, providers, ask) {
  const judge = new Judge(name, checks);
  judge.mustRefuse('an open object', () => ask(open));
  judge.mustRefuse('a bound that it does not know', () =>
    ask({ ...open, properties: { a: { type: 'string', contentEncoding: 'base64' } }, required: ['a'], additionalProperties: false }),
  );
  for (const line of lines()) {
    if (providers.includes(line.provider) && line.strict && line.parameters) {
      judge.feed(label(line), line.tool, () => ask(line.parameters));
    }
  }
  judge.write();
}

run('openai (npm)', '`toStrictJsonSchema` changes nothing in strict parameters', ['openai', 'openai-responses', 'azure-openai'], (schema) =>
  same(schema, toStrictJsonSchema(structuredClone(schema)), 'the helper'),
);
run('@anthropic-ai/sdk', '`transformJSONSchema` changes nothing in a strict schema (but for `type` beside `enum`)', ['anthropic'], (schema) =>
  same(withoutTypesOfEnums(schema), withoutTypesOfEnums(transformJSONSchema(structuredClone(schema))), 'the transform'),
);
