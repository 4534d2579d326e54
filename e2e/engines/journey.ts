import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import { Provider } from '../support/pages/provider.ts';
import type { DemoWorld } from '../support/test.ts';
import type { EngineBrowser } from './browser.ts';

const definition = {
  title: 'Unterlagen schicken',
  showDatenschutz: false,
  formElements: [
    { id: 'name', type: 'input', label: 'Name', required: true },
    { id: 'day', type: 'date', label: 'Tag' },
    { id: 'papers', type: 'file', label: 'Unterlagen', required: true },
  ],
};

const heading = (text: string) => `//h1[contains(., '${text}')]`;
const button = (text: string) => `//button[contains(., '${text}')]`;
const field = (label: string) => `//*[@id=//label[starts-with(., '${label}')]/@for]`;
const withText = (text: string) => `//*[text()[contains(., '${text}')]]`;
/** The button of a form, once the form is hydrated. */
const submit = "//form[@data-live][not(@data-opening)]//button[@type='submit']";

type World = {
  browser: EngineBrowser;
  request: APIRequestContext;
  demo: DemoWorld;
  url: string;
  folder: string;
};
type Step = readonly [name: string, run: (world: World) => Promise<void>];

async function expectValue<T>(browser: EngineBrowser, expression: string, wanted: T) {
  const found = await browser.evaluate<T>(expression);
  if (found !== wanted) throw new Error(`${expression} is ${String(found)}, not ${String(wanted)}`);
}

async function sendForm({ browser, request, demo, url, folder }: World): Promise<void> {
  const { processGuid } = await new Provider(request, demo).publish(definition);
  const file = join(folder, 'Befund.txt');
  await writeFile(file, 'ohne Befund');
  await browser.open(`${url}/externalform/${processGuid}`);
  await browser.waitFor(heading(definition.title));
  await browser.click(button('Einverstanden'));
  await browser.click(submit);
  await browser.waitFor("//section[@aria-labelledby='error-summary']//li[2]");
  await browser.click("//section[@aria-labelledby='error-summary']//li[1]/a");
  await expectValue(browser, "document.activeElement.matches(':focus-visible')", true);
  await browser.type(field('Name'), 'Jana Reuter');
  await browser.type(field('Tag'), '1.2.2027');
  await browser.upload("//input[@type='file']", file);
  await browser.waitFor(withText('hochgeladen'));
  await browser.click(submit);
  await browser.waitFor(heading('Vielen Dank'));
}

async function openByPin({ browser, demo, url }: World): Promise<void> {
  const form = demo.forms.find(({ pin }) => pin);
  if (!form?.pin) throw new Error('The demo data has no form with a PIN');
  await browser.open(`${url}/externalform/${form.processGuid}`);
  await browser.waitFor(heading('PIN eingeben'));
  await browser.type("//input[@autocomplete='one-time-code']", form.pin);
  await browser.waitFor(heading(form.title));
}

async function logIn({ browser, demo, url }: World): Promise<void> {
  const [client] = demo.users;
  await browser.open(`${url}/login`);
  await browser.type(field('Benutzername'), client?.username ?? '');
  await browser.type("//input[@type='password']", client?.password ?? '');
  await browser.click(submit);
  await browser.waitFor(heading('Guten '));
}

/** The register tab of the open case joins the sheet, also beside a scrollbar with a width. */
async function openCase({ browser, url }: World): Promise<void> {
  await browser.open(`${url}/akten`);
  await browser.click(
    "//section[@aria-labelledby='cases-title']//a[contains(., 'Verkehrsunfall')]",
  );
  await browser.waitFor(heading('Verkehrsunfall'));
  await expectValue(
    browser,
    "Math.abs(document.querySelector('li[data-selected]').getBoundingClientRect().right - " +
      "document.querySelector('main section[data-brand]').getBoundingClientRect().left) <= 1",
    true,
  );
}

async function sendMessage({ browser }: World): Promise<void> {
  await browser.click(button('Nachricht schreiben'));
  await browser.type(`//dialog${field('Betreff')}`, 'Rechnung');
  await browser.type('//dialog//textarea', 'Hier ist sie.');
  await browser.click("//dialog//button[@type='submit']");
  await browser.waitFor(
    "//article[contains(@aria-label, 'Rechnung')]//*[contains(., 'Zugestellt')]",
  );
}

async function answerTask({ browser, request, demo, url }: World): Promise<void> {
  const provider = new Provider(request, demo);
  const userIds = await provider.findUserIds('nora.brandt');
  const header = `Browser ${Date.now()}`;
  const { caseId } = await provider.post<ProviderCase>('cases', { header, userIds });
  const { formId } = await provider.publish({
    title: 'Kurze Frage',
    formElements: [{ id: 'name', type: 'input', label: 'Name der Praxis', required: true }],
  });
  await provider.post(`cases/${caseId}/tasks`, { formId });
  const accountId = await browser.evaluate<string>(
    "JSON.parse(localStorage.getItem('formakte.registeredSession')).user.accountId",
  );
  await browser.open(`${url}/akten/${caseId}/accounts/${accountId}?tab=tasks`);
  await browser.click("//a[contains(., 'Kurze Frage')]");
  await browser.type(`//dialog${field('Name der Praxis')}`, 'Praxis am Lindenweg');
  await browser.click("//dialog//button[@type='submit']");
  await browser.waitFor(withText('Ihre Antwort ist bei'));
}

/** The steps of the smoke journey, in order. */
export const steps: readonly Step[] = [
  ['form with errors and a file', sendForm],
  ['form with PIN', openByPin],
  ['login', logIn],
  ['case', openCase],
  ['message', sendMessage],
  ['task', answerTask],
];
