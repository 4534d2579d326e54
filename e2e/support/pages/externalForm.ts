import { expect, type Page } from '@playwright/test';

/** Page object: the accident report as a visitor sees it. */
export class ExternalForm {
  constructor(readonly page: Page) {}

  async open(processGuid: string, query = ''): Promise<void> {
    await this.page.goto(`/externalform/${processGuid}${query}`);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  /** Finds a control by label, with or without the mark of required or optional fields. */
  field = (label: string) =>
    this.page.getByLabel(new RegExp(`^${label}( ?\\*| ?\\(freiwillig\\)| ?\\(optional\\))?$`));

  async fillInAccident(): Promise<void> {
    await this.field('Vorname').fill('Jonas');
    await this.field('Nachname').fill('Wieland');
    await this.field('Telefonnummer').fill('0176 04069 123');
    await this.field('E-Mail-Adresse').fill('jonas.wieland@example.com');
    await this.field('Postleitzahl').fill('20259');
    await this.field('Unfalltag').fill('1.2.2026');
    await this.place().fill('Lindenweg 14, Hamburg');
    await this.field('Was ist passiert\\?').fill(
      'Ein Lieferwagen nahm mir die Vorfahrt.\nIch bremste.',
    );
    await this.choose('Wurde jemand verletzt?', 'Ja');
    await this.field('Wer wurde verletzt, und wie\\?').fill('Ich, am Handgelenk.');
    await this.field('Geschätzter Schaden').fill('6.482,17');
    await this.choose('Haben Sie eine Rechtsschutzversicherung?', 'Nein');
    await this.page.getByLabel('Ich habe alles nach bestem Wissen beantwortet').check();
  }

  place = () =>
    this.page
      .getByRole('group', { name: /^Unfallort/ })
      .getByRole('textbox', { name: 'Adresse oder Beschreibung' });

  async choose(question: string, option: string): Promise<void> {
    await this.page
      .getByRole('group', { name: question })
      .getByRole('radio', { name: new RegExp(`^${option}`) })
      .check();
  }

  /** Waits until the draft is stored. */
  expectDraftStored = () =>
    expect(
      this.page
        .getByText(/^Entwurf gesichert um/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();

  async addPhoto(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.page.getByTestId('pick-photos').setInputFiles(file);
  }

  row = (name: string) => this.page.getByRole('listitem').filter({ hasText: name });

  async acceptTerms(): Promise<void> {
    await this.page.getByLabel(/Nutzungsbedingungen/).check();
    await this.page.getByLabel(/Datenschutzhinweise/).check();
  }

  submitButton = () => this.page.getByRole('button', { name: 'Unfall melden' });
  summary = () => this.page.getByRole('region', { name: /Bitte prüfen Sie/ });
}
