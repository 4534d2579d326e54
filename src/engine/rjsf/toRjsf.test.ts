import { expect, it } from 'vitest';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { registry } from '#widgets/registry.ts';
import { toRjsf } from './toRjsf.ts';
import { wholeFormValidator } from './wholeFormValidator.ts';

const definition: FormDefinition = {
  title: { de: 'Unfall', en: 'Accident' },
  submitLabel: { de: 'Melden', en: 'Report' },
  pages: [
    {
      id: 'one',
      title: 'Eins',
      formElements: [
        { id: 'h', type: 'headline', label: 'Eins' },
        { id: 'name', type: 'input', label: 'Name', help: 'Wie im Ausweis.', required: true },
        {
          id: 'kind',
          type: 'simplechoice',
          label: 'Art',
          options: [
            { value: 'a', label: { de: 'Auto', en: 'Car' } },
            { value: 'b', label: { de: 'Rad', en: 'Bicycle' } },
          ],
        },
        {
          id: 'why',
          type: 'input',
          label: 'Warum?',
          required: true,
          visibleWhen: { element: 'kind', equals: 'a' },
        },
        {
          id: 'people',
          type: 'group',
          label: 'Beteiligte',
          min: 0,
          max: 3,
          formElements: [{ id: 'age', type: 'number', label: 'Alter', min: 0, required: true }],
        },
      ],
    },
    {
      id: 'two',
      title: 'Zwei',
      visibleWhen: { element: 'kind', equals: 'b' },
      formElements: [{ id: 'bike', type: 'input', label: 'Rad', required: true }],
    },
  ],
};

it('`toRjsf` returns JSON Schema with texts, required answers and groups as arrays', () => {
  const { schema, uiSchema } = toRjsf(definition, 'en', registry);
  expect(schema).toEqual({
    title: 'Accident',
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: { title: 'Name', description: 'Wie im Ausweis.', type: 'string', maxLength: 500 },
      kind: { title: 'Art', type: 'string', enum: ['a', 'b'] },
      why: { title: 'Warum?', type: 'string', maxLength: 500 },
      people: {
        title: 'Beteiligte',
        type: 'array',
        minItems: 0,
        maxItems: 3,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['age'],
          properties: { age: { title: 'Alter', type: 'number', minimum: 0 } },
        },
      },
      bike: { title: 'Rad', type: 'string', maxLength: 500 },
    },
  });
  expect(uiSchema).toMatchObject({
    'ui:submitButtonOptions': { submitText: 'Report' },
    kind: { 'ui:field': 'element', 'ui:enumNames': ['Car', 'Bicycle'] },
    people: { items: { age: { 'ui:field': 'element' } } },
  });
});

it('The schema alone finds a missing answer, a wrong shape and an unknown property', () => {
  const { schema } = toRjsf(definition, 'de', registry);
  const { errors } = wholeFormValidator(schema, { isOurs: true }).validateFormData(
    { kind: 'c', people: [{ age: -1 }, {}], stranger: 1 },
    schema,
  );
  expect(errors.map(({ name, property }) => [name, property])).toEqual([
    ['required', 'name'],
    ['additionalProperties', ''],
    ['enum', '.kind'],
    ['minimum', '.people.0.age'],
    ['required', '.people.1.age'],
  ]);
});

it('A schema from elsewhere is checked before it is compiled', () => {
  expect(() => wholeFormValidator({ type: 'nothing' as never })).toThrow(/schema is invalid/);
});
