import { createHmac } from 'node:crypto';
import type { Config } from '#server/config.ts';

const secretOf = ({ authSecret }: Config, name: string) =>
  createHmac('sha256', authSecret).update(`demo:${name}`);

/** A demo account's API key: made from the installation's own secret, so it need not be kept anywhere in plain. */
export const demoApiKey = (config: Config, uniqueKey: string): string =>
  `fmk_${secretOf(config, uniqueKey).digest('base64url')}`;

/** The PIN of the demo's form that asks for one, made likewise. */
export const demoPin = (config: Config): string =>
  String(secretOf(config, 'pin').digest().readUInt32BE() % 1_000_000).padStart(6, '0');

/** The password of the demo's client, likewise: syllables and a number, so that it can be read and typed. */
export function demoPassword(config: Config): string {
  const bytes = secretOf(config, 'password').digest();
  const syllables = [0, 1, 2, 3, 4]
    .map(
      (place) =>
        'bdfgklmnprst'.charAt(bytes.readUInt8(place) % 12) +
        'aeiou'.charAt(bytes.readUInt8(place + 8) % 5),
    )
    .join('');
  return `${syllables.charAt(0).toUpperCase()}${syllables.slice(1)}-${10 + (bytes.readUInt8(16) % 90)}`;
}
