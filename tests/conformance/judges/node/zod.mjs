// zod: a JSON Schema becomes one of its own, as programs in TypeScript read the tools of a server.

import { fromJSONSchema } from 'zod';
import { Judge, lines } from './shared.mjs';

const judge = new Judge('zod', '`fromJSONSchema` reads the schema, and what it makes refuses a string in the place of the arguments');

function ask(schema) {
  if (fromJSONSchema(schema).safeParse('a').success) throw new Error('takes a string');
}

await judge.mustRefuse('a schema that takes a string', /takes a string/, () => ask({ type: 'string' }));
await judge.mustRefuse('a reference that leads nowhere', /Reference not found/, () => ask({ $ref: '#/$defs/a' }));
for (const line of lines()) {
  if (['mcp', 'json-schema'].includes(line.provider) && line.parameters) {
    await judge.feed(line.provider, line.tool, () => ask(line.parameters));
  }
}
judge.write();
