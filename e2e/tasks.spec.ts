import AxeBuilder from '@axe-core/playwright';
import type { FormDefinition } from '#schemas/forms.ts';
import type { ProviderCase } from '#schemas/cases.ts';
import type { SubmissionDetail } from '#schemas/providerForms.ts';
import type { ProviderTask } from '#schemas/tasks.ts';
import { Portal } from './pages/portal.ts';
import { Provider } from './pages/provider.ts';
import { expect, test } from './test.ts';

const definition: FormDefinition = {
  title: 'Entbindung von der Schweigepflicht',
  formElements: [
    { id: 'doctor', type: 'input', label: 'Name der Praxis', required: true },
    { id: 'papers', type: 'file', label: 'Befund', required: true },
    { id: 'signature', type: 'signature', label: 'Ihre Unterschrift', required: true },
  ],
};

test('a client is told of a task while looking on, answers it with file and signature, and the provider reads answers and evidence', async ({ page, request, demo }, { project }) => {
  const provider = new Provider(request, demo);
  const headers = { 'X-Api-Key': demo.providerApiKey };
  const read = async <T>(path: string): Promise<T> => (await (await request.get(`/provider/v1/${path}`, { headers })).json()) as T;
  const { items } = await read<{ items: { userId: string; email: string }[] }>('users?limit=200');
  const client = items.find(({ email }) => email.startsWith('nora.brandt'));
  const header = `Schmerzensgeld ${project.name} ${Date.now()}`;
  const { caseId } = await provider.post<ProviderCase>('cases', { header, userIds: [client?.userId], isEsyAkte: true });
  const { formId } = await provider.publish(definition);

  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  const accountId = await page.evaluate(() => (JSON.parse(localStorage.getItem('formakte.registeredSession') ?? '{}') as { user: { accountId: string } }).user.accountId);
  await page.goto(`/akten/${caseId}/accounts/${accountId}?tab=tasks`);
  await expect(page.getByText('Im Moment ist nichts zu tun.')).toBeVisible();

  const validUntil = new Date(Date.now() + 10 * 60_000).toISOString();
  const { workflowId } = await provider.post<ProviderTask>(`cases/${caseId}/tasks`, { formId, validUntil });
  const row = page.getByRole('link', { name: /Entbindung von der Schweigepflicht/ });
  await expect(row).toContainText('Gültig bis'); // nobody has reloaded anything
  await expect(page.getByRole('img', { name: '1 offene Aufgabe' })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await row.click();

  const dialog = page.getByRole('dialog', { name: 'Entbindung von der Schweigepflicht' });
  await expect(dialog.getByRole('alert')).toContainText(/Noch \d+ Minuten/);
  await dialog.getByRole('textbox', { name: 'Name der Praxis' }).fill('Praxis am Lindenweg');
  await expect(dialog.getByText(/Entwurf gesichert/)).toBeVisible();
  await page.reload(); // its address leads back to it
  await expect(dialog.getByRole('textbox', { name: 'Name der Praxis' })).toHaveValue('Praxis am Lindenweg');
  await dialog.locator('input[type=file]').first().setInputFiles({ name: 'Befund.txt', mimeType: 'text/plain', buffer: Buffer.from('ohne Befund') });
  await expect(dialog.getByText('hochgeladen').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Tippen' }).click();
  await dialog.getByRole('group', { name: /^Ihre Unterschrift/ }).getByRole('textbox').fill('Nora Brandt');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await dialog.getByRole('button', { name: 'Antwort senden' }).click();
  await expect(dialog.getByRole('heading', { name: 'Ihre Antwort ist bei der Kanzlei.' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Zurück' }).click();
  await expect(row).toContainText('Beantwortet am');
  await expect(page.getByRole('img', { name: /offene Aufgabe/ })).toHaveCount(0);

  const task = await read<ProviderTask>(`tasks/${workflowId}`);
  expect(task).toMatchObject({ state: 'answered', status: 6, answeredBy: client?.userId });
  const submission = await read<SubmissionDetail>(`submissions/${task.submissionId}`);
  expect(submission.answers.map(({ elementId }) => elementId)).toEqual(['doctor', 'papers', 'signature']);
  expect(await read(`submissions/${task.submissionId}/evidence`)).toMatchObject({ record: { submittedAt: task.answerCreationDate, files: [{ name: 'Befund.txt' }] } });
  await row.click();
  await expect(dialog).toContainText('Praxis am Lindenweg');
  await expect(dialog).toContainText('Fassung 1 des Formulars');
});
