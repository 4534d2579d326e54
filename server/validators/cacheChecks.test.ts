import { expect, it } from 'vitest';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import { registry } from '#widgets/registry.ts';
import { compileValidators } from './compileValidators.ts';
import { cacheChecks } from './cacheChecks.ts';

it('The cache keeps the most recently used checks and drops the others', async () => {
  const { code } = await compileValidators(
    toJsonSchema({ title: 'T', formElements: [{ id: 'a', type: 'input', label: 'A' }] }, registry),
  );
  const getCheck = cacheChecks(2);
  const check = (validatorHash: string) => getCheck({ validatorHash, validatorCode: code });
  const [one, two] = [check('one'), check('two')];
  expect(check('one')).toBe(one);
  check('three');
  expect(check('one')).toBe(one);
  expect(check('two')).not.toBe(two);
});
