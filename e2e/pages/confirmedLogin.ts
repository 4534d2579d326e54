import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect } from '../test.ts';
import { Settings } from './settings.ts';

/** A code changes so often. */
export const stepMs = 30_000;
/** The app on the client's phone; the next code counts as well, so that no test waits for half a minute. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * stepMs,
  });

/** What both steps of a login and the settings look like to a client. */
export class ConfirmedLogin {
  constructor(
    readonly page: Page,
    readonly origin: string,
    readonly client: { username: string; password: string },
  ) {}

  get settings() {
    return new Settings(this.page, this.origin);
  }
  get dialog() {
    return this.page.getByRole('dialog');
  }
  get code() {
    return this.page
      .getByLabel('Code aus der App', { exact: false })
      .and(this.page.locator('input'));
  }

  async givePassword(): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Benutzername' }).fill(this.client.username);
    await this.page.locator('input[type=password]').fill(this.client.password);
    await this.page.getByRole('button', { name: 'Anmelden' }).click();
  }

  confirmWithPassword = (button: string): Promise<void> =>
    this.settings.confirmWithPassword(this.client.password, button);

  /** Sets the app up; answers its secret and the recovery codes. */
  async setUp(): Promise<{ secret: string; recoveryCodes: string[] }> {
    await this.page.getByRole('button', { name: 'Authenticator-App einrichten' }).click();
    await this.confirmWithPassword('Weiter zur App');
    const secret = ((await this.dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await this.code.fill(codeOf(secret, -1));
    await expect(
      this.dialog.getByRole('list', { name: 'Ihre Wiederherstellungscodes' }),
    ).toBeVisible();
    const recoveryCodes = await this.dialog
      .getByRole('list', { name: 'Ihre Wiederherstellungscodes' })
      .getByRole('listitem')
      .allTextContents();
    await this.dialog.getByRole('button', { name: 'Codes sind aufbewahrt' }).click();
    return { secret, recoveryCodes };
  }

  async addPasskey(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
    await expect(this.dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await this.dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.dialog.locator('input[type=password]').fill(this.client.password);
    await this.dialog.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  }

  async logOut(): Promise<void> {
    await this.page.getByRole('button', { name: 'Abmelden' }).first().click();
    await expect(this.page).toHaveURL(`${this.origin}/login`);
  }

  expectInside = () => expect(this.page.getByRole('heading', { level: 1 })).toHaveText(/^Guten /);
}
