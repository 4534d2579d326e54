import type { FastifyInstance } from 'fastify';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import type { Deps } from '#server/deps.ts';
import { listNewestMessages, type OpenMessage } from '#server/mail/mailOutbox/service.ts';
import { demoAccounts } from './accounts.ts';
import { listDemoUsers } from './people.ts';
import { demoApiKey } from './demoKeys.ts';
import { listDemoForms, listDemoRequests } from './demoWorld.ts';
import { listDemoInvitations } from './invitation.ts';
import { demoPage } from './page.ts';

const listOutbox = (deps: Deps): Promise<OpenMessage[]> => listNewestMessages(deps, 200);

/** Describes the demo world to programs. */
export async function demoDescription(deps: Deps) {
  const { config } = deps;
  const [first] = demoAccounts;
  return {
    portalUrl: config.publicUrl,
    providerApiKey: first ? demoApiKey(config, first.uniqueKey) : '',
    users: listDemoUsers(deps),
    forms: (await listDemoForms(deps)).map(({ processGuid, title, pin }) => ({
      processGuid,
      title,
      ...(pin ? { pin } : {}),
    })),
    externalRequests: await listDemoRequests(deps),
    invitations: await listDemoInvitations(deps),
    outboxUrl: `${config.publicUrl}/dev/outbox.json`,
  };
}

/** Registers /dev; in demo mode only. */
export function registerDemoRoutes(app: FastifyInstance, deps: Deps): void {
  const hidden = { schema: { hide: true } };
  app.get('/dev/demo.json', hidden, async () => demoDescription(deps));
  app.get('/dev/outbox.json', hidden, async () => listOutbox(deps));
  app.get('/dev', hidden, async (_request, reply) => {
    const accounts = demoAccounts.map(({ name, uniqueKey }) => ({
      name,
      apiKey: demoApiKey(deps.config, uniqueKey),
      page: deps.config.publicUrl + webAddresses.publicPage('proudly-presents', uniqueKey),
    }));
    return reply.type('text/html; charset=utf-8').send(
      demoPage({
        accounts,
        users: listDemoUsers(deps),
        forms: await listDemoForms(deps),
        requests: await listDemoRequests(deps),
        invitations: await listDemoInvitations(deps),
        outbox: await listOutbox(deps),
      }),
    );
  });
}
