import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect } from '../test.ts';
import { chooseInMenu } from './mainMenu.ts';
import { Settings } from './settings.ts';

/** Lifetime of a code. */
export const stepMs = 30_000;
/** Generates a code as the authenticator app does. The next code is valid too, so no test waits. */
export const generateCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * stepMs,
  });

/** Longer than a busy machine needs to send a code. */
const sendingMs = 12_000;

/** Waits for the next time step of codes if the present one ends soon. */
async function waitNearStepEnd(): Promise<void> {
  const leftMs = stepMs - (Date.now() % stepMs);
  if (leftMs < sendingMs) await wait(leftMs);
}

/** Page object: a login with a second factor, and its settings. */
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

  /** Sets up the app and returns its secret and the recovery codes. */
  async setUp(): Promise<{ secret: string; recoveryCodes: string[] }> {
    await this.page.getByRole('button', { name: 'Authenticator-App einrichten' }).click();
    await this.confirmWithPassword('Weiter zur App');
    const secret = ((await this.dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await waitNearStepEnd(); // the code of the step before is accepted until this one ends
    await this.code.fill(generateCode(secret, -1));
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
    await chooseInMenu(this.page, 'button', 'Abmelden');
    await expect(this.page).toHaveURL(`${this.origin}/login`);
  }

  expectInside = () => expect(this.page.getByRole('heading', { level: 1 })).toHaveText(/^Guten /);
}
