import { afterEach, expect, it } from 'vitest';
import { compileLimits } from '#server/validators/limits.ts';
import { renderPortalFormModule } from './portalFormModule.ts';

const { compileTimeoutMs } = compileLimits;
afterEach(() => void Object.assign(compileLimits, { compileTimeoutMs }));

it('The build compiles the portal’s own forms without the timeout of the server', async () => {
  Object.assign(compileLimits, { compileTimeoutMs: 0 });
  const module = await renderPortalFormModule('schemas/ownForms/login.json');
  expect(module).toContain('export function createValidators');
  expect(module).toContain('export const content={');
});
