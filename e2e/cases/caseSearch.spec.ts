import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import type { ArchiveManifest } from '#schemas/cases/caseArchives.ts';
import { expectGoodPractice } from '../support/barriers.ts';
import { Portal } from '../support/pages/portal.ts';
import { expect, test } from '../support/test.ts';

/** Downloads the message as PDF and the case as ZIP with a manifest of SHA-256 sums. */
async function expectDownloads(page: Page): Promise<void> {
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Gutachten liegt vor als PDF herunterladen' }).click(),
  ]);
  expect(pdf.suggestedFilename()).toBe('Gutachten liegt vor.pdf');
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');

  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Akte als ZIP herunterladen' }).click(),
  ]);
  expect(zip.suggestedFilename()).toMatch(
    /^Unterlagen-Aydın & Kollegen-Verkehrsunfall Brandt .+\.zip$/,
  );
  const files = unzipSync(await readFile(await zip.path()));
  const manifest = JSON.parse(
    Buffer.from(files['manifest.json'] ?? []).toString(),
  ) as ArchiveManifest;
  expect(manifest.files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['Nachrichten.txt', 'Gutachten 0417.pdf', 'Gutachten/Nachrichten.txt']),
  );
  for (const { path, sha256 } of manifest.files)
    expect([
      path,
      createHash('sha256')
        .update(files[path] ?? Buffer.of())
        .digest('hex'),
    ]).toEqual([path, sha256]);
}

test('A client finds a message by a word form, opens it, and downloads it and the case', async ({
  page,
  demo,
}) => {
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  await page.goto('/akten');
  await page
    .getByRole('searchbox', { name: 'Akte oder Person suchen' })
    .fill('Wertminderungen Reparaturen');
  await expect(
    page.getByText('Zu „Wertminderungen Reparaturen“ gibt es keine Akte.'),
  ).toBeVisible();
  const hits = page.getByRole('list', { name: 'Nachrichten und Dateien' });
  await expect(hits.getByRole('link')).toHaveCount(1);
  await expect(hits.locator('mark')).toHaveText(['Reparatur', 'Wertminderung']);
  await hits.getByRole('link', { name: /Gutachten liegt vor/ }).click();
  const message = page.getByRole('article', { name: /Gutachten liegt vor/ });
  await expect(message).toBeInViewport();
  await expect(hits.getByRole('link')).toHaveAttribute('aria-current', 'true');

  await page.getByRole('button', { name: 'In dieser Akte suchen' }).click();
  await expect(page.getByRole('searchbox', { name: 'In dieser Akte suchen' })).toBeFocused();
  await page.keyboard.type('werkstätten');
  const inCase = page
    .getByRole('complementary')
    .getByRole('list', { name: 'Nachrichten und Dateien' });
  await expect(inCase.locator('mark')).toHaveText(['Werkstatt']);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectGoodPractice(page);
  }
  await inCase.getByRole('link', { name: /Mietwagen/ }).click();
  await expect(page.getByRole('article', { name: 'Sie: Mietwagen' })).toBeInViewport();

  await expectDownloads(page);
});
