import { limits } from '#schemas/limits.ts';
import type { SmsSettings } from '#server/config.ts';
import { DeliveryFailed } from './delivery.ts';

export type ShortMessage = { id: string; to: string; text: string };

/** Takes an SMS to the gateway; `beforeHandover` as for mails. Throws DeliveryFailed. */
export type Sms = {
  send(message: ShortMessage, beforeHandover: () => Promise<void>): Promise<void>;
};

const notNow = new Set([429, 503]);
/** What a connection that never came about is called. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : 'unknown';
}

/**
 * SMS by an HTTP gateway: `POST { to, text, id }` as JSON with the token as bearer. The id stays the same over all tries
 * and is the Idempotency-Key as well. 2xx is taken, 429 and 503 mean later, any other 4xx never; all else leaves a doubt.
 */
export function createHttpSms({ url, token }: SmsSettings): Sms {
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
        signal: AbortSignal.timeout(limits.outbox.answerMs),
      }).catch((error: unknown) => {
        const code = codeOf(error);
        throw new DeliveryFailed(code, neverConnected.has(code) ? 'notTaken' : 'unclear');
      });
      await answer.body?.cancel();
      if (answer.ok) return;
      const { status } = answer;
      throw new DeliveryFailed(
        String(status),
        notNow.has(status) ? 'notTaken' : status < 500 ? 'refused' : 'unclear',
      );
    },
  };
}
