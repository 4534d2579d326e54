// @vitest-environment node
import { expect, it } from 'vitest';
import type { FormContent } from '#schemas/forms/forms.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import { compileValidatorModule } from '#src/engine/testing/compileCheck.ts';
import { registry } from '#widgets/registry.ts';
import { createFormEngine } from './formEngine.ts';

const content: FormContent = {
  title: 'T',
  formElements: [{ id: 'zip', type: 'input', label: 'PLZ', format: 'postalcode' }],
};

it('An element left before the rules have loaded shows its error once they have', () => {
  const today = () => '2026-11-20';
  const engine = createFormEngine({ content, revision: 1, registry, today });
  engine.store.set('zip', 'x');
  engine.store.leave('zip');
  expect(engine.store.getError('zip')).toBeUndefined();
  engine.setRules(compileValidatorModule(toJsonSchema(content, registry)));
  expect(engine.store.getError('zip')).toMatchObject({ address: 'zip' });
  expect([...engine.touched]).toEqual(['zip']);
});
