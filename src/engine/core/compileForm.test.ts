import { expect, it } from 'vitest';
import { registry } from '#widgets/registry.ts';
import { compileForm } from './compileForm.ts';

it('makes one flat property per element that asks something', () => {
  const schema = compileForm({
    title: 'Unfall',
    pages: [
      { id: 'one', title: 'Eins', formElements: [{ id: 'h', type: 'headline', label: 'Eins' }, { id: 'name', type: 'input', label: 'Name', required: true, maxLength: 80 }] },
      { id: 'two', title: 'Zwei', formElements: [{ id: 'later', type: 'holo' }, { id: 'sum', type: 'number', label: 'Summe', min: 0 }] },
    ],
  }, registry);
  expect(schema).toEqual({
    $id: 'form', type: 'object', additionalProperties: false, required: ['name'],
    properties: { name: { type: 'string', maxLength: 80 }, sum: { type: 'number', minimum: 0 } },
  });
});

it('is plain JSON: what is stored equals what is compiled', () => {
  const schema = compileForm({ title: 'T', formElements: [{ id: 'files', type: 'file', label: 'Dateien' }] }, registry);
  expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
});
