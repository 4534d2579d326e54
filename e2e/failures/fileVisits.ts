import type { APIRequestContext, Page } from '@playwright/test';
import PDFDocument from 'pdfkit';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { ProviderMessage } from '#schemas/cases/messages.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import type { StoredFile } from '#schemas/files/files.ts';
import { dayMs } from '#schemas/platform/time.ts';
import type { ProviderTask } from '#schemas/tasks/tasks.ts';
import type { Provider } from '../support/pages/provider.ts';
import type { DemoWorld } from '../support/test.ts';
import type { Visit } from './visits.ts';

const findButton = (page: Page, name: string) =>
  page.getByRole('button', { name }).filter({ visible: true }).first();

async function makePdf(): Promise<Buffer> {
  const document = new PDFDocument();
  document.font('Helvetica').text('Gutachten').end();
  const parts: Buffer[] = [];
  for await (const part of document) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Answers a task whose form asks for a file. */
async function answerTask(page: Page): Promise<void> {
  await page
    .getByTestId('pick-papers')
    .setInputFiles({ name: 'Befund.txt', mimeType: 'text/plain', buffer: Buffer.from('gut') });
  await page.getByText('hochgeladen').first().waitFor();
  await findButton(page, 'Antwort senden').click();
  await page.getByText('Ihre Antwort ist bei der Kanzlei.').waitFor();
}

type World = { request: APIRequestContext; demo: DemoWorld; provider: Provider };

/** Adds a case with a PDF. Returns its id and the file's. */
async function addCase({ request, demo, provider }: World) {
  const userIds = await provider.findUserIds('nora.brandt');
  const { caseId } = await provider.post<ProviderCase>('cases', {
    header: 'Akte mit PDF',
    userIds,
  });
  const stored = await request.post('/provider/v1/files', {
    headers: { 'X-Api-Key': demo.providerApiKey },
    multipart: {
      File: { name: 'Gutachten.pdf', mimeType: 'application/pdf', buffer: await makePdf() },
    },
  });
  const { fileuploadId } = (await stored.json()) as StoredFile;
  await provider.post<ProviderMessage>(`cases/${caseId}/messages`, {
    header: 'Gutachten',
    text: 'Anbei.',
    creatorName: 'Selin Aydın',
    fileIds: [fileuploadId],
  });
  return { caseId, fileId: fileuploadId };
}

/** Lists a case's PDF and the file of an answered task, for the client on this page. */
export async function listFileVisits(world: World, page: Page, openCase: string): Promise<Visit[]> {
  const { caseId, fileId } = await addCase(world);
  const { formId } = await world.provider.publish({
    title: 'Befund',
    formElements: [{ id: 'papers', type: 'file', label: 'Befund' }],
  });
  const { workflowId } = await world.provider.post<ProviderTask>(`cases/${caseId}/tasks`, {
    formId,
    validUntil: new Date(Date.now() + dayMs).toISOString(),
  });
  const address = openCase.replace(/^\/akten\/[^/]+/, `/akten/${caseId}`);
  const task = `${address}?tab=tasks&task=${workflowId}`;
  await page.goto(task);
  await answerTask(page);
  return [
    { as: 'client', address: `${address}?file=${fileId}` },
    { as: 'client', address: task, act: (page) => findButton(page, 'Befund.txt ansehen').click() },
  ];
}

/** Chooses a file that is uploaded in parts. */
export async function chooseLargeFile(page: Page): Promise<void> {
  const buffer = Buffer.alloc(fileLimits.resumableFromBytes + 1, 'x');
  await page
    .getByTestId('pick-film')
    .setInputFiles({ name: 'film.txt', mimeType: 'text/plain', buffer });
}
