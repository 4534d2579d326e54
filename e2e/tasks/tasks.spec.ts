import { minuteMs } from '#schemas/platform/time.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { SubmissionDetail } from '#schemas/forms/submissions.ts';
import type { ProviderTask } from '#schemas/tasks/tasks.ts';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectGoodPractice } from '../support/barriers.ts';
import { test as ownTest } from '../support/newClient.ts';
import { test as ownServerTest } from '../support/ownClient.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { readPrint } from '../support/readPrint.ts';
import { expect, test } from '../support/test.ts';

const definition: FormDefinition = {
  title: 'Entbindung von der Schweigepflicht',
  pages: [
    {
      id: 'who',
      title: 'Praxis',
      formElements: [{ id: 'doctor', type: 'input', label: 'Name der Praxis', required: true }],
    },
    {
      id: 'what',
      title: 'Unterlagen',
      formElements: [
        { id: 'papers', type: 'file', label: 'Befund', required: true },
        { id: 'signature', type: 'signature', label: 'Ihre Unterschrift', required: true },
      ],
    },
  ],
};

/** Waits for the mail, because news are queued within a second. */
async function expectMail(
  request: APIRequestContext,
  workflowId: string,
  username: string,
): Promise<void> {
  await expect
    .poll(async () => {
      const mails = (await (await request.get('/dev/outbox.json')).json()) as {
        recipient: string;
        subject: string;
        body: string;
      }[];
      return mails
        .filter(({ body }) => body.includes(`task=${workflowId}`))
        .map(({ recipient, subject }) => [recipient.includes(username), subject]);
    })
    .toEqual([[true, 'Eine neue Aufgabe von Aydın & Kollegen']]);
}

