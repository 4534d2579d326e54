import type { Page } from '@playwright/test';
import { expect, type DemoWorld } from '../test.ts';
import { chooseInMenu } from './mainMenu.ts';

/** Page object: login and dashboard. */
export class Portal {
  constructor(
    readonly page: Page,
    readonly demo: DemoWorld,
  ) {}

  username = () => this.page.getByRole('textbox', { name: 'Benutzername' });
  password = () =>
    this.page.getByLabel('Passwort', { exact: false }).and(this.page.locator('input'));

  async logIn(
    { username, password } = this.demo.users[0] ?? { username: '', password: '' },
  ): Promise<void> {
    await this.username().fill(username);
    await this.password().fill(password);
    await this.page.getByRole('button', { name: 'Anmelden' }).click();
  }

  async expectDashboard(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(
      /^Guten (Morgen|Tag|Abend), Frau Brandt\.$/,
    );
    await expect(this.page.getByRole('heading', { name: 'Ihre Kanzleien' })).toBeVisible();
  }

  /** Reloads the providers through the main menu. */
  refresh = () => this.page.getByRole('link', { name: 'Übersicht' }).click();
  logOut = () => chooseInMenu(this.page, 'button', 'Abmelden');
  /** Lists the stored keys of the user, without those of the device. */
  listStoredKeys = () =>
    this.page.evaluate(() =>
      Object.keys({ ...localStorage, ...sessionStorage }).filter(
        (key) =>
          key.startsWith('formakte.') &&
          !['formakte.consentAcceptedAt', 'formakte.language'].includes(key),
      ),
    );
  readSession = () =>
    this.page.evaluate(
      () =>
        JSON.parse(localStorage.getItem('formakte.registeredSession') ?? '{}') as {
          accessToken: string;
          user: { accountId: string };
        },
    );
  readAccountId = async () => (await this.readSession()).user.accountId;
  readAuthorization = async () => `Bearer ${(await this.readSession()).accessToken}`;
  async readWebKeys(): Promise<Record<string, string>> {
    const { apiKey, applicationKey } = (await (
      await this.page.request.get('/api/config')
    ).json()) as { apiKey: string; applicationKey: string };
    return { 'X-Api-Key': apiKey, 'X-Application-Key': applicationKey };
  }
  /** Invalidates the access token. The refresh token stays valid. */
  invalidateToken = () =>
    this.page.evaluate(() => {
      const session = JSON.parse(
        localStorage.getItem('formakte.registeredSession') ?? '{}',
      ) as object;
      localStorage.setItem(
        'formakte.registeredSession',
        JSON.stringify({ ...session, accessToken: 'ended' }),
      );
    });
}
