import type { Page, Worker } from '@playwright/test';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { Push, PushDevice, PushMessage } from '#schemas/mail/push.ts';
import { startPushReceiver, type PushReceiver } from '#server/testing/peers/pushReceiver.ts';
import { OwnServer, serverTimeoutMs } from '../support/ownServer.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect, test as base } from '../support/test.ts';

/** Runs on a server that may call a push service on this machine. */
const test = base.extend<{ server: OwnServer; receiver: PushReceiver }>({
  receiver: async ({}, use) => {
    const receiver = await startPushReceiver();
    await use(receiver);
    await receiver.close();
  },
  server: [
    async ({}, use) => {
      const server = await OwnServer.create({ PUSH_PRIVATE_RANGES: '127.0.0.1/32' });
      await use(server);
      await server.remove();
    },
    { timeout: serverTimeoutMs },
  ],
  baseURL: ({ server }, use) => use(server.url),
  serviceWorkers: 'allow',
});

/**
 * Subscribes the browser at our push service, and lets its user allow notifications. Its own service
 * needs an account at the maker's; a headless browser allows no notifications.
 */
const subscribeAt = (page: Page, device: PushDevice) =>
  page.addInitScript((made) => {
    let permission: NotificationPermission = 'default';
    let isSubscribed = false;
    const subscription = {
      endpoint: made.endpoint,
      options: { applicationServerKey: null },
      toJSON: () => made,
      unsubscribe: async () => {
        isSubscribed = false;
        return true;
      },
    } as unknown as PushSubscription;
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => (permission = 'granted');
    PushManager.prototype.getSubscription = async () => (isSubscribed ? subscription : null);
    PushManager.prototype.subscribe = async () => {
      isSubscribed = true;
      return subscription;
    };
  }, device);

/** Hands a message to the service worker, as the browser does with one of its push service. */
async function createDelivery(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const registrationId = await found;
  const { origin } = new URL(page.url());
  return (message: PushMessage) =>
    devTools.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(message),
    });
}

type Shown = { title: string; body: string; lang: string; data: unknown };
/** The parts of the worker's global scope that the journey uses. */
type WorkerScope = {
  shown: Shown[];
  registration: { showNotification: (title: string, options: NotificationOptions) => unknown };
  dispatchEvent: (event: Event) => boolean;
};

/** Keeps what the worker shows, because a headless browser shows no notifications. */
const keepShown = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    scope.shown = [];
    scope.registration.showNotification = async (
      title,
      { body = '', lang = '', data }: NotificationOptions,
    ) => void scope.shown.push({ title, body, lang, data });
  });

const listShown = (worker: Worker) =>
  worker.evaluate(() =>
    (globalThis as unknown as WorkerScope).shown.map(({ title, body, lang }) => ({
      title,
      body,
      lang,
    })),
  );

const clickShown = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    const notification = { close: () => void scope.shown.shift(), data: scope.shown[0]?.data };
    const click = Object.assign(new Event('notificationclick'), {
      notification,
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
    });
    scope.dispatchEvent(click);
  });

test('A device shows a notification without content, and a click opens the case', async ({
  page,
  context,
  request,
  demo,
  receiver,
}) => {
  await subscribeAt(page, receiver.subscribe('browser'));
  const provider = new Provider(request, demo);
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

  await page.goto('/settings/notifications');
  await page.getByRole('button', { name: 'Benachrichtigungen einschalten' }).click();
  await expect(page.getByText('Auf diesem Gerät sind Benachrichtigungen an.')).toBeVisible();

  const { caseId } = await provider.post<ProviderCase>('cases', {
    header: 'Geheime Sache',
    userIds: await provider.findUserIds('nora.brandt'),
  });
  await provider.post(`cases/${caseId}/messages`, {
    header: 'Das Gutachten',
    text: 'Es liegt vor.',
  });
  await expect.poll(() => receiver.taken.length).toBe(1);
  const message = receiver.taken[0]?.message;
  if (!message) throw new Error('Nothing was received');
  expect(JSON.stringify(message)).not.toMatch(/Geheime|Gutachten|liegt vor/);

  const deliver = await createDelivery(page);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no service worker');
  await keepShown(worker);
  await deliver(message);
  await expect
    .poll(() => listShown(worker))
    .toEqual([
      { title: 'Neues in Ihrem Portal', body: 'Es gibt Neues bei Ihren Nachrichten.', lang: 'de' },
    ]);
  await clickShown(worker);
  await expect(page).toHaveURL(new RegExp(`/akten/${caseId}/accounts/`));
  await expect(page.getByRole('heading', { name: 'Geheime Sache' })).toBeVisible();
  expect(await listShown(worker)).toEqual([]);

  const readServer = async () =>
    (await (
      await request.get('/api/v2.0/push', {
        headers: {
          ...(await portal.readWebKeys()),
          Authorization: await portal.readAuthorization(),
        },
      })
    ).json()) as Push;
  expect((await readServer()).subscription).toMatchObject({ failingSince: null });
  await page.goBack();
  await page.getByRole('button', { name: 'Benachrichtigungen ausschalten' }).click();
  await expect(page.getByText('Auf diesem Gerät sind Benachrichtigungen aus.')).toBeVisible();
  expect((await readServer()).subscription).toBeNull();
});