/** Fills in both pages, with a reload in between, and submits them. */
async function answerTask(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog.getByRole('alert')).toContainText(/Noch \d+ Minuten/);
  // dialogs have no outline in wide windows
  await expect(dialog.getByText('Schritt 1 von 3: Praxis')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name der Praxis' }).fill('Praxis am Lindenweg');
  await expect(dialog.getByText(/Entwurf gesichert/)).toBeVisible();
  await page.reload();
  await expect(dialog.getByRole('textbox', { name: 'Name der Praxis' })).toHaveValue(
    'Praxis am Lindenweg',
  );
  await dialog.getByRole('button', { name: 'Weiter' }).click();
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'Befund.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('ohne Befund'),
    });
  await expect(dialog.getByText('hochgeladen').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Tippen' }).click();
  await dialog
    .getByRole('group', { name: /^Ihre Unterschrift/ })
    .getByRole('textbox')
    .fill('Nora Brandt');
  await expectGoodPractice(page);
  await dialog.getByRole('button', { name: 'Weiter' }).click(); // to the review page
  await dialog.getByRole('button', { name: 'Antwort senden' }).click();
  await expect(
    dialog.getByRole('heading', { name: 'Ihre Antwort ist bei der Kanzlei.' }),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Zurück' }).click();
}

/** Checks the answers on screen and in print, and the preview of a file. */
async function expectAnswersAndPrint(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toContainText('Fassung 1 des Formulars');
  const sheets = await readPrint(page);
  for (const text of [
    'Entbindung von der Schweigepflicht',
    'Praxis am Lindenweg',
    'Befund.txt',
    'Nora Brandt',
  ])
    expect(sheets).toContain(text);
  for (const onlyOnScreen of ['Sie können Ihre Antworten ansehen', 'Abmelden', 'Zurück'])
    expect(sheets).not.toContain(onlyOnScreen);
  await dialog.getByRole('button', { name: 'Befund.txt ansehen' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Befund.txt' }).getByText('ohne Befund'),
  ).toBeVisible();
  await expectGoodPractice(page);
}

/** A client of its own: news of the same second, of other journeys, would be in one mail. */
ownTest(
  'A client answers a new task with file and signature, and the provider reads it',
  { tag: '@both' },
  async ({ page, request, demo, client }, { project }) => {
    const provider = new Provider(request, demo);
    const userIds = [client.userId];
    const header = `Schmerzensgeld ${project.name} ${Date.now()}`;
    const { caseId } = await provider.post<ProviderCase>('cases', {
      header,
      userIds,
      isEsyAkte: true,
    });
    const { formId } = await provider.publish(definition);

    const portal = new Portal(page, demo);
    await page.goto('/login');
    await portal.logIn(client);
    await expect(page).toHaveURL('/dashboard');
    const accountId = await portal.readAccountId();
    await page.goto(`/akten/${caseId}/accounts/${accountId}?tab=tasks`);
    await expect(page.getByText('Im Moment ist nichts zu tun.')).toBeVisible();

    const validUntil = new Date(Date.now() + 10 * 60_000).toISOString();
    const { workflowId } = await provider.post<ProviderTask>(`cases/${caseId}/tasks`, {
      formId,
      validUntil,
    });
    const row = page.getByRole('link', { name: /Entbindung von der Schweigepflicht/ });
    await expect(row).toContainText(/Bis \w+, \d\d\.\d\d\., \d\d:\d\d Uhr \((?:heute|morgen)\)/); // by an event
    await expect(row).toContainText('3 Fragen, etwa 2 Minuten');
    await expectMail(request, workflowId, client.username);
    await expect(page.getByRole('img', { name: '1 offene Aufgabe' })).toBeVisible();
    await expectGoodPractice(page);
    await row.click();

    const dialog = page.getByRole('dialog', { name: 'Entbindung von der Schweigepflicht' });
    await answerTask(page, dialog);
    await expect(row).toContainText('Beantwortet am');
    await expect(page.getByRole('img', { name: /offene Aufgabe/ })).toHaveCount(0);

    const task = await provider.get<ProviderTask>(`tasks/${workflowId}`);
    expect(task).toMatchObject({ state: 'answered', status: 6, answeredBy: userIds[0] });
    const submission = await provider.get<SubmissionDetail>(`submissions/${task.submissionId}`);
    expect(submission.answers.map(({ elementId }) => elementId)).toEqual([
      'doctor',
      'papers',
      'signature',
    ]);
    expect(await provider.get(`submissions/${task.submissionId}/evidence`)).toMatchObject({
      record: { submittedAt: task.answerCreationDate, files: [{ name: 'Befund.txt' }] },
    });
    await row.click();
    await expect(dialog).toContainText('Praxis am Lindenweg');
    await expectAnswersAndPrint(page, dialog);
  },
);

const findWitness = (page: Page) => page.getByRole('textbox', { name: 'Name des Zeugen' });
const findSend = (page: Page) => page.getByRole('button', { name: 'Antwort senden' });

/** Submits both answers at the same time: one is accepted, the other is kept as text. */
async function expectOneWinner(page: Page, other: Page): Promise<void> {
  await findWitness(page).fill('Herr Özdemir');
  await findWitness(other).fill('Frau Kowalczyk');
  const buttons = await Promise.all([page, other].map((who) => findSend(who).elementHandle()));
  await Promise.all(
    buttons.map((button) => button?.evaluate((element) => (element as HTMLButtonElement).click())),
  ); // both before an event can arrive
  const thanks = (who: typeof page) =>
    who.getByRole('heading', { name: 'Ihre Antwort ist bei der Kanzlei.' });
  const winners = async () => [await thanks(page).count(), await thanks(other).count()];
  await expect.poll(async () => (await winners()).reduce((sum, count) => sum + count)).toBe(1);
  const [loser, written] =
    (await thanks(page).count()) === 1 ? [other, 'Frau Kowalczyk'] : [page, 'Herr Özdemir'];
  const dialog = loser.getByRole('dialog', { name: 'Zeugen benennen' });
  await expect(dialog.getByRole('alert')).toContainText('Diese Aufgabe ist schon beantwortet.');
  await expect(dialog).toContainText(written);
  await expect(dialog.getByRole('button', { name: 'Angaben kopieren' })).toBeVisible();
  await expect(findSend(loser)).toHaveCount(0);
  expect(await winners()).toContain(0);
}

const witnesses: FormDefinition = {
  title: 'Zeugen benennen',
  formElements: [{ id: 'witness', type: 'input', label: 'Name des Zeugen', required: true }],
};

test('A client whose task was answered or withdrawn meanwhile is rejected and keeps the text', async ({
  page,
  browser,
  request,
  demo,
}) => {
  const provider = new Provider(request, demo);
  const userIds = await provider.findUserIds('nora.brandt', 'selin.aydin');
  const { caseId } = await provider.post<ProviderCase>('cases', {
    header: `Zu zweit ${Date.now()}`,
    userIds,
  });
  const { formId } = await provider.publish(witnesses);
  const { workflowId } = await provider.post<ProviderTask>(`cases/${caseId}/tasks`, { formId });
  const other = await (await browser.newContext()).newPage();
  const getAccount = () =>
    page.evaluate(
      () =>
        (
          JSON.parse(localStorage.getItem('formakte.registeredSession') ?? '{}') as {
            user: { accountId: string };
          }
        ).user.accountId,
    );
  const open = async (who: typeof page, task: string) =>
    who.goto(`/akten/${caseId}/accounts/${await getAccount()}?tab=tasks&task=${task}`);
  for (const [who, user] of [
    [page, demo.users[0]],
    [other, demo.users[1]],
  ] as const) {
    await who.goto('/login');
    await new Portal(who, demo).logIn(user);
    await expect(who.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(who).toHaveURL(/dashboard/);
  }
  for (const who of [page, other]) await open(who, workflowId);
  await expectOneWinner(page, other);
  await other.context().close();

  const taken = await provider.post<ProviderTask>(`cases/${caseId}/tasks`, {
    formId,
    assistantName: 'Zurückgezogen',
  });
  await open(page, taken.workflowId);
  await findWitness(page).fill('Herr Nguyen');
  await provider.put(`tasks/${taken.workflowId}/status`, { status: 1 });
  const gone = page.getByRole('dialog');
  await expect(gone.getByRole('alert')).toContainText('Diese Aufgabe gibt es nicht mehr.');
  await expect(gone).toContainText('Herr Nguyen');
});

/** Runs on a server of its own, whose clock moves past a deadline. */
const onOwnServer = ownServerTest.extend({
  baseURL: ({ server }, use) => use(server.url),
});

onOwnServer(
  'A client who answers after the deadline is rejected and keeps the text',
  async ({ page, request, demo, server }) => {
    const provider = new Provider(request, demo);
    const userIds = await provider.findUserIds('nora.brandt');
    const { caseId } = await provider.post<ProviderCase>('cases', { header: 'Zu spät', userIds });
    const { formId } = await provider.publish(witnesses);
    const portal = new Portal(page, demo);
    await page.goto('/login');
    await portal.logIn();
    await portal.expectDashboard();
    const accountId = await portal.readAccountId();
    const { workflowId } = await provider.post<ProviderTask>(`cases/${caseId}/tasks`, {
      formId,
      assistantName: 'Noch ein Zeuge',
      validUntil: new Date(Date.now() + minuteMs).toISOString(),
    });
    await page.goto(`/akten/${caseId}/accounts/${accountId}?tab=tasks&task=${workflowId}`);
    await expect(page.getByRole('alert').filter({ hasText: /Noch eine Minute/ })).toBeVisible();
    await findWitness(page).fill('Frau Sørensen');

    await server.forward(minuteMs);
    const refused = page.getByRole('dialog', { name: 'Noch ein Zeuge' });
    await expect(refused).toContainText(/Die Frist (dieser Aufgabe )?ist abgelaufen\./);
    await expect(
      refused.getByRole('alert').filter({ hasText: 'Ihre Angaben wurden nicht angenommen.' }),
    ).toBeVisible();
    await expect(refused).toContainText('Frau Sørensen');
    await expect(findSend(page)).toHaveCount(0);
    await page.reload(); // also without the event
    await expect(refused.getByRole('button', { name: 'Angaben kopieren' })).toBeVisible();
    await expect(refused).toContainText('Frau Sørensen');
  },
);
