import type { UserSession } from '#schemas/access/sessions.ts';
import type { PublicConfig } from '#schemas/accounts/publicConfig.ts';
import type { Push } from '#schemas/mail/push.ts';
import { subscribeTo } from '#src/device/pushSubscription.ts';

async function send<T>(
  path: string,
  headers: Record<string, string>,
  { method = 'GET', body }: { method?: string; body?: object } = {},
): Promise<T> {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
  return (await answer.json()) as T;
}

/**
 * Subscribes again after the browser has replaced its subscription, while no page may be open. The
 * server is asked first, because another user may have logged in here since.
 */
export async function renewPush(pushManager: PushManager): Promise<void> {
  const { applicationKey, apiKey } = await send<PublicConfig>('/config', {});
  const keys = { 'X-Application-Key': applicationKey, 'X-Api-Key': apiKey };
  const { accessToken } = await send<UserSession>('/v2.0/authenticate/refresh', keys, {
    method: 'POST',
    body: { kind: 'registered' },
  });
  const headers = { ...keys, Authorization: `Bearer ${accessToken}` };
  const { publicKey, subscription } = await send<Push>('/v2.0/push', headers);
  if (!subscription) return;
  const body = await subscribeTo(pushManager, publicKey);
  await send('/v2.0/push', headers, { method: 'PUT', body });
}
