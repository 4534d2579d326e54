import type { FastifyInstance } from 'fastify';
import { getNotificationSettings, setNotificationSettings } from '#schemas/mail/notifications.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getClient, type UserCaller } from '#server/http/session.ts';
import { getSettings, setSettings } from './settings.ts';
import { serveStopPage } from './stopPage.ts';

const getRecipient = (caller: UserCaller, { acc: accountId }: { acc: string }) => ({
  userId: getClient(caller, accountId).userId,
  accountId,
});

export function registerNotificationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getNotificationSettings, async ({ caller, params }) =>
    getSettings(deps, getRecipient(caller, params)),
  );

  route(app, deps, setNotificationSettings, async ({ caller, params, body }) =>
    setSettings(deps, getRecipient(caller, params), body),
  );

  serveStopPage(app, deps);
}
