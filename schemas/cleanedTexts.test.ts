import { expect, it } from 'vitest';
import { endpoints } from './endpoints.ts';

/** Texts of bodies and queries that the contract does not clean, by their path, each with its reason. */
const exceptions: readonly (readonly [reason: string, path: RegExp])[] = [
  ['Passwords are compared after NFKC', /^\/(old|new)?password(confirmation)?$/i],
  ['Usernames are cleaned by cleanUsername, which also folds them', /^\/username$/i],
  ['Tokens and keys of the server come back as they were sent', /^\/(timeT|joinT|t)oken$/],
  ['Tokens and keys of the server come back as they were sent', /^\/(challenge|setup|key)$/],
  ['A program made the key', /^\/idempotencyKey$/],
  ['A program made the id, and stored ones are found as they were sent', /xternalIds?(\[\])?$/],
  ['The browser names the transports of a passkey', /^\/credential\/response\/transports\[\]$/],
  ['The server made the cursor', /^\/cursor$/i],
  ['The server ignores it, as portals of earlier links send it', /^\/resultType$/],
  ['It is a trap for robots', /^\/honeypot$/],
  ['It is compared with the stored note', /^\/from\/note$/],
  ['The engine cleans an answer by the type of its element', /^\/answers\[\]\/type$/],
  ['Names of rules, elements and schemas are no prose', /^\/definition.*\/(type|element)$/],
  ['Names of rules, elements and schemas are no prose', /^\/definition\/\$schema$/],
  ['It is a note between the author and the lint', /^\/definition\/lintIgnore\[\]/],
  ['It is compared with settings, which are kept as written', /When\/.*(equals|contains|in\[\])$/],
];

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const asciiClass = /\[(?!\^)(?:[!-Z^-~]|\\[dw])+\]/g;

/** Returns true for a pattern that refuses invisible characters, because it admits ASCII alone. */
const isAsciiPattern = (pattern: unknown): boolean =>
  typeof pattern === 'string' && /^\^[ --/-Z_-~]*\$$/.test(pattern.replace(asciiClass, ''));

const isFreeText = ({ type, enum: values, const: constant, format, pattern }: Node): boolean =>
  type === 'string' &&
  values === undefined &&
  constant === undefined &&
  format === undefined &&
  !isAsciiPattern(pattern);

const parts = ['anyOf', 'oneOf', 'allOf', 'not'] as const;

/** Lists the paths of free texts that a schema does not clean. */
function listUncleaned(schema: unknown, path = ''): string[] {
  if (Array.isArray(schema)) return schema.flatMap((part) => listUncleaned(part, path));
  if (!isNode(schema)) return [];
  const { properties, patternProperties, $defs, ...rest } = schema;
  return [
    ...(isFreeText(schema) && schema['x-cleanAs'] === undefined ? [path] : []),
    ...Object.entries({ ...(properties ?? {}) }).flatMap(([name, part]) =>
      listUncleaned(part, `${path}/${name}`),
    ),
    ...Object.values({ ...($defs ?? {}) }).flatMap((part) => listUncleaned(part, path)),
    ...[...Object.values({ ...(patternProperties ?? {}) }), rest['additionalProperties']].flatMap(
      (part) => listUncleaned(part, `${path}/*`),
    ),
    ...[rest['items'], rest['prefixItems']].flatMap((part) => listUncleaned(part, `${path}[]`)),
    ...parts.flatMap((name) => listUncleaned(rest[name], path)),
  ];
}

const uncleaned = new Set(
  endpoints.flatMap(({ body, lines, query }) =>
    [body, lines, query].flatMap((schema) => listUncleaned(schema)),
  ),
);

it('Every free text of a body or a query is cleaned, or is an exception with a reason', () => {
  const unexplained = [...uncleaned].filter(
    (path) => !exceptions.some(([, exception]) => exception.test(path)),
  );
  expect(unexplained).toEqual([]);
});

it('Every exception is one of some body or query', () => {
  const unused = exceptions.filter(
    ([, exception]) => ![...uncleaned].some((path) => exception.test(path)),
  );
  expect(unused).toEqual([]);
});

it('A free text is found in every part of a schema that can have one', () => {
  const text = { type: 'string' };
  const schema = {
    properties: { a: text },
    patternProperties: { '^b': text },
    additionalProperties: text,
    items: text,
    prefixItems: [{ properties: { c: text } }],
    anyOf: [{ properties: { d: text } }],
  };
  expect(listUncleaned(schema)).toEqual(['/a', '/*', '/*', '[]', '[]/c', '/d']);
});

it('A pattern admits ASCII alone if it names every character that it accepts', () => {
  const patterns = ['^[a-z0-9.-]+(:[0-9]{1,5})?$', '^[\\w-]{1,64}$', '^#[0-9a-f]{6}$'];
  expect(patterns.filter(isAsciiPattern)).toEqual(patterns);
  const others = ['^https?://\\S+$', '[a-z]+', '^[^,]+$', '^.+$', '^[\\p{L}]+$', '^[a-zäöü]+$'];
  expect(others.filter(isAsciiPattern)).toEqual([]);
});
