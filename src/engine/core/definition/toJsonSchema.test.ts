import { expect, it } from 'vitest';
import { registry } from '#widgets/registry.ts';
import { toJsonSchema } from './toJsonSchema.ts';

it('A form compiles to one flat property per answer, and an array of objects per group', () => {
  const { schema, values } = toJsonSchema(
    {
      title: 'Unfall',
      pages: [
        {
          id: 'one',
          title: 'Eins',
          formElements: [
            { id: 'h', type: 'headline', label: 'Eins' },
            { id: 'name', type: 'input', label: 'Name', required: true, maxLength: 80 },
          ],
        },
        {
          id: 'two',
          title: 'Zwei',
          formElements: [
            { id: 'later', type: 'holo' },
            {
              id: 'costs',
              type: 'group',
              label: 'Kosten',
              min: 0,
              max: 3,
              formElements: [{ id: 'sum', type: 'number', label: 'Summe', min: 0 }],
            },
          ],
        },
      ],
    },
    registry,
  );
  const [name, sum] = [
    { type: 'string', maxLength: 80 },
    { type: 'number', minimum: 0 },
  ];
  const costs = {
    type: 'array',
    minItems: 0,
    maxItems: 3,
    items: { type: 'object', additionalProperties: false, properties: { sum } },
  };
  expect(schema).toEqual({
    type: 'object',
    additionalProperties: false,
    properties: { name, costs },
  });
  expect(values).toEqual({ name, costs, sum });
});

it('A compiled schema is plain JSON, so that the stored one equals it', () => {
  const form = toJsonSchema(
    { title: 'T', formElements: [{ id: 'files', type: 'file', label: 'Dateien' }] },
    registry,
  );
  expect(JSON.parse(JSON.stringify(form))).toEqual(form);
});
