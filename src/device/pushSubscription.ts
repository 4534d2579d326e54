import type { PushDevice } from '#schemas/mail/push.ts';

function parseKey(base64url: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}

const isSameKey = (key: ArrayBuffer | null, other: Uint8Array): boolean =>
  key !== null && String(new Uint8Array(key)) === String(other);

function toDevice({ endpoint = '', keys = {} }: PushSubscriptionJSON): PushDevice {
  const { p256dh = '', auth = '' } = keys;
  return { endpoint, keys: { p256dh, auth } };
}

/**
 * Subscribes the browser at its push service, for messages of the server with this public key.
 * Rejects if the user or the browser refuses, or the push service cannot be reached.
 */
export async function subscribeTo(
  pushManager: PushManager,
  publicKey: string,
): Promise<PushDevice> {
  const key = parseKey(publicKey);
  const before = await pushManager.getSubscription();
  // A browser refuses a second key.
  if (before && !isSameKey(before.options.applicationServerKey, key)) await before.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  return toDevice((await pushManager.subscribe(options)).toJSON());
}
