import type { Random } from './random.ts';

const deep = (levels: number): unknown =>
  levels === 0 ? 'x' : levels % 2 === 0 ? [deep(levels - 1)] : { a: deep(levels - 1) };

/** Texts that have broken parsers, databases and pages of other products. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u001B[31m',
  '\uD83D',
  '\u202E\u200E',
  'Müller 😀 שלום',
  "' or 1=1 --",
  '"><script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '../../etc/passwd',
  '%00',
  '%s%n%x',
  'a\r\nSet-Cookie: x=1',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-0',
  '1e999',
  '2026-02-31T25:61:61Z',
  '9999-12-31T23:59:59.999Z',
  'nobody-has-this-id-1',
  `${'a'.repeat(50)}!`,
  'x'.repeat(20_001),
  'ß'.repeat(200),
];

const others: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  {},
  [[]],
  [null],
  { __proto__: null, toString: 'x' },
  deep(20),
  deep(150),
  Array.from({ length: 2_000 }, () => 'x'),
];

/** Returns a value that most fields do not expect. */
export const hostileValue = (random: Random): unknown =>
  random.happens(0.6) ? random.pick(hostileTexts) : random.pick(others);

type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  format?: string;
  minimum?: number;
};

/** Samples a value that roughly fits a schema of the contract. */
export function sampleValue(schema: Schema, random: Random): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return sampleValue(random.pick(schema.anyOf), random);
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(() => random.happens(0.9))
        .map(([name, part]) => [name, sampleValue(part, random)]),
    );
  if (schema.items)
    return Array.from({ length: random.number(3) }, () => sampleValue(schema.items ?? {}, random));
  if (schema.type === 'boolean') return random.happens(0.5);
  if (schema.type === 'integer' || schema.type === 'number')
    return (schema.minimum ?? 0) + random.number(5);
  if (schema.format === 'date') return '2026-11-24';
  if (schema.format === 'date-time') return '2026-11-24T17:00:00.000Z';
  return random.pick(['Brandt', 'miriam@beispiel.example', 'nobody-has-this-id-1', '123456']);
}

/** Replaces, removes or adds one value at a random place of a body. */
export function mutate(value: unknown, random: Random): unknown {
  if (random.happens(0.15) || typeof value !== 'object' || value === null)
    return hostileValue(random);
  if (Array.isArray(value)) {
    const items = value as unknown[];
    const index = random.number(items.length + 1);
    return items.toSpliced(index, 1, mutate(items[index], random));
  }
  const fields = { ...value } as Record<string, unknown>;
  const names = Object.keys(fields);
  if (names.length === 0 || random.happens(0.1))
    return { ...fields, [random.pick(hostileTexts) || 'extra']: hostileValue(random) };
  const name = random.pick(names);
  if (random.happens(0.15)) delete fields[name];
  else fields[name] = mutate(fields[name], random);
  return fields;
}
