import { expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openSealed, seal } from './seal.ts';

const installation = (secret: string) => ({
  config: readConfig(
    { AUTH_SECRET: secret.padEnd(32, '.'), WEB_APPLICATION_KEY: 'a', WEB_API_KEY: 'b' },
    'demo',
  ),
});
const ours = installation('a secret that only tests know');
const place = { purpose: 'test', of: 'row-1' };
const text = 'Änderung 🦊: JBSWY3DPEHPK3PXP';

it.each(['', text, 'x'.repeat(100_000)])('a sealed text is read again as it was', (each) => {
  expect(openSealed(ours, place, seal(ours, place, each))).toBe(each);
});

it('tells nothing of the text, and not that two are the same', () => {
  const [one, other] = [seal(ours, place, text), seal(ours, place, text)];
  expect(one).not.toBe(other);
  for (const bytes of [one, Buffer.from(one, 'base64url').toString('latin1')])
    expect(bytes).not.toContain('JBSWY3DPEHPK3PXP');
});

it.each([
  ['with another installation’s secret', installation('another secret'), place],
  ['for another purpose', ours, { ...place, purpose: 'other' }],
  ['in another row', ours, { ...place, of: 'row-2' }],
])('does not open %s', (_, installed, where) => {
  expect(() => openSealed(installed, where, seal(ours, place, text))).toThrow();
});

it('does not open once a single bit of it was changed, or when it was cut', () => {
  const sealed = Buffer.from(seal(ours, place, text), 'base64url');
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(() => openSealed(ours, place, changed.toString('base64url'))).toThrow();
    expect(() =>
      openSealed(ours, place, sealed.subarray(0, index).toString('base64url')),
    ).toThrow();
  }
});
