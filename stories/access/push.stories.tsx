import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';
import {
  getPush,
  subscribePush,
  unsubscribePush,
  type Push,
  type PushDevice,
} from '#schemas/mail/push.ts';
import { getNotificationSettings, notificationKinds } from '#schemas/mail/notifications.ts';
import { isUnreachable, neverResponds, rejects, responds } from '../support/mockApi.ts';
import { fakePush, newEndpoint, withoutPush } from '../support/fakePush.ts';
import { settings } from '../support/settingsPage.tsx';
import { inDark, inEnglish, onPhone } from '../support/variants.ts';

/** Notifications on this device, in the settings. */
const meta = {
  title: 'Screens/Settings/Device',
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const publicKey = `B${'A'.repeat(86)}`;
const off: Push = { publicKey, subscription: null };
const makeOn = (endpoint: string, failingSince: string | null = null): Push => ({
  publicKey,
  subscription: { endpoint, createdAt: '2026-11-20T08:00:00Z', failingSince },
});
const known = 'https://push.example/known';

const mailed = responds(getNotificationSettings, { kinds: [...notificationKinds], dailyAt: null });
type Planned = Parameters<typeof settings>[2];

/** A story in a browser with or without web push. */
function inBrowser(prepare: () => () => void, ...planned: NonNullable<Planned>[]): Story {
  const story = settings('notifications', 'registered', ...planned, mailed);
  return {
    ...story,
    beforeEach: () => {
      const [restore, end] = [prepare(), story.beforeEach()];
      return () => {
        end();
        restore();
      };
    },
  };
}

const sent = fn();
/** A server that remembers the device. */
function makeServer(first: Push) {
  let push = first;
  const setTo = (next: Push) => {
    push = next;
    return Response.json(push);
  };
  return [
    { endpoint: getPush, answer: () => Response.json(push) },
    {
      endpoint: subscribePush,
      answer: async (_: unknown, request: Request) => {
        const device = (await request.json()) as PushDevice;
        sent(device);
        return setTo(makeOn(device.endpoint));
      },
    },
    { endpoint: unsubscribePush, answer: () => setTo(off) },
  ];
}

/** It asks by a press of the button only, and turns off by another. */
export const Off: Story = {
  ...inBrowser(() => fakePush({ permission: 'default' }), ...makeServer(off)),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('button', { name: 'Benachrichtigungen speichern' }); // has loaded
    await expect(
      await canvas.findByText('Auf diesem Gerät sind Benachrichtigungen aus.'),
    ).toBeVisible();
    await expect(Notification.permission).toBe('default');
    const button = canvas.getByRole('button', { name: 'Benachrichtigungen einschalten' });
    await userEvent.click(button);
    await canvas.findByText('Auf diesem Gerät sind Benachrichtigungen an.');
    await expect(sent).toHaveBeenLastCalledWith({
      endpoint: newEndpoint,
      keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
    });
    await waitFor(() => expect(button).toHaveFocus());
    await expect(button).toHaveTextContent('Benachrichtigungen ausschalten');
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
    await userEvent.click(button);
    await canvas.findByText('Auf diesem Gerät sind Benachrichtigungen aus.');
  },
};

const isOn = inBrowser(
  () => fakePush({ permission: 'granted', endpoint: known }),
  responds(getPush, makeOn(known)),
);
export const On: Story = {
  ...isOn,
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('button', { name: 'Benachrichtigungen ausschalten' }),
    ).toBeVisible();
  },
};
export const OnInDark = inDark(isOn);
export const OnOnPhone = onPhone(isOn);
export const OnInEnglish = inEnglish(isOn);

/** The server sends to another address: this browser is not notified. */
export const Elsewhere: Story = {
  ...inBrowser(
    () => fakePush({ permission: 'granted', endpoint: known }),
    responds(getPush, makeOn('https://push.example/before')),
  ),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('button', { name: 'Benachrichtigungen einschalten' }),
    ).toBeVisible();
  },
};

