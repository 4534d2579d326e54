import { expect, it } from 'vitest';
import { conditionParts } from '#schemas/forms/conditions.ts';
import { FormDefinition, FormElement } from '#schemas/forms/forms.ts';
import { toPlainSchema, shareDefinitions } from './shareDefinitions.ts';

const base = '#/parts/';
const { definitions, insertReferences } = shareDefinitions(
  { ...conditionParts, element: FormElement },
  base,
);

/** Returns the schema with each reference replaced by its definition. */
function writtenOut(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(writtenOut);
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...words } = part as { $ref?: string };
  return $ref
    ? { ...(writtenOut(definitions[$ref.slice(base.length)]) as object), ...words }
    : Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, writtenOut(inner)]));
}

it('A shared part becomes a reference wherever it occurs, and its description is kept', () => {
  const { condition } = conditionParts;
  expect(
    insertReferences({
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

it('A schema with references loses no rule and no description, and repeats none', () => {
  const short = insertReferences(toPlainSchema(FormDefinition));
  expect(writtenOut(short)).toEqual(toPlainSchema(FormDefinition));
  expect(JSON.stringify([short, definitions]).length).toBeLessThan(
    JSON.stringify(FormDefinition).length / 10,
  );
});
