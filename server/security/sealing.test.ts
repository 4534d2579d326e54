import { expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { unseal, seal } from './sealing.ts';

const installation = (secret: string) => ({
  config: readConfig(
    { AUTH_SECRET: secret.padEnd(32, '.'), WEB_APPLICATION_KEY: 'a', WEB_API_KEY: 'b' },
    'demo',
  ),
});
const ours = installation('a secret that only tests know');
const place = { purpose: 'test', id: 'row-1' };
const text = 'Änderung 🦊: JBSWY3DPEHPK3PXP';

it.each(['', text, 'x'.repeat(100_000)])('A sealed text is decrypted to the same text', (each) => {
  expect(unseal(ours, place, seal(ours, place, each))).toBe(each);
});

it('A sealed text hides its content and whether two texts are equal', () => {
  const [one, other] = [seal(ours, place, text), seal(ours, place, text)];
  expect(one).not.toBe(other);
  for (const bytes of [one, Buffer.from(one, 'base64url').toString('latin1')])
    expect(bytes).not.toContain('JBSWY3DPEHPK3PXP');
});

it.each([
  ['with another installation’s secret', installation('another secret'), place],
  ['for another purpose', ours, { ...place, purpose: 'other' }],
  ['in another row', ours, { ...place, id: 'row-2' }],
])('A sealed text cannot be decrypted %s', (_, installed, where) => {
  expect(() => unseal(installed, where, seal(ours, place, text))).toThrow();
});

it('A sealed text with a changed bit or a missing end cannot be decrypted', () => {
  const sealed = Buffer.from(seal(ours, place, text), 'base64url');
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(() => unseal(ours, place, changed.toString('base64url'))).toThrow();
    expect(() => unseal(ours, place, sealed.subarray(0, index).toString('base64url'))).toThrow();
  }
});
