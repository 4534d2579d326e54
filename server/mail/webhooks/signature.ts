import { createHmac, randomBytes } from 'node:crypto';
import { secondMs } from '#schemas/platform/time.ts';

const secretPrefix = 'whsec_';
const secretBytes = 32;

/** Creates a secret in the form of Standard Webhooks. */
export const createWebhookSecret = (): string =>
  secretPrefix + randomBytes(secretBytes).toString('base64');

/** Builds one signature by Standard Webhooks: HMAC-SHA-256 over id, seconds and body. */
function sign(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
  return `v1,${mac.digest('base64')}`;
}

/** Builds the headers of a delivery, with a signature by each secret. */
export function buildHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / secondMs);
  return {
    'content-type': 'application/json',
    'user-agent': 'Formakte-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => sign(secret, id, timestamp, body)).join(' '),
  };
}
