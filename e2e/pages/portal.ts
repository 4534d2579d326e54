import type { Page } from '@playwright/test';
import { expect, type DemoWorld } from '../test.ts';

/** The portal behind the login, in words of its users. */
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
    await expect(this.page.getByRole('heading', { name: 'Ihre Anbieter' })).toBeVisible();
  }

  /** Asks the server for the providers again. */
  refresh = () => this.page.getByRole('link', { name: 'Übersicht' }).click();
  logOut = () => this.page.getByRole('button', { name: 'Abmelden' }).click();
  /** What the browser keeps of the portal, without what belongs to the device. */
  kept = () =>
    this.page.evaluate(() =>
      Object.keys({ ...localStorage, ...sessionStorage }).filter(
        (key) =>
          key.startsWith('formakte.') &&
          !['formakte.consentAcceptedAt', 'formakte.language'].includes(key),
      ),
    );
  /** What this browser shows the server to be let in. */
  authorization = async () =>
    `Bearer ${await this.page.evaluate(() => (JSON.parse(localStorage.getItem('formakte.registeredSession') ?? '{}') as { accessToken: string }).accessToken)}`;
  async webKeys(): Promise<Record<string, string>> {
    const { apiKey, applicationKey } = (await (
      await this.page.request.get('/api/config')
    ).json()) as { apiKey: string; applicationKey: string };
    return { 'X-Api-Key': apiKey, 'X-Application-Key': applicationKey };
  }
  /** The access token is past its time; the refresh token is still good, unless it is taken away as well. */
  endToken = () =>
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
