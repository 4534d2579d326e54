import { describe, expect, it, vi } from 'vitest';
import { subscribeTo } from './pushSubscription.ts';

const publicKey = `B${'A'.repeat(86)}`;
const keyBytes = Uint8Array.from(Buffer.from(publicKey, 'base64url'));
const made = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } };

function makeManager(before: { applicationServerKey: ArrayBuffer | null } | null) {
  const unsubscribe = vi.fn(async () => true);
  const subscribe = vi.fn(async () => ({ toJSON: () => ({ ...made, expirationTime: null }) }));
  const getSubscription = async () => before && { options: before, unsubscribe };
  return {
    unsubscribe,
    subscribe,
    manager: { getSubscription, subscribe } as unknown as PushManager,
  };
}

describe('subscription of a browser', () => {
  it('A browser subscribes for visible messages of the server’s key', async () => {
    const { manager, subscribe } = makeManager(null);
    expect(await subscribeTo(manager, publicKey)).toEqual(made);
    expect(subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: keyBytes,
    });
  });

  it('A subscription of another key is ended first, and one of the same key is kept', async () => {
    const other = makeManager({ applicationServerKey: new Uint8Array(65).buffer });
    await subscribeTo(other.manager, publicKey);
    expect(other.unsubscribe).toHaveBeenCalled();
    const same = makeManager({ applicationServerKey: keyBytes.slice().buffer });
    await subscribeTo(same.manager, publicKey);
    expect(same.unsubscribe).not.toHaveBeenCalled();
  });
});
