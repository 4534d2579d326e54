import type { Page } from '@playwright/test';
import { expect } from '../test.ts';
import { chooseInMenu } from './mainMenu.ts';

/** Page object: the settings. */
export class Settings {
  constructor(
    readonly page: Page,
    readonly origin: string,
  ) {}

  async logIn({ username, password }: { username: string; password: string }): Promise<void> {
    await this.page.goto(`${this.origin}/login`);
    await this.logInHere({ username, password });
    await expect(this.page).toHaveURL(`${this.origin}/dashboard`);
  }

  async logInHere({ username, password }: { username: string; password: string }): Promise<void> {
    await expect(this.page).toHaveURL(`${this.origin}/login`);
    await this.page.getByRole('textbox', { name: 'Benutzername' }).fill(username);
    await this.page.locator('input[type=password]').fill(password);
    await this.page.getByRole('button', { name: 'Anmelden' }).click();
  }

  /** Closes the portal on this device, so that it gets no events. */
  close = () => this.page.goto('about:blank');
  loginAgain = () =>
    this.page.getByRole('dialog', { name: 'Bitte melden Sie sich noch einmal an' });

  open = () => chooseInMenu(this.page, 'link', 'Einstellungen');
  section = (name: string) =>
    this.page.getByRole('navigation', { name: 'Einstellungen' }).getByRole('link', { name });

  async changePassword(existing: string, chosen: string, repeated = chosen): Promise<void> {
    const field = (name: string) =>
      this.page
        .getByRole('textbox', { name })
        .or(this.page.getByLabel(name, { exact: false }).and(this.page.locator('input')))
        .first();
    await field('Bisheriges Passwort').fill(existing);
    await this.page.locator('input[autocomplete=new-password]').nth(0).fill(chosen);
    await this.page.locator('input[autocomplete=new-password]').nth(1).fill(repeated);
    await this.page.getByRole('button', { name: 'Passwort ändern' }).click();
  }

  async confirmWithPassword(password: string, button: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await expect(dialog.locator('input[type=password]')).toBeFocused();
    await dialog.locator('input[type=password]').fill(password);
    await dialog.getByRole('button', { name: button }).click();
  }

  /** Types the password of a dialog and sends its form. */
  async typePassword(password: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await dialog.locator('input[type=password]').fill(password);
    await dialog.locator('button[type=submit]').click();
  }

  devices = () => this.page.getByRole('listitem').filter({ hasText: 'Zuletzt benutzt' });
  expectText = (text: string | RegExp) =>
    expect(this.page.getByText(text).filter({ visible: true }).first()).toBeVisible();
}
