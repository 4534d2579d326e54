import { deliveryLimits } from '#server/ports/limits.ts';
import type { SmsSettings } from '#server/config.ts';
import { DeliveryFailed } from './delivery.ts';

export type ShortMessage = { id: string; to: string; text: string };

/** Sends an SMS to the gateway; `beforeHandover` as for mails. Throws DeliveryFailed. */
export type Sms = {
  send(message: ShortMessage, beforeHandover: () => Promise<void>): Promise<void>;
};

const notNow = new Set([429, 503]);
/** Error codes of a connection that was not established. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function getErrorCode(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : 'unknown';
}

/**
 * Creates a client of an HTTP gateway: `POST { to, text, id }` as JSON with a bearer token. The id
 * is the same for all attempts, also in the Idempotency-Key. 2xx: sent; 429 and 503: retry later;
 * other 4xx: refused; anything else: unclear.
 */
export function createHttpSms({ url, token }: SmsSettings, stopping?: AbortSignal): Sms {
  return {
    async send({ id, to, text }, beforeHandover) {
      await beforeHandover();
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      };
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ to, text, id }),
        redirect: 'error',
        signal: AbortSignal.any([
          AbortSignal.timeout(deliveryLimits.answerMs),
          ...(stopping ? [stopping] : []),
        ]),
      }).catch((error: unknown) => {
        const code = getErrorCode(error);
        throw new DeliveryFailed(code, neverConnected.has(code) ? 'notTaken' : 'unclear');
      });
      await answer.body?.cancel().catch(() => undefined); // the status alone is the outcome
      if (answer.ok) return;
      const { status } = answer;
      throw new DeliveryFailed(
        String(status),
        notNow.has(status) ? 'notTaken' : status < 500 ? 'refused' : 'unclear',
      );
    },
  };
}
