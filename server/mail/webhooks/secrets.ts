import { hourMs } from '#schemas/platform/time.ts';
import type { WebhookRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { seal, unseal } from '#server/security/sealing.ts';
import { createWebhookSecret } from './signature.ts';

/** A secret of a webhook, and its end after a rotation. */
type Secret = { secret: string; validUntil: string | null };

type Sealed = Pick<WebhookRow, 'id' | 'sealedSecrets'>;

export const getSealContext = (id: string) => ({ purpose: 'webhook', id });

const sealSecrets = (deps: Deps, id: string, secrets: readonly Secret[]): string =>
  seal(deps, getSealContext(id), JSON.stringify(secrets));

/** Lists the secrets that sign now, newest first: two during a rotation. */
function openSecrets(deps: Deps, { id, sealedSecrets }: Sealed): Secret[] {
  // Only this file can have sealed them, so their type is known.
  const secrets = JSON.parse(unseal(deps, getSealContext(id), sealedSecrets)) as Secret[];
  const now = deps.clock.now().toISOString();
  return secrets.filter(({ validUntil }) => validUntil === null || validUntil > now);
}

export const listSecrets = (deps: Deps, webhook: Sealed): string[] =>
  openSecrets(deps, webhook).map(({ secret }) => secret);

/** Makes the first secret of a webhook. */
export function makeSecret(deps: Deps, id: string): { secret: string; sealedSecrets: string } {
  const secret = createWebhookSecret();
  return { secret, sealedSecrets: sealSecrets(deps, id, [{ secret, validUntil: null }]) };
}

/** Makes a new secret. The one before signs too until the end of the overlap, older ones do not. */
export function rotateSecret(
  deps: Deps,
  webhook: Sealed,
  overlapHours: number,
): { secret: string; sealedSecrets: string } {
  const secret = createWebhookSecret();
  const validUntil = new Date(deps.clock.now().getTime() + overlapHours * hourMs).toISOString();
  const before = openSecrets(deps, webhook).slice(0, 1);
  return {
    secret,
    sealedSecrets: sealSecrets(deps, webhook.id, [
      { secret, validUntil: null },
      ...before.map((old) => ({ ...old, validUntil })),
    ]),
  };
}
