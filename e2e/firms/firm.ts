import { request as requests } from '@playwright/test';
import type { ProviderMessage } from '#schemas/cases/messages.ts';
import type { ProgramEvent } from '#schemas/events/programEvents.ts';
import { programEventLimits } from '#schemas/events/limits.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { OwnServer } from '../support/ownServer.ts';
import { Provider } from '../support/pages/provider.ts';

type Published = { formId: string; processGuid: string };

const buildForm = (title: string): FormDefinition => ({
  title: { de: title, en: title },
  formElements: [{ id: 'name', type: 'input', label: 'Name', required: true }],
});

/** A firm with its key, its program and its two forms. */
export type Firm = {
  name: string;
  accountId: string;
  apiKey: string;
  provider: Provider;
  internal: Published;
  open: Published;
};

/** Publishes a form for everybody and one for tasks only, by the firm's key. */
export async function openFirm(
  server: OwnServer,
  { name, accountId, apiKey }: Pick<Firm, 'name' | 'accountId' | 'apiKey'>,
): Promise<Firm> {
  const request = await requests.newContext({ baseURL: server.url });
  const provider = new Provider(request, { providerApiKey: apiKey });
  const internal = await provider.publish(buildForm('Angaben zur Akte'), 'internal');
  const open = await provider.publish(buildForm('Erste Anfrage'), 'public');
  return { name, accountId, apiKey, provider, internal, open };
}

/** Sends a message without saying who wrote it. */
export const write = async ({ provider }: Firm, caseId: string, header: string): Promise<string> =>
  (
    await provider.post<ProviderMessage>(`cases/${caseId}/messages`, {
      header,
      text: 'Bitte lesen Sie das.',
      creatorName: 'Ada Aydın',
    })
  ).messageId;

/** Lists all events of a firm, page by page. */
export async function listEvents({ provider }: Firm): Promise<ProgramEvent[]> {
  const events: ProgramEvent[] = [];
  let after = 0;
  for (;;) {
    const page = await provider.get<{ items: ProgramEvent[]; lastSequence: number }>(
      `events?after=${after}&limit=${programEventLimits.maxPageSize}`,
    );
    events.push(...page.items);
    if (page.items.length === 0) return events;
    after = page.lastSequence;
  }
}
