import type { Page } from '@playwright/test';
import { expect } from '../support/test.ts';
import type { OwnServer } from '../support/ownServer.ts';
import type { Mailbox } from './mailbox.ts';
import { openFirm, type Firm } from './firm.ts';

const password = 'Vogelhaus-77';

/** Creates the first firm by the link that an empty server prints, and its key by a command. */
export async function setUpFirst(server: OwnServer, page: Page): Promise<Firm> {
  const name = 'Aydın & Söhne';
  await page.goto(await server.findSetUpLink());
  await page.getByLabel('Name der Kanzlei').fill(name);
  await page.getByLabel('Vorname').fill('Ada');
  await page.getByLabel('Nachname').fill('Aydın');
  await page.getByLabel('E-Mail-Adresse').fill('ada@aydin.example');
  await page.getByLabel('Benutzername').fill('ada');
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByLabel('Passwort wiederholen').fill(password);
  await page.getByRole('button', { name: 'Kanzlei anlegen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} ist eingerichtet`);
  const [listed] = await server.runAdmin<{ firm: string; accountId: string }[]>('firm', 'list');
  const { firm = '', accountId = '' } = listed ?? {};
  const { apiKey } = await server.runAdmin<{ apiKey: string }>('key', 'new', firm);
  return openFirm(server, { name, accountId, apiKey });
}

/** Creates another firm by a command, which also invites its administrator. */
export async function setUpSecond(server: OwnServer, administrator: Mailbox): Promise<Firm> {
  const name = 'Behrens';
  const created = await server.runAdmin<{ accountId: string; apiKey: string }>(
    ...['firm', 'add', 'behrens', '--name', name, '--email', 'bo@behrens.example'],
    ...['--first-name', 'Bo', '--last-name', 'Behrens'],
  );
  await administrator.wait(/\/start\/[\w-]+/);
  return openFirm(server, { name, ...created });
}

/** Checks that visitors reach the public form of a firm only. */
export async function expectVisibility({ url }: OwnServer, page: Page, firm: Firm): Promise<void> {
  const visit = (processGuid: string) => page.goto(`${url}/externalform/${processGuid}`);
  expect((await visit(firm.internal.processGuid))?.status()).toBe(404);
  expect((await visit(firm.open.processGuid))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Erste Anfrage');
}
