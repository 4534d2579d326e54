import { Provider } from '../support/pages/provider.ts';
import { expect, readSubmissions, test } from '../support/test.ts';

const definition = {
  title: 'Rückruf',
  formElements: [{ id: 'email', type: 'input', label: 'E-Mail-Adresse', required: true }],
};

test('Answers of a bot that fills in every field are accepted and marked', async ({
  page,
  request,
  demo,
}, { project }) => {
  const { processGuid } = await new Provider(request, demo).publish(definition);
  const email = `bot-${project.name}-${Date.now()}@example.com`;
  await page.goto(`/externalform/${processGuid}`);
  await expect(page.getByRole('textbox')).toHaveCount(1); // the honeypot is hidden from people
  for (const field of await page.locator('form input[type=text]').all())
    await field.fill(email, { force: true });
  await page.locator('main button[type=submit]').click();
  await expect(page).toHaveURL(/\/succeed$/);
  const [submission] = await readSubmissions(request, demo, email);
  expect(submission?.suspicions).toContain('hiddenFieldFilled');
});
