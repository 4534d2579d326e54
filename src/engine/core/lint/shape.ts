import { Errors } from 'typebox/value';
import type { JsonSchema } from '../element.ts';
import { didYouMean } from './didYouMean.ts';
import type { Found } from './finding.ts';
import { joinPointer } from './pointer.ts';

export const shapeRuleNames = [
  'settingMissing',
  'settingUnknown',
  'settingType',
  'settingFormat',
  'settingLimit',
  'valueNotAllowed',
] as const;
export type ShapeProblem = Found & { rule: (typeof shapeRuleNames)[number] };

type Branches = readonly JsonSchema[];
type Definitions = Readonly<Record<string, JsonSchema>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const structural = new Set([
  '$schema',
  '$ref',
  'definitions',
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'allOf',
]);
const pickKeywords = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !structural.has(keyword)));

/** Names the kind of a pattern by a sample that it matches; the first match counts. */
const patternSamples = {
  colour: '#14505c',
  address: 'https://www.example.com',
  file: '-_-_-_-_',
  day: '2026-12-24',
  time: '08:30',
  element: 'name',
} as const;
const classifyPattern = (pattern: unknown): string =>
  (typeof pattern === 'string' &&
    Object.entries(patternSamples).find(([, sample]) =>
      new RegExp(pattern, 'u').test(sample),
    )?.[0]) ||
  'other';

function describeProblem(
  keyword: string,
  params: Record<string, unknown>,
  value: unknown,
): Omit<ShapeProblem, 'pointer'> {
  if (keyword === 'type')
    return { rule: 'settingType', params: { type: [params['type']].flat().join(', ') } };
  if (keyword === 'enum' || keyword === 'const') {
    const allowed = [params['allowedValues'] ?? params['allowedValue']].flat().map(String);
    return {
      rule: 'valueNotAllowed',
      params: { value: String(value), allowed: allowed.join(', ') },
      suggestion: didYouMean(String(value), allowed),
    };
  }
  if (typeof params['limit'] === 'number')
    return { rule: 'settingLimit', params: { keyword, limit: params['limit'] } };
  return {
    rule: 'settingFormat',
    params: { kind: keyword === 'uniqueItems' ? 'unique' : classifyPattern(params['pattern']) },
  };
}

/**
 * Returns true if a value has the constant that selects a branch, such as the `type` of an element.
 */
export function isSelectedBy(condition: JsonSchema, value: unknown): boolean {
  const properties = condition['properties'] as Record<string, { const: unknown }>;
  return (
    isObject(value) &&
    Object.entries(properties).every(([name, named]) => value[name] === named.const)
  );
}

/** An array that is too long gets one finding; its items are not checked. */
export const isTooLong = ({ maxItems }: JsonSchema, { length }: readonly unknown[]): boolean =>
  typeof maxItems === 'number' && length > maxItems;

/** Reports the branch whose required settings are present. */
function checkLikeliest(
  definitions: Definitions,
  branches: Branches,
  value: unknown,
  pointer: string,
): ShapeProblem[] {
  const isElsewhere = (problem: ShapeProblem) =>
    problem.rule === 'settingMissing' ||
    (problem.rule === 'settingType' && problem.pointer === pointer);
  const judged = branches
    .map((branch) => checkProperties(definitions, branch, value, pointer))
    .map((problems) => ({ problems, misses: problems.filter(isElsewhere).length }));
  judged.sort(
    (one, other) => one.misses - other.misses || one.problems.length - other.problems.length,
  );
  return judged[0]?.problems ?? [];
}

function checkObject(
  definitions: Definitions,
  schema: JsonSchema,
  value: Record<string, unknown>,
  pointer: string,
): ShapeProblem[] {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const missing = ((schema['required'] ?? []) as string[]).filter(
    (name) => !Object.hasOwn(value, name),
  );
  const names = Object.keys(schema['additionalProperties'] === false ? value : properties).filter(
    (name) => Object.hasOwn(value, name),
  );
  const parts = names.flatMap((name): ShapeProblem[] => {
    const expected = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (expected)
      return checkProperties(definitions, expected, value[name], joinPointer(pointer, name));
    return [
      {
        rule: 'settingUnknown',
        pointer: joinPointer(pointer, name),
        params: { name },
        suggestion: didYouMean(name, Object.keys(properties)),
      },
    ];
  });
  return [
    ...missing.map((name): ShapeProblem => ({
      rule: 'settingMissing',
      pointer: joinPointer(pointer, name),
      params: { name },
    })),
    ...parts,
  ];
}

function checkProperties(
  definitions: Definitions,
  schema: JsonSchema,
  value: unknown,
  pointer: string,
): ShapeProblem[] {
  const { $ref, anyOf, allOf, items } = schema as {
    $ref?: string;
    anyOf?: Branches;
    allOf?: Branches;
    items?: JsonSchema;
  };
  if ($ref)
    return checkProperties(
      definitions,
      definitions[$ref.split('/').at(-1) ?? ''] ?? {},
      value,
      pointer,
    );
  const [own] = Errors(pickKeywords(schema), value);
  return [
    ...(own ? [{ pointer, ...describeProblem(own.keyword, own.params, value) }] : []),
    ...(anyOf ? checkLikeliest(definitions, anyOf, value, pointer) : []),
    ...(allOf ?? []).flatMap((part) => {
      const { if: condition, then } = part as { if: JsonSchema; then: JsonSchema };
      return isSelectedBy(condition, value)
        ? checkProperties(definitions, then, value, pointer)
        : [];
    }),
    ...(isObject(value) ? checkObject(definitions, schema, value, pointer) : []),
    ...(Array.isArray(value) && items && !isTooLong(schema, value)
      ? value.flatMap((item, index) =>
          checkProperties(definitions, items, item, joinPointer(pointer, index)),
        )
      : []),
  ];
}

/**
 * Validates a value against one of our schemas and reports each mismatch. Of several branches it
 * reports the one the author meant. Compiles nothing, so it runs under a CSP without `unsafe-eval`.
 */
export function findShapeProblems(root: JsonSchema, whole: unknown): ShapeProblem[] {
  const definitions = (root['definitions'] ?? {}) as Definitions;
  const found = new Map(
    checkProperties(definitions, root, whole, '').map((problem) => [
      `${problem.rule} ${problem.pointer}`,
      problem,
    ]),
  );
  return [...found.values()];
}