/** A new address replaces the one to which nothing arrives. */
export const Failing: Story = {
  ...inBrowser(
    () => fakePush({ permission: 'granted', endpoint: known }),
    ...makeServer(makeOn(known, '2026-11-20T08:00:00Z')),
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(
      await canvas.findByText(/^Seit 20\.11\.2026, .* kommen auf diesem Gerät keine/),
    ).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Noch einmal einschalten' }));
    await canvas.findByText('Auf diesem Gerät sind Benachrichtigungen an.');
    await expect(sent).toHaveBeenLastCalledWith(expect.objectContaining({ endpoint: newEndpoint }));
  },
};
const failing = inBrowser(
  () => fakePush({ permission: 'granted', endpoint: known }),
  responds(getPush, makeOn(known, '2026-11-20T08:00:00Z')),
);
export const FailingInDark = inDark(failing);
export const FailingOnPhone = onPhone(failing);

/** The text, and that there is nothing to press. */
const saysOnly = (story: Story, text: RegExp): Story => ({
  ...story,
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(text)).toBeVisible();
    await expect(canvas.queryByRole('button', { name: /einschalten|ausschalten/ })).toBeNull();
  },
});
export const Blocked = saysOnly(
  inBrowser(() => fakePush({ permission: 'denied' }), responds(getPush, off)),
  /^Ihr Browser lässt von dieser Seite keine Benachrichtigungen zu\./,
);
export const Unsupported = saysOnly(
  inBrowser(() => withoutPush(), responds(getPush, off)),
  /^Dieser Browser kann keine Benachrichtigungen anzeigen\./,
);
export const NeedsHomeScreen = saysOnly(
  onPhone(inBrowser(() => withoutPush({ isIos: true }), responds(getPush, off))),
  /vom Home-Bildschirm aus/,
);

const afterPress = (story: Story, text: RegExp): Story => ({
  ...story,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(
      await canvas.findByRole('button', { name: 'Benachrichtigungen einschalten' }),
    );
    await expect(await canvas.findByText(text)).toBeVisible();
  },
});
export const BlockedByUser = afterPress(
  inBrowser(() => fakePush({ permission: 'default', answers: 'denied' }), responds(getPush, off)),
  /^Ihr Browser lässt von dieser Seite keine Benachrichtigungen zu\./,
);
export const Dismissed = afterPress(
  inBrowser(() => fakePush({ permission: 'default', answers: 'default' }), responds(getPush, off)),
  /^Noch sind die Benachrichtigungen aus\./,
);
export const NotPossible = afterPress(
  inBrowser(() => fakePush({ permission: 'default', fails: true }), responds(getPush, off)),
  /^Ihr Browser konnte die Benachrichtigungen nicht einschalten\./,
);
export const Refused = afterPress(
  inBrowser(
    () => fakePush({ permission: 'default' }),
    responds(getPush, off),
    rejects(subscribePush, 'invalidInput', 'Bitte prüfen Sie Ihre Angaben.', {
      '/endpoint': 'Nehmen Sie einen anderen Browser.',
    }),
  ),
  /^Nehmen Sie einen anderen Browser\.$/,
);

export const Offline: Story = {
  ...inBrowser(
    () => fakePush({ permission: 'granted', endpoint: known }),
    responds(getPush, makeOn(known)),
  ),
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: 'Benachrichtigungen ausschalten' });
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    dispatchEvent(new Event('offline'));
    await expect(await canvas.findByText(/^Sie sind offline\. Ein- und ausschalten/)).toBeVisible();
    await expect(canvas.queryByRole('button', { name: /ausschalten/ })).toBeNull();
    Reflect.deleteProperty(navigator, 'onLine');
    dispatchEvent(new Event('online'));
    await canvas.findByRole('button', { name: 'Benachrichtigungen ausschalten' });
  },
};
export const LoadingState = inBrowser(
  () => fakePush({ permission: 'default' }),
  neverResponds(getPush),
);
export const LoadFailed: Story = {
  ...inBrowser(() => fakePush({ permission: 'default' }), isUnreachable(getPush)),
};
