import { readInstant } from '#schemas/platform/dates.ts';
import { listWebhooks, replayEvents, testWebhook } from '#server/mail/webhooks/service.ts';
import { explainRefusal, getFirmId, requireText, UsageError, type Command } from './command.ts';

const describeRefusals = (firm: string, webhookId: string) => ({
  notFound:
    `The firm ${firm} has no webhook ${webhookId}. ` +
    `npm run admin -- webhook list ${firm} names its webhooks.`,
  conflict: `The webhook ${webhookId} is turned off. Its firm can turn it on.`,
});

export const webhookCommands: Readonly<Record<string, Command>> = {
  'webhook list': {
    takes: ['FIRM'],
    purpose: 'lists the webhooks of a firm, and since when one fails',
    run: async (deps, [firm = '']) => ({
      result: await listWebhooks(deps, await getFirmId(deps, firm)),
    }),
  },
  'webhook test': {
    takes: ['FIRM', 'WEBHOOK_ID'],
    purpose: 'queues a test event for a webhook; a running server sends it',
    run: async (deps, [firm = '', webhookId = '']) => {
      const queueing = testWebhook(deps, await getFirmId(deps, firm), webhookId);
      return { result: await explainRefusal(queueing, describeRefusals(firm, webhookId)) };
    },
  },
  'webhook replay': {
    takes: ['FIRM', 'WEBHOOK_ID'],
    purpose: 'queues the events --since an instant again; a running server sends them',
    options: { since: { type: 'string' } },
    run: async (deps, [firm = '', webhookId = ''], values) => {
      const since = readInstant(requireText(values, 'since'));
      if (since === undefined)
        throw new UsageError('--since is an instant such as 2026-11-24T08:00:00Z.');
      const accountId = await getFirmId(deps, firm);
      const queueing = replayEvents(deps, accountId, webhookId, since);
      return { result: await explainRefusal(queueing, describeRefusals(firm, webhookId)) };
    },
  },
};
