import type { PushDevice } from '#schemas/mail/push.ts';
import { registerServiceWorker } from './serviceWorker.ts';
import { subscribeTo } from './pushSubscription.ts';

/**
 * Permission of this browser: `install` needs the portal on the home screen, as on iPhones; `blocked`
 * was refused by the user or the browser.
 */
export type PushPermission = 'unsupported' | 'install' | 'blocked' | 'possible';

export type DevicePush = {
  permission: PushPermission;
  /** address at the push service; undefined: this browser is not subscribed */
  endpoint: string | undefined;
};

const isIosTab = (): boolean =>
  'standalone' in navigator && (navigator as { standalone?: boolean }).standalone === false;

const hasPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Returns the registration, or undefined where service workers are blocked. */
const findRegistration = (): Promise<ServiceWorkerRegistration | undefined> =>
  registerServiceWorker().catch(() => undefined);

/** Reads whether this browser can show notifications, and whether it is subscribed. */
export async function readDevicePush(): Promise<DevicePush> {
  const none = { endpoint: undefined };
  if (!hasPush()) return { permission: isIosTab() ? 'install' : 'unsupported', ...none };
  if (Notification.permission === 'denied') return { permission: 'blocked', ...none };
  const registration = await findRegistration();
  if (!registration) return { permission: 'unsupported', ...none };
  const isGranted = Notification.permission === 'granted';
  const subscription = isGranted ? await registration.pushManager.getSubscription() : null;
  return { permission: 'possible', endpoint: subscription?.endpoint };
}

/** The reason why the browser was not subscribed: the user has not allowed it, or it failed. */
export class PushError extends Error {
  constructor(readonly reason: 'dismissed' | 'blocked' | 'failed') {
    super(`No notifications: ${reason}`);
  }
}

/** Asks for permission and subscribes this browser, in the click of a button. Throws PushError. */
export async function subscribeDevice(publicKey: string): Promise<PushDevice> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') throw new PushError('blocked');
  if (permission !== 'granted') throw new PushError('dismissed');
  try {
    await registerServiceWorker();
    const { pushManager } = await navigator.serviceWorker.ready;
    return await subscribeTo(pushManager, publicKey);
  } catch {
    throw new PushError('failed');
  }
}

/** Ends the subscription of this browser. Never rejects: the server has ended its own. */
export async function unsubscribeDevice(): Promise<void> {
  if (!hasPush() || Notification.permission !== 'granted') return;
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // The push service reports the next message as gone, or nothing is sent to it.
  }
}
