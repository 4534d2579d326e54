import { expect } from 'vitest';
import type { Body, Browser } from './browser.ts';
import type { Portal } from './portal.ts';
import { get } from './samples.ts';

export const definition = {
  title: 'Schaden melden',
  assistantNotice: 'Halten Sie den Ausweis bereit.',
  resultText: 'Danke!',
  showAgb: true,
  showDatenschutz: true,
  formElements: [
    { id: 'name', type: 'input', label: 'Name', required: true },
    { id: 'amount', type: 'number', label: 'Schaden', min: 0 },
    { id: 'photo', type: 'file', label: 'Foto' },
    { id: 'expert', type: 'gutachterchoice', label: 'Gutachter' },
    { id: 'insurance', type: 'rechtsschutzformular', label: 'Versicherung' },
  ],
};
export const processShape = {
  workflowKey: expect.any(String),
  accountId: expect.any(String),
  accountName: 'Kanzlei nord',
  revision: 1,
  formElement: { formElements: [{ id: 'name' }, {}, {}, {}, {}] },
  assistantNotice: 'Halten Sie den Ausweis bereit.',
  attachments: [],
  showAgb: true,
  showDatenschutz: true,
  resultText: 'Danke!',
  returnUrl: null,
  theme: expect.any(Object),
  publicFileInfo: { allowedExtensions: expect.any(Array), maxSize: expect.any(Number) },
};

export type Opened = { browser: Browser; workflowKey: string; url: string; process: Body };

/** Opens a form without a login, as its link does. */
export async function openForm(
  { publish, visit }: Portal,
  form: object = definition,
): Promise<Opened> {
  const { processGuid } = await publish(form);
  const browser = visit();
  const { body } = await browser.post('/api/authenticate/adhoc/workflow', { key: processGuid });
  browser.token = get(body, 'accessToken');
  const workflowKey = get(body, 'workflowKey');
  const url = `/api/assistants/process?workflowKey=${workflowKey}`;
  const { body: process } = await browser.get(url);
  return { browser, workflowKey, url, process };
}

export const submission = (process: Body, answers: object[], more: object = {}) => ({
  revision: process['revision'],
  language: 'de',
  agbAccepted: true,
  datenschutzAccepted: true,
  statementHashes: get<object>(process, 'metaData', 'statementHashes'),
  answers,
  ...more,
});
export const name = { elementId: 'name', type: 'input', value: 'Miriam Castillo' };
