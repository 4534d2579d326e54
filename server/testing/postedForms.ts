import { rm } from 'node:fs/promises';
import { expect } from 'vitest';
import type { FormPageData, SentPageData } from '#schemas/forms/assistants.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { postedNames, type PostedForm } from '#schemas/forms/postedForms.ts';
import type { SubmissionSummary } from '#schemas/forms/submissions.ts';
import { noServerRender } from './noServerRender.ts';
import { buildPost, createPageFolder, readPageData, type Fields } from './postedPages.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from './testServer.ts';

type Elements = Omit<FormDefinition, 'title'>;

export type { Fields };

export const accident: Elements = {
  formElements: [
    { id: 'name', type: 'input', label: 'Name', required: true },
    { id: 'sum', type: 'number', label: 'Schaden', unit: 'Euro' },
    { id: 'hurt', type: 'checkbox', label: 'Verletzt' },
    {
      id: 'who',
      type: 'input',
      label: 'Wer?',
      required: true,
      visibleWhen: { element: 'hurt', equals: true },
    },
    { id: 'photos', type: 'file', label: 'Fotos', maxFiles: 2, extensions: ['txt'] },
  ],
};

type Page = Awaited<ReturnType<TestServer['app']['inject']>>;

export const textFile = (content: string | Uint8Array<ArrayBuffer>, name = 'skizze.txt'): File =>
  new File([content], name);

/** Reads the posted part of a form's page. */
export function readPosted(page: Page): PostedForm {
  const { posted } = readPageData<FormPageData>(page, 'form-page-data');
  if (!posted) throw new Error('The page was not posted');
  return posted;
}

type StoredAnswers = { answers: { elementId: string; value: unknown }[] };

/** Starts a server with the pages of forms, and an account that publishes forms. */
export async function openPostedForms({ appOptions = {}, ...options }: TestServerOptions = {}) {
  const folder = await createPageFolder();
  const server = await startTestServer({
    ...options,
    appOptions: { webAppFolder: folder, serverRender: noServerRender, ...appOptions },
  });
  const { accountId, apiKey } = await addAccount(server);

  const read = async <T extends object>(url: string) =>
    json<T>(await server.app.inject({ url, headers: { 'x-api-key': apiKey } }));

  /** Posts a page as a browser without scripts does. */
  async function post(
    processGuid: string,
    fields: Fields,
    headers: Record<string, string> = {},
    query = '',
  ): Promise<Page> {
    const all = { [postedNames.language]: 'de', [postedNames.revision]: '1', ...fields };
    const { type, payload } = await buildPost(all);
    return server.app.inject({
      method: 'POST',
      url: `/externalform/${processGuid}${query}`,
      headers: { ...type, accept: 'text/html', ...headers },
      payload,
    });
  }

  const openSent = async (url: string): Promise<SentPageData> =>
    readPageData<SentPageData>(await server.app.inject({ url }), 'sent-page-data');

  return {
    server,
    accountId,
    apiKey,
    read,
    post,
    publishForm: async (definition: Elements) =>
      publish(server, apiKey, { title: 'Unfall', ...definition }),
    openSent,
    /** Opens the thank-you page that a post redirects to. */
    open: async (answer: Page): Promise<SentPageData> => {
      expect(answer.statusCode).toBe(303);
      return openSent(String(answer.headers['location']));
    },
    async listSubmissions(formId: string) {
      const { items } = await read<{ items: SubmissionSummary[] }>('/provider/v1/submissions');
      return items.filter((each) => each.formId === formId);
    },
    async getAnswers(submissionId: string) {
      const { answers } = await read<StoredAnswers>(`/provider/v1/submissions/${submissionId}`);
      return answers;
    },
    async close() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}
export type PostedForms = Awaited<ReturnType<typeof openPostedForms>>;
