import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { hashPassword, passwordCost, verifyPassword } from './passwords.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ passwordCost });
});
afterAll(() => server.close());

describe('password', () => {
  it.each(['Regen-Tonne 7', 'ä€🦊 Grüße', 'x'.repeat(128)])(
    'A password matches its own hash: %s',
    async (password) => {
      const stored = await hashPassword(server.deps, password);
      expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(await verifyPassword(server.deps, stored, password)).toBe(true);
      expect(await verifyPassword(server.deps, stored, `${password.slice(0, -1)}?`)).toBe(false);
      expect(await hashPassword(server.deps, password)).not.toBe(stored);
    },
  );

  it('A password cannot be tried on its hash without the installation’s secret', async () => {
    const stored = await hashPassword(server.deps, 'Regen-Tonne 7');
    const elsewhere = {
      ...server.deps,
      config: { ...server.deps.config, authSecret: 'the secret of another installation' },
    };
    expect(await verifyPassword(elsewhere, stored, 'Regen-Tonne 7')).toBe(false);
  });
});
