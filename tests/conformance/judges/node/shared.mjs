// What every judge does: see ../shared.py, whose results these have too.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [texts, results] = process.argv.slice(2);

/** The judge refuses the text; each reason is a line. */
export class Refused extends Error {
  constructor(reasons) {
    super(reasons.join('; '));
    this.reasons = reasons;
  }
}

/** The lines of a file of texts. */
export function lines(kind = 'tools') {
  const text = readFileSync(join(texts, `${kind}.jsonl`), 'utf8');
  return text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

/** `./check full` feeds everything to everyone. */
const FULL = process.env.TOOLCAST_CHECK === 'full';

/** The row that a line is counted in. */
export const label = (line) => line.provider + (line.strict ? ', strict' : '');

/** A declaration without its texts and its schema: which members it has, and of which type. */
function envelopeOf(line) {
  const schema = JSON.stringify(line.parameters);
  const shape = (value) => {
    if (typeof value === 'boolean') return value;
    if (!value || typeof value !== 'object') return typeof value;
    if (JSON.stringify(value) === schema) return 'a schema';
    if (Array.isArray(value)) return 'a list';
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shape(one)]));
  };
  return JSON.stringify(shape(line.declaration));
}

/** Refuses where the judge has changed something; each kind of change is a reason, told without its place. */
export function same(ours, theirs, what) {
  const found = new Set(differences(ours, theirs, ''));
  if (found.size) throw new Refused([...found].map((one) => `${what} changes: ${one}`));
}

function* differences(ours, theirs, key) {
  const objects = [ours, theirs].every((value) => value && typeof value === 'object');
  if (objects && Array.isArray(ours) === Array.isArray(theirs) && (!Array.isArray(ours) || ours.length === theirs.length)) {
    for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      if (!Object.hasOwn(theirs, name)) yield `without \`${name}\``;
      else if (!Object.hasOwn(ours, name)) yield `with \`${name}\`${name === 'description' ? `: ${short(theirs[name])}` : ''}`;
      else yield* differences(ours[name], theirs[name], Array.isArray(ours) ? key : name);
    }
  } else if (typeof ours === 'string' && typeof theirs === 'string' && theirs !== ours && theirs.startsWith(ours)) {
    yield `\`${key}\` goes on: ${short(theirs.slice(ours.length))}`;
  } else if (ours !== theirs) {
    yield `\`${key}\`: ${short(ours)} to ${short(theirs)}`;
  }
}

function short(value) {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

/** The schema without `type` where each value of an enum has that type, so that it says nothing more. */
export function withoutTypesOfEnums(value) {
  if (Array.isArray(value)) return value.map(withoutTypesOfEnums);
  if (!value || typeof value !== 'object') return value;
  const of = (one) => (one === null ? 'null' : Number.isInteger(one) ? 'integer' : typeof one);
  const said = Array.isArray(value.enum) && typeof value.type === 'string' && value.enum.every((one) => of(one) === value.type);
  const members = Object.entries(value).filter(([key]) => !(said && key === 'type'));
  return Object.fromEntries(members.map(([key, one]) => [key, withoutTypesOfEnums(one)]));
}

/** What an error says, each thing once. */
function reasons(error) {
  const found = error.reasons ?? [`${error.name}: ${error.message}`.split(/\s+/).join(' ').slice(0, 400)];
  return [...new Set(found)];
}

/** Counts what one judge says. */
export class Judge {
  constructor(name, checks) {
    this.name = name;
    this.checks = checks;
    const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
    const title = Object.keys(dependencies).find((known) => name === known || name === `${known} (npm)`);
    if (!title) throw new Error(`${name} is no dependency`);
    this.version = `${title} ${dependencies[title]} of npm`;
    this.rows = new Map();
    this.envelopes = new Set();
  }

  /** Shows the judge a mistake. It must be refused with a reason that matches `because`. */
  async mustRefuse(what, because, ask) {
    try {
      await ask();
    } catch (error) {
      const found = reasons(error);
      if (found.some((reason) => because.test(reason))) return;
      throw new Error(`${this.name} refuses ${what} for another reason than ${because}: ${found.join('; ')}`);
    }
    throw new Error(`${this.name} accepts ${what}`);
  }

  /** Asks about one text: `ask` returns if it is accepted, and throws if it is refused. It may be async. */
  async feed(row, tool, ask, kind = 'schemas') {
    if (!this.rows.has(row)) this.rows.set(row, { provider: row, kind, fed: 0, accepted: 0, refused: [] });
    const counts = this.rows.get(row);
    counts.fed += 1;
    try {
      await ask();
      counts.accepted += 1;
    } catch (error) {
      for (const reason of reasons(error)) counts.refused.push({ tool, reason, explained: null });
    }
  }

  /** The same of a judge that takes any schema: it is asked once for each envelope, or about all texts in a full run. */
  async feedEnvelope(line, ask) {
    const envelope = `${label(line)} ${envelopeOf(line)}`;
    if (!FULL && this.envelopes.has(envelope)) return;
    this.envelopes.add(envelope);
    await this.feed(label(line), line.tool, ask, 'envelopes');
  }

  /** Writes the result; a judge that was asked nothing has failed. */
  write() {
    if (!this.rows.size) throw new Error(`${this.name} was asked nothing`);
    const rows = [...this.rows.values()];
    mkdirSync(results, { recursive: true });
    const result = { judge: this.name, version: this.version, checks: this.checks, rows };
    writeFileSync(join(results, `${this.name.replaceAll('/', '-')}.json`), `${JSON.stringify(result, null, 1)}\n`);
    const sum = (of) => rows.reduce((all, row) => all + of(row), 0);
    console.log(`  ${this.name} (${this.version}): ${sum((row) => row.fed)} texts, ${sum((row) => row.fed - row.accepted)} refused`);
  }
}
