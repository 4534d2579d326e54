import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import type { Deps } from '#server/deps.ts';
import { listNewestMessages, type OpenMessage } from '#server/mail/mailOutbox/service.ts';
import { getLanguage } from '#server/texts.ts';
import { demoAccounts } from './accounts.ts';
import { listDemoUsers } from './people.ts';
import { getDemoApiKey } from './demoKeys.ts';
import { listDemoForms, listDemoRequests } from './demoWorld.ts';
import { listDemoInvitations } from './invitation.ts';
import { renderDemoPage } from './page.ts';

const listOutbox = (deps: Deps): Promise<OpenMessage[]> => listNewestMessages(deps, 200);

/** Describes the demo world to programs. */
async function describeDemo(deps: Deps) {
  const { config } = deps;
  const [first, second] = demoAccounts;
  return {
    portalUrl: config.publicUrl,
    providerApiKey: first ? getDemoApiKey(config, first.uniqueKey) : '',
    otherProviderApiKey: second ? getDemoApiKey(config, second.uniqueKey) : '',
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
  const hidden = {
    // The pages contain logins and keys.
    onRequest: async (_request: FastifyRequest, reply: FastifyReply) =>
      void reply.header('cache-control', 'no-store'),
  };
  app.get('/dev/demo.json', hidden, async () => describeDemo(deps));
  app.get('/dev/outbox.json', hidden, async () => listOutbox(deps));
  app.get('/dev', hidden, async (request, reply) => {
    const accounts = demoAccounts.map(({ name, uniqueKey }) => ({
      name,
      apiKey: getDemoApiKey(deps.config, uniqueKey),
      page: deps.config.publicUrl + webAddresses.publicPage('proudly-presents', uniqueKey),
    }));
    return reply.type('text/html; charset=utf-8').send(
      renderDemoPage(
        {
          accounts,
          users: listDemoUsers(deps),
          forms: await listDemoForms(deps),
          requests: await listDemoRequests(deps),
          invitations: await listDemoInvitations(deps),
          outbox: await listOutbox(deps),
        },
        getLanguage(request),
      ),
    );
  });
}
