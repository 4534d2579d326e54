import { createHmac } from 'node:crypto';
import type { Config } from '#server/config.ts';

const deriveSecret = ({ authSecret }: Config, name: string) =>
  createHmac('sha256', authSecret).update(`demo:${name}`);

/** Derives a demo account's API key from the installation's secret, so that it is not stored. */
export const getDemoApiKey = (config: Config, uniqueKey: string): string =>
  `fmk_${deriveSecret(config, uniqueKey).digest('base64url')}`;

/** Derives the PIN of the demo form that requires one. */
export const getDemoPin = (config: Config): string =>
  String(deriveSecret(config, 'pin').digest().readUInt32BE() % 1_000_000).padStart(6, '0');

/** Derives the demo client's password from syllables and a number, so that it is easy to type. */
export function getDemoPassword(config: Config): string {
  const bytes = deriveSecret(config, 'password').digest();
  const syllables = [0, 1, 2, 3, 4]
    .map(
      (place) =>
        'bdfgklmnprst'.charAt(bytes.readUInt8(place) % 12) +
        'aeiou'.charAt(bytes.readUInt8(place + 8) % 5),
    )
    .join('');
  const number = 10 + (bytes.readUInt8(16) % 90);
  return `${syllables.charAt(0).toUpperCase()}${syllables.slice(1)}-${number}`;
}
