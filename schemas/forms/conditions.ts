import * as Type from 'typebox';

const Scalar = Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()]);
type Scalar = Type.Static<typeof Scalar>;

/** Comparison with the answer of an earlier element (docs/behaviour/forms.md#conditions). */
export type Comparison = { element: string } & (
  | { equals: Scalar }
  | { in: Scalar[] }
  | { contains: Scalar }
  | { empty: boolean }
  | { greater: number | string }
  | { less: number | string }
);

/** A rule over earlier answers. */
export type Condition =
  Comparison | { all: Condition[] } | { any: Condition[] } | { not: Condition };

const comparison = {
  type: 'object',
  additionalProperties: false,
  required: ['element'],
  minProperties: 2,
  maxProperties: 2,
  properties: {
    element: { type: 'string' },
    equals: Scalar,
    in: { type: 'array', items: Scalar, minItems: 1, maxItems: 200 },
    contains: Scalar,
    empty: { type: 'boolean' },
    greater: { type: ['number', 'string'] },
    less: { type: ['number', 'string'] },
  },
};

/** `all`, `any` and `not` may be nested this deep. */
export const maxConditionDepth = 3;

/** Unrolled to a fixed depth, because a recursive `$ref` needs an id that is unique everywhere. */
function nest(depth: number): object {
  if (depth === 0) return comparison;
  const inner = nest(depth - 1);
  const list = { type: 'array', items: inner, minItems: 1, maxItems: 50 };
  const one = (name: string, schema: object) => ({
    type: 'object',
    additionalProperties: false,
    required: [name],
    properties: { [name]: schema },
  });
  return { anyOf: [comparison, one('all', list), one('any', list), one('not', inner)] };
}

export const Condition = Type.Unsafe<Condition>(nest(maxConditionDepth));

/** Parts of a rule, named, so that the editors' schema contains each once. */
export const conditionParts = {
  comparison,
  innermostCondition: nest(1),
  innerCondition: nest(2),
  condition: Condition,
} as const;
