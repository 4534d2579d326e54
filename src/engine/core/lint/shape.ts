import { Errors } from 'typebox/value';
import type { JsonSchema } from '../element.ts';
import { didYouMean } from './didYouMean.ts';
import type { Found } from './finding.ts';
import { below } from './pointer.ts';

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
const ownKeywords = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !structural.has(keyword)));

/** What a pattern of ours asks for, by something that it takes: the first one counts. */
const samplesOfKinds = {
  colour: '#14505c',
  address: 'https://www.example.com',
  file: '-_-_-_-_',
  day: '2026-12-24',
  time: '08:30',
  element: 'name',
} as const;
const kindOf = (pattern: unknown): string =>
  (typeof pattern === 'string' &&
    Object.entries(samplesOfKinds).find(([, sample]) =>
      new RegExp(pattern, 'u').test(sample),
    )?.[0]) ||
  'other';

function problemOf(
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
    params: { kind: keyword === 'uniqueItems' ? 'unique' : kindOf(params['pattern']) },
  };
}

/** Whether a value has the settings that tell one shape from another, such as the `type` of an element. */
export function isNamedBy(condition: JsonSchema, value: unknown): boolean {
  const properties = condition['properties'] as Record<string, { const: unknown }>;
  return (
    isObject(value) &&
    Object.entries(properties).every(([name, named]) => value[name] === named.const)
  );
}

/** A list that is too long is told once: what stands in it is not looked at. */
export const isTooLong = ({ maxItems }: JsonSchema, { length }: readonly unknown[]): boolean =>
  typeof maxItems === 'number' && length > maxItems;

/**
 * Checks a value against a schema of ours and names every place that does not fit. Walks the structure itself, so that
 * of several possible shapes the author is told about the one that was meant; compiles nothing, so it runs under a
 * policy without eval.
 */
export function shapeProblems(root: JsonSchema, whole: unknown): ShapeProblem[] {
  const definitions = root['definitions'] as Record<string, JsonSchema> | undefined;

  /** Of the shapes that are possible here, what the likeliest lacks: the one whose required settings are there. */
  function inLikeliest(branches: Branches, value: unknown, pointer: string): ShapeProblem[] {
    const isElsewhere = (problem: ShapeProblem) =>
      problem.rule === 'settingMissing' ||
      (problem.rule === 'settingType' && problem.pointer === pointer);
    const judged = branches
      .map((branch) => inside(branch, value, pointer))
      .map((problems) => ({ problems, misses: problems.filter(isElsewhere).length }));
    judged.sort(
      (one, other) => one.misses - other.misses || one.problems.length - other.problems.length,
    );
    return judged[0]?.problems ?? [];
  }

  function inObject(
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
      if (expected) return inside(expected, value[name], below(pointer, name));
      return [
        {
          rule: 'settingUnknown',
          pointer: below(pointer, name),
          params: { name },
          suggestion: didYouMean(name, Object.keys(properties)),
        },
      ];
    });
    return [
      ...missing.map((name): ShapeProblem => ({
        rule: 'settingMissing',
        pointer: below(pointer, name),
        params: { name },
      })),
      ...parts,
    ];
  }

  function inside(schema: JsonSchema, value: unknown, pointer: string): ShapeProblem[] {
    const { $ref, anyOf, allOf, items } = schema as {
      $ref?: string;
      anyOf?: Branches;
      allOf?: Branches;
      items?: JsonSchema;
    };
    if ($ref) return inside(definitions?.[$ref.split('/').at(-1) ?? ''] ?? {}, value, pointer);
    const [own] = Errors(ownKeywords(schema), value);
    return [
      ...(own ? [{ pointer, ...problemOf(own.keyword, own.params, value) }] : []),
      ...(anyOf ? inLikeliest(anyOf, value, pointer) : []),
      ...(allOf ?? []).flatMap((part) => {
        const { if: condition, then } = part as { if: JsonSchema; then: JsonSchema };
        return isNamedBy(condition, value) ? inside(then, value, pointer) : [];
      }),
      ...(isObject(value) ? inObject(schema, value, pointer) : []),
      ...(Array.isArray(value) && items && !isTooLong(schema, value)
        ? value.flatMap((item, index) => inside(items, item, below(pointer, index)))
        : []),
    ];
  }

  const found = new Map(
    inside(root, whole, '').map((problem) => [`${problem.rule} ${problem.pointer}`, problem]),
  );
  return [...found.values()];
}
