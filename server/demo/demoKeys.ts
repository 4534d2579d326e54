import { createHmac } from 'node:crypto';
import type { Config } from '#server/config.ts';

/** A demo account's API key: made from the installation's own secret, so it need not be kept anywhere in plain. */
export const demoApiKey = ({ authSecret }: Config, uniqueKey: string): string =>
  `fmk_${createHmac('sha256', authSecret).update(`demo:${uniqueKey}`).digest('base64url')}`;
