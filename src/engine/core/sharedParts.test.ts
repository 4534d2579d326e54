import { expect, it } from 'vitest';
import { conditionParts } from '#schemas/conditions.ts';
import { FormDefinition, FormElement } from '#schemas/forms.ts';
import { plainSchema, sharedParts } from './sharedParts.ts';

const base = '#/parts/';
const { definitions, withReferences } = sharedParts(
  { ...conditionParts, element: FormElement },
  base,
);

/** The schema with each name replaced by what it names. */
function writtenOut(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(writtenOut);
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...words } = part as { $ref?: string };
  return $ref
    ? { ...(writtenOut(definitions[$ref.slice(base.length)]) as object), ...words }
    : Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, writtenOut(inner)]));
}

it('names a part wherever it stands, and keeps what is said of it there', () => {
  const { condition } = conditionParts;
  expect(
    withReferences({
      anyOf: [condition, { ...condition, description: 'When it is asked.' }, { type: 'string' }],
    }),
  ).toEqual({
    anyOf: [
      { $ref: '#/parts/condition' },
      { $ref: '#/parts/condition', description: 'When it is asked.' },
      { type: 'string' },
    ],
  });
});

it('loses no rule and no word, and says each once', () => {
  const short = withReferences(plainSchema(FormDefinition));
  expect(writtenOut(short)).toEqual(plainSchema(FormDefinition));
  expect(JSON.stringify([short, definitions]).length).toBeLessThan(
    JSON.stringify(FormDefinition).length / 10,
  );
});
