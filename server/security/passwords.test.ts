import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { compareInQueue, hashPassword, passwordCost, verifyPassword } from './passwords.ts';

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

  it.each([
    ['decomposed umlauts', 'Scho\u0308ne-Fu\u0308ße-9', 'Schöne-Füße-9'],
    ['composed umlauts', 'Schöne-Füße-9', 'Scho\u0308ne-Fu\u0308ße-9'],
    ['full-width letters', 'Ｒegen-Tonne ７', 'Regen-Tonne 7'],
    ['a no-break space', 'Regen-Tonne\u00A07', 'Regen-Tonne 7'],
  ])('A password chosen with %s is right in another notation', async (_, chosen, given) => {
    const stored = await hashPassword(server.deps, chosen);
    expect(await verifyPassword(server.deps, stored, given)).toBe(true);
    expect(await verifyPassword(server.deps, stored, chosen)).toBe(true);
  });

  it('A hash of the bytes as they were typed is accepted, and replaced', async () => {
    const chosen = 'Scho\u0308ne-Fu\u0308ße-9';
    const { authSecret } = server.deps.config;
    const stored = await hash(chosen, { ...passwordCost, secret: Buffer.from(authSecret) });
    const renewed: string[] = [];
    const isRight = await compareInQueue(server.deps, (compare) =>
      compare(stored, chosen, async (newHash) => renewed.push(newHash)),
    );
    expect([isRight, renewed.length]).toEqual([true, 1]);
    expect(await verifyPassword(server.deps, renewed[0], 'Schöne-Füße-9')).toBe(true);
    expect(await verifyPassword(server.deps, stored, 'Schone-Fuße-9')).toBe(false);
  });

  it('A password cannot be tried on its hash without the installation’s secret', async () => {
    const stored = await hashPassword(server.deps, 'Regen-Tonne 7');
    const elsewhere = {
      ...server.deps,
      config: { ...server.deps.config, authSecret: 'the secret of another installation' },
    };
    expect(await verifyPassword(elsewhere, stored, 'Regen-Tonne 7')).toBe(false);
  });
});
