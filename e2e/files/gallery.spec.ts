import type { APIRequestContext, Locator, Page } from '@playwright/test';
import PDFDocument from 'pdfkit';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { StoredFile } from '#schemas/files/files.ts';
import type { ProviderMessage } from '#schemas/cases/messages.ts';
import { expectNoBarrier } from '../support/barriers.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { makePhoto } from '../support/photo.ts';
import { expect, test, type DemoWorld } from '../support/test.ts';

type TestFile = { name: string; mimeType: string; buffer: Buffer };

/** Makes a PDF whose font is not embedded. */
async function makeReport(): Promise<Buffer> {
  const document = new PDFDocument();
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => document.on('end', resolve));
  document
    .font('Helvetica')
    .text('Gutachten, erste Seite')
    .addPage()
    .text('Gutachten, zweite Seite')
    .end();
  await ended;
  return Buffer.concat(parts);
}

/** Records a film of a second in the browser. */
async function recordFilm(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(10), {
      mimeType: 'video/mp4;codecs=vp9',
    });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    const start = performance.now();
    // Pictures are counted too, because a busy machine draws few of them in a second.
    for (let pictures = 0; pictures < 10 || performance.now() < start + 1_000; pictures += 1) {
      pen?.fillRect(pictures, 0, 20, 100);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    recorder.stop();
    await ended;
    return btoa(String.fromCharCode(...new Uint8Array(await new Blob(parts).arrayBuffer())));
  });
  return Buffer.from(base64, 'base64');
}

/** Creates a case with a message and files through the provider API. */
async function openCase(
  request: APIRequestContext,
  demo: DemoWorld,
  header: string,
  files: readonly TestFile[],
): Promise<string> {
  const provider = new Provider(request, demo);
  const headers = { 'X-Api-Key': demo.providerApiKey };
  const userIds = await provider.findUserIds('nora.brandt');
  const { caseId } = await provider.post<ProviderCase>('cases', { header, userIds });
  const fileIds: string[] = [];
  for (const file of files)
    fileIds.push(
      (
        (await (
          await request.post('/provider/v1/files', { headers, multipart: { File: file } })
        ).json()) as StoredFile
      ).fileuploadId,
    );
  const message = await provider.post<ProviderMessage>(`cases/${caseId}/messages`, {
    header: 'Gutachten',
    text: 'Anbei.',
    creatorName: 'Selin Aydın',
    fileIds,
  });
  expect(message.files).toHaveLength(files.length);
  return caseId;
}

async function swipeToNext(page: Page): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const at = (x: number) => [{ x, y: 400 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(300) });
  for (const x of [250, 200, 120])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Opens the PDF, saves the photo and plays the film. */
async function viewFiles(page: Page, link: Locator, goToNext: () => Promise<void>): Promise<void> {
  await link.click();
  await expect(page).toHaveURL(/[?&]file=/);
  await expect(
    page.getByRole('dialog', { name: 'Gutachten.pdf' }).getByText('Gutachten, erste Seite'),
  ).toBeVisible();
  await expectNoBarrier(page);
  await goToNext();
  const photo = page.getByRole('dialog', { name: 'Heck Größe 🚗.jpg' });
  await expect(photo.getByRole('img', { name: 'Heck Größe 🚗.jpg' })).toBeVisible();
  await expect
    .poll(() =>
      photo
        .getByRole('img', { name: 'Heck Größe 🚗.jpg' })
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(100);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    photo.getByRole('button', { name: 'Heck Größe 🚗.jpg herunterladen' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('Heck Größe 🚗.jpg');
  await goToNext();
  const played = page.getByRole('dialog', { name: 'Kreuzung.mp4' }).locator('video');
  await played.evaluate(async (video: HTMLVideoElement) => video.play());
  await expect
    .poll(() => played.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.3);
}

/** Views files of a new message, removes one and sends from the viewer. */
async function sendViewedFiles(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nachricht schreiben' }).click();
  const dialog = page.getByRole('dialog', { name: 'Neue Nachricht' });
  await dialog.getByRole('textbox', { name: 'Betreff' }).fill('Unterlagen');
  await dialog.getByRole('textbox', { name: 'Nachricht' }).fill('Hier sind sie.');
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles(
      ['eins.txt', 'zwei.txt'].map((name) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(`Inhalt von ${name}`),
      })),
    );
  await expect(dialog.getByRole('listitem').filter({ hasText: 'hochgeladen' })).toHaveCount(2);
  await dialog.getByRole('button', { name: 'zwei.txt ansehen' }).click();
  const viewer = page.getByRole('dialog', { name: 'zwei.txt' });
  await expect(page.getByText('Inhalt von zwei.txt')).toBeVisible();
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'leer.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
      { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    ]);
  await expect(viewer.getByRole('alert')).toHaveText('Diese Dateien nehmen wir nicht an:setup.exe');
  await expect(viewer.getByRole('listitem').filter({ hasText: 'leer.txt' })).toContainText(
    'Diese Datei ist leer.',
  );
  await expectNoBarrier(page);
  await expect(viewer.getByRole('listitem').filter({ hasText: 'leer.txt' })).toContainText(
    'Diese Datei wird nicht mitgeschickt.',
  );
  await page.goBack();
  await expect(viewer).toHaveCount(0);
  await dialog.getByRole('button', { name: 'zwei.txt ansehen' }).click();
  await viewer.getByRole('button', { name: 'zwei.txt entfernen' }).click();
  await page
    .getByRole('dialog', { name: 'eins.txt' })
    .getByRole('button', { name: 'Senden' })
    .click();
  await expect(dialog).toHaveCount(0);
}

test(
  'A client views and saves files of a case, and sends files from the viewer',
  { tag: '@both' },
  async ({ page, request, demo }, { project }) => {
    const isPhone = project.name === 'phone';
    const portal = new Portal(page, demo);
    const caseId = await openCase(request, demo, `Galerie ${project.name} ${Date.now()}`, [
      { name: 'Gutachten.pdf', mimeType: 'application/pdf', buffer: await makeReport() },
      { name: 'Heck Größe 🚗.jpg', mimeType: 'image/jpeg', buffer: await makePhoto(50_000) },
      { name: 'Kreuzung.mp4', mimeType: 'video/mp4', buffer: await recordFilm(page) },
    ]);
    await page.goto('/login');
    await portal.logIn();
    await portal.expectDashboard();
    const accountId = await portal.readAccountId();
    await page.goto(`/akten/${caseId}/accounts/${accountId}`);
    await page.getByRole('button', { name: 'Nachricht lesen' }).click();

    const link = page
      .getByRole('article', { name: 'Selin Aydın: Gutachten' })
      .getByRole('link', { name: /^Gutachten\.pdf ansehen/ });
    await viewFiles(
      page,
      link,
      isPhone ? () => swipeToNext(page) : () => page.keyboard.press('ArrowRight'),
    );
    const played = page.getByRole('dialog', { name: 'Kreuzung.mp4' }).locator('video');
    await page.goBack();
    await expect(played).toHaveCount(0);
    await expect(link).toBeFocused();

    await sendViewedFiles(page);
    const sent = page.getByRole('article', { name: 'Sie: Unterlagen' });
    await expect(sent).toContainText('Zugestellt');
    await expect(sent.getByRole('link', { name: /ansehen/ })).toHaveCount(1);
  },
);
