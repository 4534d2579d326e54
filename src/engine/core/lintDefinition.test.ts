import { describe, expect, it } from 'vitest';
import type { FormDefinition, FormElement } from '#schemas/forms.ts';
import { registry } from '#widgets/registry.ts';
import { lintDefinition } from './lintDefinition.ts';

const name: FormElement = { id: 'name', type: 'input', label: 'Name' };
const lint = (definition: Partial<FormDefinition>) =>
  lintDefinition({ title: 'Test', ...definition }, registry).map(({ pointer, rule }) => `${pointer} ${rule}`);

describe('lintDefinition', () => {
  it('finds nothing in a sound form, on one page or on several', () => {
    expect(lint({ formElements: [name, { id: 'who', type: 'input', label: 'Wer?', visibleWhen: { element: 'name', empty: false } }] })).toEqual([]);
    expect(lint({ pages: [{ id: 'one', title: 'Eins', formElements: [name] }] })).toEqual([]);
  });

  it.each<[string, Partial<FormDefinition>, string]>([
    ['both elements and pages', { formElements: [name], pages: [{ id: 'p', title: 'P', formElements: [{ ...name, id: 'b' }] }] }, ' pagesOrElements'],
    ['neither', {}, ' pagesOrElements'],
    ['an unknown type', { formElements: [{ id: 'a', type: 'holo', label: 'A' }] }, '/formElements/0/type unknownType'],
    ['the same id twice', { formElements: [name, name] }, '/formElements/1/id duplicateId'],
    ['an id every object has', { formElements: [{ ...name, id: 'constructor' }] }, '/formElements/0/id reservedId'],
    ['a question without words', { formElements: [{ id: 'a', type: 'input', label: ' ' }] }, '/formElements/0/label labelMissing'],
    ['a rule about a later element', { formElements: [{ ...name, visibleWhen: { element: 'b', empty: true } }, { ...name, id: 'b' }] }, '/formElements/0/visibleWhen unknownSource'],
    ['a rule about itself', { formElements: [{ ...name, visibleWhen: { element: 'name', empty: true } }] }, '/formElements/0/visibleWhen unknownSource'],
    ['a mistake only the type knows', { pages: [{ id: 'p', title: 'P', formElements: [{ ...name, minLength: 9, maxLength: 3 }] }] }, '/pages/0/formElements/0/minLength minAboveMax'],
  ])('finds %s', (_, definition, expected) => expect(lint(definition)).toContain(expected));
});
