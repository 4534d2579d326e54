import { expect, it } from 'vitest';
import { compileForm } from '#src/engine/core/compileForm.ts';
import { registry } from '#widgets/registry.ts';
import { compileValidators } from './compileValidators.ts';
import { keepChecks } from './keepChecks.ts';

it('keeps the checks asked for last and lets go of the others', async () => {
  const { code } = await compileValidators(
    compileForm({ title: 'T', formElements: [{ id: 'a', type: 'input', label: 'A' }] }, registry),
  );
  const checkOf = keepChecks(2);
  const check = (validatorHash: string) => checkOf({ validatorHash, validatorCode: code });
  const [one, two] = [check('one'), check('two')];
  expect(check('one')).toBe(one);
  check('three');
  expect(check('one')).toBe(one);
  expect(check('two')).not.toBe(two);
});
