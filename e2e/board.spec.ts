import type { FormDefinition } from '#schemas/forms.ts';
import type { ProviderCase } from '#schemas/cases.ts';
import type { ProviderTask } from '#schemas/tasks.ts';
import { expectNoBarrier } from './barriers.ts';
import { Portal } from './pages/portal.ts';
import { Provider } from './pages/provider.ts';
import { expect, test } from './test.ts';

const definition: FormDefinition = { title: 'Kostenzusage', formElements: [{ id: 'name', type: 'input', label: 'Name' }] };

test('a lawyer moves cards by key and by mouse, and sees at once what others do', { tag: '@desk' }, async ({ page, request, demo }) => {
  const provider = new Provider(request, demo);
  const { caseId } = await provider.post<ProviderCase>('cases', { header: `Wand ${Date.now()}` });
  const { formId } = await provider.publish(definition);
  const { workflowId } = await provider.post<ProviderTask>(`cases/${caseId}/tasks`, { formId, assistantName: 'Kostenzusage prüfen' });
  const status = async () => ((await (await request.get(`/provider/v1/tasks/${workflowId}`, { headers: { 'X-Api-Key': demo.providerApiKey } })).json()) as ProviderTask).status;

  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn(demo.users[1]);
  await page.getByRole('navigation').getByRole('link', { name: 'Aufgaben' }).press('Enter');
  const inLane = (name: string) => page.getByRole('region', { name }).getByRole('button', { name: /^Kostenzusage prüfen/ });

  await inLane('In Arbeit').press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'In Prüfung' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(inLane('In Prüfung')).toBeVisible();
  await expect.poll(status).toBe(6);
  await expectNoBarrier(page);

  await inLane('In Prüfung').dragTo(page.getByRole('region', { name: 'In Arbeit' }));
  await expect(inLane('In Arbeit')).toBeVisible();
  await expect.poll(status).toBe(4);

  await request.put(`/provider/v1/tasks/${workflowId}/status`, { headers: { 'X-Api-Key': demo.providerApiKey }, data: { status: 1 } });
  await expect(inLane('Nicht freigegeben')).toBeVisible(); // nobody has reloaded anything
});
