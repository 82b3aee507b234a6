// JSON Schema: Ajv in its strict mode, which refuses what a schema says in vain.

import Ajv from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { Judge, Refused, label, lines } from './shared.mjs';

const judge = new Judge('ajv', 'it compiles the schema in strict mode: no keyword or format that it does not know, none beside a type that it is not about');

const ajv = new Ajv({ strict: true, allowUnionTypes: true, logger: false });
formats(ajv);
const ask = (schema) => void ajv.compile(schema);

for (const [wrong, because] of [
  [{ type: 'string', kind: 'a' }, /unknown keyword: "kind"/],
  [{ type: 'string', minimum: 1 }, /missing type "number" for keyword "minimum"/],
  [{ type: 'string', format: 'words' }, /unknown format "words"/],
  [{ type: 'object', required: ['a'] }, /required property "a" is not defined/],
]) {
  await judge.mustRefuse(JSON.stringify(wrong), because, () => ask(wrong));
}
const seen = new Map();
for (const line of lines()) {
  // These two have types in upper case, which is another language.
  if (['gemini', 'vertex'].includes(line.provider) || !line.parameters) continue;
  await judge.feed(label(line), line.tool, () => {
    const key = JSON.stringify(line.parameters);
    if (!seen.has(key)) {
      try {
        seen.set(key, ask(line.parameters));
      } catch (error) {
        seen.set(key, error);
      }
    }
    if (seen.get(key)) throw seen.get(key);
  });
}

// What the validator of the tests says of values, asked again. Formats are annotations, but in lines with those that both implement.
// A property is one that the value has, not one of JavaScript's objects.
const again = new Ajv({ strict: false, validateFormats: false, ownProperties: true, logger: false });
const requiresEmptyName = /"required":\[[^\]]*""[,\]]/;
const withFormats = new Ajv({ strict: false, ownProperties: true, logger: false });
formats(withFormats);
const verdict = (schema, { value, valid }, by = again) => {
  if (by.validate(schema, value) === valid) return;
  if (!valid && !Object.hasOwn(value, '') && requiresEmptyName.test(JSON.stringify(schema))) throw new Refused(['a required name that is empty is not asked for']);
  const why = valid ? by.errorsText() : 'nothing is wrong with it';
  throw new Refused([`\`jsonschema\` says ${valid ? 'valid' : 'invalid'} of ${JSON.stringify(value).slice(0, 200)}: ${why}`]);
};
await judge.mustRefuse('a wrong verdict', /says valid of "a": data must be integer/, () => verdict({ type: 'integer' }, { value: 'a', valid: true }));
await judge.mustRefuse('another one', /says invalid of 1: nothing is wrong/, () => verdict({ type: 'integer' }, { value: 1, valid: false }));
await judge.mustRefuse('a wrong verdict on a format', /says valid of "a": data must match format "uuid"/, () => verdict({ format: 'uuid' }, { value: 'a', valid: true }, withFormats));
for (const { of, kind, formats: asserted, schema, verdicts } of lines('verdicts')) {
  const by = asserted ? withFormats : again;
  for (const [i, one] of verdicts.entries()) await judge.feed(kind, `${of}${asserted ? ', formats' : ''} #${i}`, () => verdict(schema, one, by), 'verdicts');
}
judge.write();
