import type { Page } from '@playwright/test';
import type { InvitedEmployee } from '#schemas/access/staffInvitations.ts';
import type { listApiKeys, NewApiKey } from '#schemas/accounts/apiKeys.ts';
import type { StaffRules } from '#schemas/accounts/staff.ts';
import type { Reply } from '#schemas/platform/endpoint.ts';
import { hourMs, minuteMs, secondMs } from '#schemas/platform/time.ts';
import type { OwnServer } from '../support/ownServer.ts';
import { ConfirmedLogin } from '../support/pages/confirmedLogin.ts';
import { RegistrationPages } from '../support/pages/registration.ts';
import { expect } from '../support/test.ts';
import type { Firm } from './firm.ts';
import type { Mailbox } from './mailbox.ts';

type Keys = Reply<typeof listApiKeys>;

const login = { username: 'cleo', password: 'Regenschirm-im-Flur-3' };

/** Invites a member of the staff, whom the firm demands a second factor from. */
export async function inviteStaff(
  { url }: OwnServer,
  page: Page,
  { provider }: Firm,
  mails: Mailbox,
): Promise<void> {
  await provider.put<StaffRules>('staffRules', { secondFactorForStaff: true });
  await provider.post<InvitedEmployee>('staff', {
    firstName: 'Cleo',
    lastName: 'Brandt',
    email: mails.address,
    role: 'user',
  });
  const pages = new RegistrationPages(page);
  await pages.enterPin(
    {
      link: () => mails.wait(/https?:\/\/\S+\/start\/[\w-]+/),
      pin: () => mails.wait(/Mit dieser PIN öffnen Sie [^]+?:\s+(\d{6})\b/),
    },
    'Cleo Brandt',
  );
  await pages.register(login);
  await page.goto(`${url}/business`); // the session by PIN is not enough
  await page.getByRole('button', { name: 'Abmelden und neu anmelden' }).click();
  const confirmed = new ConfirmedLogin(page, url, login);
  await confirmed.givePassword();
  await expect(
    page.getByText(/^Ihre Kanzlei verlangt die Anmeldung in zwei Schritten/),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Anmeldung in zwei Schritten einrichten' }).click();
  await confirmed.setUp();
  await page.goto(`${url}/business`);
  await expect(page.getByRole('heading', { level: 1, name: 'Eingang' })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies(); // as on another device
}

/** Replaces the firm's key: the old one works for an hour longer, the new one at once. */
export async function rotateKey(server: OwnServer, { provider, apiKey }: Firm): Promise<void> {
  const list = (headers: Record<string, string>) =>
    fetch(`${server.url}/provider/v1/keys`, { headers });
  const { items } = await provider.get<Keys>('keys');
  const [old] = items;
  const next = await provider.post<NewApiKey>(`keys/${old?.keyId}/rotate`, {
    overlapHours: 1,
  });
  const [oldKey, newKey] = [{ 'x-api-key': apiKey }, { authorization: `Bearer ${next.apiKey}` }];
  const statuses = async () => [(await list(oldKey)).status, (await list(newKey)).status];
  expect(await statuses()).toEqual([200, 200]);
  await server.forward(hourMs - minuteMs);
  expect(await statuses()).toEqual([200, 200]);
  await server.forward(minuteMs + secondMs);
  expect(await statuses()).toEqual([401, 200]);
  const left = (await (await list(newKey)).json()) as Keys;
  expect(left.items.map(({ keyId }) => keyId)).toEqual([next.keyId, old?.keyId]);
}
