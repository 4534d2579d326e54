import type { Page } from '@playwright/test';
import { expect } from '../test.ts';

/** Link and PIN of an invitation, as the client receives them. */
export type Received = { link: () => Promise<string>; pin: () => Promise<string> };
export type Login = { username: string; password: string };

/** Page object: the pages from the link of an invitation to the login. */
export class RegistrationPages {
  constructor(private readonly page: Page) {}

  title = () => this.page.getByRole('heading', { level: 1 });

  /** Opens the invitation of a client with this name, and accepts every statement. */
  async enterPin({ link, pin }: Received, name: string): Promise<void> {
    await this.page.goto(await link());
    await this.page.getByRole('button', { name: 'PIN anfordern' }).click();
    const byMail = this.page.getByRole('dialog').getByRole('button', { name: 'Per E-Mail' });
    const field = this.page.getByRole('textbox', { name: 'Ihre PIN' });
    await expect(byMail.or(field)).toBeVisible(); // a server without SMS offers no choice
    if (await byMail.isVisible()) await byMail.click();
    await field.fill(await pin());
    await expect(this.title()).toHaveText(`Willkommen, ${name}`);
    for (const box of await this.page.getByRole('checkbox').all()) await box.check();
    await this.page.getByRole('button', { name: 'Weiter zum Benutzernamen' }).click();
  }

  async register({ username, password }: Login): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Benutzername' }).fill(username);
    await this.page.getByRole('button', { name: 'Weiter zum Passwort' }).click();
    const newPasswords = this.page.locator('input[autocomplete=new-password]');
    await newPasswords.first().fill(password);
    await newPasswords.last().fill(password);
    await this.page.getByRole('button', { name: 'Registrierung abschließen' }).click();
    await expect(this.title()).toHaveText('Sie sind registriert');
  }

  async chooseExistingLogin(): Promise<void> {
    await this.page.getByRole('button', { name: 'Ich habe schon einen Zugang' }).click();
    await expect(this.title()).toHaveText('Mit Ihrem Zugang annehmen');
  }

  async logIn({ username, password }: Login): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Benutzername' }).fill(username);
    await this.page.locator('input[autocomplete=current-password]').fill(password);
    await this.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(this.page.getByText(username)).toBeVisible();
  }

  async confirm(): Promise<void> {
    await this.page.getByRole('button', { name: 'hinzufügen' }).click();
    await expect(this.title()).toHaveText(/gehört jetzt zu Ihrem Zugang/);
    await this.page.getByRole('button', { name: 'Zur Übersicht' }).click();
    await expect(this.page).toHaveURL(/\/dashboard/);
  }
}
