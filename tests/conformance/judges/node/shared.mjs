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

/** The row that a line is counted in. */
export const label = (line) => line.provider + (line.strict ? ', strict' : '');

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
      else if (!Object.hasOwn(ours, name)) yield `with \`${name}\``;
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
  }

  /** Shows the judge something that is wrong, so that a check that can't fail is found out. */
  mustRefuse(what, ask) {
    try {
      ask();
    } catch {
      return;
    }
    throw new Error(`${this.name} accepts ${what}`);
  }

  /** The same of a check that takes a while. */
  async mustRefuseLater(what, ask) {
    let said;
    await ask().catch((error) => {
      said = error;
    });
    this.mustRefuse(what, () => {
      if (said) throw said;
    });
  }

  /** Asks about one text: `ask` returns where it is accepted, and throws where it is not. */
  feed(row, tool, ask) {
    try {
      ask();
      this.count(row, tool);
    } catch (error) {
      this.count(row, tool, error);
    }
  }

  /** The same of a check that takes a while. */
  async feedLater(row, tool, ask) {
    await ask().then(
      () => this.count(row, tool),
      (error) => this.count(row, tool, error),
    );
  }

  /** One text was asked about; with the error that refused it. */
  count(row, tool, error) {
    if (!this.rows.has(row)) this.rows.set(row, { provider: row, fed: 0, accepted: 0, refused: [] });
    const counts = this.rows.get(row);
    counts.fed += 1;
    if (!error) {
      counts.accepted += 1;
    } else {
      const reasons = error.reasons ?? [`${error.name}: ${error.message}`.split(/\s+/).join(' ').slice(0, 400)];
      for (const reason of new Set(reasons)) counts.refused.push({ tool, reason, explained: null });
    }
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
