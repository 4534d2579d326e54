import { readInstant } from '#schemas/platform/dates.ts';
import { getFirm } from '#server/accounts/accounts/service.ts';
import type { Deps } from '#server/deps.ts';
import { listWebhooks, replayEvents, testWebhook } from '#server/mail/webhooks/service.ts';
import { requireText, UsageError, type Command } from './command.ts';

const getAccountId = async ({ db }: Deps, firm: string): Promise<string> =>
  (await getFirm(db, firm)).id;

export const webhookCommands: Readonly<Record<string, Command>> = {
  'webhook list': {
    takes: ['FIRM'],
    purpose: 'lists the webhooks of a firm, and since when one fails',
    run: async (deps, [firm = '']) => ({
      result: await listWebhooks(deps, await getAccountId(deps, firm)),
    }),
  },
  'webhook test': {
    takes: ['FIRM', 'WEBHOOK_ID'],
    purpose: 'queues a test event for a webhook; a running server sends it',
    run: async (deps, [firm = '', webhookId = '']) => ({
      result: await testWebhook(deps, await getAccountId(deps, firm), webhookId),
    }),
  },
  'webhook replay': {
    takes: ['FIRM', 'WEBHOOK_ID'],
    purpose: 'queues the events --since an instant again; a running server sends them',
    options: { since: { type: 'string' } },
    run: async (deps, [firm = '', webhookId = ''], values) => {
      const since = readInstant(requireText(values, 'since'));
      if (since === undefined)
        throw new UsageError('--since is an instant such as 2026-11-24T08:00:00Z.');
      const accountId = await getAccountId(deps, firm);
      return { result: await replayEvents(deps, accountId, webhookId, since) };
    },
  },
};
