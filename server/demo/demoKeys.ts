import { createHmac } from 'node:crypto';
import type { Config } from '#server/config.ts';

const secretOf = ({ authSecret }: Config, name: string) => createHmac('sha256', authSecret).update(`demo:${name}`);

/** A demo account's API key: made from the installation's own secret, so it need not be kept anywhere in plain. */
export const demoApiKey = (config: Config, uniqueKey: string): string => `fmk_${secretOf(config, uniqueKey).digest('base64url')}`;

/** The PIN of the demo's form that asks for one, made likewise. */
export const demoPin = (config: Config): string => String(secretOf(config, 'pin').digest().readUInt32BE() % 1_000_000).padStart(6, '0');
