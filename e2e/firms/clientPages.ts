import type { Page } from '@playwright/test';
import { expect } from '../support/test.ts';
import type { Firm } from './firm.ts';

/** Page object: a case of a client of several firms. */
export class CasePages {
  constructor(
    private readonly page: Page,
    private readonly origin: string,
  ) {}

  async open(caseId: string, { accountId }: Firm): Promise<void> {
    await this.page.goto(`${this.origin}/akten/${caseId}/accounts/${accountId}`);
    await expect(this.page.getByRole('region', { name: 'Nachrichten' })).toBeVisible();
  }

  async leave(): Promise<void> {
    await this.page.goto(`${this.origin}/dashboard`);
  }

  async write(subject: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Nachricht schreiben' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Neue Nachricht' });
    await dialog.getByRole('textbox', { name: 'Betreff' }).fill(subject);
    await dialog.getByRole('textbox', { name: 'Nachricht' }).fill('Wie geht es weiter?');
    await dialog.getByRole('button', { name: 'Nachricht senden' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(this.page.getByRole('article', { name: `Sie: ${subject}` })).toContainText(
      'Zugestellt',
    );
  }

  async read(subject: string): Promise<void> {
    const message = this.page.getByRole('article', { name: `Ada Aydın: ${subject}` });
    const open = message.getByRole('button', { name: 'Nachricht lesen' });
    await open.click();
    await expect(open).toHaveCount(0); // marked as read; the text is short enough for its preview
    await expect(message).toContainText('Bitte lesen Sie das.');
  }
}
