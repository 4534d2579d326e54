import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

let server: TestServer;
beforeAll(async () => { server = await startTestServer(); });
afterAll(() => server.close());

describe('a password', () => {
  it.each(['Regen-Tonne 7', 'ä€🦊 Grüße', 'x'.repeat(128)])('is known again by its hash: %s', async (password) => {
    const stored = await hashPassword(server.deps, password);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(server.deps, stored, password)).toBe(true);
    expect(await verifyPassword(server.deps, stored, `${password.slice(0, -1)}?`)).toBe(false);
    expect(await hashPassword(server.deps, password)).not.toBe(stored);
  });

  it('cannot be tried on the hash without the installation’s secret', async () => {
    const stored = await hashPassword(server.deps, 'Regen-Tonne 7');
    const elsewhere = { ...server.deps, config: { ...server.deps.config, authSecret: 'the secret of another installation' } };
    expect(await verifyPassword(elsewhere, stored, 'Regen-Tonne 7')).toBe(false);
  });

  it('keeps nobody waiting while fifty are checked: other calls and files are served long before the last', async () => {
    let checked = 0;
    const checks = Array.from({ length: 50 }, () => verifyPassword(server.deps, null, 'falsch').then(() => { checked += 1; }));
    for (let count = 0; count < 5; count += 1) {
      expect((await server.app.inject('/healthz')).statusCode).toBe(200);
      await readFile('package.json'); // takes one of the threads that hashes take
    }
    expect(checked).toBeLessThan(40);
    await Promise.all(checks);
  });

});
