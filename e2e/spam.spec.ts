import { Provider } from './pages/provider.ts';
import { expect, readSubmissions, test } from './test.ts';

const definition = {
  title: 'Rückruf',
  formElements: [{ id: 'email', type: 'input', label: 'E-Mail-Adresse', required: true }],
};

test('answers of a program that fills in every field at once are taken and marked', async ({
  page,
  request,
  demo,
}, { project }) => {
  const { processGuid } = await new Provider(request, demo).publish(definition);
  const email = `bot-${project.name}-${Date.now()}@example.com`;
  await page.goto(`/externalform/${processGuid}`);
  await expect(page.getByRole('textbox')).toHaveCount(1); // what waits for programs is no field for people
  for (const field of await page.locator('form input[type=text]').all())
    await field.fill(email, { force: true });
  await page.locator('main button[type=submit]').click();
  await expect(page).toHaveURL(/\/succeed$/);
  const [submission] = await readSubmissions(request, demo, email);
  expect(submission?.suspicions).toContain('hiddenFieldFilled');
});
